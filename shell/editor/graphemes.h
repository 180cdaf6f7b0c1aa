// Characters as a person sees them: a letter with its accents, a flag, a family of emoji is one grapheme cluster.
//
// In:      text that should be UTF-8, and a byte position at the edge of a cluster.
// Out:     the edges of clusters (Unicode's extended grapheme clusters), and the columns that one takes on a
//          terminal. A byte that is no UTF-8 is a cluster of its own.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cellar {

/// Returns the end of the cluster that begins at `position`; the size of the text at its end.
std::size_t next_grapheme(std::string_view text, std::size_t position);
/// Returns the beginning of the cluster that ends at `position`; 0 at the beginning.
std::size_t previous_grapheme(std::string_view text, std::size_t position);
/// Returns the edge of a cluster at `position` or before it.
std::size_t grapheme_edge(std::string_view text, std::size_t position);

/// What a terminal is sent for a cluster.
struct ShownGrapheme {
  std::string text;
  std::size_t columns = 0;
  /// Terminals disagree about its width, so the cursor is placed anew behind it.
  bool width_varies = false;
};
/// `column` decides how far a tab reaches. Control characters are shown as ^X, those that steer the direction of
/// writing as <202E>, a byte that is no UTF-8 as <FF>.
ShownGrapheme show_grapheme(std::string_view grapheme, std::size_t column);
/// Returns the columns of show_grapheme, without the text.
std::size_t grapheme_columns(std::string_view grapheme, std::size_t column);

/// Returns the columns that a text of one line takes from `column` on.
std::size_t shown_columns(std::string_view text, std::size_t column = 0);

}  // namespace cellar
