#include "database/results/selected_rows.h"

#include <algorithm>
#include <utility>

namespace cellar {

namespace {

const SelectPlan& select_of(const CachedPlan& planned) { return std::get<SelectPlan>(planned.plan.node); }

constexpr std::uint64_t kManyDeletions = 100;

std::uint64_t number_of(const SkippedDeletions& skipped) {
  return skipped.partitions + skipped.rows + skipped.ranges + skipped.cells + skipped.expired;
}

}  // namespace

SelectedRows::SelectedRows(CachedPlanPointer planned, std::shared_ptr<DatabaseState> database,
                           std::vector<BoundValue> slots, Seconds now, std::function<bool()> interrupted,
                           SystemFactsPointer facts)
    : planned_(std::move(planned)), database_(std::move(database)), facts_(std::move(facts)) {
  selection_.emplace(select_of(*planned_), std::move(slots), database_->evaluation_context(), now,
                     std::move(interrupted), facts_.get());
}

void SelectedRows::set_page(std::size_t size, std::size_t bytes, std::string_view position) {
  if (!position.empty()) selection_->go_on(decode_page_position(position));
  if (!selection_->has_pages()) return;
  page_left_ = size;
  if (bytes != 0) page_bytes_left_ = bytes;
}

void SelectedRows::move_places_to(KnownShapePointer shape, std::vector<ShapeLiteral> literals) {
  known_ = std::move(shape);
  places_ = std::move(literals);
}

void SelectedRows::read_from(std::optional<Transaction> snapshot) {
  transaction_ = std::move(snapshot);
  if (database_->store.reads_keep_writers_waiting()) {
    read_locked();
  } else {
    transaction_->may_stay_open();
  }
}

bool SelectedRows::begin_to_read(ResultRow& row) {
  if (ahead_.empty()) {
    if (!selection_) return false;
    if (!transaction_) resume();
    if (!database_->store.reads_keep_writers_waiting()) {
      reads_on_ = true;
      return read_row(*transaction_, row);
    }
    read_locked();
    if (ahead_.empty()) return false;
  }
  row = ahead_.pop();
  return true;
}

/// Reads as many rows ahead as memory should hold, and lets writers in.
void SelectedRows::read_locked() {
  constexpr std::size_t kBytes = std::size_t{64} << 20;
  const std::uint64_t version = transaction_->version();
  if (read_ahead(*transaction_, SIZE_MAX, kBytes)) version_ = version;
}

bool SelectedRows::read_group(Transaction& group, std::size_t rows) {
  counted_already_ = group.counters();
  return read_ahead(group, rows, SIZE_MAX);
}

/// Reads until there are so many rows, or they take so much memory. Lets go of `source`. Returns whether more
/// rows may follow.
bool SelectedRows::read_ahead(Transaction& source, std::size_t rows, std::size_t bytes) {
  try {
    for (std::size_t held = 0; ahead_.size() < rows && held < bytes;) {
      ResultRow read;
      if (!read_row(source, read)) return false;
      read.keep();
      held += sizeof read + read.size() * sizeof(ValueView) + read.capacity();
      ahead_.push() = std::move(read);
    }
  } catch (...) {
    ahead_ = {};  // a result ends with what it throws
    throw;
  }
  if (!selection_) return false;  // the page of a driver ends here
  suspend(source);
  return true;
}

bool SelectedRows::read_row(Transaction& source, ResultRow& into) {
  if (!selection_) return false;
  try {
    if (selection_->next(source, into, page_left_ != 0 ? page_left_ : SIZE_MAX)) {
      if (page_left_ != 0 && ends_page(into)) {
        into.keep();
        end_page(source);
      }
      return true;
    }
  } catch (Refusal& refusal) {
    database_->name_file(refusal);
    if (known_) move_spans(refusal.diagnostic, known_->origin, places_);
    finish(source);
    throw;
  } catch (...) {
    finish(source);
    throw;
  }
  finish(source);
  return false;
}

void SelectedRows::count(const Transaction& source) {
  const ReadCounters& now = source.counters();
  counters_.partitions = counted_before_.partitions + now.partitions - counted_already_.partitions;
  counters_.rows = counted_before_.rows + now.rows - counted_already_.rows;
  if (selection_) {
    counters_.partitions -= selection_->partitions_opened_again() - again_before_.partitions;
    counters_.rows -= selection_->rows_read_again() - again_before_.rows;
  }
  counters_.entries = counted_before_.entries + now.entries - counted_already_.entries;
  if (selection_) {
    counters_.partitions -= selection_->partitions_ahead();
    counters_.rows -= selection_->rows_ahead();
    counters_.entries -= selection_->rows_ahead();
  }
  counters_.skipped = counted_before_.skipped;
  counters_.skipped += now.skipped;
  counters_.skipped -= counted_already_.skipped;
}

/// Lets go of `source` for good.
void SelectedRows::finish(const Transaction& source) {
  count(source);
  matched_ = selection_->rows_matched();
  empty_partitions_ = selection_->empty_partitions();
  reads_on_ = false;
  selection_.reset();
  transaction_.reset();
}

/// Counts a row of the page, and returns true if it is the last one.
bool SelectedRows::ends_page(const ResultRow& row) {
  if (--page_left_ == 0) return true;
  if (page_bytes_left_ == SIZE_MAX) return false;
  for (std::size_t column = 0; column < row.size(); ++column) {
    const std::size_t size = row[column] ? row[column]->size() : 0;
    if (size >= page_bytes_left_) return true;
    page_bytes_left_ -= size;
  }
  return false;
}

void SelectedRows::end_page(const Transaction& source) {
  if (const std::optional<PagePosition> position = selection_->end_page()) read_position_ = encode(*position);
  finish(source);
}

void SelectedRows::pause() {
  version_.reset();  // who asks for a pause takes a later version
  if (selection_ && transaction_) suspend(*transaction_);
}

void SelectedRows::suspend(const Transaction& source) {
  count(source);
  counted_before_ = counters_;
  again_before_.partitions = selection_->partitions_opened_again();
  again_before_.rows = selection_->rows_read_again();
  counted_already_ = {};
  reads_on_ = false;
  selection_->suspend();
  transaction_.reset();
}

void SelectedRows::resume() {
  Transaction snapshot = database_->store.read();
  snapshot.may_stay_open();
  transaction_ = std::move(snapshot);
  if (version_ && *version_ != transaction_->version()) {
    finish(*transaction_);
    refuse("snapshot_lost", {}, {{"path", database_->store.path().string()}});
  }
  if (transaction_->schema_version() == planned_->schema_version) return;
  const Table& table = *select_of(*planned_).table;
  if (std::holds_alternative<SystemTableRows>(select_of(*planned_).rows))
    return;  // nothing of it is in the file
  const TablePointer now = database_->schema_of(*transaction_)->find_table(table.keyspace, table.name);
  if (now && now->id == table.id) return;
  finish(*transaction_);
  refuse("table_gone", {}, {{"table", quote_name(table.name)}});
}

const ReadCounters& SelectedRows::counters() {
  if (transaction_) count(*transaction_);
  return counters_;
}

/// W402 and W403 say what a read has cost; neither stays where it has cost nothing: a single partition was
/// read, and no row of it for nothing.
std::vector<Diagnostic> SelectedRows::complete(std::vector<Diagnostic> notices) {
  const ReadCounters& read = counters();
  const std::uint64_t matched = selection_ ? selection_->rows_matched() : matched_;
  const std::uint64_t empty = selection_ ? selection_->empty_partitions() : empty_partitions_;
  const std::uint64_t partitions = read.partitions - std::min(empty, read.partitions);
  std::erase_if(notices, [&](Diagnostic& notice) {
    const Cause cause = notice.cause();
    const bool may_filter = cause == Cause::rows_filtered || cause == Cause::partitions_filtered;
    const bool may_read_several = cause == Cause::partitions_read || cause == Cause::partitions_filtered;
    if (!may_filter && !may_read_several) return false;
    const bool several = may_read_several && partitions > 1;
    const bool filtered = may_filter && read.rows > matched;
    if (!several && !filtered) return true;
    notice.id = !filtered  ? "several_partitions_read"
                : !several ? "rows_filtered"
                           : "several_partitions_filtered";
    notice.parameters.push_back({"partitions", std::to_string(partitions)});
    notice.parameters.push_back({"rows", std::to_string(read.rows)});
    notice.parameters.push_back({"matched", std::to_string(matched)});
    return false;
  });
  const std::uint64_t deletions = number_of(read.skipped);
  if (tells_of_deletions_ && deletions > kManyDeletions) {
    notices.push_back({"deletions_passed",
                       {},
                       {{"rows", std::to_string(read.rows)},
                        {"deletions", std::to_string(deletions)},
                        {"table", quote_name(select_of(*planned_).table->name)}},
                       std::nullopt,
                       subject_of(*select_of(*planned_).table)});
  }
  return notices;
}

}  // namespace cellar
