// The answer of a statement.
//
// In:      what a session has run; or columns and rows that are computed already.
// Out:     the kind of the answer, rows one by one, notices, the place at which the next page begins.
// Refused: what reading the rows refuses; rows that do not fit their columns.
//
// Lifetimes and threads: database/database.h.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "database/schema_event.h"
#include "executor/result_row.h"
#include "refusal/refusal.h"
#include "storage/rows/read_counters.h"
#include "types/value/value.h"

namespace cellar {

/// The kinds of answers, as the native protocol distinguishes them.
enum class ResultKind : std::uint8_t {
  nothing,       // a write without conditions, TRUNCATE, a definition that changed nothing (IF NOT EXISTS)
  rows,          // also those of a conditional write and of DESCRIBE
  keyspace_set,  // USE
  schema_changed,
};

/// Rows that are computed, or fetched, a part at a time. Each call replaces the rows that were taken by the next ones,
/// and may add notices; false: there are no more. A part may be empty.
using SupplyResultRows =
    std::function<bool(std::vector<std::vector<Value>>& rows, std::vector<Diagnostic>& notices)>;

struct ResultState;
/// The answer of a statement. The rows of a SELECT are read as they are pulled, so memory does not grow with
/// their number. Other rows are computed before the result is returned.
class Result {
 public:
  Result();
  /// A result of rows that are computed already: a row has for each column a value of the column's type, or
  /// null; missing values at its end are null. Refuses bytes that are no value of their column's type, and
  /// rows with more values than columns. Holds nothing open.
  Result(std::vector<ResultColumn> columns, std::vector<std::vector<Value>> rows,
         std::vector<Diagnostic> notices = {});
  /// The same, with the first rows alone: next() calls `more` whenever those that are there were pulled, and refuses
  /// what it throws.
  Result(std::vector<ResultColumn> columns, std::vector<std::vector<Value>> rows, SupplyResultRows more,
         std::vector<Diagnostic> notices = {});
  /// A result without rows, with notices.
  explicit Result(std::vector<Diagnostic> notices);
  Result(Result&&) noexcept;
  Result& operator=(Result&&) noexcept;
  ~Result();

  ResultKind kind() const;
  /// Returns the keyspace that USE has put in use; empty for other statements.
  const std::string& keyspace() const;
  /// Returns what a definition has changed; null for other statements, and if it changed nothing. If a changed table
  /// has views that follow it, this is the event of the table.
  const SchemaEvent* schema_event() const;
  /// Returns false for a statement that does not return rows.
  bool has_rows() const;
  const std::vector<ResultColumn>& columns() const;
  /// Returns the next row, null at the end. The row is valid until the next call of next(), pause() or
  /// another change of the result: its values are views, mostly into the pages of the snapshot
  /// (executor/result_row.h). `row->get<std::int32_t>("id")` reads a value by the name or index of its
  /// column. If it refuses (the read was interrupted, the table was dropped while the result was paused, the
  /// file is damaged), the result has ended, and later calls return null. If it refuses because there are too
  /// many readers (E509), the call may be repeated.
  const ResultRow* next();
  /// Returns the position at which the next page begins, for Request::read_position. It is known once all
  /// rows of the page (Request::page_size, Request::page_bytes) have been pulled. It is empty if the result has no
  /// pages, or if LIMIT or the keys show that no row can follow; a full page that ends with the last row may be
  /// followed by an empty one. The next page reads a snapshot of its own time, and continues the counts of LIMIT and
  /// PER PARTITION LIMIT: all pages together are the answer of the statement, and no row is returned twice. An
  /// aggregate has one page. A sorted result (ORDER BY with IN on the partition key) is computed again for each page,
  /// and the rows of the previous pages are skipped, so a write between two pages may cause rows to be missed or
  /// returned twice.
  const std::string& read_position() const;
  /// Releases the snapshot until rows are pulled again; next() then continues after the last row, in a
  /// snapshot of that time.
  void pause();
  /// Returns the notices (W4xx); they are complete once all rows are pulled.
  const std::vector<Diagnostic>& notices() const;
  const ReadCounters& counters() const;

 private:
  friend class Session;
  friend class RequestQueue;
  friend class StatementRun;
  explicit Result(std::unique_ptr<ResultState> state);
  std::unique_ptr<ResultState> state_;
};

}  // namespace cellar
