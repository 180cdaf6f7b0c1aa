#include "shell/editor/screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace cellar {

namespace {

constexpr std::string_view kClearRight = "\x1b[K";
constexpr std::string_view kClearBelow = "\x1b[J";
constexpr std::size_t kAllRows = std::numeric_limits<std::size_t>::max();

/// Select Graphic Rendition of a highlight; empty: as the terminal writes by itself.
std::string_view rendition_of(Highlight highlight) {
  switch (highlight) {
    case Highlight::plain:
    case Highlight::prompt:
      break;
    case Highlight::keyword:
      return "1;34";
    case Highlight::string:
      return "33";
    case Highlight::number:
      return "32";
    case Highlight::comment:
    case Highlight::note:
      return "2";
    case Highlight::found:
      return "7";
  }
  return {};
}

}  // namespace

void Screen::set_size(TerminalSize size) {
  size_ = {std::max<std::size_t>(size.columns, 2), std::max<std::size_t>(size.rows, 1)};
}

std::string Screen::draw(const Drawing& drawing) {
  const std::size_t for_notes = std::min(drawing.below.size(), size_.rows / 2);
  Layout layout = lay_out(drawing, size_.columns, top_, size_.rows);
  const std::size_t for_text = std::min(layout.rows_in_all, size_.rows - for_notes);
  const std::size_t top_before = top_;
  top_ = std::min(top_, layout.rows_in_all - for_text);
  if (layout.cursor.row < top_) top_ = layout.cursor.row;
  if (layout.cursor.row >= top_ + for_text) top_ = layout.cursor.row + 1 - for_text;
  if (top_ != top_before) layout = lay_out(drawing, size_.columns, top_, size_.rows);
  layout.rows.resize(for_text);
  for (std::size_t i = 0; i < drawing.below.size() && layout.rows.size() < size_.rows; ++i) {
    layout.rows.push_back(lay_out_note(drawing.below[i], size_.columns));
  }
  std::string bytes;
  show_rows(std::move(layout.rows), {layout.cursor.row - top_, layout.cursor.column}, bytes);
  return bytes;
}

std::string Screen::finish(const Drawing& drawing) {
  Layout layout = lay_out(drawing, size_.columns, 0, kAllRows);
  std::string bytes;
  // Rows that were scrolled over are written again, so that the terminal keeps all of them.
  if (layout.rows_in_all > size_.rows) bytes = erase();
  const ScreenPlace end = {layout.rows.size() - 1, layout.rows.back().columns};
  show_rows(std::move(layout.rows), end, bytes);
  bytes += "\r\n";
  begin_anew();
  return bytes;
}

std::string Screen::erase() {
  std::string bytes;
  move_to({0, 0}, bytes);
  bytes += kClearBelow;
  begin_anew();
  return bytes;
}

std::string Screen::clear_terminal() {
  begin_anew();
  return "\x1b[H\x1b[2J";
}

std::string Screen::change_size(TerminalSize size) {
  const std::size_t columns = std::max<std::size_t>(size.columns, 2);
  std::size_t row = place_.column / columns;
  for (std::size_t i = 0; i < place_.row && i < rows_.size(); ++i) {
    row += std::max<std::size_t>(1, (rows_[i].columns + columns - 1) / columns);
  }
  place_.row = std::min(row, std::max<std::size_t>(size.rows, 1) - 1);
  std::string bytes = erase();
  set_size(size);
  return bytes;
}

void Screen::begin_anew() {
  rows_.clear();
  place_ = {};
  is_behind_varying_ = false;
  top_ = 0;
}

void Screen::show_rows(std::vector<DrawnRow> rows, ScreenPlace cursor, std::string& bytes) {
  for (std::size_t row = 0; row < rows.size(); ++row) draw_row(row, rows[row], bytes);
  if (rows_.size() > rows.size()) {
    move_to({rows.size(), 0}, bytes);
    bytes += kClearBelow;
  }
  rows_ = std::move(rows);
  move_to(cursor, bytes);
}

