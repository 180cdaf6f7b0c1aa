// Designs by the queries of their task: MR1 to MR4.
//
// The rules are judged apart, so that one fault loses the points of one rule: MR2 by the query without ranges and order, MR3 by
// the place of the column in the key, MR1 by the rows when the query may filter, MR4 by the order of rows as they come. Rows that
// the table has lost (MR5) are not expected of its queries, nor are values of static columns that were overwritten (static).
#include <fmt/format.h>

#include <algorithm>

#include "refusal/messages.h"
#include "shell/check/grade/attempt.h"
#include "types/value/value.h"

namespace cellar {

namespace {

std::string shown(const std::vector<ExpectedOrder>& order) {
  std::string text;
  for (const ExpectedOrder& each : order)
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", each.column, each.descending ? " DESC" : "");
  return text;
}

/// Rows of the data in the order that is expected. Rows of one rank may come in any order.
struct RankedRows {
  std::vector<std::size_t> numbers;
  std::vector<std::size_t> ranks;
};

RankedRows rank(ExerciseDatabase& database, const DataSet& data, const std::vector<std::size_t>& numbers,
                const std::vector<ExpectedOrder>& order) {
  std::vector<Type> types;
  for (const ExpectedOrder& each : order)
    types.push_back(database.type_of(data, *find_column(data, each.column)));
  std::vector<std::pair<std::vector<Value>, std::size_t>> rows;
  for (const std::size_t number : numbers) {
    std::vector<Value>& values = rows.emplace_back(std::vector<Value>(), number).first;
    for (std::size_t i = 0; i < order.size(); ++i)
      values.push_back(database.value_of(types[i], data.rows[number][*find_column(data, order[i].column)]));
  }
  const auto compare_rows = [&](const auto& left, const auto& right) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      const int compared = compare(types[i], left.first[i].value_or(""), right.first[i].value_or(""));
      if (compared != 0) return order[i].descending ? -compared : compared;
    }
    return 0;
  };
  std::ranges::stable_sort(
      rows, [&](const auto& left, const auto& right) { return compare_rows(left, right) < 0; });
  RankedRows ranked;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_next = i > 0 && compare_rows(rows[i - 1], rows[i]) != 0;
    ranked.ranks.push_back(i == 0 ? 0 : ranked.ranks.back() + (is_next ? 1 : 0));
    ranked.numbers.push_back(rows[i].second);
  }
  return ranked;
}

}  // namespace

TaskSelect TableAttempt::select_of(const TaskCheck& check) const {
  const auto query = std::ranges::find(trial_.task.queries, check.query, &TaskQuery::name);
  return read_select(trial_.database.exercise(), trial_.task, *query);
}

Judgement TableAttempt::judge_plan(const TaskSelect& select, const PlanExpected& expected) const {
  const std::string text = select.by_equality(table_->name);
  const std::variant<Explanation, Diagnostic> explained = explain_query(trial_.database, text);
  if (const auto* refusal = std::get_if<Diagnostic>(&explained)) return refused_query(*refusal, text);
  return judge_explained(std::get<Explanation>(explained), expected);
}

Judgement TableAttempt::judge_ranges(const TaskSelect& select) const {
  for (const QueryRelation& relation : select.relations) {
    if (!relation.is_range) continue;
    for (const std::string& name : relation.columns) {
      const std::optional<std::size_t> place = table_->find(name);
      if (!place || table_->columns[*place].kind != ColumnKind::clustering)
        return shortfall({"no_clustering_column", {{"column", name}}});
      for (std::size_t before = table_->partition_key_size; before < *place; ++before) {
        const std::string& column = table_->columns[before].name;
        const bool is_beside = std::ranges::find(relation.columns, column) != relation.columns.end();
        if (!is_beside && !select.fixes(column))
          return shortfall({"behind_open_column", {{"column", name}, {"before", column}}});
      }
    }
  }
  return std::nullopt;
}

Judgement TableAttempt::judge_content(const TaskSelect& select, const DataSet& data) {
  if (load_fault_) return shortfall(*load_fault_);
  if (Judgement fault = column_fault_of(select)) return fault;
  if (!trial_.task.asks<UniqueExpected>())
    if (Judgement ending = judge_end_of_rows()) return ending;
  const std::string text = select.filtering(table_->name);
  try {
    TaskSelect all = select;
    all.limit = std::nullopt;
    return judge_rows(trial_.database.run(text, Policy::cassandra), data, all, {});
  } catch (const Refusal& refusal) {
    return refused_query(refusal.diagnostic, text);
  }
}

