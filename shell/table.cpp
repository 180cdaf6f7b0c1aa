#include "shell/table.h"

#include <algorithm>

#include "refusal/width.h"
#include "types/text.h"
#include "types/value.h"

namespace cellar {

namespace {

constexpr std::string_view kPlain = "\033[0m";

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

void append_cell(std::string& line, const ShownCell& cell, bool colour) {
  const std::string_view paint = colour ? paint_of(cell.ink) : "";
  line += paint;
  line += cell.text;
  if (!paint.empty()) line += kPlain;
}

void append_name(std::string& line, const std::string& name, bool colour) {
  line += colour ? "\033[1;35m" : "";
  line += name;
  line += colour ? kPlain : "";
}

void append_blanks(std::string& line, std::size_t width, std::string_view text) {
  const std::size_t used = display_width(text);
  if (used < width) line.append(width - used, ' ');
}

}  // namespace

ShownCell show_cell(const Type& type, const Value& value) {
  return {to_display(type, value), value ? ink_of(type) : Ink::null};
}

std::vector<std::string> show_names(const std::vector<ResultColumn>& columns) {
  std::vector<std::string> names;
  for (const ResultColumn& column : columns) names.push_back(show_control_characters(column.name));
  return names;
}

void widen(std::vector<std::size_t>& widths, const std::vector<std::string>& names,
           const std::vector<ShownRow>& page) {
  widths.resize(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    widths[i] = std::max(widths[i], display_width(names[i]));
    for (const ShownRow& row : page) widths[i] = std::max(widths[i], display_width(row[i].text));
  }
}

std::string format_header(const std::vector<std::string>& names, const std::vector<std::size_t>& widths,
                          bool colour) {
  std::string header;
  std::string rule;
  for (std::size_t i = 0; i < names.size(); ++i) {
    header += i == 0 ? " " : " | ";
    append_name(header, names[i], colour);
    if (i + 1 < names.size()) append_blanks(header, widths[i], names[i]);
    rule += i == 0 ? "-" : "-+-";
    rule.append(widths[i], '-');
  }
  return header + '\n' + rule + "-\n";
}

std::string format_rows(const std::vector<ShownRow>& page, const std::vector<std::size_t>& widths,
                        bool colour) {
  std::string text;
  for (const ShownRow& row : page) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += i == 0 ? " " : " | ";
      append_blanks(text, widths[i], row[i].text);
      append_cell(text, row[i], colour);
    }
    text += '\n';
  }
  return text;
}

std::string format_expanded(const std::vector<std::string>& names, const std::vector<ShownRow>& page,
                            std::size_t first_row, bool colour) {
  std::size_t name_width = 0;
  std::size_t value_width = 0;
  for (const std::string& name : names) name_width = std::max(name_width, display_width(name));
  for (const ShownRow& row : page) {
    for (const ShownCell& cell : row) value_width = std::max(value_width, display_width(cell.text));
  }
  const std::string rule = '-' + std::string(name_width, '-') + "-+-" + std::string(value_width, '-') + "-\n";
  std::string text;
  for (std::size_t number = 0; number < page.size(); ++number) {
    text += "@ Row " + std::to_string(first_row + number) + '\n' + rule;
    for (std::size_t i = 0; i < names.size(); ++i) {
      text += ' ';
      append_name(text, names[i], colour);
      append_blanks(text, name_width, names[i]);
      text += " | ";
      append_cell(text, page[number][i], colour);
      text += '\n';
    }
    text += '\n';
  }
  return text;
}

}  // namespace cellar
