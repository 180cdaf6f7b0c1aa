#include <algorithm>
#include <limits>

#include "planner/lint/lint.h"
#include "shell/check/grade/read_exercise.h"
#include "shell/teach/ring/ring.h"
#include "types/text/text.h"

namespace cellar {

namespace {

struct ExpectationForm {
  std::string_view kind, form;
};
constexpr ExpectationForm kForms[] = {
    {"plan", "plan partitions=N filtered=no|yes"},
    {"rows",
     "rows set|ordered [by COLUMN [DESC], ...] from DATA, or rows set|ordered and lines -- | value, value"},
    {"unique", "unique [COLUMN, ...] from DATA"},
    {"lint", "lint none CODE ..."},
    {"types", "types COLUMN=TYPE[|TYPE] ..."},
    {"static", "static COLUMN, ..."},
    {"ttl", "ttl SECONDS"},
    {"size", "size rows=N from DATA"},
    {"verdict", "verdict [rule] [count]"},
    {"number", "number N [within=N%]"},
    {"node", "node of=N"},
    {"layout", "layout TABLE [order] [static] [markers] [deletions] [ttl]"}};

/// Reads one expectation behind its target.
class ExpectationReader {
 public:
  ExpectationReader(const DirectivePlace& place, DirectiveWords& words, const Exercise& exercise)
      : place_(place), words_(words), exercise_(exercise) {}

  ExpectationAlternatives read() {
    const std::string_view kind = words_.next();
    const auto* const form = std::ranges::find(kForms, kind, &ExpectationForm::kind);
    if (form != std::end(kForms)) words_.set_form(form->form);
    if (kind == "plan") return plan();
    if (kind == "rows") return rows();
    if (kind == "unique") return unique();
    if (kind == "lint") return lint();
    if (kind == "types") return types();
    if (kind == "static") return kept_once();
    if (kind == "ttl") return time_to_live();
    if (kind == "size") return size();
    if (kind == "verdict") return verdict();
    if (kind == "number") return counted();
    if (kind == "node") return NodeExpected{number("of", kMostNodes)};
    if (kind == "layout") return layout();
    words_.refuse();
  }

 private:
  /// Returns the value of `name=value`, which must come next.
  std::string_view value_of(std::string_view name) {
    const std::string_view word = words_.next();
    if (!word.starts_with(name) || word.size() <= name.size() || word[name.size()] != '=') words_.refuse();
    return word.substr(name.size() + 1);
  }
  /// The same as a number from 1 on.
  std::uint64_t number(std::string_view name,
                       std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    const std::optional<std::uint64_t> count = count_of(value_of(name));
    if (!count || *count == 0 || *count > most) words_.refuse();
    return *count;
  }
  std::string data() {
    if (!words_.take("from")) words_.refuse_next();
    const std::string_view name = words_.next();
    if (exercise_.find_data(name) == nullptr) refuse_name(place_, "data", name);
    return std::string(name);
  }

