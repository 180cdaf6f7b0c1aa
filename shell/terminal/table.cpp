#include "shell/terminal/table.h"

#include <algorithm>

#include "refusal/width.h"
#include "types/text/text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

constexpr std::string_view kPlain = "\033[0m";
constexpr std::size_t kKeptText = 1 << 20;  // a larger buffer is freed after its page

std::string_view paint_of(Ink ink) {
  switch (ink) {
    case Ink::plain:
      return "";
    case Ink::text:
      return "\033[33m";
    case Ink::number:
      return "\033[32m";
    case Ink::blob:
      return "\033[35m";
    case Ink::null:
      return "\033[31m";
  }
  return "";
}

Ink ink_of(const Type& type) {
  switch (type.kind) {
    case TypeKind::ascii:
    case TypeKind::text:
      return Ink::text;
    case TypeKind::blob:
      return Ink::blob;
    case TypeKind::list:
    case TypeKind::set:
    case TypeKind::map:
    case TypeKind::tuple:
    case TypeKind::user:
    case TypeKind::vector:
      return Ink::plain;
    default:
      return Ink::number;
  }
}

std::size_t width_of(std::string_view text) {
  return is_printable_ascii(text) ? text.size() : display_width(text);
}

void append_cell(const ShownCell& cell, bool colour, std::string& text) {
  const std::string_view paint = colour ? paint_of(cell.ink) : "";
  text += paint;
  text += cell.text;
  if (!paint.empty()) text += kPlain;
}

void append_name(const ShownCell& name, bool colour, std::string& text) {
  text += colour ? "\033[1;35m" : "";
  text += name.text;
  text += colour ? kPlain : "";
}

void append_blanks(std::size_t width, const ShownCell& cell, std::string& text) {
  if (cell.width < width) text.append(width - cell.width, ' ');
}

}  // namespace

void ShownRows::clear(std::size_t columns) {
  columns_ = columns;
  cells_.clear();
  text_.clear();
  if (text_.capacity() > kKeptText) text_.shrink_to_fit();
}

void ShownRows::add(const Type& type, ValueView value) {
  append_display(type, value, text_);
  end_cell(value ? ink_of(type) : Ink::null);
}

void ShownRows::add_name(std::string_view name) {
  text_ += show_control_characters(name);
  end_cell(Ink::plain);
}

void ShownRows::end_cell(Ink ink) {
  const std::string_view text = std::string_view(text_).substr(begin_of(cells_.size()));
  cells_.push_back({text_.size(), width_of(text), ink});
}

ShownCell ShownRows::cell(std::size_t row, std::size_t column) const {
  const std::size_t place = row * columns_ + column;
  const std::size_t begin = begin_of(place);
  return {std::string_view(text_).substr(begin, cells_[place].end - begin), cells_[place].width,
          cells_[place].ink};
}

void widen(Widths& widths, const ShownRows& rows) {
  widths.resize(rows.columns());
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], rows.cell(row, i).width);
  }
}

void append_header(const ShownRows& names, const Widths& widths, bool colour, std::string& text) {
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const ShownCell name = names.cell(0, i);
    text += i == 0 ? " " : " | ";
    append_name(name, colour, text);
    if (i + 1 < widths.size()) append_blanks(widths[i], name, text);
  }
  text += '\n';
  for (std::size_t i = 0; i < widths.size(); ++i) {
    text += i == 0 ? "-" : "-+-";
    text.append(widths[i], '-');
  }
  text += "-\n";
}

void append_row(const ShownRows& page, std::size_t row, const RowLayout& layout, bool colour,
                std::string& text) {
  for (std::size_t i = 0; i < layout.widths.size(); ++i) {
    const ShownCell cell = page.cell(row, i);
    text += i == 0 ? " " : " | ";
    if (!layout.to_the_left) append_blanks(layout.widths[i], cell, text);
    append_cell(cell, colour, text);
    if (layout.to_the_left && i + 1 < layout.widths.size()) append_blanks(layout.widths[i], cell, text);
  }
  text += '\n';
}

ExpandedWidths expanded_widths(const ShownRows& names, const ShownRows& page) {
  ExpandedWidths widths;
  for (std::size_t i = 0; i < names.columns(); ++i)
    widths.name = std::max(widths.name, names.cell(0, i).width);
  for (std::size_t row = 0; row < page.rows(); ++row) {
    for (std::size_t i = 0; i < page.columns(); ++i)
      widths.value = std::max(widths.value, page.cell(row, i).width);
  }
  return widths;
}

void append_expanded(const ShownRows& names, const ShownRows& page, std::size_t row, std::size_t number,
                     const ExpandedWidths& widths, bool colour, std::string& text) {
  text += "@ Row " + std::to_string(number) + "\n-";
  text.append(widths.name, '-');
  text += "-+-";
  text.append(widths.value, '-');
  text += "-\n";
  for (std::size_t i = 0; i < names.columns(); ++i) {
    const ShownCell name = names.cell(0, i);
    text += ' ';
    append_name(name, colour, text);
    append_blanks(widths.name, name, text);
    text += " | ";
    append_cell(page.cell(row, i), colour, text);
    text += '\n';
  }
  text += '\n';
}

}  // namespace cellar
