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

Shortfall shortfall(std::string reason, std::vector<std::string> example) {
  return {std::move(reason), std::move(example), std::nullopt};
}

Judgement unfit_part(const AnswerTrial& trial, std::size_t statements) {
  const GradeLimits& limits = trial.database.exercise().limits;
  if (trial.part.text.size() <= limits.text && statements <= limits.statements) return std::nullopt;
  return shortfall(
      fmt::format("the answer has more than {} statements or {} KiB", limits.statements, limits.text >> 10));
}

PlacedDiagnostic placed(const Diagnostic& refusal, const ScriptPart& part, const std::string& file) {
  return {refusal, file, part.line, 1, part.text};
}

Shortfall refused(const Diagnostic& refusal, const ScriptPart& part, const std::string& file) {
  return {fmt::format("the statement is refused ({}): {}", refusal.code(), title_of(refusal)),
          {},
          placed(refusal, part, file)};
}

std::variant<Explanation, Diagnostic> explain_query(const ExerciseDatabase& database,
                                                    const std::string& text) {
  return explain_query(*database.schema(), database.keyspace(), text);
}

std::variant<Explanation, Diagnostic> explain_query(const Schema& schema, const std::string& keyspace,
                                                    const std::string& text) {
  try {
    const auto statement = std::make_shared<const Statement>(parse(text));
    const Plan planned = plan(*statement, {.schema = schema, .keyspace = keyspace, .policy = Policy::teach});
    ExplainStatement asked;
    asked.explained = statement;
    asked.text = text;
    return explain(asked, planned);
  } catch (const Refusal& refusal) {
    return refusal.diagnostic;
  }
}

Judgement judge_explained(const Explanation& explanation, const PlanExpected& expected) {
  if (explanation.accesses.empty()) return Shortfall{"it reads no table", {}, std::nullopt};
  const ExplainedAccess& access = explanation.accesses.front();
  if (access.partitions != expected.partitions) {
    const std::string read =
        access.partitions ? std::to_string(*access.partitions) : std::string("any number of");
    return Shortfall{
        fmt::format("it reads {} partition{}, and {} expected", read, read == "1" ? "" : "s",
                    expected.partitions == 1 ? "one is" : std::to_string(expected.partitions) + " are"),
        {fmt::format("{} of {}, whose key is {}", access.kind, access.table, access.key)},
        std::nullopt};
  }
  if (access.filters.empty() || expected.filtered) return std::nullopt;
  return Shortfall{
      "it reads rows that it does not return",
      {fmt::format("{} is tested row by row; the key is {}", access.filters.front().relation, access.key)},
      std::nullopt};
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
