#include "executor/select/row_source.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>

#include "executor/select/bounds/token_bounds.h"
#include "planner/plan/read_plan.h"
#include "types/token.h"

namespace cellar {

namespace {

bool asks_partition_alone(const Table& table, const Filter& filter) {
  const ColumnKind kind = table.columns[filter.column].kind;
  return kind == ColumnKind::partition_key || kind == ColumnKind::static_;
}

bool wants_static(const SelectPlan& plan) {
  return std::any_of(plan.wanted.begin(), plan.wanted.end(), [&](std::size_t column) {
    return plan.table->columns[column].kind == ColumnKind::static_;
  });
}

bool is_whole(const std::vector<Slice>& slices) {
  return slices.size() == 1 && slices[0].start.prefix.empty() && slices[0].end.prefix.empty();
}

}  // namespace

RowSource::RowSource(const SelectPlan& plan, const Evaluation& evaluation,
                     std::optional<std::int32_t> rows_of_partition)
    : plan_(plan), rows_of_partition_(rows_of_partition) {
  const Table& table = *plan.table;
  view_.table = &table;
  std::visit([&](const auto& partitions) { bind(partitions, evaluation); }, plan.partitions);
  slices_ = clustering_slices(table, plan.clustering, evaluation, NullBound::sorts_first);
  std::erase_if(slices_, [](const Slice& slice) {
    return slice.start.prefix == slice.end.prefix && std::ranges::any_of(slice.start.prefix, is_too_long);
  });
  whole_partition_ = is_whole(slices_);
  for (BoundFilter& filter : bind_filters(table, plan.filters, evaluation)) {
    const bool once = asks_partition_alone(table, *filter.filter);
    if (table.columns[filter.filter->column].kind == ColumnKind::clustering) filters_clustering_ = true;
    (once ? partition_filters_ : row_filters_).push_back(std::move(filter));
  }
  reads_static_ = table.has_static() && (plan.static_row_alone || plan.distinct || wants_static(plan));
  nothing_ = nothing_ || slices_.empty();
  is_plain_scan_ = !by_key_ && !index_ && whole_partition_ && !plan.reversed && !plan.distinct &&
                   !reads_static_ && !plan.per_partition_limit && partition_filters_.empty();
}

void RowSource::bind(const RingPart& part, const Evaluation& evaluation) {
  tokens_ = bind_tokens(part, evaluation, by_key_);
  nothing_ = !has_tokens(tokens_);
}

void RowSource::bind(const IndexRead& read, const Evaluation& evaluation) {
  index_.emplace(plan_.table, read, evaluation);
  std::visit([&](const auto& partitions) { bind(partitions, evaluation); }, read.within);
  if (by_key_)
    index_->read_named(std::exchange(keys_, {}));
  else
    index_->read_ring(tokens_);
  by_key_ = false;
}

void RowSource::bind(const NamedPartitions& named, const Evaluation& evaluation) {
  by_key_ = true;
  keys_ = partition_keys(*plan_.table, named.key, evaluation);
  if (!named.within.is_bounded()) return;
  tokens_ = bind_tokens(named.within, evaluation, true);
  std::erase_if(keys_, [&](const KeyValues& key) {
    evaluation.count_step();
    return !is_within(tokens_, token_of(key));
  });
}

const RowView* RowSource::next(Transaction& transaction, Seconds now) {
  if (is_unread_) {
    is_unread_ = false;
    if (!resume_key_) return &view_;
  }
  if (walks_rows_) return next_of_walk();
  while (!nothing_) {
    if (!partition_) {
      partition_ = open_next(transaction, now);
      if (!partition_) {
        nothing_ = true;
        return nullptr;
      }
      if (walks_rows_) return next_of_walk();
      if (!begin_partition(*partition_)) {
        partition_ = nullptr;
        continue;
      }
    }
    if (const RowView* row = next_in_partition()) return row;
    if (by_key_ && !any_row_ && handed_out_ == 0 && !partition_->static_row()) ++empty_partitions_;
    partition_ = nullptr;
  }
  return nullptr;
}

PartitionReader* RowSource::open_next(Transaction& transaction, Seconds now) {
  if (index_) return open_indexed(transaction, now);
  return by_key_ ? open_named(transaction, now) : open_scanned(transaction, now);
}

PartitionReader* RowSource::open_named(Transaction& transaction, Seconds now) {
  return next_key_ == keys_.size() ? nullptr : open(transaction, keys_[next_key_++], now);
}

PartitionReader* RowSource::open(Transaction& transaction, const KeyValues& key, Seconds now) {
  named_.emplace(transaction.partition(plan_.table, key, plan_.wanted, now));
  return &*named_;
}

PartitionReader* RowSource::open_indexed(Transaction& transaction, Seconds now) {
  if (resume_key_) go_on_in_index(transaction, now);
  if (resume_key_) return open(transaction, *resume_key_, now);
  while (const IndexSource::Found* found = index_->next(transaction, now)) {
    take_indexed(*found);
    if (reads_indexed_slices_ && indexed_slices_.empty()) continue;
    return open(transaction, found->partition_key, now);
  }
  return nullptr;
}

/// Lets the index go on after the place of the suspension. If the index names partitions, or the row of the
/// place is to be read again, the rest of the partition that was being read comes first, and resume_key_
/// stays: the filters decide about its rows.
void RowSource::go_on_in_index(Transaction& transaction, Seconds now) {
  const bool is_inside = resume_clustering_ && !resume_clustering_->empty();
  last_indexed_ = resume_key_;
  reads_indexed_slices_ = false;
  if (resumes_at_row_ || (is_inside && index_->names_partitions(transaction, now))) {
    return index_->go_on_after({*resume_key_, {}});
  }
  index_->go_on_after({*resume_key_, resume_clustering_.value_or(KeyValues())});
  if (std::exchange(was_suspended_, false)) ++opened_again_;
  resume_key_.reset();
  resume_clustering_.reset();
}

/// The rows that the index names, as far as they are in the slices.
void RowSource::take_indexed(const IndexSource::Found& found) {
  reads_indexed_slices_ = !found.whole_partition;
  indexed_slices_.clear();
  std::size_t slice = 0;
  for (const KeyValues& row : found.rows) {
    const Slice only = slice_of_row(row);
    while (slice < slices_.size() && compare(*plan_.table, slices_[slice].end, only.start) <= 0) ++slice;
    if (slice == slices_.size()) return;
    if (compare(*plan_.table, slices_[slice].start, only.start) <= 0) indexed_slices_.push_back(only);
  }
}

PartitionReader* RowSource::open_scanned(Transaction& transaction, Seconds now) {
  if (!cursor_) {
    cursor_.emplace(transaction.partitions(plan_.table, tokens_, plan_.wanted, now,
                                           resume_key_ ? &*resume_key_ : nullptr));
  }
  if (!cursor_->next()) return nullptr;
  walks_rows_ = is_plain_scan_ && !resume_key_;
  return &cursor_->partition();
}

/// Returns the next row of a plain scan, of whichever partition.
inline const RowView* RowSource::next_of_walk() {
  while ((view_.row = cursor_->next_row()) != nullptr) {
    if (!row_filters_.empty() && !row_passes()) continue;
    if (plan_.reads_clustering) partition_->clustering();
    if (plan_.reads_partition_key) view_.partition_key = &partition_->key();
    return &view_;
  }
  nothing_ = true;
  walks_rows_ = false;
  partition_ = nullptr;
  return nullptr;
}

std::unique_ptr<SharedCount> RowSource::share_count(Transaction& transaction, Seconds now) {
  if (!passes_all() || std::thread::hardware_concurrency() < 2) return nullptr;
  const std::int64_t token = cursor_->partition().token();
  std::optional<Transaction> snapshot = transaction.beside();
  if (!snapshot) return nullptr;
  TokenRange left = tokens_;
  left.lower = token;
  left.lower_inclusive = false;
  try {
    auto count = std::make_unique<SharedCount>(std::move(*snapshot), plan_.table, left, now);
    cursor_->end_at(token);
    return count;
  } catch (const std::system_error&) {
    return nullptr;  // no thread is to be had
  }
}

inline bool RowSource::row_passes() {
  if (filters_clustering_) partition_->clustering();
  return passes(row_filters_, view_);
}

/// Returns false if no row of the partition can pass.
bool RowSource::begin_partition(PartitionReader& reader) {
  if (resume_key_) return resume_partition(reader);
  // An index may name a partition's rows in several parts.
  if (!index_ || last_indexed_ != reader.key()) {
    handed_out_ = 0;
    any_row_ = false;
  }
  if (index_) last_indexed_ = reader.key();
  if (!show_partition(reader)) return false;
  if (reads_indexed_slices_) {
    reader.select(indexed_slices_, plan_.reversed);
  } else if (!whole_partition_ || plan_.reversed) {
    reader.select(slices_, plan_.reversed);
  }
  return true;
}

/// Does what begin_partition() does, for the partition where the source was suspended, or for the one behind
/// it if that one is gone.
bool RowSource::resume_partition(PartitionReader& reader) {
  const bool goes_on = *resume_key_ == reader.key();
  resume_key_.reset();
  const std::optional<KeyValues> row = std::exchange(resume_clustering_, std::nullopt);
  const bool at_row = std::exchange(resumes_at_row_, false);
  if (!goes_on) return begin_partition(reader);
  if (std::exchange(was_suspended_, false)) {
    ++opened_again_;
    read_again_ += at_row ? 1 : 0;
  }
  if (!row && at_row) return begin_partition(reader);  // its only row
  if (!row || !show_partition(reader)) return false;
  std::vector<Slice> rest = slices_from(*plan_.table, slices_, *row, at_row, plan_.reversed);
  if (rest.empty()) return false;
  reader.select(std::move(rest), plan_.reversed);
  return true;
}

/// Puts the partition into the view. False if a filter on it does not pass.
bool RowSource::show_partition(PartitionReader& reader) {
  view_.partition_key = plan_.reads_partition_key ? &reader.key() : nullptr;
  view_.row = nullptr;
  view_.static_row = reads_static_ ? reader.static_row() : nullptr;
  return partition_filters_.empty() || passes(partition_filters_, view_);
}

const RowView* RowSource::next_in_partition() {
  if (plan_.distinct) return distinct_row();
  if (rows_of_partition_ && handed_out_ >= *rows_of_partition_) return nullptr;
  while ((view_.row = partition_->advance()) != nullptr) {
    any_row_ = true;
    if (!row_filters_.empty() && !row_passes()) continue;
    if (plan_.reads_clustering) partition_->clustering();
    ++handed_out_;
    return &view_;
  }
  return static_row_alone();
}

/// Static cells without any row: one row whose clustering columns are null.
const RowView* RowSource::static_row_alone() {
  if (!plan_.static_row_alone || any_row_ || !view_.static_row) return nullptr;
  any_row_ = true;
  view_.row = nullptr;
  if (!passes(row_filters_, view_)) return nullptr;
  ++handed_out_;
  return &view_;
}

const RowView* RowSource::distinct_row() {
  if (handed_out_ > 0) return nullptr;
  if (!view_.static_row || !row_filters_.empty()) view_.row = partition_->next();
  if (!view_.static_row && !view_.row) return nullptr;
  if (!passes(row_filters_, view_)) return nullptr;
  ++handed_out_;
  return &view_;
}

void RowSource::go_on(const ReadPosition& place, bool at_row, std::int32_t returned_of_partition) {
  if (by_key_) {
    const auto key = std::ranges::find(keys_, place.partition_key);
    if (key == keys_.end()) refuse("read_position_of_another_read");
    next_key_ = static_cast<std::size_t>(key - keys_.begin());
  }
  resume_key_ = place.partition_key;
  resumes_at_row_ = at_row;
  // Without clustering values it is the partition's only row, be it a static one.
  if (!place.clustering.empty()) resume_clustering_ = place.clustering;
  handed_out_ = returned_of_partition;
  any_row_ = true;
}

bool RowSource::is_at_end() const {
  if (resumes_at_row_ || !by_key_ || next_key_ + 1 != keys_.size()) return false;
  if (!resume_clustering_ || resume_clustering_->empty()) return true;
  return slices_from(*plan_.table, slices_, *resume_clustering_, false, plan_.reversed).empty();
}

void RowSource::suspend(const RowBatch* batch) {
  if (partition_) {
    std::optional<ReadPosition> place;
    if (batch != nullptr) place = cursor_->place_of(*batch);
    resume_key_ = place ? place->partition_key : partition_->key();
    resume_clustering_.reset();
    if (view_.row && !plan_.distinct && plan_.table->clustering_size > 0) {
      resume_clustering_ = place ? place->clustering : partition_->clustering();
    }
    resumes_at_row_ = is_unread_;
    if (by_key_) --next_key_;
    was_suspended_ = true;
  }
  partition_ = nullptr;
  walks_rows_ = false;
  named_.reset();
  cursor_.reset();
  if (index_) index_->suspend();
}

}  // namespace cellar
