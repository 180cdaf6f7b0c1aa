// The groups of rows that COPY FROM makes durable together, as a script does with its statements.
//
// In:      how many rows were read and written; the session, in which no group is open.
// Out:     groups that end when they are large, have lasted long, or another writer waits; how many rows are durable.
// Refused: what a commit is refused for.
#pragma once

#include <cstdint>
#include <functional>

#include "shell/connection/connection.h"
#include "shell/connection/durable_progress.h"
#include "shell/connection/group_limits.h"
#include "shell/copy/from/refused_rows.h"

namespace cellar {

/// How far a COPY has come.
struct ImportedRows {
  std::uint64_t read = 0;     // of all files, with those that were skipped or refused
  std::uint64_t written = 0;  // into the table
  RefusedRows::Kept refused;  // in their file
};

class ImportGroups {
 public:
  /// Before each commit `await_writes()` is called, which may change the numbers of rows that were given.
  ImportGroups(Connection& connection, GroupKind kind, std::uint64_t most_rows,
               std::function<void()> await_writes);
  /// Drops what was not committed.
  ~ImportGroups();
  ImportGroups(const ImportGroups&) = delete;
  ImportGroups& operator=(const ImportGroups&) = delete;

  /// To be called after each row.
  void note(const ImportedRows& rows, std::size_t bytes) {
    const bool is_full = rows.read - progress_.last().read >= most_rows_;
    if (limits_.note(bytes) || is_full) check(rows, is_full);
  }
  void commit(const ImportedRows& rows);
  /// All rows so far are written or refused, whether their group is committed or not.
  void note_all_done(const ImportedRows& rows) { progress_.end_all(rows); }
  /// Lets those rows go that are not committed. A commit that is under way ends first.
  void drop() { connection_.drop_group(); }
  const ImportedRows& durable() const { return progress_.durable(); }

 private:
  void check(const ImportedRows& rows, bool is_full);

  Connection& connection_;
  GroupLimits limits_;
  const std::uint64_t most_rows_;  // of a group
  const std::function<void()> await_writes_;
  DurableProgress<ImportedRows> progress_;
};

}  // namespace cellar