namespace {

/// The columns before the first cell whose width only the terminal knows.
std::size_t certain_columns(const DrawnRow& row) {
  std::size_t columns = 0;
  for (const DrawnCell& cell : row.cells) {
    if (cell.width_varies) break;
    columns += cell.columns;
  }
  return columns;
}

bool varies_from(const DrawnRow& row, std::size_t cell) {
  return cell < row.cells.size() &&
         std::any_of(row.cells.begin() + static_cast<std::ptrdiff_t>(cell), row.cells.end(),
                     [](const DrawnCell& each) { return each.width_varies; });
}

}  // namespace

void Screen::draw_row(std::size_t row, const DrawnRow& wanted, std::string& bytes) {
  if (row >= rows_.size()) rows_.emplace_back();
  const DrawnRow& present = rows_[row];
  std::size_t same = 0;
  std::size_t column = 0;
  while (same < wanted.cells.size() && same < present.cells.size() &&
         wanted.cells[same] == present.cells[same]) {
    column += wanted.cells[same++].columns;
  }
  if (same == wanted.cells.size() && same == present.cells.size()) return;
  move_to({row, column}, bytes);
  // Before the cells: behind them the cursor may be on the last column, which would be erased.
  const bool is_uncertain = is_behind_varying_ || varies_from(present, same) || varies_from(wanted, same);
  if (is_uncertain && same < present.cells.size()) bytes += kClearRight;
  for (; same < wanted.cells.size(); ++same) write_cell(wanted.cells[same], bytes);
  set_highlight(Highlight::plain, bytes);
  // At the end of a full row, erasing to the end of the line would take its last character.
  const bool is_shorter = wanted.columns < present.columns && wanted.columns < size_.columns;
  if (is_shorter && !is_uncertain) bytes += kClearRight;
}

void Screen::write_cell(const DrawnCell& cell, std::string& bytes) {
  set_highlight(cell.highlight, bytes);
  bytes += cell.text;
  place_.column += cell.columns;
  is_behind_varying_ = is_behind_varying_ || cell.width_varies;
}

void Screen::set_highlight(Highlight highlight, std::string& bytes) {
  if (!colour_ || rendition_of(highlight) == rendition_of(highlight_)) return;
  if (!rendition_of(highlight_).empty()) bytes += "\x1b[0m";
  if (!rendition_of(highlight).empty()) bytes += fmt::format("\x1b[{}m", rendition_of(highlight));
  highlight_ = highlight;
}

/// A row below those that the terminal has of this drawing is made by a newline, which may scroll.
void Screen::move_to_row(std::size_t row, std::string& bytes) {
  if (row < place_.row) {
    bytes += fmt::format("\x1b[{}A", place_.row - row);
  } else {
    for (; place_.row < row; ++place_.row) {
      bytes += "\r\n";
      place_.column = 0;
      is_behind_varying_ = false;
    }
  }
  place_.row = row;
}

/// Within the row of the cursor, to a column that no cell of varying width is before.
void Screen::move_to_column(std::size_t column, std::string& bytes) {
  const bool is_known = !is_behind_varying_ && place_.column < size_.columns;
  if (is_known && column == place_.column) return;
  if (column == 0) {
    bytes += '\r';
  } else if (is_known && column > place_.column) {
    bytes += fmt::format("\x1b[{}C", column - place_.column);
  } else if (is_known && place_.column - column <= 4) {
    bytes.append(place_.column - column, '\b');
  } else if (column < size_.columns) {
    bytes += fmt::format("\r\x1b[{}C", column);
  }
  place_.column = column;
  is_behind_varying_ = false;
}

void Screen::move_to(ScreenPlace place, std::string& bytes) {
  const bool is_there = place == place_ && place.column < size_.columns;
  if (is_there) return;
  const bool changes_row = place.row != place_.row;
  move_to_row(place.row, bytes);
  static const DrawnRow kEmpty;
  const DrawnRow& row = place.row < rows_.size() ? rows_[place.row] : kEmpty;
  const std::size_t certain = certain_columns(row);
  if (place.column <= certain) return move_to_column(place.column, bytes);
  // The cells up to the place are written again, for the terminal to move behind them.
  const bool goes_on = !changes_row && is_behind_varying_ && place_.column <= place.column;
  if (!goes_on) move_to_column(certain, bytes);
  std::size_t column = 0;
  for (const DrawnCell& cell : row.cells) {
    if (column >= place_.column && column < place.column) write_cell(cell, bytes);
    column += cell.columns;
  }
  set_highlight(Highlight::plain, bytes);
}

}  // namespace cellar
