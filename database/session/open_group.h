// The group of writes that a session has open, or none.
//
// In:      the transaction with which it begins to write; writes.
// Out:     the transaction with its writes, which later statements of the session see; how many groups are durable.
// Refused: a group in an open one; what the commit refuses; the end of a group that was lost.
//
// The members mean what those of Session say (database/database.h). A statement that must not be part of the group (a
// definition), or needs a snapshot that holds it (a long read), commits what the group holds: the group stays open, and
// its next write begins another transaction.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "database/database.h"
#include "storage/store.h"

namespace cellar {

class OpenGroup {
 public:
  void begin(GroupKind kind);
  bool is_open() const { return is_open_; }
  /// Its transaction failed: later writes would become durable without the earlier ones.
  bool is_lost() const { return is_lost_; }
  /// Returns the number of writes that are not committed.
  std::size_t pending() const { return pending_; }
  std::uint64_t durable_groups() const { return durable_groups_; }
  std::uint64_t early_commits() const { return early_commits_; }

  /// Null before the group's first write and after commit().
  WriteTransaction* transaction() { return transaction_ ? &*transaction_ : nullptr; }
  const WriteTransaction* transaction() const { return transaction_ ? &*transaction_ : nullptr; }
  /// Returns its transaction; takes a new one if it has none.
  template <typename Begin>
  WriteTransaction& transaction_or(Begin begin) {
    if (!transaction_) take(begin());
    return *transaction_;
  }
  void count_write() { ++pending_; }
  /// To be called when a write has failed: if that has broken the transaction, the group is lost.
  void give_up_if_broken();
  /// Commits what it holds.
  void commit();

  // If one of the following refuses, no group is open any more.
  void end();
  void end_async();
  bool is_commit_done();
  void drop();

 private:
  void take(WriteTransaction transaction);
  /// Closes a group that was lost. It has no transaction: the statements behind its loss were refused.
  void refuse_if_lost();

  bool is_open_ = false;
  GroupKind kind_ = GroupKind::usual;
  bool is_lost_ = false;
  std::size_t pending_ = 0;
  std::uint64_t early_commits_ = 0;
  std::atomic<std::uint64_t> durable_groups_ = 0;  // a file thread adds to it, too
  std::optional<WriteTransaction> transaction_;
};

}  // namespace cellar
