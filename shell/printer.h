// A result as it is read: page after page, never collected.
//
// In:  a Result, and what to do between two pages. Out: the table on the output, and how many rows it has.
// Refused: what pulling rows refuses; the pages before it stand printed.
#pragma once

#include <cstddef>
#include <functional>

#include "executor/database.h"
#include "shell/output.h"

namespace cellar {

struct PrintOptions {
  bool expanded = false;
  bool colour = false;
  bool repeat_header = false;  // on every page, as a reader at a terminal wants it
  std::size_t page_rows = 100;
  /// Asked when a page is full and another row follows; false ends the printing.
  std::function<bool()> next_page;
};

/// Prints nothing for a result without rows.
void print_result(Result& result, const PrintOptions& options, Output& output);

}  // namespace cellar
