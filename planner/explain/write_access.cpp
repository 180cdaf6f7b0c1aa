#include <algorithm>

#include "planner/explain/accesses.h"
#include "planner/plan/write_plan.h"
#include "planner/select/key_description.h"

namespace cellar {

namespace {

constexpr PlannerWords::Text kListIsRead = "the list is read first, to find the place of the element";

bool is_null(const Node& value) { return std::holds_alternative<NullNode>(value.node); }

/// The index and view names of a table that change with its rows.
std::vector<std::string> followers_of(const Table& table, const WrittenText& text) {
  std::vector<std::string> names;
  for (const Index& index : table.indexes)
    names.push_back(text.say("index {name}", {{"name", quote_name(index.name)}}));
  for (const View& view : table.views)
    names.push_back(text.say("view {name}", {{"name", quote_name(view.table->name)}}));
  return names;
}

/// Names the row that is written, or the rows that are deleted.
std::string rows_of(const ExplainedAccess& access, const WrittenText& text) {
  std::string rows;
  for (const ExplainedRange& range : access.slice)
    if (range.restricts()) rows += (rows.empty() ? "" : ", ") + range.columns;
  return rows.empty() ? "" : text.say("by {columns}", {{"columns", rows}});
}

/// Tells what an assignment writes.
class AssignmentExplainer {
 public:
  AssignmentExplainer(const Table& table, const WrittenText& text, ExplainedAccess& access)
      : table_(table), text_(text), access_(access) {}

  void explain(const AssignmentPlan& assignment) {
    const Column& column = table_.columns[assignment.column];
    const std::string name = quote_name(column.name);
    switch (assignment.kind) {
      case AssignmentKind::set:
        return explain_set(column, assignment.value);
      case AssignmentKind::add:
      case AssignmentKind::prepend:
        return explain_addition(column, assignment.value);
      case AssignmentKind::subtract:
        return explain_removal(column, assignment.value);
      case AssignmentKind::element:
        return explain_element(column, assignment);
      case AssignmentKind::field:
        return explain_cell(name + "." + quote_name(column.type.field_names[assignment.field]),
                            assignment.value);
    }
  }

 private:
  void add(std::string_view what, const std::string& target, const std::string& value = "") {
    access_.effects.push_back({what, target, value});
  }
  void add(std::string_view what, const std::string& target, const std::string& value,
           PlannerWords::Text why) {
    access_.effects.push_back({what, target, value, text_.say(why)});
  }
  void explain_cell(const std::string& target, const Node& value) {
    if (is_null(value)) return add("tombstone", target, "", "null deletes the cell");
    add("cell", target, text_.of(value));
  }
  void explain_set(const Column& column, const Node& value) {
    const std::string name = quote_name(column.name);
    if (!is_multicell(column.type)) return explain_cell(name, value);
    add("range tombstone", name, "",
        is_null(value) ? PlannerWords::Text("null deletes all of it")
                       : PlannerWords::Text("what it held is replaced"));
    if (!is_null(value)) add("elements", name, text_.of(value));
  }
  void explain_addition(const Column& column, const Node& value) {
    const std::string name = quote_name(column.name);
    if (column.type.kind == TypeKind::counter) return add("addition", name, "+ " + text_.of(value));
    if (is_multicell(column.type)) return add("elements", name, text_.of(value));
    add("read", name, "", "the sum needs the stored value");
    add("cell", name, "", "the sum");
  }
  void explain_removal(const Column& column, const Node& value) {
    const std::string name = quote_name(column.name);
    if (column.type.kind == TypeKind::counter) return add("addition", name, "- " + text_.of(value));
    if (column.type.kind == TypeKind::list) add("read", name, "", kListIsRead);
    add("tombstone", name, text_.of(value), "one for each element");
  }
  void explain_element(const Column& column, const AssignmentPlan& assignment) {
    const std::string name = quote_name(column.name);
    if (column.type.kind == TypeKind::list) add("read", name, "", kListIsRead);
    explain_cell(name + "[" + text_.of(*assignment.key) + "]", assignment.value);
  }

