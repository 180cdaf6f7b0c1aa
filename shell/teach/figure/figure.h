// Words and numbers in columns, as displays draw them.
//
// In:      the heads of the columns, rows of cells, how many columns a terminal has.
// Out:     text: a table if it fits the terminal, else each row as its first cell with the others below it.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cellar {

enum class FigureSide : std::uint8_t { left, right };

struct FigureColumn {
  std::string head;
  FigureSide side = FigureSide::right;
};

class Figure {
 public:
  explicit Figure(std::vector<FigureColumn> columns) : columns_(std::move(columns)) {}

  /// Missing cells at the end are empty.
  void add(std::vector<std::string> cells);
  /// `terminal` is its width in columns; 0: there is none, and lines may have any length.
  std::string text(std::size_t terminal) const;

 private:
  std::vector<std::size_t> widths() const;
  std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const;
  std::string stacked(const std::vector<std::string>& cells, std::size_t terminal) const;

  std::vector<FigureColumn> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Lines of words, wrapped to the terminal; further lines are indented.
std::string figure_lines(std::string_view words, std::size_t terminal, std::size_t indent = 0);

/// A statement as it is shown: line breaks and the blanks around them are one blank, and nothing steers a terminal.
std::string in_one_line(std::string_view statement);

/// 1095005 as "1,095,005".
std::string with_commas(std::uint64_t number);
/// A number with at most one digit behind the point: "5", "5.3", "1,095.5".
std::string short_number(double number);
/// "940 B", "1.1 MB", "10.3 GB": a thousand bytes are a kilobyte.
std::string bytes_text(double bytes);
/// So many bytes of a key are shown in a figure; a key may have 65,535.
inline constexpr std::size_t kMostOfKey = 80;

/// A bar of blocks: `part` of `whole` is shown in at most `columns`.
std::string bar(double part, double whole, std::size_t columns);
/// `text` and blanks up to the width, on either side of it.
std::string padded(std::string_view text, std::size_t width, FigureSide side = FigureSide::left);

}  // namespace cellar
