#include "database/session/session_state.h"

#include <utility>

#include "executor/definitions.h"
#include "parser/parser.h"

namespace cellar {

namespace {

/// A SELECT within a group is read up to here; with more rows the group is committed first.
constexpr std::size_t kPage = 100;

}  // namespace

void SessionState::plan_running(Transaction& transaction) {
  CachedPlanPointer& planned = running_.planned;
  if (plans_.holds(planned, transaction)) {
    if (observer_) observer_->note_planned("Used the plan of a prepared statement");
    return;
  }
  planned = plans_.plan_in(transaction, running_.statement, planned, database->now_microseconds());
  if (!running_.stand_in.empty()) {
    // It has only the literals that were to be refused, and they were not.
    planned.reset();
    running_.stand_in.clear();
    running_.statement = std::make_shared<const Statement>(parse(running_.text));
    planned = plans_.plan_in(transaction, running_.statement, planned, database->now_microseconds());
  }
  if (running_.prepared) running_.prepared->check_markers(*planned);
  if (running_.parts) check_markers_of_parts(*planned);
}

void SessionState::plan_running() {
  std::optional<Transaction> snapshot;
  plans_.plan_read(snapshot, [this](Transaction& source) { plan_running(source); });
}

Seconds SessionState::now_seconds(Timestamp now_microseconds) const {
  const Request* const request = running_.request;
  return request != nullptr && request->now ? *request->now : now_microseconds / 1'000'000;
}

ResultPointer SessionState::execute(std::string_view text) {
  running_ = {};
  running_.text = text;
  return run_to_end();
}

ResultPointer SessionState::execute(const std::shared_ptr<PreparedState>& prepared,
                                    std::span<const BoundValue> values) {
  begin(prepared, values);
  return run_to_end();
}

void SessionState::begin(const std::shared_ptr<PreparedState>& prepared, std::span<const BoundValue> values) {
  Running next;
  if (last_prepared_.statement != prepared) {
    last_prepared_ = {prepared, nullptr};
  } else if (running_.planned == last_prepared_.planned && !is_analyzing()) {
    next.planned = std::move(running_.planned);
    next.statement = std::move(running_.statement);
  }
  next.prepared = prepared.get();
  next.values = values;
  running_ = std::move(next);
}

void SessionState::take_prepared_plan() {
  CachedPlanPointer& newest = last_prepared_.planned;
  if (!running_.prepared->has(newest.get())) {
    if (!running_.prepared->belongs_to(database->number)) refuse("prepared_elsewhere");
    newest = with_own_count(running_.prepared->planned());
  }
  running_.plan_before = newest.get();
  if (running_.planned == newest && running_.statement.get() == newest->statement.get()) return;
  running_.planned = newest;
  running_.statement = {newest, newest->statement.get()};
}

/// Runs a statement whose write this thread waits for.
ResultPointer SessionState::run_to_end() {
  ResultPointer result;
  try {
    run(result);
  } catch (Refusal& refusal) {
    give_own_places(refusal);
    note_refusal(refusal.diagnostic);
    keep_refused();
    throw;
  }
  if (observer_) observer_->leave();
  return result;
}

void SessionState::give_own_places(Refusal& refusal) const {
  database->name_file(refusal);
  if (running_.known) move_spans(refusal.diagnostic, running_.known->origin, plans_.shape().literals);
}

Progress SessionState::run(ResultPointer& result) {
  if (settings.tracing || observer_) begin_to_observe();
  wait_.require_time();
  if (group.is_lost()) refuse("group_lost");
  if (running_.prepared) {
    take_prepared_plan();
    return run_planned(result);
  }
  if (running_.parts) return run_parts(result);
  if (plans_.takes_short_ways() && running_.values.empty()) {
    const Progress progress = run_by_shape(result);
    if (progress != Progress::other_way) return progress;
  }
  return run_long(result);
}

Progress SessionState::run_long(ResultPointer& result) {
  running_.known.reset();
  running_.planned.reset();
  if (running_.parts) join_parts();
  if (!observer_) {
    std::optional<Diagnostic> refusal = faults_.find_known_fault(running_.text);
    if (refusal) return refuse_running(std::move(*refusal));
  }
  const auto begin = Analysis::Clock::now();
  if (std::optional<Diagnostic> fault = parse_running()) return refuse_running(std::move(*fault));
  running_.parsing = Analysis::Clock::now() - begin;
  if (running_.parts) require_lone_parts();
  note("Parsed the statement: its shape was not known");
  return run_planned(result);
}

Progress SessionState::run_planned(ResultPointer& result) {
  const auto* const explain = std::get_if<ExplainStatement>(&running_.statement->node);
  if (explain != nullptr && explain->analyze) return run_analyzed(result);
  const Access access = running_.statement->access();
  if (access == Access::write) {
    const Progress progress = run_write();
    if (progress == Progress::done) result = end_write();
    return progress;
  }
  result = access == Access::read ? run_read() : run_definition_statement();
  keep_plan();
  return Progress::done;
}

void SessionState::keep_plan() {
  if (is_analyzing() || running_.parts) return;
  if (running_.prepared) {
    if (running_.planned.get() != running_.plan_before) running_.prepared->replace(running_.planned);
  } else if (!running_.known && running_.planned) {
    plans_.learn(running_.text, running_.planned);
  }
}

ResultPointer SessionState::run_read() {
  std::optional<Transaction> snapshot;
  Transaction& transaction =
      plans_.plan_read(snapshot, [this](Transaction& source) { plan_running(source); });
  CachedPlanPointer& planned = running_.planned;
  if (const auto* use_plan = std::get_if<UsePlan>(&planned->plan.node)) {
    settings.keyspace = use_plan->keyspace;
    running_.is_use = true;
    ResultPointer result = without_rows(planned);
    if (!result) result = std::make_unique<ResultState>();
    result->source = KeyspaceSet{settings.keyspace};
    return result;
  }
  if (const auto* answer = std::get_if<AnswerPlan>(&planned->plan.node)) {
    ResultColumns columns(planned, &planned->columns);
    return std::make_unique<ResultState>(std::move(columns), ComputedRows{answer->rows},
                                         told_.planned(*planned));
  }
  bind(*planned, running_.values, slots_);
  return run_select(transaction, snapshot);
}

/// Reads with the values in `slots_`. `source` is the group, or the snapshot.
ResultPointer SessionState::run_select(Transaction& source, std::optional<Transaction>& snapshot) {
  const CachedPlanPointer& planned = running_.planned;
  const Request* const request = is_analyzing() ? nullptr : running_.request;
  const Seconds now = now_seconds(database->now_microseconds());
  const bool goes_on = request != nullptr && !request->read_position.empty();
  if (planned->direct_select && plans_.takes_short_ways() && !observer_ && !goes_on) {
    if (ResultPointer row = ResultState::of_one_row(planned, idle_result_, source, slots_, now)) return row;
  }
  auto state = std::make_unique<ResultState>(planned, database, slots_, now, wait_.asked_while_reading());
  // From here on refusals have places in the text of this statement.
  if (const KnownShapePointer known = std::move(running_.known))
    state->move_places_to(known, plans_.shape().literals);
  auto& rows = std::get<SelectedRows>(state->source);
  std::erase_if(state->notices, [this](const Diagnostic& notice) { return !told_.wants(notice); });
  if (settings.teaches()) rows.tell_of_deletions();
  if (!plans_.takes_short_ways()) rows.read_one_by_one();
  if (request != nullptr) rows.set_page(request->page_size, request->read_position);
  if (group.transaction() == nullptr) {
    rows.read_from(std::exchange(snapshot, std::nullopt));
  } else if (rows.read_group(*group.transaction(), kPage + 1)) {
    group.commit();
  }
  return state;
}

ResultPointer SessionState::with_own_places(ResultPointer result) const {
  if (running_.known) result->move_places_to(running_.known, plans_.shape().literals);
  if (!running_.list_sizes.empty()) count_elements(result->notices);
  return result;
}

ResultPointer SessionState::run_definition_statement() {
  group.commit();
  WriteTransaction transaction = wait_.begin_to_write();
  note("Acquired the write lock");
  // The time of a dropped column must be later than that of every earlier write.
  CachedPlanPointer& planned = running_.planned;
  planned = plans_.plan_in(transaction, running_.statement, nullptr, transaction.next_timestamp());
  const SchemaPointer before = database->schema_of(transaction);
  SchemaPointer after;
  const auto& plan = std::get<DefinitionPlan>(planned->plan.node);
  const auto* const definition = std::get_if<SchemaPlan>(&plan);
  if (definition != nullptr) {
    if (definition->changes.empty()) return run_unchanged_definition(std::move(transaction));
    EvaluationContext context = database->evaluation_context();
    bind(*planned, running_.values, slots_);
    after = run_definition(*definition, *before, transaction,
                           {slots_, &context, now_seconds(context.now_microseconds), nullptr, {}});
  } else {
    after = run_truncate(std::get<TruncatePlan>(plan), *before, transaction);
  }
  note("Made the change");
  transaction.commit();
  note("Committed");
  database->publish(after);
  if (definition != nullptr) {
    for (const SchemaChange& change : definition->changes) builds_.build_after(change, *after);
  }
  return note_definition(*before, *after);
}

/// What IF NOT EXISTS finds may have been left unbuilt.
ResultPointer SessionState::run_unchanged_definition(WriteTransaction transaction) {
  const QualifiedName* name = nullptr;
  if (const auto* index = std::get_if<CreateIndexStatement>(&running_.statement->node)) name = &index->table;
  if (const auto* view = std::get_if<CreateViewStatement>(&running_.statement->node)) name = &view->base;
  if (name != nullptr) {
    const SchemaPointer schema = database->schema_of(transaction);
    { const WriteTransaction ended = std::move(transaction); }
    builds_.build_if_lacking({name->keyspace ? name->keyspace->text : settings.keyspace, name->name.text},
                             *schema);
  }
  return without_rows(running_.planned);
}

}  // namespace cellar
