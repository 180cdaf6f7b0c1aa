#include "shell/teach/figure/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "refusal/width.h"
#include "refusal/wrap_words.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kBetween = 2;  // columns of the figure

std::string without_blanks_at_end(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace

void Figure::add(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::vector<std::size_t> Figure::widths() const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t width = display_width(columns_[i].head);
    for (const std::vector<std::string>& row : rows_) width = std::max(width, display_width(row[i]));
    widths.push_back(width);
  }
  return widths;
}

std::string Figure::line(const std::vector<std::string>& cells,
                         const std::vector<std::size_t>& widths) const {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text.append(kBetween, ' ');
    text += padded(cells[i], widths[i], columns_[i].side);
  }
  return without_blanks_at_end(std::move(text)) + '\n';
}

std::string Figure::stacked(const std::vector<std::string>& cells, std::size_t terminal) const {
  std::string text = figure_lines(cells.front(), terminal, kBetween);
  for (std::size_t i = 1; i < cells.size(); ++i) {
    if (cells[i].empty()) continue;
    const std::string head = columns_[i].head.empty() ? "" : columns_[i].head + ": ";
    text += figure_lines(std::string(kBetween, ' ') + head + cells[i], terminal, 2 * kBetween);
  }
  return text;
}

std::string Figure::text(std::size_t terminal) const {
  const std::vector<std::size_t> fitted = widths();
  std::size_t width = 0;
  for (const std::size_t column : fitted) width += column + kBetween;
  std::string text;
  if (terminal != 0 && width > terminal + kBetween) {
    for (const std::vector<std::string>& row : rows_) text += stacked(row, terminal);
    return text;
  }
  std::vector<std::string> heads;
  for (const FigureColumn& column : columns_) heads.push_back(column.head);
  if (std::ranges::any_of(heads, [](const std::string& head) { return !head.empty(); }))
    text = line(heads, fitted);
  for (const std::vector<std::string>& row : rows_) text += line(row, fitted);
  return text;
}

std::string figure_lines(std::string_view words, std::size_t terminal, std::size_t indent) {
  const std::size_t begin = std::min(words.find_first_not_of(' '), words.size());
  return std::string(begin, ' ') + wrap_words(words.substr(begin), {terminal, begin, indent}) + '\n';
}

std::string in_one_line(std::string_view statement) {
  constexpr std::string_view kBlanksOfLines = " \t\r\n\f\v";
  std::string line;
  while (!statement.empty()) {
    const std::size_t end = std::min(statement.find_first_of("\t\r\n"), statement.size());
    line += statement.substr(0, end);
    statement.remove_prefix(end);
    const std::size_t next = std::min(statement.find_first_not_of(kBlanksOfLines), statement.size());
    statement.remove_prefix(next);
    if (next > 0) line.erase(line.find_last_not_of(' ') + 1).append(statement.empty() ? "" : " ");
  }
  return show_on_terminal(line);
}

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, 1, ',');
  return digits;
}

std::string short_number(double number) {
  const double tenths = std::round(number * 10);
  const std::string whole = with_commas(static_cast<std::uint64_t>(tenths / 10));
  const auto rest = static_cast<std::uint64_t>(std::fmod(tenths, 10));
  return rest == 0 ? whole : fmt::format("{}.{}", whole, rest);
}

std::string bytes_text(double bytes) {
  constexpr std::string_view kUnits[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  while (bytes >= 1'000 && unit + 1 < std::size(kUnits)) {
    bytes /= 1'000;
    ++unit;
  }
  return fmt::format("{} {}", short_number(bytes), kUnits[unit]);
}

std::string bar(double part, double whole, std::size_t columns) {
  if (whole <= 0 || part <= 0) return {};
  const auto blocks = static_cast<std::size_t>(std::lround(part / whole * static_cast<double>(columns)));
  std::string text;
  for (std::size_t i = 0; i < std::clamp<std::size_t>(blocks, 1, columns); ++i) text += "█";
  return text;
}

std::string padded(std::string_view text, std::size_t width, FigureSide side) {
  const std::size_t own = display_width(text);
  const std::string blanks(width > own ? width - own : 0, ' ');
  return side == FigureSide::left ? std::string(text) + blanks : blanks + std::string(text);
}

}  // namespace cellar
