#include "database/result_state.h"

namespace cellar {

namespace {

const SelectPlan& select_of(const CachedPlan& planned) { return std::get<SelectPlan>(planned.plan.node); }

/// Memory that is not worth keeping for another row.
constexpr std::size_t kMuchMemory = 1 << 20;

/// W402 and W403 say what a read has cost; neither stays where it has cost nothing: a single partition was
/// read, and no row of it for nothing.
std::vector<Diagnostic> complete(std::vector<Diagnostic> notices, const ReadCounters& counters,
                                 std::uint64_t matched) {
  std::erase_if(notices, [&](Diagnostic& notice) {
    if (notice.code() != "W402" && notice.code() != "W403") return false;
    const bool several = notice.id != "rows_filtered" && counters.partitions > 1;
    const bool filtered = notice.id != "several_partitions_read" && counters.rows > matched;
    if (!several && !filtered) return true;
    notice.id = !filtered  ? "several_partitions_read"
                : !several ? "rows_filtered"
                           : "several_partitions_filtered";
    notice.parameters.push_back({"partitions", std::to_string(counters.partitions)});
    notice.parameters.push_back({"rows", std::to_string(counters.rows)});
    notice.parameters.push_back({"matched", std::to_string(matched)});
    return false;
  });
  return notices;
}

}  // namespace

ResultState::ResultState(CachedPlanPointer from) : planned(std::move(from)), notices(planned->plan.notices) {}

ResultState::ResultState(CachedPlanPointer from, std::shared_ptr<DatabaseState> shared,
                         std::vector<BoundValue> slots, Seconds now, std::function<bool()> interrupted)
    : planned(std::move(from)), database(std::move(shared)), notices(planned->plan.notices) {
  selection.emplace(select_of(*planned), std::move(slots), database->evaluation_context(), now,
                    std::move(interrupted));
}

void ResultState::set_page(std::size_t size, std::string_view position) {
  if (!position.empty()) selection->go_on(decode_page_position(position, select_of(*planned).table->id));
  if (selection->has_pages()) page_left = size;
}

void ResultState::move_places_to(const KnownShapePointer& shape, const std::vector<ShapeLiteral>& literals) {
  known = shape;
  places = literals;
  for (Diagnostic& notice : notices) move_spans(notice, known->origin, places);
}

std::unique_ptr<ResultState> ResultState::of_one_row(const CachedPlanPointer& planned,
                                                     const std::shared_ptr<DatabaseState>& database,
                                                     Transaction& source, std::span<const BoundValue> slots,
                                                     Seconds now) {
  std::unique_ptr<ResultState> state(database->idle_result.exchange(nullptr));
  if (state) {
    state->planned = planned;
  } else {
    state = std::make_unique<ResultState>(planned);
  }
  state->database = database;
  state->counted_already = source.counters();
  const SimpleRowFound found = planned->direct_select->read(source, slots, now, state->row);
  if (found == SimpleRowFound::unknown) {
    recycle(std::move(state));
    return nullptr;
  }
  state->row_waits = found == SimpleRowFound::yes;
  state->is_of_one_row = true;
  state->count(source);
  return state;
}

void ResultState::recycle(std::unique_ptr<ResultState> state) {
  if (!state || !state->is_of_one_row || state->row.capacity() > kMuchMemory) return;
  const std::shared_ptr<DatabaseState> database = std::move(state->database);
  state->planned.reset();
  state.reset(database->idle_result.exchange(state.release()));
}

bool ResultState::read_row(Transaction& source, ResultRow& into) {
  if (!selection) return false;
  try {
    if (selection->next(source, into)) {
      if (page_left != 0 && --page_left == 0) {
        into.keep();
        end_page(source);
      }
      return true;
    }
  } catch (Refusal& refusal) {
    database->name_file(refusal);
    if (known) move_spans(refusal.diagnostic, known->origin, places);
    stop(source);
    throw;
  } catch (...) {
    stop(source);
    throw;
  }
  finish(source);
  return false;
}

void ResultState::count(const Transaction& source) {
  const ReadCounters& now = source.counters();
  counters.partitions = counted_before.partitions + now.partitions - counted_already.partitions;
  if (selection) counters.partitions -= selection->partitions_opened_again() - again_before;
  counters.rows = counted_before.rows + now.rows - counted_already.rows;
  counters.entries = counted_before.entries + now.entries - counted_already.entries;
}

void ResultState::stop(const Transaction& source) {
  count(source);
  reads_on = false;
  selection.reset();
  transaction.reset();
}

void ResultState::finish(const Transaction& source) {
  count(source);
  notices = complete(std::move(notices), counters, selection->rows_matched());
  stop(source);
}

void ResultState::end_page(const Transaction& source) {
  if (const std::optional<PagePosition> position = selection->end_page()) read_position = encode(*position);
  finish(source);
}

void ResultState::pause(const Transaction& source) {
  count(source);
  counted_before = counters;
  again_before = selection->partitions_opened_again();
  counted_already = {};
  reads_on = false;
  selection->suspend();
  transaction.reset();
}

void ResultState::resume() {
  transaction.emplace(database->store.read());
  if (transaction->schema_version() == planned->schema_version) return;
  const Table& table = *select_of(*planned).table;
  const TablePointer now = database->schema_of(*transaction)->find_table(table.keyspace, table.name);
  if (now && now->id == table.id) return;
  selection.reset();
  transaction.reset();
  refuse("table_gone", {}, {{"table", quote_name(table.name)}});
}

const ResultRow* ResultState::next() {
  if (reads_on) return read_row(*transaction, row) ? &row : nullptr;
  if (std::exchange(row_waits, false)) return &row;
  if (!page.empty()) {
    row = page.pop();
    return &row;
  }
  if (!selection) return nullptr;
  if (!transaction) resume();
  if (database->store.reads_keep_writers_waiting()) return next_of_page();
  reads_on = true;
  return next();
}

/// Reads some rows and lets go of the snapshot before anybody has to wait for who pulls them.
const ResultRow* ResultState::next_of_page() {
  constexpr std::size_t kRows = 1000;
  try {
    while (page.size() < kRows) {
      ResultRow read;
      if (!read_row(*transaction, read)) break;
      read.keep();
      page.push() = std::move(read);
    }
  } catch (...) {
    page = {};  // a result ends with what it throws
    throw;
  }
  if (selection && transaction) pause(*transaction);
  if (page.empty()) return nullptr;
  row = page.pop();
  return &row;
}

Result::Result() = default;
Result::Result(std::unique_ptr<ResultState> state) : state_(std::move(state)) {}
Result::Result(Result&&) noexcept = default;
Result& Result::operator=(Result&& other) noexcept {
  std::swap(state_, other.state_);
  ResultState::recycle(std::move(other.state_));
  return *this;
}
Result::~Result() { ResultState::recycle(std::move(state_)); }

bool Result::has_rows() const { return state_ && state_->database; }

const std::vector<ResultColumn>& Result::columns() const {
  static const std::vector<ResultColumn> none;
  return state_ ? state_->planned->columns : none;
}

const ResultRow* Result::next() {
  const ResultRow* const row = has_rows() ? state_->next() : nullptr;
  if (row != nullptr) state_->row.describe(state_->planned->columns);
  return row;
}

void Result::pause() {
  if (state_ && state_->selection && state_->transaction) state_->pause(*state_->transaction);
}

const std::vector<Diagnostic>& Result::notices() const {
  static const std::vector<Diagnostic> none;
  if (!state_) return none;
  // A read that nobody pulls to its end has cost what it has read so far.
  if (!state_->selection) return state_->notices;
  state_->notices_so_far = complete(state_->notices, counters(), state_->selection->rows_matched());
  return state_->notices_so_far;
}

const std::string& Result::read_position() const {
  static const std::string none;
  return state_ ? state_->read_position : none;
}

const ReadCounters& Result::counters() const {
  static const ReadCounters none;
  if (!state_) return none;
  if (state_->transaction) state_->count(*state_->transaction);
  return state_->counters;
}

}  // namespace cellar