  const Table& table_;
  const WrittenText& text_;
  ExplainedAccess& access_;
};

void explain_assignments(const UpsertPlan& plan, const WrittenText& text, ExplainedAccess& access) {
  AssignmentExplainer explainer(*plan.table, text, access);
  std::vector<std::size_t> of_document;
  for (const AssignmentPlan& assignment : plan.assignments) {
    if (text.is_of_document(assignment.value)) {
      of_document.push_back(assignment.column);
    } else {
      explainer.explain(assignment);
    }
  }
  if (of_document.empty()) return;
  access.effects.push_back({"cell", names_of(*plan.table, of_document), "",
                            text.say("from the document; null in it makes tombstones")});
}

void explain_time(const std::optional<Node>& timestamp, const WrittenText& text, ExplainedAccess& access) {
  if (timestamp) access.timestamp = text.of(*timestamp);
}

}  // namespace

ExplainedAccess write_access(const UpsertPlan& plan, const WrittenText& text) {
  const Table& table = *plan.table;
  ExplainedAccess access = access_to(table);
  access.is_write = true;
  access.kind = table.is_counter() ? kind_named("counter") : kind_named("upsert");
  explain_partition(plan.partition_key, text, table, access);
  ClusteringRestriction rows;
  rows.steps = plan.clustering;
  if (plan.writes_row && table.clustering_size > 0) access.slice = explained(rows, table, text);
  if (plan.row_marker)
    access.effects.push_back({"marker", "", "", text.say("the row exists even if all its cells are null")});
  explain_assignments(plan, text, access);
  explain_time(plan.timestamp, text, access);
  if (plan.time_to_live) {
    access.time_to_live = text.of(*plan.time_to_live);
  } else if (table.default_time_to_live() != 0) {
    access.default_time_to_live = std::to_string(table.default_time_to_live());
  }
  access.followers = followers_of(table, text);
  return access;
}

namespace {

void explain_deletion(const DeletionPlan& deletion, const Table& table, const WrittenText& text,
                      ExplainedAccess& access) {
  const Column& column = table.columns[deletion.column];
  const std::string name = quote_name(column.name);
  if (deletion.key) {
    if (column.type.kind == TypeKind::list)
      access.effects.push_back({"read", name, "", text.say(kListIsRead)});
    access.effects.push_back(
        {"tombstone", name + "[" + text.of(*deletion.key) + "]", "", text.say("of the element")});
  } else if (deletion.field) {
    access.effects.push_back({"tombstone", name + "." + quote_name(column.type.field_names[*deletion.field]),
                              "", text.say("of the field")});
  } else if (is_multicell(column.type)) {
    access.effects.push_back({"range tombstone", name, "", text.say("over all its elements")});
  } else {
    access.effects.push_back({"tombstone", name, "", text.say("of the cell")});
  }
}

bool names_rows(const DeletePlan& plan) {
  std::size_t covered = 0;
  for (const ClusteringStep& step : plan.clustering.steps) covered += step.count;
  return covered == plan.table->clustering_size && !plan.clustering.lower && !plan.clustering.upper;
}

void explain_rows(const DeletePlan& plan, const WrittenText& text, ExplainedAccess& access) {
  if (!plan.clustering.restricts()) {
    access.kind = kind_named("delete partition");
    access.effects.push_back(
        {"partition tombstone", "", "", text.say("one entry, however many rows there are")});
  } else if (names_rows(plan)) {
    access.kind = kind_named("delete row");
    access.effects.push_back({"tombstone", rows_of(access, text), "", text.say("of the row")});
  } else {
    access.kind = kind_named("delete range");
    access.effects.push_back(
        {"range tombstone", rows_of(access, text), "", text.say("one entry, however many rows there are")});
  }
}

}  // namespace

ExplainedAccess write_access(const DeletePlan& plan, const WrittenText& text) {
  const Table& table = *plan.table;
  ExplainedAccess access = access_to(table);
  access.is_write = true;
  explain_partition(plan.partition_key, text, table, access);
  if (plan.clustering.restricts()) access.slice = explained(plan.clustering, table, text);
  if (plan.columns.empty()) {
    explain_rows(plan, text, access);
  } else {
    access.kind = kind_named("delete cells");
    for (const DeletionPlan& deletion : plan.columns) explain_deletion(deletion, table, text, access);
  }
  explain_time(plan.timestamp, text, access);
  access.followers = followers_of(table, text);
  return access;
}

}  // namespace cellar
