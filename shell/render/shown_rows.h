// The cells of a page as text, with their widths.
//
// In:      names of columns, values.
// Out:     their texts, in colours if those are wanted, and how many columns of a terminal each takes.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "database/database.h"
#include "shell/render/value_format.h"

namespace cellar {

struct ShownCell {
  std::string_view text;
  std::size_t width = 0;  // columns of a terminal
};

/// Cells as text, row after row. Memory is reused, so that a further page of rows costs no allocation.
class ShownRows {
 public:
  /// Clears the rows, and sets the number of cells per row.
  void clear(std::size_t columns);
  /// Removes the first rows.
  void drop(std::size_t rows);
  void add(const ValueText& format, const Type& type, ValueView value);
  /// An empty colour: none.
  void add_name(std::string_view name, std::string_view colour = {});

  std::size_t columns() const { return columns_; }
  std::size_t rows() const { return columns_ == 0 ? 0 : cells_.size() / columns_; }
  ShownCell cell(std::size_t row, std::size_t column) const {
    const std::size_t place = row * columns_ + column;
    const std::size_t begin = begin_of(place);
    return {std::string_view(text_).substr(begin, cells_[place].end - begin), cells_[place].width};
  }

 private:
  struct Cell {
    std::size_t end;  // in text_; the cell begins where the previous one ends
    std::size_t width;
  };
  std::size_t begin_of(std::size_t cell) const { return cell == 0 ? 0 : cells_[cell - 1].end; }
  void end_cell();

  std::size_t columns_ = 0;
  std::string text_;
  std::vector<Cell> cells_;
};

using Widths = std::vector<std::size_t>;

/// Widens `widths` (empty at first) to hold the first rows, so many.
void widen(Widths& widths, const ShownRows& rows, std::size_t count);

}  // namespace cellar
