#include "database/statement/statement_planning.h"

#include <utility>

#include "parser/parser.h"

namespace cellar {

void StatementPlanning::begin(const std::shared_ptr<PreparedState>& prepared,
                              std::span<const BoundValue> values) {
  bool is_again = last_prepared_.statement == prepared;
  if (!is_again) last_prepared_ = {prepared, nullptr};
  is_again = is_again && running_.planned == last_prepared_.planned && !session_.is_analyzing();
  running_.begin(is_again);
  running_.prepared = prepared.get();
  running_.values = values;
}

void StatementPlanning::take_prepared_plan() {
  CachedPlanPointer& newest = last_prepared_.planned;
  if (!running_.prepared->has(newest.get())) {
    if (!running_.prepared->belongs_to(session_.database->number)) refuse("prepared_elsewhere");
    newest = with_own_count(running_.prepared->planned());
  }
  running_.plan_before = newest.get();
  if (running_.planned == newest && running_.statement.get() == newest->statement.get()) return;
  running_.planned = newest;
  running_.statement = {newest, newest->statement.get()};
}

std::optional<Diagnostic> StatementPlanning::parse() {
  running_.bound.known.reset();
  running_.planned.reset();
  if (running_.parts) running_.join_parts();
  if (!session_.observer) {
    if (std::optional<Diagnostic> known = session_.faults.find_known_fault(running_.text)) return known;
  }
  const auto begin = Analysis::Clock::now();
  if (std::optional<Diagnostic> fault = parse_text()) return fault;
  running_.parsing = Analysis::Clock::now() - begin;
  if (running_.parts) running_.parts->check_each_alone();
  session_.note("Parsed the statement: its shape was not known");
  std::optional<Diagnostic> refusal = find_likely_refusal();
  if (refusal) {
    keep_refused();
  } else {
    refused_last_ = false;
  }
  return refusal;
}

std::optional<Diagnostic> StatementPlanning::parse_text() {
  std::string& stand_in = running_.bound.stand_in;
  if (stand_in.empty()) return session_.faults.parse(running_.text, running_.statement);
  try {
    running_.statement = std::make_shared<const Statement>(cellar::parse(stand_in));
    return std::nullopt;
  } catch (const Refusal&) {
    stand_in
        .clear();  // an element that would be computed is none; what is wrong with it may depend on all of the text
  }
  return session_.faults.parse(running_.text, running_.statement);
}

/// Returns why the running statement is refused, if the last one was refused by the planner, too. Planning twice is
/// cheaper than an exception through all that runs a statement, if the statement is refused; a script that is refused
/// line after line may have no two lines of one shape.
std::optional<Diagnostic> StatementPlanning::find_likely_refusal() {
  const Statement& statement = *running_.statement;
  if (!refused_last_ || session_.observer || running_.parts || statement.access() == Access::definition)
    return std::nullopt;
  if (std::holds_alternative<ExplainStatement>(statement.node)) return std::nullopt;
  if (!session_.plans.takes_short_ways() || !running_.bound.stand_in.empty()) return std::nullopt;
  return session_.faults.find_fault_of(running_.statement);
}

void StatementPlanning::plan(Transaction& transaction) {
  CachedPlanPointer& planned = running_.planned;
  SessionPlans& plans = session_.plans;
  if (plans.is_current(planned, transaction)) {
    if (session_.observer) session_.observer->note_planned("Used the plan of a prepared statement");
    return;
  }
  planned = plans.plan_in(transaction, running_.statement, planned, session_.database->now_microseconds());
  if (!running_.bound.stand_in.empty()) {
    // It has only the literals that were to be refused, and they were not.
    planned.reset();
    running_.bound.stand_in.clear();
    running_.statement = std::make_shared<const Statement>(cellar::parse(running_.text));
    planned = plans.plan_in(transaction, running_.statement);
  }
  if (running_.prepared) running_.prepared->check_markers(*planned);
  if (running_.parts) running_.parts->check_markers(*planned);
}

Transaction& StatementPlanning::plan_read(std::optional<Transaction>& snapshot) {
  return session_.plans.plan_read(snapshot, [this](Transaction& source) { plan(source); });
}

void StatementPlanning::keep() {
  if (session_.is_analyzing() || running_.parts) return;
  if (running_.prepared) {
    if (running_.planned.get() != running_.plan_before) running_.prepared->replace(running_.planned);
  } else if (!running_.bound.known && running_.planned) {
    session_.plans.learn(running_.text, running_.planned);
  }
}

void StatementPlanning::keep_refused() {
  const bool by_planner =
      running_.statement && !running_.planned && !running_.prepared && running_.bound.stand_in.empty();
  refused_last_ = by_planner;
  if (by_planner) session_.faults.keep(running_.text, std::exchange(running_.statement, nullptr));
}

}  // namespace cellar
