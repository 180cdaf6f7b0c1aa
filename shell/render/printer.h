// Prints a result while it is read, without collecting it.
//
// In:      a Result, the mode, and what to do between two pages.
// Out:     the rows on the output, in the form of the mode.
// Refused: what reading the rows refuses: the pages before have then been printed, and what a program reads (json)
//          is closed; a result that the mode has no form for.
#pragma once

#include <memory>
#include <string>

#include "database/database.h"
#include "shell/render/output.h"
#include "shell/render/print_options.h"

namespace cellar {

class ResultWriter;  // shell/render/writers/result_writer.h

/// Memory is reused from one result to the next.
class Printer {
 public:
  Printer();
  ~Printer();
  /// Prints nothing if the result has no rows.
  void print(Result& result, const PrintOptions& options, Output& output);

 private:
  struct Reading;
  ResultWriter& writer_for(const PrintOptions& options);
  static bool add_next(Reading& reading);
  static bool gather(const ResultRow& row, Reading& reading);
  static bool write(const ResultRow& row, Reading& reading);

  const OutputMode* made_for_ = nullptr;  // the mode of `writer_`
  std::unique_ptr<ResultWriter> writer_;
  std::string held_;  // text of a row that is not printed yet
};

}  // namespace cellar
