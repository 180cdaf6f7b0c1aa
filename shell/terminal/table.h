// Formats rows as text: a page of a table, or one row below the other.
//
// In:      names of columns, values.
// Out:     the page in cqlsh's form, appended to a text: headers aligned left, cells right, widths in columns
//          of a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "database/database.h"

namespace cellar {

enum class Ink : std::uint8_t { plain, text, number, blob, null };

struct ShownCell {
  std::string_view text;
  std::size_t width = 0;  // columns of a terminal
  Ink ink = Ink::plain;
};

/// Cells as text, row after row. Memory is reused, so that a further page of rows costs no allocation.
class ShownRows {
 public:
  /// Clears the rows, and sets the number of cells per row.
  void clear(std::size_t columns);
  void add(const Type& type, ValueView value);
  void add_name(std::string_view name);

  std::size_t columns() const { return columns_; }
  std::size_t rows() const { return columns_ == 0 ? 0 : cells_.size() / columns_; }
  ShownCell cell(std::size_t row, std::size_t column) const;

 private:
  struct Cell {
    std::size_t end;  // in text_; the cell begins where the previous one ends
    std::size_t width;
    Ink ink;
  };
  std::size_t begin_of(std::size_t cell) const { return cell == 0 ? 0 : cells_[cell - 1].end; }
  void end_cell(Ink ink);

  std::size_t columns_ = 0;
  std::string text_;
  std::vector<Cell> cells_;
};

using Widths = std::vector<std::size_t>;

/// Widens `widths` (empty at first) to hold the rows.
void widen(Widths& widths, const ShownRows& rows);

/// `names` has a single row.
void append_header(const ShownRows& names, const Widths& widths, bool colour, std::string& text);
struct RowLayout {
  const Widths& widths;
  bool to_the_left = false;
};
void append_row(const ShownRows& page, std::size_t row, const RowLayout& layout, bool colour,
                std::string& text);

/// EXPAND ON: a numbered block for each row.
struct ExpandedWidths {
  std::size_t name = 0;
  std::size_t value = 0;
};
ExpandedWidths expanded_widths(const ShownRows& names, const ShownRows& page);
void append_expanded(const ShownRows& names, const ShownRows& page, std::size_t row, std::size_t number,
                     const ExpandedWidths& widths, bool colour, std::string& text);

}  // namespace cellar
