#include "database/results/result_state.h"

#include <utility>

namespace cellar {

namespace {

/// Memory that is not worth keeping for another row.
constexpr std::size_t kMuchMemory = 1 << 16;

/// The plan's columns, which last as long as the pointer.
ResultColumns columns_of(const CachedPlanPointer& planned) { return {planned, &planned->columns}; }

struct NextRow {
  ResultState& state;
  ResultRow& row;

  bool operator()(NoRows&) const { return false; }
  bool operator()(KeyspaceSet&) const { return false; }
  bool operator()(SchemaChanged&) const { return false; }
  bool operator()(FoundRow& found) const { return std::exchange(found.waits, false); }
  bool operator()(ComputedRows& computed) const {
    if (computed.next == computed.rows.size() && !state.take_more(computed)) return false;
    const std::vector<Value>& values = computed.rows[computed.next++];
    row.begin(values.size());
    for (std::size_t column = 0; column < values.size(); ++column) row.show(column, values[column]);
    return true;
  }
  bool operator()(SelectedRows& selected) const { return selected.next(row); }
};

struct PauseRows {
  void operator()(NoRows&) const {}
  void operator()(KeyspaceSet&) const {}
  void operator()(SchemaChanged&) const {}
  void operator()(FoundRow&) const {}
  void operator()(ComputedRows&) const {}
  void operator()(SelectedRows& selected) const { selected.pause(); }
};

const std::string kNoPosition;
struct PositionOfRows {
  const std::string& operator()(const NoRows&) const { return kNoPosition; }
  const std::string& operator()(const KeyspaceSet&) const { return kNoPosition; }
  const std::string& operator()(const SchemaChanged&) const { return kNoPosition; }
  const std::string& operator()(const FoundRow&) const { return kNoPosition; }
  const std::string& operator()(const ComputedRows&) const { return kNoPosition; }
  const std::string& operator()(const SelectedRows& selected) const { return selected.read_position(); }
};

constexpr ReadCounters kNothingRead;
struct CountersOfRows {
  const ReadCounters& operator()(NoRows&) const { return kNothingRead; }
  const ReadCounters& operator()(KeyspaceSet&) const { return kNothingRead; }
  const ReadCounters& operator()(SchemaChanged&) const { return kNothingRead; }
  const ReadCounters& operator()(FoundRow& found) const { return found.counters; }
  const ReadCounters& operator()(ComputedRows&) const { return kNothingRead; }
  const ReadCounters& operator()(SelectedRows& selected) const { return selected.counters(); }
};

struct KindOfSource {
  ResultKind operator()(const NoRows&) const { return ResultKind::nothing; }
  ResultKind operator()(const KeyspaceSet&) const { return ResultKind::keyspace_set; }
  ResultKind operator()(const SchemaChanged&) const { return ResultKind::schema_changed; }
  ResultKind operator()(const FoundRow&) const { return ResultKind::rows; }
  ResultKind operator()(const ComputedRows&) const { return ResultKind::rows; }
  ResultKind operator()(const SelectedRows&) const { return ResultKind::rows; }
};

/// Refuses bytes that are no value of the type. Lists that are stored hold no nulls; those that ttl() and writetime()
/// answer for a collection may.
void check_shown(const Type& type, std::string_view bytes) {
  const auto elements = type.kind == TypeKind::list ? try_unpack(type, bytes) : std::nullopt;
  if (!elements) return check(type, bytes);
  for (const ValueView& element : *elements) {
    if (element) check_shown(type.arguments.front(), *element);
  }
}

/// A read of one row by its key counts no deletions.
ReadCounters difference(const ReadCounters& after, const ReadCounters& before) {
  return {after.partitions - before.partitions, after.rows - before.rows, after.entries - before.entries};
}

}  // namespace

void check_rows(const std::vector<ResultColumn>& columns, std::vector<std::vector<Value>>& rows) {
  for (std::vector<Value>& row : rows) {
    if (row.size() > columns.size()) {
      refuse("no_result_column_number", {},
             {{"count", std::to_string(columns.size())}, {"number", std::to_string(columns.size())}});
    }
    for (std::size_t column = 0; column < row.size(); ++column) {
      if (row[column]) check_shown(columns[column].type, *row[column]);
    }
    row.resize(columns.size());
  }
}

ResultState::ResultState(ResultColumns of_rows, ComputedRows rows, std::vector<Diagnostic> of_statement)
    : columns(std::move(of_rows)), notices(std::move(of_statement)), source(std::move(rows)) {}

ResultState::ResultState(const CachedPlanPointer& planned, const std::shared_ptr<DatabaseState>& database,
                         std::vector<BoundValue> slots, Seconds now, std::function<bool()> interrupted,
                         SystemFactsPointer facts)
    : columns(columns_of(planned)),
      notices(planned->plan.notices),
      source(std::in_place_type<SelectedRows>, planned, database, std::move(slots), now,
             std::move(interrupted), std::move(facts)) {}

std::unique_ptr<ResultState> ResultState::of_one_row(const CachedPlanPointer& planned,
                                                     const std::shared_ptr<IdleResult>& idle,
                                                     Transaction& source, std::span<const BoundValue> slots,
                                                     Seconds now) {
  std::unique_ptr<ResultState> state = idle->take();
  if (!state) {
    state = std::make_unique<ResultState>();
    state->source.emplace<FoundRow>();
  }
  auto& one = std::get<FoundRow>(state->source);
  one.idle = idle;
  const ReadCounters before = source.counters();
  const SimpleRowFound found = planned->direct_select->read(source, slots, now, state->row);
  if (found == SimpleRowFound::unknown) {
    recycle(std::move(state));
    return nullptr;
  }
  // A result of the same plan leaves its columns.
  if (state->columns.get() != &planned->columns) state->columns = columns_of(planned);
  one.waits = found == SimpleRowFound::yes;
  one.counters = difference(source.counters(), before);
  return state;
}

void ResultState::recycle(std::unique_ptr<ResultState> state) {
  auto* const found = state ? std::get_if<FoundRow>(&state->source) : nullptr;
  if (found == nullptr || state->row.capacity() > kMuchMemory) return;
  const std::shared_ptr<IdleResult> idle = std::move(found->idle);
  idle->keep(std::move(state));
}

void ResultState::move_places_to(const KnownShapePointer& shape, const std::vector<ShapeLiteral>& literals) {
  for (Diagnostic& notice : notices) move_spans(notice, shape->origin, literals);
  if (auto* const selected = std::get_if<SelectedRows>(&source)) selected->move_places_to(shape, literals);
}

ResultKind ResultState::kind() const { return std::visit(KindOfSource{}, source); }

const ResultRow* ResultState::next() {
  if (!std::visit(NextRow{*this, row}, source)) return nullptr;
  row.describe(*columns);
  return &row;
}

bool ResultState::take_more(ComputedRows& computed) {
  while (computed.more) {
    computed.next = 0;
    computed.rows.clear();
    // What it refuses ends the result.
    const SupplyResultRows more = std::exchange(computed.more, nullptr);
    if (!more(computed.rows, notices)) return false;
    computed.more = more;
    check_rows(*columns, computed.rows);
    if (!computed.rows.empty()) return true;
  }
  return false;
}

void ResultState::pause() { std::visit(PauseRows{}, source); }

const std::string& ResultState::read_position() const { return std::visit(PositionOfRows{}, source); }

const std::vector<Diagnostic>& ResultState::notices_so_far() {
  auto* const selected = std::get_if<SelectedRows>(&source);
  if (selected == nullptr) return notices;
  return complete_notices = selected->complete(notices);
}

const ReadCounters& ResultState::counters() { return std::visit(CountersOfRows{}, source); }

}  // namespace cellar
