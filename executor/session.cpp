#include "executor/definitions.h"
#include "executor/function_catalogue.h"
#include "executor/result_state.h"
#include "executor/write_run.h"
#include "parser/parser.h"

namespace cellar {

namespace {

/// A SELECT within a group is read up to here; with more rows the group is committed first.
constexpr std::size_t kPage = 100;

enum class Access { read, write, definition };

struct AccessOf {
  Access operator()(const SelectStatement&) { return Access::read; }
  Access operator()(const UseStatement&) { return Access::read; }
  Access operator()(const UnsupportedStatement&) { return Access::read; }
  Access operator()(const InsertStatement&) { return Access::write; }
  Access operator()(const UpdateStatement&) { return Access::write; }
  Access operator()(const DeleteStatement&) { return Access::write; }
  Access operator()(const BatchStatement&) { return Access::write; }
  template <typename Definition>
  Access operator()(const Definition&) {
    return Access::definition;
  }
};

std::vector<ResultColumn> result_columns(const Plan& plan) {
  std::vector<ResultColumn> columns;
  if (const auto* select = std::get_if<SelectPlan>(&plan.node)) {
    for (const OutputColumn& column : select->columns) columns.push_back({column.name, column.value.type});
  }
  return columns;
}

std::vector<BoundValue> slots_of(const Planned& planned, std::span<const BoundValue> values) {
  std::vector<BoundValue> slots = planned.literals;
  bind_markers(*planned.statement, planned.plan, planned.markers, values, slots);
  return slots;
}

std::vector<Slot> marker_slots(const Planned& planned) {
  std::vector<Slot> slots;
  for (const std::size_t index : planned.markers) slots.push_back(planned.plan.slots[index]);
  return slots;
}

}  // namespace

/// Null: a statement that answers neither rows nor notices.
using ResultPointer = std::unique_ptr<ResultState>;

struct SessionState {
  std::shared_ptr<DatabaseState> database;
  Policy policy = Policy::cassandra;
  std::string keyspace;
  WaitForWriter wait;

  bool grouping = false;
  bool group_lost = false;  // its transaction failed: what follows would stand behind a hole
  std::size_t pending = 0;
  std::optional<WriteTransaction> group;

  /// The plan within what the transaction sees; `before` where it still holds.
  PlannedPointer plan_in(Transaction& transaction, std::shared_ptr<const Statement> statement,
                         const PlannedPointer& before, Timestamp now);
  ResultPointer run(std::shared_ptr<const Statement> statement, PlannedPointer& planned,
                    std::span<const BoundValue> values);
  void use(std::string name);
  void commit_open_group();

