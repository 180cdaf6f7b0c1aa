#include "planner/write/write_notices.h"

#include <algorithm>

namespace cellar {

namespace {

/// Notices of one statement: another one of the same kind and table adds its place to the first.
class WriteNotices {
 public:
  explicit WriteNotices(std::vector<Diagnostic>& notices) : notices_(notices) {}

  void operator()(const UpsertPlan& plan) {
    for (const AssignmentPlan& assignment : plan.assignments) note(assignment, plan);
  }
  void operator()(const DeletePlan& plan) {
    for (const DeletionPlan& deletion : plan.columns) {
      const Column& column = plan.table->columns[deletion.column];
      if (deletion.key && column.type.kind == TypeKind::list)
        add("list_read_first", deletion.span, column, *plan.table);
    }
  }
  void operator()(const BatchPlan& plan) {
    for (const auto& statement : plan.statements) std::visit(*this, statement);
  }
  void operator()(const ConditionalPlan& plan) {
    for (const ConditionalWrite& write : plan.writes) std::visit(*this, write.write);
  }

 private:
  void note(const AssignmentPlan& assignment, const UpsertPlan& plan);
  void add(std::string_view id, Span span, const Column& column, const Table& table, Parameters further = {});

  std::vector<Diagnostic>& notices_;
};

void WriteNotices::note(const AssignmentPlan& assignment, const UpsertPlan& plan) {
  const Column& column = plan.table->columns[assignment.column];
  const bool is_list = column.type.kind == TypeKind::list;
  const bool is_null = std::holds_alternative<NullNode>(assignment.value.node);
  const Span value = assignment.value.span.empty() ? assignment.span : assignment.value.span;
  if (column.type.kind == TypeKind::counter)
    return add("counter_not_repeatable", assignment.span, column, *plan.table);
  if (is_list && (assignment.kind == AssignmentKind::element || assignment.kind == AssignmentKind::subtract))
    return add("list_read_first", assignment.span, column, *plan.table);
  if (plan.row_marker) {  // an INSERT
    if (is_null) add("null_inserted", value, column, *plan.table);
    return;
  }
  if (assignment.kind != AssignmentKind::set || !is_multicell(column.type) || is_null) return;
  const auto* literal = std::get_if<CollectionNode>(&assignment.value.node);
  if (literal != nullptr && literal->elements.empty()) return;  // empties it
  if (literal == nullptr || column.type.kind == TypeKind::user) {
    return add("collection_overwritten", assignment.span, column, *plan.table);
  }
  const std::size_t parts = column.type.kind == TypeKind::map ? 2 : 1;
  add("collection_overwritten_by", assignment.span, column, *plan.table,
      {{"elements", std::to_string(literal->elements.size() / parts)}});
}

void WriteNotices::add(std::string_view id, Span span, const Column& column, const Table& table,
                       Parameters further) {
  Diagnostic notice{id, span, std::move(further), std::nullopt, subject_of(table)};
  notice.parameters.push_back({"column", quote_name(column.name)});
  notice.parameters.push_back({"table", quote_name(table.name)});
  const auto same = std::ranges::find_if(notices_, [&](const Diagnostic& given) {
    return given.code() == notice.code() && given.subject == notice.subject;
  });
  if (same == notices_.end()) return notices_.push_back(std::move(notice));
  if (!span.empty()) same->repeated.push_back(span);
}

}  // namespace

void note_writes(Plan& plan) {
  if (const auto* const write = std::get_if<WritePlan>(&plan.node))
    std::visit(WriteNotices(plan.notices), *write);
}

}  // namespace cellar
