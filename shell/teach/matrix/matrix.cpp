#include "shell/teach/matrix/matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "parser/parser.h"
#include "planner/advise/trial.h"
#include "planner/names.h"
#include "planner/plan.h"
#include "planner/planner.h"

namespace cellar {

namespace {

/// A SELECT as if it named another table, and did not say ALLOW FILTERING.
Statement on_table(const std::string& text, const Table& table) {
  Statement statement = parse(text);
  auto& select = std::get<SelectStatement>(statement.node);
  select.table.keyspace = Name{table.keyspace, select.table.name.span, true};
  select.table.name = Name{table.name, select.table.name.span, true};
  select.allow_filtering = false;
  return statement;
}

MatrixFit fit_of(const SelectPlan& select) {
  if (std::holds_alternative<IndexRead>(select.partitions)) return MatrixFit::index;
  return select.reversed ? MatrixFit::reverse : MatrixFit::forward;
}

class MatrixBuilder {
 public:
  MatrixBuilder(const Connection& connection, const StopToken& stop)
      : schema_(connection.schema()), keyspace_(connection.keyspace()), stop_(stop) {}

  MatrixReport build(const std::vector<AskedQuery>& queries) {
    for (std::size_t i = 0; i < queries.size(); ++i) add_query(queries[i], i);
    find_order(queries);
    add_tables();
    for (MatrixQuery& query : report_.queries) {
      for (const TablePointer& table : report_.tables) query.cells.push_back(cell_of(query.text, *table));
    }
    find_rest();
    return std::move(report_);
  }

 private:
  PlanContext context() const { return {*schema_, keyspace_, kDefaultNodeNames, Policy::teach, 0}; }

  /// USE sets the keyspace of the queries behind it.
  void add_query(const AskedQuery& asked, std::size_t index) {
    std::optional<Statement> statement;
    try {
      statement = parse(asked.text);
    } catch (const Refusal& refusal) {
      report_.faulty.push_back({index, refusal.diagnostic});
    }
    if (statement) {
      if (const auto* use = std::get_if<UseStatement>(&statement->node)) keyspace_ = use->keyspace.text;
      if (!std::holds_alternative<SelectStatement>(statement->node)) {
        ++report_.passed_over;
        return;
      }
    }
    const std::string name = name_of(asked, index);
    if (statement) add_select(asked.text, std::get<SelectStatement>(statement->node), name, index);
  }
  /// Queries that cannot be understood are counted, too, so that the others keep their names when those are mended.
  std::string name_of(const AskedQuery& asked, std::size_t index) {
    ++selects_;
    const QueryDirective& directive = asked.directive;
    if (!directive.fault.empty()) add_fault(index, "query_directive_form", {{"directive", directive.fault}});
    const std::string name = directive.name.empty() ? fmt::format("Q{}", selects_) : directive.name;
    if (!names_.emplace(name, index).second) add_fault(index, "query_name_again", {{"name", name}});
    return name;
  }
  void add_fault(std::size_t index, std::string_view id, Parameters parameters) {
    report_.faulty.push_back({index, {id, {}, std::move(parameters), std::nullopt}});
  }
  void add_select(const std::string& text, const SelectStatement& select, const std::string& name,
                  std::size_t index) {
    try {
      TablePointer own = resolve_table(select.table, context());
      if (schema_->find_keyspace(own->keyspace) == nullptr) {  // a system table
        ++report_.passed_over;
        return;
      }
      if (std::optional<Diagnostic> fault = fault_on(text, *own)) {
        report_.faulty.push_back({index, *std::move(fault)});
        return;
      }
      keyspaces_.insert(own->keyspace);
      places_.push_back(index);
      report_.queries.push_back({text, name, std::move(own), {}, {}});
    } catch (const Refusal& refusal) {
      report_.faulty.push_back({index, refusal.diagnostic});
    }
  }
  /// A query may come after one that comes later in the file, or that is not understood: then nothing leads to it.
  void find_order(const std::vector<AskedQuery>& queries) {
    for (std::size_t i = 0; i < report_.queries.size(); ++i) {
      for (const std::string& name : queries[places_[i]].directive.after) {
        const auto found = names_.find(name);
        if (found == names_.end()) {
          add_fault(places_[i], "query_name_unknown", {{"name", name}});
          continue;
        }
        const auto place = std::ranges::find(places_, found->second);
        if (place != places_.end())
          report_.queries[i].after.push_back(static_cast<std::size_t>(place - places_.begin()));
      }
    }
  }
  /// What no key would mend.
  std::optional<Diagnostic> fault_on(const std::string& text, const Table& table) const {
    try {
      plan(on_table(text, table), context());
    } catch (const Refusal& refusal) {
      if (!is_about_key(refusal.diagnostic)) return refusal.diagnostic;
    }
    return std::nullopt;
  }
  void add_tables() {
    if (schema_->find_keyspace(keyspace_) != nullptr) keyspaces_.insert(keyspace_);
    for (const std::string& name : keyspaces_) {
      const Keyspace* keyspace = schema_->find_keyspace(name);
      std::set<std::string> names;
      for (const std::string& table : keyspace->tables.names()) names.insert(table);
      for (const auto& [view, of] : keyspace->views) names.insert(view);
      for (const std::string& table : names) {
        report_.tables.push_back(schema_->find_table(name, table));
        report_.names.push_back((name == keyspace_ ? "" : quote_name(name) + '.') + quote_name(table));
      }
    }
  }
  MatrixCell cell_of(const std::string& text, const Table& table) const {
    if (stop_.stop_requested()) refuse("interrupted");
    try {
      const Plan planned = plan(on_table(text, table), context());
      return {fit_of(std::get<SelectPlan>(planned.node)), ""};
    } catch (const Refusal& refusal) {
      const Diagnostic& reason = refusal.diagnostic;
      return {is_about_key(reason) ? MatrixFit::refused : MatrixFit::lacking, std::string(reason.code())};
    }
  }
  void find_rest() {
    for (std::size_t i = 0; i < report_.queries.size(); ++i) {
      if (!report_.queries[i].is_served()) report_.unserved.push_back(i);
    }
    for (std::size_t i = 0; i < report_.tables.size(); ++i) {
      const bool is_used = std::ranges::any_of(
          report_.queries, [i](const MatrixQuery& query) { return serves(query.cells[i].fit); });
      if (!is_used) report_.unused.push_back(i);
    }
  }

