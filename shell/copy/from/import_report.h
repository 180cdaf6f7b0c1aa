// What COPY FROM counts and reports.
//
// In:      each row as it is read, written or refused; the number of durable rows at the end.
// Out:     how far the COPY has come; the refused rows in their file and as diagnostics; at the end how many rows were
//          imported, or where to go on.
// Refused: more refused rows than MAXPARSEERRORS and MAXINSERTERRORS allow; the first refused row of a file whose static
//          counters are added, since they would be added again if it was mended and loaded by itself.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shell/copy/copy_context.h"
#include "shell/copy/copy_options.h"
#include "shell/copy/copy_target.h"
#include "shell/copy/from/bound_rows.h"
#include "shell/copy/from/import_groups.h"
#include "shell/copy/from/import_statement.h"
#include "shell/copy/from/refused_rows.h"

namespace cellar {

class ImportReport {
 public:
  /// All must outlive it.
  ImportReport(CopyContext& context, const CopyStatement& statement, const CopyTarget& target,
               const CopyOptions& options);

  /// To be called before the first row. Refuses a file of the refused rows that cannot be used beside these `sources`.
  void check_error_file(const std::vector<std::string>& sources);
  void begin_source(const std::string& name);
  const std::string& source() const { return source_; }

  const ImportedRows& rows() const { return rows_; }
  /// Returns how many of the rows that come are passed over (SKIPROWS).
  std::uint64_t rows_to_pass() const;
  /// Returns true if the row is to be written, false if it is passed over.
  bool note_read() { return ++rows_.read > skipped_rows_; }
  void note_written() { ++rows_.written; }

  /// The row as it is in the file cannot be written with `loader`.
  void refuse_parsed(const BoundRows::Row& row, const ImportStatement& loader, const Diagnostic& diagnostic);
  /// The database has refused the row.
  void refuse_written(const BoundRows::Row& row, const ImportStatement& loader, Diagnostic diagnostic);

  /// The same of a row that counts as written.
  void refuse_late(const BoundRows::Row& row, const ImportStatement& loader, Diagnostic diagnostic);

  [[noreturn]] void refuse_interrupted(std::uint64_t line, const ImportedRows& durable) const;
  /// Tells where to go on after `reason`. `loader` is null if no columns are known.
  void end_early(const Diagnostic& reason, const ImportStatement* loader, const ImportedRows& durable);
  CopyOutcome conclude(std::chrono::steady_clock::duration taken, const ImportStatement* loader);

 private:
  /// One of the two limits on refused rows.
  struct ErrorLimit {
    const char* option;
    std::optional<std::uint64_t> most;
    std::uint64_t errors = 0;
  };

  void refuse_row(const BoundRows::Row& row, const ImportStatement& loader, const Diagnostic& diagnostic,
                  ErrorLimit& limit);
  [[noreturn]] void end_at_row(const BoundRows::Row& row, const Diagnostic& diagnostic);
  void conclude_refused(const ImportStatement* loader);
  /// Returns how many rows a COPY that continues this one passes over.
  std::uint64_t rows_done(const ImportedRows& durable) const;

  CopyContext& context_;
  const CopyStatement& statement_;
  const CopyTarget& target_;
  const CopyOptions& options_;
  const std::uint64_t skipped_rows_;
  RefusedRows refused_;
  ImportedRows rows_;
  std::string source_;  // that is being read
  std::size_t sources_ = 0;
  ErrorLimit parse_errors_;
  ErrorLimit insert_errors_;
};

}  // namespace cellar
