// Shows how far a COPY TO is: one line on a terminal, rewritten in place.
//
// In:      how many rows were written, and the last of them.
// Out:     the line, after half a second and at most ten times a second; nothing if standard error is not a terminal, or
//          the rows go to standard output. How much is done is told from the token of the row: a table is read in the order
//          of tokens, which are spread evenly.
// Refused: nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "refusal/language.h"
#include "shell/connection/coarse_clock.h"
#include "shell/copy/copy_options.h"
#include "shell/copy/copy_target.h"
#include "shell/render/output.h"

namespace cellar {

struct ExportState {
  std::uint64_t rows = 0;
  std::optional<double> part;  // of the table that is done, 0 to 1; nothing: not known
  std::chrono::milliseconds time{0};
  Language language = Language::english;
};

/// Returns "-- 1,200,000 rows, 40%, 250,000 a second, 0:12 left".
std::string format_export(const ExportState& state);

class ExportProgress {
 public:
  ExportProgress(Output& output, const CopyStatement& statement, const CopyTarget& target,
                 const CopyOptions& options, Language language);
  ~ExportProgress();
  ExportProgress(const ExportProgress&) = delete;
  ExportProgress& operator=(const ExportProgress&) = delete;

  void note(std::uint64_t rows, const ResultRow& last) {
    if (is_shown_) show_if_due(rows, last);
  }

 private:
  void show_if_due(std::uint64_t rows, const ResultRow& last);
  std::optional<double> part_before(const ResultRow& row) const;

  Output& output_;
  Language language_;
  bool is_shown_;
  std::vector<std::size_t>
      key_;  // the columns of the partition key among those of the file; empty: not all are there
  double first_token_, last_token_;
  CoarseClock::time_point begin_, next_time_;
};

}  // namespace cellar
