// Which of several names or words the author of a misspelled one most likely meant.
//
// In:      the name as it was written, and the names that exist.
// Out:     the nearest of them; nothing if all are unlike. Case does not count.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cellar {

/// Letters to change, to add, to drop, or to swap with their neighbour.
std::size_t edit_distance(std::string_view left, std::string_view right);

/// Returns the edit distance if it is small enough for the two to be the same word: 2, or 1 in words of four
/// letters or fewer, or 0 in words of two or fewer.
std::optional<std::size_t> distance_of_words(std::string_view written, std::string_view word);

struct NearestName {
  std::string name;      // empty: none
  bool certain = false;  // no other candidate is as near
};
/// Also finds the name that has more or fewer parts between underscores (prdt_id, liked_prdt_id) or that has
/// underscores elsewhere. Among equally near ones, `is_preferred` decides if it is given: it gets the index
/// of a candidate.
NearestName find_nearest(std::string_view name, const std::vector<std::string>& candidates,
                         const std::function<bool(std::size_t)>& is_preferred = nullptr);
/// Returns the name alone, also if it is not certain.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace cellar