Judgement TableAttempt::judge_order(const TaskSelect& select, const RowsExpected& expected) {
  const std::vector<ExpectedOrder>& order = expected.order.empty() ? select.order : expected.order;
  const std::string text = select.of(trial_.task, table_->name);
  if (load_fault_ ||
      !std::holds_alternative<Explanation>(explain_query(trial_.database, select.by_equality(table_->name))))
    return judge_stored_order(select, order);
  try {
    return judge_rows(trial_.database.run(text), trial_.database.data(expected.data), select, order);
  } catch (const Refusal& refusal) {
    if (!judge_stored_order(select, order)) return std::nullopt;
    return refused_query(refusal.diagnostic, text);
  }
}

/// Whether the clustering columns give the order, for a query that cannot run for another reason.
Judgement TableAttempt::judge_stored_order(const TaskSelect& select,
                                           const std::vector<ExpectedOrder>& order) const {
  std::vector<ExpectedOrder> stored;
  for (std::size_t i = table_->partition_key_size; i < table_->key_size(); ++i) {
    const Column& column = table_->columns[i];
    if (!select.fixes(column.name)) stored.push_back({column.name, column.descending});
  }
  const auto begins_with_order = [&] {
    return stored.size() >= order.size() && std::equal(order.begin(), order.end(), stored.begin());
  };
  if (begins_with_order()) return std::nullopt;
  for (ExpectedOrder& each : stored) each.descending = !each.descending;
  // Only a query that says ORDER BY is read backwards.
  if (!select.order.empty() && begins_with_order()) return std::nullopt;
  for (ExpectedOrder& each : stored) each.descending = !each.descending;
  if (stored.empty()) return shortfall({"order_of_none", {{"expected", shown(order)}}});
  return shortfall({"other_order", {{"what", shown(stored)}, {"expected", shown(order)}}});
}

Judgement TableAttempt::judge_rows(const ReadRows& read, const DataSet& data, const TaskSelect& select,
                                   const std::vector<ExpectedOrder>& order) {
  if (read.is_cut) return shortfall(too_many_rows(read, trial_.database.exercise().limits));
  std::vector<std::size_t> expected = trial_.database.rows_where(data, select.where());
  // Rows of the data that are the same in all cells are one fact, which was said again.
  std::set<std::vector<std::string>> facts;
  std::erase_if(expected, [&](std::size_t number) {
    return !is_kept_[number] || !facts.insert(data.rows[number]).second;
  });
  const RankedRows ranked = rank(trial_.database, data, expected, order);
  const std::size_t wanted = std::min(ranked.numbers.size(), select.limit.value_or(ranked.numbers.size()));
  std::multimap<std::string, std::size_t> left;  // ranks of the rows that have not come
  const auto row_text = [&](std::size_t number) {
    std::vector<Value> values;
    for (const ResultColumn& column : read.columns)
      values.push_back(stored_value(data, number, table_->columns[*table_->find(column.name)]));
    return values;
  };
  for (std::size_t i = 0; i < ranked.numbers.size(); ++i)
    left.emplace(packed(row_text(ranked.numbers[i])), ranked.ranks[i]);
  for (std::size_t i = 0; i < read.rows.size(); ++i) {
    auto [begin, end] = left.equal_range(packed(read.rows[i]));
    const auto found =
        i < wanted
            ? std::find_if(begin, end, [&](const auto& each) { return each.second == ranked.ranks[i]; })
            : end;
    if (found != end) {
      left.erase(found);
      continue;
    }
    Sentence right{"rows_expected", {{"count", std::to_string(wanted)}}};
    if (i < wanted && !order.empty())
      right = {"row_expected", {{"what", shown_row(read.columns, row_text(ranked.numbers[i]))}}};
    return shortfall(
        order.empty() ? Sentence{"row_unasked"} : Sentence{"rows_out_of_order", {{"what", shown(order)}}},
        {{"row_got", {{"number", std::to_string(i + 1)}, {"what", shown_row(read.columns, read.rows[i])}}},
         std::move(right)});
  }
  if (read.rows.size() == wanted) return std::nullopt;
  const auto missing = std::ranges::find_if(
      ranked.numbers, [&](std::size_t number) { return left.contains(packed(row_text(number))); });
  return shortfall(
      {"rows_missing", {{"got", std::to_string(read.rows.size())}, {"wanted", std::to_string(wanted)}}},
      {{"row_missing", {{"what", shown_row(read.columns, row_text(*missing))}}}});
}

}  // namespace cellar
