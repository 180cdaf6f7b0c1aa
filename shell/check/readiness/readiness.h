// What of a schema, its data and its scripts will hurt on a cluster (`cellar readiness`), as data, as text and as JSON.
//
// In:      a database, which is read and never changed, and scripts, which are tried on a copy of its schema; or scripts
//          alone, which run in an empty database; levels of codes; limits.
// Out:     findings, each with its level, its subject, its place and what was measured, the largest harm first; what the
//          tables hold; what could not be read. An interrupt ends the work, and the report says so.
// Refused: nothing. What cannot be read is reported, and all else is judged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "database/database.h"
#include "refusal/language.h"
#include "shell/teach/lint/lint_levels.h"
#include "shell/teach/size/size_report.h"

namespace cellar {

/// From where on the data hurt. Bytes of a partition are counted as shell/teach/measure/partition_measure.h says.
struct ReadinessLimits {
  std::uint64_t partition_bytes = kAdvisedBytes;
  std::uint64_t partition_cells = kAdvisedCells;
  std::uint64_t value_bytes = 1'000'000;
  std::uint64_t segment_bytes = std::uint64_t{16} << 20;            // half a segment of the commit log
  std::uint64_t elements = 1'000;                                   // of a collection
  std::uint64_t tombstones = 1'000, too_many_tombstones = 100'000;  // of a partition
  std::uint64_t skew = 100;                // rows of the largest partition, in those of the median one
  std::uint64_t hot_bytes = 10'000'000;    // a smaller table hurts no node
  double hot_node = 1.5;                   // bytes of the busiest node, in an equal part
  std::uint64_t values_of_index = 100;     // an index of no more,
  std::uint64_t rows_of_value = 100;       // and with so many rows of each on average, has few values
  std::uint64_t index_term_bytes = 8'192;  // of an `sai` index
};

struct MeasuredNumber {
  std::string_view name;  // of the JSON: "bytes", "cells"
  double value = 0;
};

struct ReadinessFinding {
  LintLevel level = LintLevel::warn;
  Diagnostic what;
  std::string keyspace, table;  // as in system_schema; empty: it is about neither
  std::string partition;        // its key, as it is written behind WHERE
  std::string file;             // of a script, with the place in it
  std::size_t line = 1, column = 1;
  std::vector<MeasuredNumber> measured;
  double excess = 1;        // how many times its limit was met
  std::uint64_t times = 1;  // how many statements of the script give it
};

struct ReadinessTable {
  std::string name;  // shop.orders
  std::uint64_t partitions = 0, rows = 0, cells = 0, bytes = 0, tombstones = 0;
  std::string largest;  // the key of the largest partition by bytes
  std::uint64_t largest_bytes = 0;
  std::vector<std::uint64_t> nodes;  // the bytes that each of a ring has the first replica of
  bool is_complete = true;
};

struct UnreadThing {
  std::string what;  // a file or a table
  Diagnostic why;
};

struct ReadinessReport {
  std::string file;  // of the database; empty: the scripts had one of their own
  bool is_interrupted = false;
  std::size_t nodes = 0;  // of the ring
  std::size_t keyspaces = 0, scripts = 0;
  std::uint64_t statements = 0, refused = 0;  // of the scripts
  std::vector<ReadinessTable> tables;         // views among them
  std::vector<ReadinessFinding> findings;     // none whose level is off
  std::uint64_t left_out = 0;                 // further findings
  std::vector<UnreadThing> unread;

  std::size_t count(LintLevel level) const;
};

/// Is told of each row, and how many bytes were read so far.
using ReadinessProgress = std::function<void(std::uint64_t bytes)>;

struct ReadinessTask {
  std::string name;                // of the database
  std::optional<Database> judged;  // nothing: the scripts have one of their own
  Database tried;                  // a copy of its schema, or an empty database: scripts run in it
  std::vector<std::filesystem::path> scripts;
  std::size_t nodes = 3;
  LintLevels levels{LeveledCodes::all};
  ReadinessLimits limits = {};
  StopToken stop = {};
  ReadinessProgress progress = nullptr;
};

ReadinessReport judge_readiness(const ReadinessTask& task);

/// `terminal` is its width in columns; 0: there is none.
std::string readiness_text(const ReadinessReport& report, Language language, std::size_t terminal);
/// docs/schema/readiness.schema.json
std::string readiness_json(const ReadinessReport& report, Language language);

}  // namespace cellar
