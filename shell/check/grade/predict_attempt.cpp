#include <algorithm>
#include <sstream>

#include "refusal/messages.h"
#include "shell/check/grade/attempt.h"
#include "shell/teach/ring/ring.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// The code of a refusal and its rules, in small letters.
std::vector<std::string> reasons_of(const Diagnostic& refusal) {
  std::vector<std::string> reasons;
  std::istringstream rules{std::string(message_of(refusal).rules)};
  for (std::string rule; rules >> rule;) reasons.push_back(to_lower(rule));
  reasons.push_back(to_lower(refusal.code()));
  return reasons;
}

Sentence truth_of(const Diagnostic& refusal, bool asks_reason) {
  const std::string_view rules = message_of(refusal).rules;
  const std::string code(refusal.code());
  if (asks_reason && !rules.empty())
    return {"is_refused", {{"code", code + " " + std::string(rules)}, {"reason", refusal}}};
  return {"is_refused", {{"code", code}, {"reason", refusal}}};
}

}  // namespace

PredictAttempt::PredictAttempt(const AnswerTrial& trial) : trial_(trial), fault_(unfit_part(trial, 1)) {
  if (fault_) return;
  std::istringstream lines(trial.part.text);
  for (std::string line; std::getline(lines, line);)
    if (auto prediction = read_prediction(line); prediction && !prediction->second.words.empty())
      predictions_.insert_or_assign(std::move(prediction->first), std::move(prediction->second));
  if (predictions_.empty()) fault_ = no_answer(trial);
  // A query that writes changes what those behind it answer, whether the student has said something of it or not.
  if (trial.task.kind == TaskKind::predict)
    for (const TaskQuery& query : trial.task.queries) outcomes_.emplace(query.name, run(query.text.text));
}

PredictAttempt::Outcome PredictAttempt::run(const std::string& query) const {
  Outcome outcome;
  try {
    trial_.database.begin_answer();
    const ReadRows read = trial_.database.run(query);
    outcome.rows = read.rows.size();
    outcome.is_write = read.columns.empty();
  } catch (const Refusal& refusal) {
    outcome.refusal = refusal.diagnostic;
  }
  return outcome;
}

Judgement PredictAttempt::judge(const TaskCheck& check) {
  if (fault_) return fault_;
  const auto predicted = predictions_.find(to_lower(check.query));
  if (predicted == predictions_.end()) return shortfall({"nothing_said", {{"query", check.query}}});
  if (const auto* number = std::get_if<NumberExpected>(&check.expectation->what))
    return judge_number(*number, predicted->second);
  if (const auto* node = std::get_if<NodeExpected>(&check.expectation->what))
    return judge_node(check, node->nodes, predicted->second);
  return judge_verdict(check, predicted->second);
}

const std::string& PredictAttempt::query_of(const TaskCheck& check) const {
  return std::ranges::find(trial_.task.queries, check.query, &TaskQuery::name)->text.text;
}

Judgement PredictAttempt::judge_verdict(const TaskCheck& check, const Prediction& predicted) const {
  const Outcome& outcome = outcomes_.at(check.query);
  const bool is_clear = predicted.says_refused() != predicted.says_accepted();
  bool is_right = is_clear && predicted.says_refused() == outcome.refusal.has_value();
  if (check.rule == "reason" && outcome.refusal)
    is_right = predicted.names_one_of(reasons_of(*outcome.refusal));
  if (check.rule == "count" && !outcome.refusal) is_right = predicted.number() == outcome.rows;
  if (is_right) return std::nullopt;
  Sentence truth{"is_accepted", {{"rows", std::to_string(outcome.rows)}}};
  if (outcome.is_write) truth = {"is_accepted_write"};
  if (outcome.refusal) truth = truth_of(*outcome.refusal, check.rule == "reason");
  std::vector<Sentence> example{verbatim(query_of(check)), {"you_wrote", {{"what", predicted.text}}}};
  if (!is_clear) example.push_back({"write_verdict"});
  return shortfall(std::move(truth), std::move(example));
}

Judgement PredictAttempt::judge_number(const NumberExpected& expected, const Prediction& predicted) {
  const std::optional<std::uint64_t> quantity = predicted.quantity();
  if (!quantity) return shortfall({"one_number"}, {{"you_wrote", {{"what", predicted.text}}}});
  const std::uint64_t off = std::max(*quantity, expected.value) - std::min(*quantity, expected.value);
  // Divided first: the product may be larger than the type is.
  if (off <= expected.value / 100 * expected.percent + expected.value % 100 * expected.percent / 100)
    return std::nullopt;
  const std::string number = std::to_string(*quantity);
  return shortfall(*quantity < expected.value ? Sentence{"too_small", {{"number", number}}}
                                              : Sentence{"too_large", {{"number", number}}});
}

Judgement PredictAttempt::judge_node(const TaskCheck& check, std::uint64_t nodes,
                                     const Prediction& predicted) const {
  const std::variant<Explanation, Diagnostic> explained = explain_query(trial_.database, query_of(check));
  const auto* explanation = std::get_if<Explanation>(&explained);
  if (explanation == nullptr || explanation->accesses.empty() || !explanation->accesses.front().token)
    return shortfall({"no_partition"}, {verbatim(query_of(check))});
  const std::int64_t token = *explanation->accesses.front().token;
  const std::uint64_t node = Ring::of_equal_parts(nodes).owner(token) + 1;  // counted from 1
  const std::optional<std::uint64_t> named = predicted.number();
  if (named == node) return std::nullopt;
  const Sentence shown{"you_wrote", {{"what", predicted.text}}};
  if (!named) return shortfall({"one_node"}, {verbatim(query_of(check)), shown});
  return shortfall({"other_node", {{"token", std::to_string(token)}, {"node", std::to_string(node)}}},
                   {verbatim(query_of(check)), shown});
}

}  // namespace cellar
