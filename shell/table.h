// Rows as text: a page of a table, or one row below the other.
//
// In:  columns and cells that are shown text already. Out: the page, in cqlsh's form: header to the left,
// cells to
//      the right, widths by what a terminal shows.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "executor/database.h"

namespace cellar {

enum class Ink { plain, text, number, blob, null };

struct ShownCell {
  std::string text;
  Ink ink = Ink::plain;
};
using ShownRow = std::vector<ShownCell>;

ShownCell show_cell(const Type& type, const Value& value);
std::vector<std::string> show_names(const std::vector<ResultColumn>& columns);

/// Widens `widths` (empty before the first page) to hold the names and the page.
void widen(std::vector<std::size_t>& widths, const std::vector<std::string>& names,
           const std::vector<ShownRow>& page);

std::string format_header(const std::vector<std::string>& names, const std::vector<std::size_t>& widths,
                          bool colour);
std::string format_rows(const std::vector<ShownRow>& page, const std::vector<std::size_t>& widths,
                        bool colour);

/// EXPAND ON: a block a row, numbered from `first_row`.
std::string format_expanded(const std::vector<std::string>& names, const std::vector<ShownRow>& page,
                            std::size_t first_row, bool colour);

}  // namespace cellar
