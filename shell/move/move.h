// Moves keyspaces from one connection to another (`cellar move`): a file to a cluster, or a cluster, or a sample of it, to a
// file.
//
// In:      the connection that has the rows, and the one that gets them; which keyspaces, tables and rows; a file for the
//          record of what was acknowledged.
// Out:     the definitions that are missing there, then the rows with the times of their cells, then indexes and views; both
//          sides are then read again and compared. A report: rows, cells, differences. A move that has ended early goes on
//          where it was when it is made again with the same record; one that has written no row, and that no time mends, leaves
//          none.
// Refused: names that do not exist, definitions that are there already and are others (E688), what is missing or does not
//          fit in the task (E689), a condition that whoever has the rows refuses: all before anything is written. What ends
//          it later is in the report, a definition that the target refuses among it.
//
// The rules for what CQL does not tell (docs/cluster.md, "What is kept"):
// - The marker of a row is written with the value that lives longest (shell/copy/times/timed_writes.h).
// - A list is written as a whole, as new as its newest element, and only where the target has no element as new: a list that
//   is written twice at one time has its elements twice.
// - A counter is added to only where the target has none, since it cannot be known whether a lost addition has arrived.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "refusal/language.h"
#include "shell/connection/connection.h"
#include "shell/copy/times/timed_rows.h"
#include "shell/render/output.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

/// Asks for the replication of a keyspace, and returns what was typed, a map of CQL; nothing: nobody answers.
using AskReplication = std::function<std::optional<std::string>(const std::string& keyspace)>;

struct MoveTask {
  Connection& source;
  Connection& target;        // for writes
  Connection& target_reads;  // of the same, since rows are read there while others are written
  std::string source_name, target_name;
  std::vector<std::string> keyspaces, tables;  // `shop`, `shop.orders`; both empty: all
  MoveSample sample{};
  std::map<std::string, std::string> replication{};  // by keyspace, as CQL; "": of each other one
  AskReplication ask_replication = nullptr;
  std::string consistency = "LOCAL_QUORUM", serial_consistency{};  // of the cluster
  std::filesystem::path record{};
  bool copies = true, checks = true;
  Output& output;  // progress, and what is said meanwhile
  Language language = Language::english;
  StopToken stop{};
  /// After that time nothing that was sent before an end without an answer can still arrive: nodes drop older requests.
  std::chrono::seconds late_writes{10};
  /// How long a node that is lost, late or overloaded is waited for.
  std::chrono::seconds patience{120};
};

struct MovedTable {
  std::string name;  // shop.orders
  std::uint64_t rows = 0, cells = 0;
  std::uint64_t expired = 0;       // cells that were not written
  std::uint64_t mixed_lists = 0;   // lists whose elements had different times
  std::uint64_t kept = 0;          // counters and lists of the target that were left as they are
  std::uint64_t checked_rows = 0;  // of both sides
  std::uint64_t checked_ranges = 0;
  std::uint64_t differences = 0;
  bool is_checked = false;
};

enum class DifferenceKind : std::uint8_t { missing_row, further_row, value, written, expiry };

/// A cell of one side.
struct DifferingCell {
  std::optional<std::string> value;  // a literal; nothing: null
  std::string written, expires;      // moments, or a list of them; empty: none
};
struct MoveDifference {
  DifferenceKind kind = DifferenceKind::value;
  std::string table;
  std::string row;     // "customer = 7 AND placed = '2026-03-01'"
  std::string column;  // empty: the whole row
  DifferingCell source, target;
};

struct MoveReport {
  std::string source, target;
  std::size_t made = 0;               // definitions
  std::vector<MovedTable> tables;     // in the order in which they were moved
  std::vector<std::string> left_out;  // tables of the source whose definitions this program does not know
  std::vector<MoveDifference> differences;  // the first of each table
  std::uint64_t difference_count = 0;
  std::optional<Diagnostic> ended_by;  // by which it ended early, an interrupt among them
  bool can_go_on = false;              // by the record

  bool is_interrupted() const { return ended_by && ended_by->cause() == Cause::interrupted; }
};

/// The differences of a table that are told each by each.
inline constexpr std::size_t kMostDifferences = 20;

MoveReport move_keyspaces(const MoveTask& task);

/// `terminal` is its width in columns; 0: there is none.
std::string move_text(const MoveReport& report, Language language, std::size_t terminal);
/// docs/schema/move.schema.json
std::string move_json(const MoveReport& report, Language language);

}  // namespace cellar
