// Writing: mutations, records of the schema, ids, the commit.

#include <algorithm>
#include <cassert>
#include <cmath>

#include "storage/derived/derive_existing.h"
#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/format/view_limit.h"
#include "storage/rows/purge_queue.h"
#include "storage/store.h"
#include "storage/transaction/meta.h"
#include "storage/transaction/transaction_state.h"

namespace cellar {

namespace {

/// The number of pages that a transaction may change before it should end: LMDB keeps changed pages in
/// memory.
constexpr double kMostPages = 26'700;
constexpr double kBytesOfNewPage = 3'000;
constexpr std::size_t kSizeOfPage = 4'096;

/// Returns the expected number of different pages that are hit when `throws` writes fall on random pages.
double pages_hit(double pages, double throws) { return pages > 0 ? pages * -std::expm1(-throws / pages) : 0; }

/// Once a write may be buffered, a part of it must never be committed: if `add` does not come to its end, nothing is.
template <typename Add>
void buffer_or_give_up(TransactionState& state, Add add) {
  try {
    add();
  } catch (...) {
    state.give_up();
    throw;
  }
}

Mutation mutation_of(const SimpleRow& row) {
  RowWrite write;
  write.clustering.assign(row.clustering.begin(), row.clustering.end());
  if (row.marker) write.marker = row.liveness;
  for (const SimpleCell& cell : row.cells) {
    const Liveness lives = cell.value ? row.liveness : Liveness{row.liveness.timestamp, 0, 0};
    write.cells.push_back({cell.column, "", cell.value ? Value(*cell.value) : Value(), lives});
  }
  return {row.table, {row.partition_key.begin(), row.partition_key.end()}, std::move(write)};
}

}  // namespace

Timestamp WriteTransaction::next_timestamp() { return next_timestamp(state_->environment().clock()); }

Timestamp WriteTransaction::next_timestamp(Timestamp now) {
  Timestamp& last = state_->counters.last_timestamp;
  last = std::max(now, last + 1);
  return last;
}

void WriteTransaction::apply(const Mutation& mutation) { apply(std::span(&mutation, 1)); }

void WriteTransaction::apply(std::span<const Mutation> mutations) {
  std::vector<Mutation> copies(mutations.begin(), mutations.end());
  apply(std::move(copies));
}

void WriteTransaction::apply(std::vector<Mutation>&& mutations) {
  state_->refuse_if_lost();
  for (const Mutation& mutation : mutations) {
    assert(mutation.table->id != 0);
    const TableLayout& layout = *state_->layout(mutation.table);
    check_key_sizes(mutation, layout);
    check_view_sizes(mutation, layout);
  }
  if (state_->environment().options.drops_rows) return mutations.clear();
  const Seconds second = state_->read_clock();
  buffer_or_give_up(*state_, [&] {
    for (Mutation& mutation : mutations) {
      const LayoutPointer& layout = state_->layout(mutation.table);
      state_->buffer->add(layout, std::move(mutation), second);
      ++state_->changes;
      state_->note_buffered();
    }
  });
  mutations.clear();
}

void WriteTransaction::apply(const SimpleRow& row) {
  state_->refuse_if_lost();
  check_key_sizes(row);
  if (!row.table->views.empty()) check_view_sizes(row, *state_->layout(row.table));
  if (state_->environment().options.drops_rows) return check_value_sizes(row);
  const bool deletes = std::ranges::any_of(row.cells, [](const SimpleCell& cell) { return !cell.value; });
  const Seconds second = deletes ? state_->read_clock() : state_->now;
  bool is_buffered = false;
  buffer_or_give_up(*state_, [&] {
    is_buffered = state_->buffer->add(state_->layout(row.table), row, second);
    if (!is_buffered) return;
    ++state_->changes;
    state_->note_buffered();
  });
  if (is_buffered) return;
  check_value_sizes(row);  // checks them before they are copied
  apply(mutation_of(row));
}

bool WriteTransaction::has_writes() const { return state_->changes != 0; }

/// An estimate: assumes that the writes fall on random existing pages, and that buffered writes need new
/// pages.
bool WriteTransaction::is_large() const {
  if (state_->loads_in_bulk() && state_->buffer->memory() > bulk_memory()) return true;
  const Environment& environment = state_->environment();
  const auto created = static_cast<double>(state_->new_pages.load());
  const double before = static_cast<double>(environment.entry_pages.load()) - created;
  const double changed = pages_hit(before, static_cast<double>(state_->changes)) + created;
  const double branches = pages_hit(static_cast<double>(environment.branch_pages.load()), changed);
  const auto waiting = static_cast<double>(state_->handed_over.load() + state_->buffer->bytes());
  const double most = state_->loads_in_bulk() ? static_cast<double>(bulk_memory() / kSizeOfPage) : kMostPages;
  return changed + branches + waiting / kBytesOfNewPage > most;
}

std::size_t WriteTransaction::gathered_bytes() const {
  return state_->handed_over.load() + state_->buffer->bytes();
}

void WriteTransaction::may_move() { state_->may_move(); }

void WriteTransaction::load_in_bulk() { state_->load_in_bulk(); }

bool WriteTransaction::is_waited_for() const { return cellar::is_waited_for(state_->environment()); }

void WriteTransaction::put_schema_record(const std::string& name, const std::string& record) {
  state_->begin();
  state_->schema_changed = true;
  state_->schema.put(name, record);
}

void WriteTransaction::erase_schema_record(const std::string& name) {
  state_->begin();
  state_->schema_changed = true;
  state_->schema.erase(name);
}

std::uint32_t WriteTransaction::fresh_id() {
  const std::uint64_t id = state_->counters.next_id++;
  if (id > kLargestTableId) refuse("ids_used_up", {}, {{"path", state_->environment().path}});
  return static_cast<std::uint32_t>(id);
}

void WriteTransaction::drop_data(TableId table) {
  state_->settle();
  ++state_->changes;
  queue_dropped_table(*state_, table);
}

void WriteTransaction::note_grace(TableId table, std::int64_t seconds) {
  state_->settle();
  set_grace(*state_, table, seconds);
}

void WriteTransaction::may_derive_data() {
  state_->begin();
  require_to_write(state_->lmdb, state_->environment().databases.meta, kDerivedDataFeature);
}

bool WriteTransaction::derive_existing(const TablePointer& table, TableId derived, std::string& position,
                                       std::uint64_t steps) {
  state_->settle();
  ++state_->changes;
  return cellar::derive_existing(*state_, table, derived, position, steps);
}

bool WriteTransaction::usable() const { return state_ != nullptr && !state_->is_lost(); }

void WriteTransaction::commit() {
  const std::unique_ptr<TransactionState> state = std::move(state_);  // destroyed even if the commit throws
  state->commit();
}

void WriteTransaction::commit_async(std::function<void()> when_durable) {
  state_ = TransactionState::commit_async(std::move(state_), std::move(when_durable));
}

bool WriteTransaction::is_previous_commit_done() { return state_->is_previous_commit_done(); }

}  // namespace cellar
