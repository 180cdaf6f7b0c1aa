// Prints a result page by page while it is read, without collecting it.
//
// In:      a Result, and what to do between two pages.
// Out:     the table on the output, and the number of its rows.
// Refused: what reading the rows refuses; the pages before have then been printed.
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
  bool to_the_left = false;    // values begin at the left of their columns, as sentences do
  bool repeat_header = false;  // prints it on every page, for a person at a terminal
  std::size_t page_rows = 100;
  /// Called when a page is full and another row follows; false ends the printing.
  std::function<bool()> next_page;
};

/// Memory is reused from one result to the next.
class Printer {
 public:
  explicit Printer(Output& output) : output_(output) {}

  /// Prints nothing if the result has no rows.
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
