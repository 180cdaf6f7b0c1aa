// Refuses a text without the grammar, if one of its shape was refused before.

#include <utility>

#include "database/session/session_state.h"
#include "executor/bind.h"
#include "parser/parser.h"
#include "planner/planner.h"
#include "planner/refused_plan.h"

namespace cellar {

std::optional<Diagnostic> SessionState::parse_running() {
  if (!running_.stand_in.empty()) {
    running_.statement = std::make_shared<const Statement>(parse(running_.stand_in));
    return std::nullopt;
  }
  if (takes_short_ways()) return refused_.parse(running_.text, running_.statement);
  running_.statement = std::make_shared<const Statement>(parse(running_.text));
  return std::nullopt;
}

Progress SessionState::refuse_running(Diagnostic refusal) {
  if (running_.refusal == nullptr) throw Refusal(std::move(refusal));
  note_refusal(refusal);
  *running_.refusal = std::move(refusal);
  return Progress::refused;
}

std::optional<Diagnostic> SessionState::find_fault_of_plan(const ParsedText& parsed) {
  std::optional<Transaction> snapshot;
  const Statement& statement = *parsed.statement;
  SchemaPointer schema;
  const Timestamp now = database->now_microseconds();
  bool is_planned = false;
  try {
    schema = database->schema_of(source_of_reads(snapshot));
    const Plan planned = plan_incompletely(statement, {*schema, settings.keyspace, settings.policy, now});
    is_planned = true;
    bind_literals(statement, planned);
    return std::nullopt;
  } catch (Refusal& refusal) {
    Diagnostic& diagnostic = refusal.diagnostic;
    const bool is_of_plan = schema != nullptr && !is_planned;
    if (is_of_plan)
      complete_refusal(diagnostic, statement, {*schema, settings.keyspace, settings.policy, now});
    parsed.give_own_places(diagnostic);
    return std::move(diagnostic);
  }
}

std::optional<Diagnostic> SessionState::refused_as_before() {
  if (!takes_short_ways() || observer_) return std::nullopt;
  std::optional<ParsedText> parsed = refused_.find(running_.text);
  if (!parsed) return std::nullopt;
  if (!parsed->fault) {
    std::optional<Diagnostic> refusal = find_fault_of_plan(*parsed);
    if (refusal && refusal->cause() == Cause::unbuilt)
      return std::nullopt;  // the long way builds what the file lacks
    return refusal;
  }
  std::optional<Diagnostic> fault = std::move(parsed->fault);
  refused_.mend_all(running_.text, *fault);
  return fault;
}

void SessionState::keep_refused() {
  const bool by_planner =
      running_.statement && !running_.planned && !running_.prepared && running_.stand_in.empty();
  if (!by_planner || !takes_short_ways()) return;
  refused_.keep(running_.text,
                std::const_pointer_cast<Statement>(std::exchange(running_.statement, nullptr)));
}

Reply SessionState::attempt(std::string_view text) {
  std::optional<Diagnostic> refusal;
  running_ = {};
  running_.text = text;
  running_.refusal = &refusal;
  try {
    ResultPointer result = run_to_end();
    running_.refusal = nullptr;
    if (refusal) return Refusal(std::move(*refusal));
    return Result(std::move(result));
  } catch (Refusal& thrown) {
    running_.refusal = nullptr;
    return std::move(thrown);
  }
}

ParsedText SessionState::read(std::string_view text) {
  return takes_short_ways() ? refused_.read(text) : ParsedShapes::read_anew(text);
}

std::optional<Diagnostic> SessionState::find_syntax_fault(std::string_view text) { return read(text).fault; }

std::optional<Diagnostic> SessionState::find_fault(std::string_view text) {
  ParsedText parsed = read(text);
  if (parsed.fault) return std::move(parsed.fault);
  std::optional<Diagnostic> fault = find_fault_of_plan(parsed);
  try {
    if (!fault || !builds_.build_what_lacks(*fault)) return fault;
  } catch (Refusal& refusal) {
    return std::move(refusal.diagnostic);
  }
  return find_fault_of_plan(parsed);
}

}  // namespace cellar
