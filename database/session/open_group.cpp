#include "database/session/open_group.h"

#include <utility>

namespace cellar {

void OpenGroup::begin(GroupKind kind) {
  if (is_open_) refuse("group_is_open");
  is_open_ = true;
  kind_ = kind;
  is_lost_ = false;
}

void OpenGroup::take(WriteTransaction transaction) {
  transaction_.emplace(std::move(transaction));
  transaction_->may_move();
  if (kind_ == GroupKind::bulk) transaction_->load_in_bulk();
}

void OpenGroup::give_up_if_broken() {
  if (!transaction_ || transaction_->usable()) return;
  transaction_.reset();
  pending_ = 0;
  is_lost_ = true;
}

void OpenGroup::commit() {
  if (!transaction_) return;
  WriteTransaction transaction = std::move(*transaction_);
  transaction_.reset();
  pending_ = 0;
  try {
    transaction.commit();
  } catch (...) {
    is_lost_ = is_open_;
    throw;
  }
  if (is_open_) ++early_commits_;
}

void OpenGroup::refuse_if_lost() {
  if (!is_lost_) return;
  drop();
  refuse("group_lost");
}

void OpenGroup::end() {
  refuse_if_lost();
  is_open_ = false;
  commit();
  ++durable_groups_;
}

void OpenGroup::end_async() {
  refuse_if_lost();
  try {
    // commit_async() would keep the lock to write, so a waiting writer is let in by an ordinary commit.
    if (transaction_ && transaction_->is_waited_for()) commit();
    if (transaction_)
      transaction_->commit_async([this] { ++durable_groups_; });
    else
      ++durable_groups_;
    pending_ = 0;
  } catch (...) {
    drop();
    throw;
  }
}

bool OpenGroup::is_commit_done() {
  refuse_if_lost();
  try {
    return !transaction_ || transaction_->is_previous_commit_done();
  } catch (...) {
    drop();
    throw;
  }
}

void OpenGroup::drop() {
  is_open_ = is_lost_ = false;
  transaction_.reset();
  pending_ = 0;
}

}  // namespace cellar