 private:
  ResultPointer run_read(std::shared_ptr<const Statement> statement, PlannedPointer& planned,
                         std::span<const BoundValue> values);
  ResultPointer run_write(std::shared_ptr<const Statement> statement, PlannedPointer& planned,
                          std::span<const BoundValue> values);
  ResultPointer run_definition_statement(std::shared_ptr<const Statement> statement, PlannedPointer& planned);
  ResultPointer read_page(ResultPointer state);
  ResultPointer without_rows(const PlannedPointer& planned);
  void apply_to_group(const std::vector<Mutation>& mutations);
};

PlannedPointer SessionState::plan_in(Transaction& transaction, std::shared_ptr<const Statement> statement,
                                     const PlannedPointer& before, Timestamp now) {
  if (before && before->policy == policy && before->schema_version == transaction.schema_version())
    return before;
  const SchemaPointer schema = database->schema_of(transaction);
  auto planned = std::make_shared<Planned>();
  planned->schema_version = schema->version;
  planned->policy = policy;
  planned->keyspace = before ? before->keyspace : keyspace;
  planned->plan = plan(*statement, {*schema, planned->keyspace, policy, find_functions, now});
  planned->columns = result_columns(planned->plan);
  planned->markers = markers_of(*statement);
  planned->literals = bind_literals(*statement, planned->plan);
  planned->statement = std::move(statement);
  return planned;
}

ResultPointer SessionState::run(std::shared_ptr<const Statement> statement, PlannedPointer& planned,
                                std::span<const BoundValue> values) {
  if (group_lost) refuse("group_lost");
  switch (std::visit(AccessOf(), statement->node)) {
    case Access::read:
      return run_read(std::move(statement), planned, values);
    case Access::write:
      return run_write(std::move(statement), planned, values);
    case Access::definition:
      break;
  }
  return run_definition_statement(std::move(statement), planned);
}

ResultPointer SessionState::run_read(std::shared_ptr<const Statement> statement, PlannedPointer& planned,
                                     std::span<const BoundValue> values) {
  std::optional<Transaction> snapshot;
  if (!group) snapshot.emplace(database->store.read());
  Transaction& transaction = group ? *group : *snapshot;
  planned = plan_in(transaction, std::move(statement), planned, database->now_microseconds());
  if (const auto* use_plan = std::get_if<UsePlan>(&planned->plan.node)) {
    keyspace = use_plan->keyspace;
    return without_rows(planned);
  }
  auto state = std::make_unique<ResultState>(planned, database, slots_of(*planned, values), wait.interrupted);
  if (group) return read_page(std::move(state));
  state->transaction = std::move(snapshot);
  return state;
}

/// Rows of a group are read at once, for its next write would take them away. A long result goes on
/// from a snapshot, which must hold the group.
ResultPointer SessionState::read_page(ResultPointer state) {
  state->counted_already = group->counters();
  std::vector<Value> row;
  while (state->page.size() <= kPage) {
    if (!state->read_row(*group, row)) return state;
    state->page.push_back(std::move(row));
    row.clear();
  }
  state->pause(*group);
  commit_open_group();
  return state;
}

ResultPointer SessionState::without_rows(const PlannedPointer& planned) {
  if (planned->plan.notices.empty()) return nullptr;
  return std::make_unique<ResultState>(planned);
}

/// All mutations of a statement are known before the first is applied, so a refused statement leaves
/// an open group as it was.
ResultPointer SessionState::run_write(std::shared_ptr<const Statement> statement, PlannedPointer& planned,
                                      std::span<const BoundValue> values) {
  std::optional<WriteTransaction> own;
  if (grouping && !group) group.emplace(database->store.write(wait));
  if (!grouping) own.emplace(database->store.write(wait));
  WriteTransaction& transaction = own ? *own : *group;
  planned = plan_in(transaction, std::move(statement), planned, database->now_microseconds());
  const std::vector<BoundValue> slots = slots_of(*planned, values);
  EvaluationContext context = database->evaluation_context();
  const Seconds now = context.now_microseconds / 1'000'000;
  const WriteRun run{transaction, {slots, &context, now, nullptr, {}}, transaction.next_timestamp()};
  std::vector<Mutation> mutations;
  std::visit(
      [&](const auto& node) {
        if constexpr (requires { gather(node, run, mutations); }) gather(node, run, mutations);
      },
      planned->plan.node);
  if (own) {
    own->apply(mutations);
    if (!mutations.empty()) own->commit();
  } else {
    apply_to_group(mutations);
  }
  return without_rows(planned);
}

void SessionState::apply_to_group(const std::vector<Mutation>& mutations) {
  try {
    group->apply(mutations);
  } catch (...) {
    if (group->usable()) throw;
    group.reset();
    pending = 0;
    group_lost = true;
    throw;
  }
  ++pending;
}

ResultPointer SessionState::run_definition_statement(std::shared_ptr<const Statement> statement,
                                                     PlannedPointer& planned) {
  commit_open_group();
  WriteTransaction transaction = database->store.write(wait);
  // The time of a dropped column must lie behind every write before it.
  planned = plan_in(transaction, std::move(statement), nullptr, transaction.next_timestamp());
  if (const auto* definition = std::get_if<SchemaPlan>(&planned->plan.node)) {
    run_definition(*definition, *database->schema_of(transaction), transaction);
    if (!definition->changes.empty()) transaction.commit();
  } else {
    run_truncate(std::get<TruncatePlan>(planned->plan.node), transaction);
    transaction.commit();
  }
  return without_rows(planned);
}

void SessionState::commit_open_group() {
  if (!group) return;
  WriteTransaction transaction = std::move(*group);
  group.reset();
  pending = 0;
  try {
    transaction.commit();
  } catch (...) {
    group_lost = true;
    throw;
  }
}

void SessionState::use(std::string name) {
  Transaction transaction = database->store.read();
  auto statement = std::make_shared<Statement>();
  statement->node = UseStatement{Name{std::move(name), {}, true}};
  const PlannedPointer planned = plan_in(transaction, std::move(statement), nullptr, 0);
  keyspace = std::get<UsePlan>(planned->plan.node).keyspace;
}

const std::vector<Slot>& Prepared::markers() const { return state_->markers; }
const std::vector<ResultColumn>& Prepared::columns() const { return state_->planned->columns; }

Session::Session(const Database& database, Policy policy) : state_(std::make_unique<SessionState>()) {
  state_->database = database.state_;
  state_->policy = policy;
}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

Result Session::execute(std::string_view statement) {
  PlannedPointer planned;
  return Result(state_->run(std::make_shared<const Statement>(parse(statement)), planned, {}));
}

Prepared Session::prepare(std::string_view statement) {
  auto parsed = std::make_shared<const Statement>(parse(statement));
  std::optional<Transaction> snapshot;
  if (!state_->group) snapshot.emplace(state_->database->store.read());
  Transaction& transaction = state_->group ? *state_->group : *snapshot;
  Prepared prepared;
  prepared.state_ = std::make_shared<PreparedState>();
  PlannedPointer& planned = prepared.state_->planned;
  planned = state_->plan_in(transaction, std::move(parsed), nullptr, state_->database->now_microseconds());
  prepared.state_->markers = marker_slots(*planned);
  return prepared;
}

Result Session::execute(const Prepared& prepared, std::span<const BoundValue> values) {
  PlannedPointer& planned = prepared.state_->planned;
  return Result(state_->run(planned->statement, planned, values));
}

void Session::begin_group() {
  state_->grouping = true;
  state_->group_lost = false;
}

void Session::commit_group() {
  state_->grouping = false;
  state_->commit_open_group();
  if (!state_->group_lost) return;
  state_->group_lost = false;
  refuse("group_lost");
}

std::size_t Session::pending() const { return state_->pending; }

const std::string& Session::keyspace() const { return state_->keyspace; }
void Session::use(std::string keyspace) { state_->use(std::move(keyspace)); }
Policy Session::policy() const { return state_->policy; }
void Session::set_policy(Policy policy) { state_->policy = policy; }
void Session::set_wait(WaitForWriter wait) { state_->wait = std::move(wait); }

SchemaPointer Session::schema() const {
  if (state_->group) return state_->database->schema_of(*state_->group);
  Transaction transaction = state_->database->store.read();
  return state_->database->schema_of(transaction);
}

}  // namespace cellar
