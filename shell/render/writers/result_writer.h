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
  /// Appends what is ready to `text`.
  virtual void add(const ResultRow& row, std::string& text) = 0;
  /// Called after each page of PrintOptions::page_rows rows, and after the last row.
  virtual void end_page(Output&) {}
  /// Not called if reading the rows was refused.
  virtual void end(const RowsEnd& end, Output& output) = 0;
  /// Called instead if it was, so that what a program reads is not cut in the middle.
  virtual void end_refused(Output&) {}
};

}  // namespace cellar
