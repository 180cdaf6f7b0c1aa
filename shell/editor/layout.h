// Lays out prompts and a text of several lines in the columns of a terminal.
//
// In:      what is shown, and the columns.
// Out:     rows of cells, and the place of the cursor. A line that is too long goes on in the next row. A wide character
//          is never cut in two.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cellar {

enum class Highlight : std::uint8_t { plain, prompt, keyword, string, number, comment, found, note };

/// A highlighted part of the text. Parts are in order and do not overlap.
struct HighlightedPart {
  std::size_t begin = 0;
  std::size_t end = 0;
  Highlight highlight = Highlight::plain;
};

/// What is shown. The views are the caller's.
struct Drawing {
  std::vector<std::string> prompts;  // of each line of the text; a line beyond has the last one
  std::string_view text;
  std::size_t cursor = 0;  // in the text
  std::vector<HighlightedPart> highlights{};
  std::vector<std::string> below{};  // lines under the text, each cut to one row
};

struct DrawnCell {
  std::string text;
  std::uint8_t columns = 1;
  Highlight highlight = Highlight::plain;
  bool width_varies = false;

  bool operator==(const DrawnCell&) const = default;
};

struct DrawnRow {
  std::vector<DrawnCell> cells;
  std::size_t columns = 0;

  bool operator==(const DrawnRow&) const = default;
};

struct ScreenPlace {
  std::size_t row = 0;
  std::size_t column = 0;

  bool operator==(const ScreenPlace&) const = default;
};

struct Layout {
  std::size_t rows_in_all = 0;  // of prompts and text
  ScreenPlace cursor;           // row counted from the first of all
  std::vector<DrawnRow> rows;   // those that were asked for
};

/// Lays out prompts and text; returns `count` rows from `first` on, if there are so many.
Layout lay_out(const Drawing& drawing, std::size_t columns, std::size_t first, std::size_t count);

/// A line of `below`, cut to one row.
DrawnRow lay_out_note(std::string_view line, std::size_t columns);

}  // namespace cellar
