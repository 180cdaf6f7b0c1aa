#include <fmt/format.h>

#include <algorithm>

#include "parser/parser.h"
#include "refusal/messages.h"
#include "shell/check/grade/attempt.h"
#include "shell/check/grade/directives.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Reads the one SELECT of an answer; returns why it is none.
std::optional<Shortfall> find_select(const AnswerTrial& trial, ScriptPart& select) {
  if (Judgement unfit = unfit_part(trial, 1)) return unfit;
  const std::vector<ScriptPart> parts = split_script(trial.part);
  if (parts.empty()) return no_answer(trial);
  if (parts.size() > 1) return shortfall({"several_statements", {{"count", std::to_string(parts.size())}}});
  select = parts.front();
  if (select.is_command) return shortfall({"is_command", {{"what", shorten(select.text)}}});
  try {
    const Statement statement = parse(select.text);
    const auto* query = std::get_if<SelectStatement>(&statement.node);
    if (query == nullptr) return shortfall({"no_select"}, {verbatim(shorten(select.text))});
    if (query->table.keyspace && query->table.keyspace->text != trial.database.keyspace())
      return shortfall({"other_keyspace", {{"keyspace", trial.database.keyspace()}}});
    const std::size_t most = trial.database.exercise().limits.rows;
    if (named_rows(query->where) > most)
      return shortfall({"too_many_named", {{"rows", std::to_string(most)}}});
  } catch (const Refusal& refusal) {
    return refused(refusal.diagnostic, select, trial.file);
  }
  return std::nullopt;
}

}  // namespace

QueryAttempt::QueryAttempt(const AnswerTrial& trial) : trial_(trial) {
  fault_ = find_select(trial, select_);
  if (fault_) return;
  trial.database.begin_answer();
  try {
    read_ = trial.database.run(select_.text);
  } catch (const Refusal& refusal) {
    fault_ = refused(refusal.diagnostic, select_, trial.file);
  }
}

Judgement QueryAttempt::judge(const TaskCheck& check) {
  if (fault_) return fault_;
  if (check.expectation == nullptr) return std::nullopt;
  if (const auto* plan = std::get_if<PlanExpected>(&check.expectation->what)) return judge_plan(*plan);
  if (const auto* rows = std::get_if<RowsExpected>(&check.expectation->what)) return judge_rows(*rows);
  return std::nullopt;
}

Judgement QueryAttempt::judge_plan(const PlanExpected& expected) const {
  const std::variant<Explanation, Diagnostic> explained = explain_query(trial_.database, select_.text);
  if (const auto* refusal = std::get_if<Diagnostic>(&explained))
    return refused(*refusal, select_, trial_.file);
  return judge_explained(std::get<Explanation>(explained), expected);
}

std::vector<std::vector<Value>> QueryAttempt::right_rows(const RowsExpected& expected) {
  if (trial_.right != nullptr) return trial_.database.run(split_script(*trial_.right).front().text).rows;
  std::vector<std::vector<Value>> rows;
  for (const std::vector<std::string>& cells : expected.rows) {
    std::vector<Value>& row = rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i)
      row.push_back(trial_.database.value_of(read_.columns[i].type, cells[i]));
  }
  return rows;
}

Judgement QueryAttempt::judge_rows(const RowsExpected& expected) {
  if (read_.is_cut) return shortfall(too_many_rows(read_, trial_.database.exercise().limits));
  const std::size_t width = expected.rows.empty() ? read_.columns.size() : expected.rows.front().size();
  if (read_.columns.size() != width)
    return shortfall(
        {"other_width", {{"got", std::to_string(read_.columns.size())}, {"wanted", std::to_string(width)}}});
  std::vector<std::vector<Value>> right;
  try {
    right = right_rows(expected);
  } catch (const Refusal& refusal) {
    return shortfall({"other_types", {{"reason", refusal.diagnostic}}});
  }
  std::vector<std::vector<Value>> got = read_.rows;
  if (!expected.in_order) {
    std::ranges::sort(right);
    std::ranges::sort(got);
  }
  for (std::size_t i = 0; i < std::max(got.size(), right.size()); ++i) {
    if (i < got.size() && i < right.size() && got[i] == right[i]) continue;
    const auto line = [&](const std::vector<std::vector<Value>>& rows) {
      return i < rows.size() ? verbatim(shown_row(read_.columns, rows[i])) : Sentence{"no_row"};
    };
    Sentence reason{"other_rows"};
    if (got.size() != right.size())
      reason = {"other_count",
                {{"got", std::to_string(got.size())}, {"wanted", std::to_string(right.size())}}};
    return shortfall(std::move(reason),
                     {{"row_got", {{"number", std::to_string(i + 1)}, {"what", std::vector{line(got)}}}},
                      {"row_expected", {{"what", std::vector{line(right)}}}}});
  }
  return std::nullopt;
}

}  // namespace cellar
