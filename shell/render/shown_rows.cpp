#include "shell/render/shown_rows.h"

#include <algorithm>

#include "shell/render/cell_text.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kKeptText = 1 << 20;  // a larger buffer is freed after its page

}  // namespace

void ShownRows::clear(std::size_t columns) {
  columns_ = columns;
  cells_.clear();
  text_.clear();
  if (text_.capacity() > kKeptText) text_.shrink_to_fit();
}

void ShownRows::drop(std::size_t rows) {
  if (rows == this->rows()) return clear(columns_);
  const std::size_t bytes = begin_of(rows * columns_);
  text_.erase(0, bytes);
  cells_.erase(cells_.begin(), cells_.begin() + static_cast<std::ptrdiff_t>(rows * columns_));
  for (Cell& cell : cells_) cell.end -= bytes;
  if (text_.capacity() > kKeptText) text_.shrink_to_fit();
}

void ShownRows::add(const ValueText& format, const Type& type, ValueView value) {
  format.append(type, value, text_);
  end_cell();
}

void ShownRows::add_name(std::string_view name, std::string_view colour) {
  const std::string shown = show_control_characters(name);
  colour.empty() ? void(text_ += shown) : append_painted_text(shown, colour, text_);
  end_cell();
}

void ShownRows::end_cell() {
  const std::string_view text = std::string_view(text_).substr(begin_of(cells_.size()));
  cells_.push_back({text_.size(), is_printable_ascii(text) ? text.size() : painted_width(text)});
}

void widen(Widths& widths, const ShownRows& rows, std::size_t count) {
  widths.resize(rows.columns());
  for (std::size_t row = 0; row < count; ++row) {
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], rows.cell(row, i).width);
  }
}

}  // namespace cellar
