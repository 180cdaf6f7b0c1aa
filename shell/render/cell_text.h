// Parts of the text of a cell that may hold colours: the only control sequences in it, since those of values are
// shown as escapes.
//
// In:      the text of a cell.
// Out:     pieces of at most so many columns of a terminal, each with its colours begun and ended.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cellar {

/// Columns of a terminal, colours left out.
std::size_t painted_width(std::string_view text);

/// Appends the beginning of a text and `…`, in `columns` columns, which is at least one. Returns how many it took.
std::size_t append_cut(std::string_view text, std::size_t columns, std::string& cut);

/// Takes a text apart, piece by piece.
class CellPieces {
 public:
  explicit CellPieces(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  /// Appends the next piece of at most `columns` columns (at least one character), which ends behind a blank if
  /// there is one in its second half. Returns how many columns it took.
  std::size_t append_next(std::size_t columns, std::string& text);

 private:
  std::size_t append_bytes(std::size_t bytes, std::string& text);

  std::string_view rest_;
  std::string_view colour_;  // that of the next character; empty: none
};

/// True if the text has characters that are written from right to left. At a terminal that orders them, they would
/// draw their neighbours with them.
bool has_right_to_left(std::string_view text);
/// U+200E, which has no width: the text between two of them keeps its place.
inline constexpr std::string_view kLeftToRightMark = "\xE2\x80\x8E";

}  // namespace cellar
