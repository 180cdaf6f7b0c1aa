#include "executor/session_state.h"

#include "executor/definitions.h"
#include "executor/function_catalogue.h"
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

/// Fills `slots`, whose memory is used again.
void bind(const Planned& planned, std::span<const BoundValue> values, std::vector<BoundValue>& slots) {
  slots.resize(planned.literals.size());
  for (std::size_t index = 0; index < slots.size(); ++index) {
    if (!planned.literals[index].unset) slots[index] = planned.literals[index];
  }
  bind_markers(*planned.statement, planned.plan, planned.markers, values, slots);
}

}  // namespace

Transaction& SessionState::source_of_reads(std::optional<Transaction>& snapshot) {
  if (group && !group->has_writes()) commit_open_group();
  if (group) return *group;
  return snapshot.emplace(database->store.read());
}

bool SessionState::serves(const Planned& planned, Transaction& transaction) const {
  return planned.policy == policy && planned.keyspace == keyspace &&
         planned.schema_version == transaction.schema_version();
}

bool SessionState::holds(const PlannedPointer& planned, Transaction& transaction) const {
  return planned && planned->policy == policy && planned->schema_version == transaction.schema_version();
}

PlannedPointer SessionState::plan_in(Transaction& transaction, std::shared_ptr<const Statement> statement,
                                     const PlannedPointer& before, Timestamp now) {
  if (holds(before, transaction)) return before;
  const SchemaPointer schema = database->schema_of(transaction);
  auto planned = std::make_shared<Planned>();
  planned->schema_version = schema->version;
  planned->policy = policy;
  planned->keyspace = before ? before->keyspace : keyspace;
  planned->plan = plan(*statement, {*schema, planned->keyspace, policy, find_functions, now});
  planned->direct = DirectUpsert::of(planned->plan);
  planned->direct_select = DirectSelect::of(planned->plan);
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
  Transaction& transaction = source_of_reads(snapshot);
  if (!holds(planned, transaction))
    planned = plan_in(transaction, std::move(statement), planned, database->now_microseconds());
  if (const auto* use_plan = std::get_if<UsePlan>(&planned->plan.node)) {
    keyspace = use_plan->keyspace;
    return without_rows(planned);
  }
  bind(*planned, values, slots_);
  if (planned->direct_select) {
    if (ResultPointer result = ResultState::of_one_row(planned, database, transaction, slots_)) return result;
  }
  return read(std::move(snapshot),
              std::make_unique<ResultState>(planned, database, slots_, wait.interrupted));
}

ResultPointer SessionState::read(std::optional<Transaction> snapshot, ResultPointer state) {
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
    state->page.push() = std::move(row);
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

void SessionState::gather_plan(const Planned& planned, const WriteRun& run,
                               std::vector<Mutation>& mutations) {
  std::visit(
      [&](const auto& node) {
        if constexpr (requires { gather(node, run, mutations); }) gather(node, run, mutations);
      },
      planned.plan.node);
}

void SessionState::write_plan(const Planned& planned, WriteTransaction& transaction,
                              std::vector<Mutation>& mutations) {
  EvaluationContext context = database->evaluation_context();
  const WriteRun run = write_run(transaction, context, transaction.next_timestamp(context.now_microseconds));
  if (!planned.direct || !planned.direct->write(run)) gather_plan(planned, run, mutations);
}

WriteRun SessionState::write_run(WriteTransaction& transaction, EvaluationContext& context,
                                 Timestamp timestamp) const {
  return {transaction, {slots_, &context, context.now_microseconds / 1'000'000, nullptr, {}}, timestamp};
}

ResultPointer SessionState::run_write(std::shared_ptr<const Statement> statement, PlannedPointer& planned,
                                      std::span<const BoundValue> values) {
  write([&](WriteTransaction& transaction, std::vector<Mutation>& mutations) {
    planned = plan_in(transaction, std::move(statement), planned, database->now_microseconds());
    bind(*planned, values, slots_);
    write_plan(*planned, transaction, mutations);
    return true;
  });
  return without_rows(planned);
}

/// A store that failed has lost the group.
void SessionState::give_up_lost_group() {
  if (!group || group->usable()) return;
  group.reset();
  pending = 0;
  group_lost = true;
}

ResultPointer SessionState::run_definition_statement(std::shared_ptr<const Statement> statement,
                                                     PlannedPointer& planned) {
  commit_open_group();
  WriteTransaction transaction = database->store.write(wait);
  // The time of a dropped column must lie behind every write before it.
  planned = plan_in(transaction, std::move(statement), nullptr, transaction.next_timestamp());
  const SchemaPointer before = database->schema_of(transaction);
  SchemaPointer after;
  if (const auto* definition = std::get_if<SchemaPlan>(&planned->plan.node)) {
    if (definition->changes.empty()) return without_rows(planned);
    after = run_definition(*definition, *before, transaction);
  } else {
    after = run_truncate(std::get<TruncatePlan>(planned->plan.node), *before, transaction);
  }
  transaction.commit();
  database->publish(std::move(after));
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
    group_lost = grouping;
    throw;
  }
}

void SessionState::end_group() {
  grouping = false;
  const bool was_lost = std::exchange(group_lost, false);
  commit_open_group();
  if (was_lost) refuse("group_lost");
}

void SessionState::commit_group_behind() {
  if (group_lost) end_group();
  try {
    if (group) group->commit_behind();
    pending = 0;
  } catch (...) {
    drop_group();
    throw;
  }
}

bool SessionState::is_commit_done() {
  if (group_lost) end_group();
  try {
    return !group || group->is_commit_before_done();
  } catch (...) {
    drop_group();
    throw;
  }
}

void SessionState::drop_group() {
  grouping = group_lost = false;
  group.reset();
  pending = 0;
}

void SessionState::use(std::string name) {
  std::optional<Transaction> snapshot;
  Transaction& transaction = source_of_reads(snapshot);
  auto statement = std::make_shared<Statement>();
  statement->node = UseStatement{Name{std::move(name), {}, true}};
  const PlannedPointer planned = plan_in(transaction, std::move(statement), nullptr, 0);
  keyspace = std::get<UsePlan>(planned->plan.node).keyspace;
}

}  // namespace cellar
