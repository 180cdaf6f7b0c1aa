#include "shell/check/grade/attempt.h"

#include <fmt/format.h>

#include <algorithm>

#include "parser/parser.h"
#include "planner/explain/explain.h"
#include "planner/planner.h"
#include "refusal/messages.h"
#include "types/value/value.h"

namespace cellar {

Attempt try_answer(const AnswerTrial& trial) {
  if (trial.task.kind == TaskKind::layout) return LayoutAttempt(trial);
  if (trial.task.asks_for_words()) return PredictAttempt(trial);
  if (trial.task.asks_for_table()) return TableAttempt(trial);
  return QueryAttempt(trial);
}

Shortfall shortfall(Sentence reason, std::vector<Sentence> example) {
  return {std::move(reason), std::move(example), std::nullopt};
}

Shortfall no_answer(const AnswerTrial& trial) { return shortfall({"no_answer", {{"task", trial.task.id}}}); }

Judgement unfit_part(const AnswerTrial& trial, std::size_t statements) {
  const GradeLimits& limits = trial.database.exercise().limits;
  if (trial.part.text.size() <= limits.text && statements <= limits.statements) return std::nullopt;
  return shortfall(
      {"too_long",
       {{"statements", std::to_string(limits.statements)}, {"size", std::to_string(limits.text >> 10)}}});
}

PlacedDiagnostic placed(const Diagnostic& refusal, const ScriptPart& part, const std::string& file) {
  return {refusal, file, part.line, 1, part.text};
}

Shortfall refused(const Diagnostic& refusal, const ScriptPart& part, const std::string& file) {
  return {{"statement_refused", {{"code", std::string(refusal.code())}, {"reason", refusal}}},
          {},
          placed(refusal, part, file)};
}

Shortfall refused_query(const Diagnostic& refusal, const std::string& query) {
  return shortfall({"query_refused", {{"code", std::string(refusal.code())}, {"reason", refusal}}},
                   {verbatim(query)});
}

Sentence too_many_rows(const ReadRows& read, const GradeLimits& limits) {
  if (read.rows.size() < limits.rows) return {"large_rows", {{"size", std::to_string(limits.memory >> 20)}}};
  return {"too_many_rows", {{"rows", std::to_string(limits.rows)}}};
}

std::variant<Explanation, Diagnostic> explain_query(const ExerciseDatabase& database,
                                                    const std::string& text) {
  return explain_query(*database.schema(), database.keyspace(), text);
}

std::variant<Explanation, Diagnostic> explain_query(const Schema& schema, const std::string& keyspace,
                                                    const std::string& text) {
  try {
    const auto statement = std::make_shared<const Statement>(parse(text));
    const Plan planned =
        plan(*statement,
             {.schema = schema, .keyspace = keyspace, .node = kDefaultNodeNames, .policy = Policy::teach});
    ExplainStatement asked;
    asked.explained = statement;
    asked.text = text;
    return explain(asked, planned);
  } catch (const Refusal& refusal) {
    return refusal.diagnostic;
  }
}

Judgement judge_explained(const Explanation& explanation, const PlanExpected& expected) {
  if (explanation.accesses.empty()) return shortfall({"reads_nothing"});
  const ExplainedAccess& access = explanation.accesses.front();
  if (access.partitions != expected.partitions) {
    const std::string wanted = std::to_string(expected.partitions);
    Sentence reason{"reads_any_partitions", {{"partitions", wanted}}};
    if (access.partitions)
      reason = {"reads_partitions", {{"read", std::to_string(*access.partitions)}, {"partitions", wanted}}};
    return shortfall(std::move(reason),
                     {{"access", {{"kind", access.kind}, {"table", access.table}, {"what", access.key}}}});
  }
  if (access.filters.empty() || expected.filtered) return std::nullopt;
  return shortfall(
      {"reads_unreturned_rows"},
      {{"tested_row_by_row", {{"expected", access.filters.front().relation}, {"what", access.key}}}});
}

std::string shown_row(const std::vector<ResultColumn>& columns, const std::vector<Value>& row) {
  std::string text;
  for (std::size_t i = 0; i < row.size(); ++i)
    text += (i == 0 ? "" : ", ") + to_literal(columns[i].type, row[i]);
  return "(" + text + ")";
}

std::string packed(const std::vector<Value>& row) {
  std::string bytes;
  for (const Value& value : row)
    bytes += value ? fmt::format("{}:{}", value->size(), *value) : std::string("-");
  return bytes;
}

}  // namespace cellar
