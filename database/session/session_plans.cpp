#include "database/session/session_plans.h"

#include <utility>

#include "database/results/conditional_answer.h"
#include "executor/literal_value.h"
#include "parser/lone_value.h"
#include "parser/parser.h"
#include "planner/planner.h"
#include "planner/write/generated_times.h"

namespace cellar {

namespace {

/// The columns that are known before the statement runs.
struct PlannedColumns {
  std::vector<ResultColumn> operator()(const SelectPlan& select) const {
    std::vector<ResultColumn> columns;
    for (const OutputColumn& column : select.columns) {
      columns.push_back({column.name, column.value.type, nullptr, 0, select.table});
      const auto* const stored = std::get_if<ColumnNode>(&column.value.node);
      if (stored == nullptr) continue;
      columns.back().table = select.table;
      columns.back().place = stored->column;
    }
    return columns;
  }
  std::vector<ResultColumn> operator()(const WritePlan&) const { return {}; }
  std::vector<ResultColumn> operator()(const DefinitionPlan&) const { return {}; }
  std::vector<ResultColumn> operator()(const UsePlan&) const { return {}; }
  std::vector<ResultColumn> operator()(const AnswerPlan& answer) const {
    std::vector<ResultColumn> columns;
    for (const AnswerPlan::Column& column : answer.columns) columns.push_back({column.name, column.type});
    return columns;
  }
};

/// Sets what is taken from the plan, so that it need not be found at each run.
void complete(CachedPlan& planned) {
  planned.direct = DirectUpsert::of(planned.plan);
  planned.direct_conditional = DirectConditional::of(planned.plan);
  planned.direct_select = DirectSelect::of(planned.plan);
  const auto* const write = std::get_if<WritePlan>(&planned.plan.node);
  planned.has_generated_time = write != nullptr && has_generated_time(*write);
  if (planned.has_generated_time) planned.direct_timed = DirectUpsert::of_computed_key(planned.plan);
  planned.columns = std::visit(PlannedColumns{}, planned.plan.node);
  if (const auto* conditional = write_in<ConditionalPlan>(planned.plan.node))
    planned.applied_columns = {applied_column(*conditional)};
  planned.markers = markers_of(*planned.statement);
  planned.literals = bind_literals(*planned.statement, planned.plan);
}

}  // namespace

Transaction& SessionPlans::source_of_reads(std::optional<Transaction>& snapshot) {
  if (WriteTransaction* const transaction = group_.transaction()) {
    if (transaction->has_writes()) return *transaction;
    group_.commit();
  }
  return snapshot.emplace(database_.store.read());
}

SchemaPointer SessionPlans::schema_as_seen() {
  if (WriteTransaction* const transaction = group_.transaction()) return database_.schema_of(*transaction);
  return database_.newest_schema();
}

CachedPlanPointer SessionPlans::plan_in(Transaction& transaction, std::shared_ptr<const Statement> statement,
                                        const CachedPlanPointer& before, Timestamp now) {
  if (is_current(before, transaction)) return before;
  return plan_anew(transaction, std::move(statement), before ? before->keyspace : settings_.keyspace, now);
}

CachedPlanPointer SessionPlans::plan_anew(Transaction& transaction,
                                          std::shared_ptr<const Statement> statement,
                                          const std::string& keyspace, Timestamp now) {
  const SchemaPointer schema = database_.schema_of(transaction);
  auto planned = std::make_shared<CachedPlan>();
  planned->schema_version = schema->version;
  planned->policy = settings_.policy;
  planned->keyspace = keyspace;
  planned->plan = plan(*statement, context(*schema, planned->keyspace, now));
  planned->statement = std::move(statement);
  complete(*planned);
  if (observer_) observer_->note_planned("Planned");
  return planned;
}

CachedPlanPointer SessionPlans::plan_parsed(std::shared_ptr<const Statement> statement) {
  std::optional<Transaction> snapshot;
  CachedPlanPointer planned;
  plan_read(snapshot, [&](Transaction& transaction) { planned = plan_in(transaction, statement); });
  return planned;
}

CachedPlanPointer SessionPlans::plan_text(std::string_view text) {
  return plan_parsed(std::make_shared<const Statement>(parse(text)));
}

CachedPlanPointer SessionPlans::prepare(std::string_view text) {
  if (CachedPlanPointer known = find_prepared(text)) return known;
  return prepare_parsed(text, std::make_shared<const Statement>(parse(text)));
}

CachedPlanPointer SessionPlans::find_prepared(std::string_view text) {
  if (!takes_short_ways()) return nullptr;
  std::optional<Transaction> snapshot;
  Transaction& transaction = source_of_reads(snapshot);
  const KnownShapePointer known = find(text);
  const bool serves = known && known->is_of_one_text() && fits(*known->planned, transaction);
  return serves ? known->planned : nullptr;
}

CachedPlanPointer SessionPlans::prepare_parsed(std::string_view text,
                                               std::shared_ptr<const Statement> statement) {
  CachedPlanPointer planned = plan_parsed(std::move(statement));
  learn(text, planned);
  return planned;
}

std::optional<std::string> SessionPlans::compute(std::string_view text, const Type& type) {
  const std::optional<LoneLiteral> value = parse_value(text);
  if (!value) return std::nullopt;
  try {
    const SchemaPointer schema = schema_as_seen();
    return value_of_literal(*value, {.type = type, .name = ""},
                            context(*schema, settings_.keyspace, database_.now_microseconds()),
                            database_.evaluation_context());
  } catch (const Refusal&) {
    return std::nullopt;
  }
}

void SessionPlans::use(std::string keyspace) {
  std::optional<Transaction> snapshot;
  Transaction& transaction = source_of_reads(snapshot);
  auto statement = std::make_shared<Statement>();
  statement->node = UseStatement{Name{std::move(keyspace), {}, true}};
  const CachedPlanPointer planned = plan_in(transaction, std::move(statement));
  settings_.keyspace = std::get<UsePlan>(planned->plan.node).keyspace;
}

KnownShapePointer SessionPlans::find(std::string_view text) {
  shapes_.enter(database_.shapes, settings_.policy, settings_.keyspace);
  return shapes_.find(text, shape_);
}

void SessionPlans::learn(std::string_view text, const CachedPlanPointer& planned) {
  if (!takes_short_ways() || !read_shape(text, shape_)) return;
  shapes_.enter(database_.shapes, settings_.policy, settings_.keyspace);
  shapes_.learn(text, shape_, planned);
}

KnownShapePointer SessionPlans::find_or_plan(std::string_view text, Transaction& source) {
  KnownShapePointer known = find(text);
  if (known && fits(*known->planned, source)) return known;
  if (!read_shape(text, shape_)) return nullptr;
  learn(text, plan_in(source, std::make_shared<const Statement>(parse(text))));
  return find(text);
}

}  // namespace cellar
