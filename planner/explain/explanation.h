// What EXPLAIN says about a statement, as data.
//
// In:      nothing; explain.h fills it.
// Out:     which partitions and rows a statement reads, or what it writes; the rules that allow or refuse it; and what
//          was measured, if the statement has run.
// Refused: nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "refusal/language.h"
#include "refusal/refusal.h"

namespace cellar {

struct ExplainedBound {
  std::string value;  // as written
  bool inclusive = false;
};
/// What restricts a column of the key, or several in a tuple. Without values and bounds: nothing.
struct ExplainedRange {
  std::string columns;              // `k`, `(a, b)`, `token(k)`
  std::vector<std::string> values;  // of = and IN, as written
  bool is_in = false;
  std::optional<ExplainedBound> lower, upper;

  bool restricts() const { return !values.empty() || lower || upper; }
};
/// A restriction that is tested row by row.
struct ExplainedFilter {
  std::string relation;  // as written
  std::string column;
  std::string_view
      rule;  // of the rule card: the one that it breaks; empty: it only repeats what an index finds
};
struct ExplainedIndex {
  std::string name, target;
  std::string question;  // the relation that it serves, as written
};
/// One thing that a statement writes.
struct ExplainedEffect {
  /// "marker", "cell", "elements", "addition", "tombstone" (of a cell, an element or a row), "range tombstone",
  /// "partition tombstone", or "read": what is stored must be read first.
  std::string_view what;
  std::string target;  // a column, or the key of rows
  std::string value;   // as written; may be empty
  std::string why{};   // in words; may be empty
};

/// How one statement reaches its rows.
struct ExplainedAccess {
  std::string kind;  // "point", "reverse slice", "upsert", "delete range" ...
  std::string table, key;
  bool is_write = false;
  bool is_computed = false;               // rows of a system table, which are in no partition of the file
  std::vector<ExplainedRange> partition;  // a column of the partition key each; empty: no partition is named
  std::optional<std::uint64_t> partitions;  // nothing: not known before it runs
  std::optional<std::int64_t> token;        // of the one partition, if its key is known
  std::optional<ExplainedRange> tokens;     // a part of the ring
  std::vector<ExplainedRange> slice;        // a clustering column, or a tuple of them, each
  std::optional<std::uint64_t> most_rows;   // nothing: not known before it runs
  std::string order;                        // of the rows; empty where there is one row
  bool reversed = false;
  std::vector<ExplainedFilter> filters;
  std::vector<ExplainedIndex> indexes;
  std::string sort, group, distinct;     // empty: none
  std::string limit, partition_limit;    // as written
  std::vector<ExplainedEffect> effects;  // of a write
  std::string condition;                 // IF, as written
  std::string timestamp, time_to_live;   // USING, as written
  std::string default_time_to_live;      // of the table, where USING says none
  std::vector<std::string> followers;    // indexes and views that the write changes, too
};

struct RuleMark {
  std::string_view rule;  // "K1"
  bool holds = true;
};

/// What EXPLAIN ANALYZE has counted. `returned` and `bytes` are those of a read; `applied`, `cells` and `tombstones`
/// those of a write.
struct ExplainedMeasures {
  bool is_write = false;
  std::uint64_t partitions = 0, rows = 0, returned = 0, entries = 0, bytes = 0;
  struct Skipped {
    std::string_view what;  // "row tombstones", "expired cells" ...
    std::uint64_t count = 0;
  };
  std::vector<Skipped> skipped;  // those that were met
  std::optional<bool> applied;   // of a conditional write
  std::uint64_t cells = 0, tombstones = 0;
  struct Times {
    std::chrono::nanoseconds parse{}, plan{}, run{};
  };
  std::optional<Times> times;
};

struct Explanation {
  Language language = Language::english;  // of what is said in words; kinds and `what` are those of the JSON
  std::string_view statement;             // "SELECT", "INSERT" ...
  std::string kind;                       // of a batch; otherwise that of its one access
  std::vector<ExplainedAccess> accesses;  // one; of a batch one for each statement
  std::vector<RuleMark> rules;
  std::string instead;  // a better way to the same rows; may be empty
  /// The statement is refused for this. `accesses` then says what the read would do with ALLOW FILTERING, if that
  /// would help; otherwise it holds the table at most.
  std::optional<Diagnostic> refusal;
  std::optional<ExplainedMeasures> measures;
};

}  // namespace cellar