  ExpectationAlternatives plan() {
    PlanExpected expected;
    expected.partitions = number("partitions");
    const std::string_view filtered = value_of("filtered");
    if (filtered != "no" && filtered != "yes") words_.refuse();
    expected.filtered = filtered == "yes";
    return expected;
  }
  ExpectationAlternatives rows() {
    RowsExpected expected;
    const std::string_view how = words_.next();
    if (how != "set" && how != "ordered") words_.refuse();
    expected.in_order = how == "ordered";
    if (expected.in_order && words_.take("by")) order(expected.order);
    // An order is that of columns of the data.
    if (!words_.at_end() || !expected.order.empty()) {
      expected.data = data();
      return expected;
    }
    for (const PlacedText& row : place_.directive.rows) {
      expected.rows.push_back(cells_of(row.text));
      if (expected.rows.back().size() != expected.rows.front().size())
        refuse_row(place_, row, expected.rows.front().size());
    }
    return expected;
  }
  void order(std::vector<ExpectedOrder>& order) {
    for (bool more = true; more;) {
      std::string_view column = words_.next();
      more = column.ends_with(',');
      if (more) column.remove_suffix(1);
      const bool last = !more && words_.take("DESC");
      const bool followed = !more && !last && words_.take("DESC,");
      more = more || followed;
      order.push_back({to_lower(column), last || followed});
    }
  }
  ExpectationAlternatives unique() {
    UniqueExpected expected;
    if (!place_.directive.arguments.ends_with(" from") && words_.take("from")) {
      const std::string_view name = words_.next();
      const DataSet* found = exercise_.find_data(name);
      if (found == nullptr) refuse_name(place_, "data", name);
      expected.data = name;
      for (const DataColumn& column : found->columns) expected.columns.push_back(column.name);
      return expected;
    }
    expected.columns = words_.list();
    expected.data = data();
    const DataSet& rows = *exercise_.find_data(expected.data);
    for (std::string& column : expected.columns) {
      if (!find_column(rows, column)) column = to_lower(column);
      if (!find_column(rows, column)) refuse_name(place_, "column of " + rows.name, column);
    }
    return expected;
  }
  ExpectationAlternatives kept_once() {
    StaticExpected expected{words_.list()};
    const auto is_there = [&](const std::string& column) {
      return std::ranges::any_of(exercise_.data,
                                 [&](const DataSet& data) { return find_column(data, column).has_value(); });
    };
    for (std::string& column : expected.columns) {
      if (!is_there(column)) column = to_lower(column);
      if (!is_there(column)) refuse_name(place_, "column of data", column);
    }
    return expected;
  }
  ExpectationAlternatives lint() {
    LintExpected expected;
    if (!words_.take("none")) words_.refuse_next();
    do {
      expected.absent.push_back(to_upper(words_.next()));
      if (!comes_with_table(expected.absent.back())) words_.refuse();
    } while (!words_.at_end());
    return expected;
  }
  ExpectationAlternatives types() {
    TypesExpected expected;
    do {
      const std::string_view word = words_.next();
      const std::size_t equals = word.find('=');
      if (equals == word.npos || equals + 1 == word.size()) words_.refuse();
      auto& [column, types] =
          expected.types.emplace_back(to_lower(word.substr(0, equals)), std::vector<std::string>());
      for (std::string_view left = word.substr(equals + 1); !left.empty();) {
        const std::string_view type = left.substr(0, left.find('|'));
        types.emplace_back(type);
        left.remove_prefix(std::min(type.size() + 1, left.size()));
      }
    } while (!words_.at_end());
    return expected;
  }
  ExpectationAlternatives time_to_live() {
    const std::optional<std::uint64_t> seconds = count_of(words_.next());
    if (!seconds || *seconds == 0) words_.refuse();
    return TimeToLiveExpected{*seconds};
  }
  ExpectationAlternatives size() {
    SizeExpected expected;
    expected.rows = number("rows");
    expected.data = data();
    return expected;
  }
  ExpectationAlternatives counted() {
    NumberExpected expected;
    const std::optional<std::uint64_t> value = count_of(words_.next());
    if (!value) words_.refuse();
    expected.value = *value;
    if (words_.at_end()) return expected;
    std::string_view within = value_of("within");
    if (within.ends_with('%')) within.remove_suffix(1);
    const std::optional<std::uint64_t> percent = count_of(within);
    if (!percent || *percent > 100) words_.refuse();
    expected.percent = *percent;
    return expected;
  }
  ExpectationAlternatives layout() {
    LayoutExpected expected;
    expected.table = words_.next();
    expected.asks_order = words_.take("order");
    expected.asks_static = words_.take("static");
    expected.asks_markers = words_.take("markers");
    expected.asks_deletions = words_.take("deletions");
    expected.asks_time_to_live = words_.take("ttl");
    return expected;
  }
  ExpectationAlternatives verdict() {
    VerdictExpected expected;
    expected.names_rule = words_.take("rule");
    expected.counts_rows = words_.take("count");
    return expected;
  }

  const DirectivePlace& place_;
  DirectiveWords& words_;
  const Exercise& exercise_;
};

}  // namespace

TaskExpectation read_expectation(const DirectivePlace& expect, DirectiveWords& words, std::string query,
                                 const Exercise& exercise) {
  TaskExpectation expectation;
  expectation.query = std::move(query);
  expectation.directive = {expect.directive.first_line, expect.directive.line};
  expectation.what = ExpectationReader(expect, words, exercise).read();
  if (!words.at_end()) words.refuse_next();
  return expectation;
}

}  // namespace cellar
