// COMPACT: purges all that may go, then puts a compact copy in the place of the file.

#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/purge/row_purge.h"
#include "storage/rows/purge_queue.h"
#include "storage/rows/range_tombstones.h"
#include "storage/store.h"
#include "storage/system/descriptors.h"
#include "storage/transaction/compact_copy.h"
#include "storage/transaction/environment_locks.h"
#include "storage/transaction/mapping.h"
#include "storage/transaction/transaction_state.h"

namespace cellar {

namespace {

/// A transaction ends after this many entries, so that its memory stays small, other writers get their turn,
/// and an interruption waits only for a short commit. Entries of the purge queue refer to pages all over the
/// file.
constexpr std::uint64_t kStepsOfPurge = 1000;
constexpr std::uint64_t kStepsOfPass = 4000;

/// Visits all entries of a table and purges those that may go, in several transactions.
class TablePass {
 public:
  TablePass(TableId table, const WaitForWriter& wait) : wait_(wait) {
    table_ = resume_ = table_prefix(table);
  }

  /// `layout` is the table's layout in this transaction. Returns true when the table is done.
  bool run(TransactionState& state, LayoutPointer layout, std::uint64_t& steps) {
    layout_ = std::move(layout);
    rule_ = {purge_cutoff(state.now, layout_->grace), layout_.get()};
    OrderedCursor cursor(state.data, &state.visited.entries);
    while (steps > 0) {
      stop_if_interrupted(wait_);
      if (!cursor.seek(resume_) || !cursor.key().starts_with(table_)) return true;
      --steps;
      work(state, std::string(cursor.key()), steps);
    }
    return false;
  }

 private:
  void work(TransactionState& state, const std::string& key, std::uint64_t& steps) {
    const std::size_t prefix = partition_prefix_size(key, *layout_->table);
    const char kind = key[prefix];
    if (kind == kRangeTombstoneKind) {
      work_on_range_tombstone(state, key, prefix, steps);
      return;
    }
    const std::size_t row_size = row_key_size(*layout_, key, prefix);
    const std::string_view row_key = std::string_view(key).substr(0, row_size);
    if (key.size() == row_size) {
      purge_row(state, row_key, rule_);
    } else if (is_element_key(key, row_size)) {
      purge_element(state, key, row_key, rule_);  // large cells were purged with their packed entry
    }
    resume_ = key;
    resume_.push_back('\0');
  }

  void work_on_range_tombstone(TransactionState& state, const std::string& key, std::size_t prefix,
                               std::uint64_t& steps) {
    RangeTombstoneMap tombstones(state, layout_->table->id, std::string_view(key).substr(0, prefix));
    const std::string_view start = range_tombstone_start(key, prefix);
    const std::optional<RangeTombstone> found = tombstones.first_from(start);
    if (!found || found->start != start) refuse_damaged_bytes();
    const RangeTombstone& tombstone = *found;
    if (!tombstones.erase_rows(tombstone, steps)) return;  // the next transaction continues here
    RangeTombstone emptied = tombstone;
    emptied.kind = RangeTombstoneKind::empty;
    const bool goes = rule_.allows(tombstone.deletion);
    tombstones.replace({tombstone},
                       goes ? std::vector<RangeTombstone>{} : std::vector<RangeTombstone>{emptied});
    resume_ = key;
    resume_.push_back('\0');
  }

  const WaitForWriter& wait_;
  LayoutPointer layout_;
  PurgeRule rule_;
  std::string table_;
  std::string resume_;  // the key from which the next transaction continues
};

/// Visits the tables that existed at the beginning; their views are purged with them. Each transaction asks for the
/// schema anew, since another session may have changed it.
class TablesPass {
 public:
  TablesPass(const Schema& schema, const WaitForWriter& wait) : wait_(wait) {
    for (const auto& [name, keyspace] : schema.keyspaces) {
      for (const auto& [table_name, table] : keyspace.tables) tables_.push_back(table);
    }
  }

  /// Returns true when all tables are done.
  bool run(TransactionState& state, const Schema& schema) {
    std::uint64_t steps = kStepsOfPass;
    for (; next_ < tables_.size(); ++next_, pass_.reset()) {
      const Table& before = *tables_[next_];
      const TablePointer table = schema.find_table(before.keyspace, before.name);
      if (!table || table->id != before.id) continue;  // it was dropped or truncated
      if (!pass_) pass_.emplace(table->id, wait_);
      if (!pass_->run(state, std::make_shared<const TableLayout>(table), steps)) return false;
    }
    return true;
  }

 private:
  const WaitForWriter& wait_;
  std::vector<TablePointer> tables_;
  std::size_t next_ = 0;
  std::optional<TablePass> pass_;  // of the table `next_`, once it has begun
};

/// Refuses before the work what would be refused after it.
void prepare(Environment& environment, const WaitForWriter& wait) {
  refuse_if_shared(environment);
  // Waits half a second at most: an open group, maybe one of this thread, would be waited for without an end, and
  // cannot be told from a long write.
  constexpr std::chrono::milliseconds kPatience{500};
  WaitForWriter brief = wait;
  if (brief.limit.count() == 0 || brief.limit > kPatience) brief.limit = kPatience;
  const WriterLock writer(environment, brief);
  const SwapLock early(environment);
}

}  // namespace

void Store::compact(const SchemaOf& schema_of, const WaitForWriter& wait) const {
  if (read_only_) refuse("store_is_read_only", {}, {{"path", environment_->path}});
  constexpr unsigned kDescriptors = 5;  // for the copy, and to open it in the place of the file
  if (const int code = try_descriptors(kDescriptors); code != 0) refuse_code(code, environment_->path);
  const CompactTurn turn(*environment_, wait);
  prepare(*environment_, wait);
  // Runs `step` in one transaction after another until it returns true.
  const auto in_transactions = [&](auto step) {
    for (bool done = false; !done;) {
      stop_if_interrupted(wait);
      Transaction transaction(std::make_unique<TransactionState>(
          environment_, std::make_unique<WriterLock>(*environment_, wait)));
      TransactionState& state = *transaction.state_;
      state.begin();
      done = step(state, transaction);
      if (!state.derived.is_empty()) state.put_derived();
      state.write_meta();
      state.lmdb.commit();
    }
  };
  in_transactions(
      [](TransactionState& state, Transaction&) { return state.purge_some(kStepsOfPurge, state.now); });
  std::optional<TablesPass> pass;
  in_transactions([&](TransactionState& state, Transaction& transaction) {
    const SchemaPointer schema = schema_of(transaction);
    if (!pass) pass.emplace(*schema, wait);
    return pass->run(state, *schema);
  });
  swap_in_copy(wait);
}

void Store::swap_in_copy(const WaitForWriter& wait) const {
  const WriterLock writer(*environment_, wait);
  const SwapLock swap(*environment_);
  {
    std::unique_lock lock(environment_->mutex);
    fit_map(*environment_, lock);
  }
  CompactCopy copy(*environment_);
  copy.fill(wait);
  swap_file(environment_, copy.path());
  copy.keep();
}

}  // namespace cellar
