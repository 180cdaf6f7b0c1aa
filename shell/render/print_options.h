// The options by which one result is printed.
//
// In:      OutputSettings, the command line and the terminal; shell/console/report/statement_runner.h puts them together.
// Out:     data, for one result.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "refusal/language.h"
#include "shell/render/modes.h"
#include "shell/render/value_format.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

struct PrintOptions {
  const OutputMode* mode = kTableMode;
  ValueFormat format = {};
  bool colour = false;
  bool to_the_left = false;    // values begin at the left of their columns, as sentences do
  bool counts_rows = true;     // ends with the number of rows, in the modes for people
  bool repeat_header = false;  // prints it on every page, for a person at a terminal
  bool at_terminal = false;    // empty results and texts differ there
  bool wrap = false;           // cells that are too wide go on in further lines
  std::optional<std::size_t> columns = std::nullopt;  // of the terminal that tables should fit
  std::size_t page_size = 100;                        // in rows, or in lines of the window
  std::size_t window_columns = 0;  // width of the window in which lines are counted; 0: rows are counted
  /// Called when a page is full and another row follows; false ends the printing. It may set other columns, page_size
  /// and window_columns for the pages to come.
  std::function<bool()> next_page = nullptr;
  StopToken stop = {};                    // ends the printing
  Language language = Language::english;  // of what is said about the rows
};

}  // namespace cellar