  SchemaPointer schema_;
  std::string keyspace_;
  StopToken stop_;
  std::set<std::string> keyspaces_;
  std::size_t selects_ = 0;
  std::map<std::string, std::size_t> names_;  // of all queries of the file: where they are in it
  std::vector<std::size_t> places_;           // in the file, of the queries of the report
  MatrixReport report_;
};

std::string_view json_name(MatrixFit fit) {
  constexpr std::string_view kNames[] = {"forward", "reverse", "index", "lacking", "refused"};
  return kNames[static_cast<std::size_t>(fit)];
}

}  // namespace

bool serves(MatrixFit fit) { return fit != MatrixFit::lacking && fit != MatrixFit::refused; }

bool MatrixQuery::is_served() const {
  return std::ranges::any_of(cells, [](const MatrixCell& cell) { return serves(cell.fit); });
}

std::string query_names(const MatrixReport& report, const std::vector<std::size_t>& queries) {
  std::string text;
  for (const std::size_t query : queries) text += (text.empty() ? "" : ", ") + report.queries[query].name;
  return text;
}

MatrixReport report_matrix(const std::vector<AskedQuery>& queries, const Connection& connection,
                           const StopToken& stop) {
  return MatrixBuilder(connection, stop).build(queries);
}

std::string matrix_json(const MatrixReport& report) {
  using nlohmann::ordered_json;
  ordered_json object = {{"tables", report.names}};
  object["queries"] = ordered_json::array();
  for (const MatrixQuery& query : report.queries) {
    ordered_json cells = ordered_json::array();
    for (const MatrixCell& cell : query.cells) {
      ordered_json entry = {{"fit", json_name(cell.fit)}};
      entry["code"] = cell.code.empty() ? ordered_json() : ordered_json(cell.code);
      cells.push_back(std::move(entry));
    }
    const auto own = std::ranges::find(report.tables, query.own);
    ordered_json entry = {{"name", query.name}, {"query", query.text}, {"cells", std::move(cells)}};
    entry["own_table"] =
        own == report.tables.end() ? ordered_json() : ordered_json(own - report.tables.begin());
    object["queries"].push_back(std::move(entry));
  }
  object["unserved"] = report.unserved;
  object["unused"] = report.unused;
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace cellar
