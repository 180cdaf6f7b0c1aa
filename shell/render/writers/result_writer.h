// The rows of one result in the form of a mode.
//
// In:      the columns of a result, then its rows, one by one, in pages; then how they have ended.
// Out:     text. A writer keeps at most the rows of a page.
// Refused: a result that the mode has no form for, before anything is written (MODE insert).
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "database/database.h"
#include "shell/render/output.h"
#include "shell/render/print_options.h"

namespace cellar {

struct RowsEnd {
  std::size_t rows = 0;
  bool stopped = false;  // there were more
};

class ResultWriter {
 public:
  ResultWriter() = default;
  ResultWriter(const ResultWriter&) = delete;
  ResultWriter& operator=(const ResultWriter&) = delete;
  virtual ~ResultWriter() = default;

  /// Called before begin(): a writer serves one result after the other, and keeps its memory. It keeps a reference to the
  /// options.
  virtual void start(const PrintOptions& options) = 0;
  /// The columns outlive the writing of the rows.
  virtual void begin(const std::vector<ResultColumn>& columns, Output& output) = 0;
  /// True if rows are gathered until their page ends; false if add() appends each to its text.
  virtual bool gathers() const { return false; }
  /// Appends what is ready to `text`.
  virtual void add(const ResultRow& row, std::string& text) = 0;
  /// Of a writer that gathers: how many lines of a window of this width the gathered rows take, and the header what it
  /// takes beyond OutputMode::lines_around.
  virtual std::size_t gathered_lines(std::size_t) { return 0; }
  /// Called after each page, and after the last row. A writer that gathers keeps its last rows, so many, for the page
  /// to come.
  virtual void end_page(Output&, std::size_t /*kept*/) {}
  /// Not called if reading the rows was refused.
  virtual void end(const RowsEnd& end, Output& output) = 0;
  /// Called instead if it was, so that what a program reads is not cut in the middle.
  virtual void end_refused(Output&) {}
};

}  // namespace cellar
