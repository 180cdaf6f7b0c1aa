// A result as it is read: page after page, never collected.
//
// In:      a Result, and what to do between two pages.
// Out:     the table on the output, and how many rows it has.
// Refused: what pulling rows refuses; the pages before it have been printed.
#pragma once

#include <cstddef>
#include <functional>

#include "database/database.h"
#include "shell/terminal/output.h"
#include "shell/terminal/table.h"

namespace cellar {

struct PrintOptions {
  bool expanded = false;
  bool colour = false;
  bool repeat_header = false;  // on every page, as a reader at a terminal wants it
  std::size_t page_rows = 100;
  /// Asked when a page is full and another row follows; false ends the printing.
  std::function<bool()> next_page;
};

/// Its memory serves one result after the other.
class Printer {
 public:
  explicit Printer(Output& output) : output_(output) {}

  /// Prints nothing for a result without rows.
  void print(Result& result, const PrintOptions& options);

 private:
  bool read_page(Result& result, std::size_t limit);
  void print_page(const PrintOptions& options, std::size_t rows_before);

  Output& output_;
  ShownRows names_;
  ShownRows page_;
  Widths widths_;
};

}  // namespace cellar
