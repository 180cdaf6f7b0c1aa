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

ReadRows QueryAttempt::expected_rows(const RowsExpected& expected) {
  ReadRows right{.columns = read_.columns, .rows = {}, .notices = {}, .is_cut = false};
  for (const std::vector<std::string>& cells : expected.rows) {
    std::vector<Value>& row = right.rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i)
      row.push_back(trial_.database.value_of(read_.columns[i].type, cells[i]));
  }
  return right;
}

std::variant<ReadRows, Sentence> QueryAttempt::rows_of_right_answer() {
  trial_.database.begin_answer();
  try {
    ReadRows right =
        trial_.database.run(split_script(*trial_.right).front().text);  // read_answers.cpp: it has one
    if (!right.is_cut) return right;
    return too_many_rows(right, trial_.database.exercise().limits);
  } catch (const Refusal& refusal) {
    return Sentence{"verbatim", {{"what", refusal.diagnostic}}};
  }
}

Judgement QueryAttempt::judge_rows(const RowsExpected& expected) {
  if (read_.is_cut) return shortfall(too_many_rows(read_, trial_.database.exercise().limits));
  const auto other_width = [&](std::size_t width) {
    return shortfall(
        {"other_width", {{"got", std::to_string(read_.columns.size())}, {"wanted", std::to_string(width)}}});
  };
  if (trial_.right != nullptr) {
    std::variant<ReadRows, Sentence> right = rows_of_right_answer();
    if (auto* const fault = std::get_if<Sentence>(&right))
      return shortfall({"right_answer_unfit", {{"reason", std::vector{*std::move(fault)}}}});
    ReadRows& rows = std::get<ReadRows>(right);
    if (rows.columns.size() != read_.columns.size()) return other_width(rows.columns.size());
    return compare(std::move(rows), expected.in_order);
  }
  if (!expected.rows.empty() && read_.columns.size() != expected.rows.front().size())
    return other_width(expected.rows.front().size());
  try {
    return compare(expected_rows(expected), expected.in_order);
  } catch (const Refusal& refusal) {
    return shortfall({"other_types", {{"reason", refusal.diagnostic}}});
  }
}

Judgement QueryAttempt::compare(ReadRows expected, bool in_order) const {
  std::vector<std::vector<Value>>& right = expected.rows;
  std::vector<std::vector<Value>> got = read_.rows;
  if (!in_order) {
    std::ranges::sort(right);
    std::ranges::sort(got);
  }
  for (std::size_t i = 0; i < std::max(got.size(), right.size()); ++i) {
    if (i < got.size() && i < right.size() && got[i] == right[i]) continue;
    const auto line = [&](const std::vector<ResultColumn>& columns,
                          const std::vector<std::vector<Value>>& rows) {
      return i < rows.size() ? verbatim(shown_row(columns, rows[i])) : Sentence{"no_row"};
    };
    Sentence reason{"other_rows"};
    if (got.size() != right.size())
      reason = {"other_count",
                {{"got", std::to_string(got.size())}, {"wanted", std::to_string(right.size())}}};
    return shortfall(
        std::move(reason),
        {{"row_got", {{"number", std::to_string(i + 1)}, {"what", std::vector{line(read_.columns, got)}}}},
         {"row_expected", {{"what", std::vector{line(expected.columns, right)}}}}});
  }
  return std::nullopt;
}

}  // namespace cellar
