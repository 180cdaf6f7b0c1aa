#include "types/text/similar_names.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "types/text/text.h"

namespace cellar {

namespace {

/// Returns the edit distance; a larger number than `most`, if it is one.
std::size_t edit_distance_up_to(std::string_view left, std::string_view right, std::size_t most) {
  const std::size_t width = right.size() + 1;
  constexpr std::size_t kShort = 32;
  std::array<std::size_t, 3 * kShort> memory_of_short;
  std::vector<std::size_t> memory_of_long(width > kShort ? 3 * width : 0);
  std::size_t* const memory = width > kShort ? memory_of_long.data() : memory_of_short.data();
  std::span<std::size_t> before(memory, width), previous(memory + width, width),
      current(memory + 2 * width, width);
  std::ranges::fill(before, 0);
  for (std::size_t column = 0; column < width; ++column) previous[column] = column;
  for (std::size_t row = 1; row <= left.size(); ++row) {
    current[0] = row;
    for (std::size_t column = 1; column < width; ++column) {
      const bool same = left[row - 1] == right[column - 1];
      current[column] =
          std::min({previous[column] + 1, current[column - 1] + 1, previous[column - 1] + !same});
      const bool swapped =
          row > 1 && column > 1 && left[row - 1] == right[column - 2] && left[row - 2] == right[column - 1];
      if (swapped) current[column] = std::min(current[column], before[column - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, current);
    // Each further row begins at one of the last two.
    if (std::min(std::ranges::min(before), std::ranges::min(previous)) > most) return most + 1;
  }
  return previous[width - 1];
}

// A name may have 65,535 bytes; one that is this long is not misspelled by accident.
constexpr std::size_t kLongestName = 256;

/// Short words are often similar by chance.
std::size_t most_edits(std::string_view left, std::string_view right) {
  const std::size_t shortest = std::min(left.size(), right.size());
  return shortest >= 5 ? 2 : shortest >= 3 ? 1 : 0;
}

/// The set of its letters; those that share a bit count as one.
std::uint64_t letters_of(std::string_view word) {
  std::uint64_t letters = 0;
  for (const char c : word) letters |= std::uint64_t{1} << (static_cast<unsigned char>(c) & 63);
  return letters;
}

bool have_near_sizes(std::string_view left, std::string_view right) {
  const auto [shorter, longer] = std::minmax({left.size(), right.size()});
  return longer <= kLongestName && longer - shorter <= most_edits(left, right);
}

/// Both in lower case.
std::optional<std::size_t> near_distance(std::string_view left, std::string_view right) {
  if (!have_near_sizes(left, right)) return std::nullopt;
  const std::size_t most = most_edits(left, right);
  // An edit changes at most two letters.
  if (std::popcount(letters_of(left) ^ letters_of(right)) > 2 * static_cast<int>(most)) return std::nullopt;
  const std::size_t edits = edit_distance_up_to(left, right, most);
  return edits <= most ? std::optional(edits) : std::nullopt;
}

/// Returns true if one name is the other without some parts at its front or end: prdt_id, liked_prdt_id.
bool is_part_of(const std::string& left, const std::string& right) {
  const std::string& longer = left.size() > right.size() ? left : right;
  const std::string& shorter = left.size() > right.size() ? right : left;
  return shorter.size() > 1 && (longer.starts_with(shorter + "_") || longer.ends_with("_" + shorter));
}

std::string without_underscores(std::string name) {
  std::erase(name, '_');
  return name;
}

// Behind every distance by edits.
constexpr std::size_t kPartDistance = 10;
// A part of a name that is as short as `id` belongs to many.
constexpr std::size_t kTellingPart = 4;

/// Returns a lower number for nearer names, and nothing if they are unlike.
std::optional<std::size_t> distance_of_names(const std::string& left, const std::string& right) {
  if (const auto edits = near_distance(left, right)) return edits;
  if (left.size() > 2 && without_underscores(left) == without_underscores(right)) return 1;
  if (is_part_of(left, right)) return kPartDistance;
  return std::nullopt;
}

}  // namespace

std::size_t edit_distance(std::string_view left, std::string_view right) {
  return edit_distance_up_to(left, right, std::max(left.size(), right.size()));
}

std::optional<std::size_t> distance_of_words(std::string_view written, std::string_view word) {
  if (!have_near_sizes(written, word)) return std::nullopt;
  return near_distance(to_lower(written), to_lower(word));
}

NearestName find_nearest(std::string_view name, const std::vector<std::string>& candidates,
                         const std::function<bool(std::size_t)>& is_preferred) {
  NearestName nearest;
  std::optional<std::size_t> best;
  bool best_is_preferred = false;
  const std::string written = to_lower(name);
  for (std::size_t index = 0; index < candidates.size(); ++index) {
    const std::optional<std::size_t> distance = distance_of_names(written, to_lower(candidates[index]));
    if (!distance || (best && *distance > *best)) continue;
    const bool preferred = is_preferred && is_preferred(index);
    if (best && *distance == *best && preferred == best_is_preferred) nearest.certain = false;
    if (best && *distance == *best && preferred <= best_is_preferred) continue;
    best = distance;
    best_is_preferred = preferred;
    nearest = {candidates[index], true};
  }
  if (best != kPartDistance) return nearest;
  // If several names have the same part, none of them is more likely.
  if (!nearest.certain) return {};
  nearest.certain = std::min(name.size(), nearest.name.size()) >= kTellingPart;
  return nearest;
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  return find_nearest(name, candidates).name;
}

}  // namespace cellar
