// SELECT, INSERT, UPDATE, DELETE and BATCH.
#include <map>
#include <set>

#include "parser/build/statement_builder.h"

namespace cellar {

namespace {

using Build = ExpressionBuilder;

void set_attribute(Build& build, UsingClause& clause, Grammar::UsingAttributeContext* context) {
  Expression value = build.whole_number(context->wholeNumber());
  (context->TTL() != nullptr ? clause.time_to_live : clause.timestamp) = std::move(value);
}

UsingClause using_clause(Build& build, Grammar::UsingClauseContext* context) {
  UsingClause result;
  if (context == nullptr) return result;
  result.span = Build::span(context);
  for (Grammar::UsingAttributeContext* attribute : context->usingAttribute())
    set_attribute(build, result, attribute);
  return result;
}

Conditions conditions(Build& build, const antlr4::tree::TerminalNode* if_word,
                      Grammar::IfConditionsContext* context) {
  Conditions result;
  if (context == nullptr) return result;
  result.if_exists = context->EXISTS() != nullptr;
  result.relations = build.conditions(context);
  result.span = {Build::span(const_cast<antlr4::tree::TerminalNode*>(if_word)->getSymbol()).begin,
                 Build::span(context).end};
  return result;
}

Ordering ordering(Build& build, Grammar::OrderingContext* context) {
  Ordering result{build.name(context->columnName()), context->DESC() != nullptr, std::nullopt,
                  Build::span(context)};
  if (context->term() != nullptr) result.ann_of = build.term(context->term(), Build::Literals::inline_);
  return result;
}

}  // namespace

void build_selectors(Build& build, Grammar::SelectorsContext* context, bool& star,
                     std::vector<Selector>& selectors) {
  star = context->STAR() != nullptr;
  for (Grammar::SelectorContext* part : context->selector()) {
    Selector& selector = selectors.emplace_back(Selector{build.selection(part->selection()), {}, {}});
    if (part->name() != nullptr) selector.alias = build.name(part->name());
  }
}

SelectStatement build_select(Build& build, Grammar::SelectContext* context) {
  SelectStatement result;
  result.json = context->JSON() != nullptr;
  result.distinct = context->DISTINCT() != nullptr;
  if (result.distinct) result.distinct_span = Build::span(context->DISTINCT()->getSymbol());
  build_selectors(build, context->selectors(), result.star, result.selectors);
  result.table = build.table_name(context->tableName());
  if (context->whereClause() != nullptr) {
    result.where = build.where(context->whereClause());
    result.where_span = Build::span(context->whereClause());
  }
  if (Grammar::GroupByContext* group = context->groupBy()) {
    for (Grammar::SelectionContext* part : group->selection())
      result.group_by.push_back(build.selection(part));
    result.group_by_span = Build::span(group);
  }
  if (Grammar::OrderByContext* order = context->orderBy()) {
    for (Grammar::OrderingContext* part : order->ordering()) result.order_by.push_back(ordering(build, part));
    result.order_by_span = Build::span(order);
  }
  if (context->perPartitionLimit() != nullptr)
    result.per_partition_limit = build.whole_number(context->perPartitionLimit()->wholeNumber());
  if (context->limit() != nullptr) result.limit = build.whole_number(context->limit()->wholeNumber());
  if (context->allowFiltering() != nullptr) {
    result.allow_filtering = true;
    result.allow_filtering_span = Build::span(context->allowFiltering());
  }
  return result;
}

InsertStatement build_insert(Build& build, Grammar::InsertContext* context) {
  InsertStatement result;
  result.table = build.table_name(context->tableName());
  if (Grammar::InsertColumnsContext* columns = context->insertColumns()) {
    result.columns = build.names(columns->columnName());
    result.columns_span = Build::span(columns);
    for (Grammar::TermContext* value : context->term()) result.values.push_back(build.term(value));
  } else {
    result.json = context->marker() != nullptr ? build.marker(context->marker())
                                               : build.string_slot(context->STRING()->getSymbol());
    result.json_default_unset = context->UNSET() != nullptr;
  }
  if (context->ifNotExists() != nullptr) {
    result.conditions.if_not_exists = true;
    result.conditions.span = Build::span(context->ifNotExists());
  }
  result.using_clause = using_clause(build, context->usingClause());
  return result;
}

namespace {

Assignment assign_or_prepend(Build& build, Grammar::AssignOrPrependContext* context) {
  Assignment result;
  result.column = build.name(context->columnName(0));
  result.value = build.term(context->assignedTerm());
  if (context->PLUS() == nullptr) return result;
  result.kind = Assignment::Kind::prepend;
  const Name other = build.name(context->columnName(1));
  if (other.text != result.column.text)
    refuse("set_from_other_column", other.span, {{"column", result.column.text}, {"other", other.text}});
  return result;
}

template <typename Context>
Assignment assign_changed(Build& build, Context* context) {
  Assignment result;
  result.column = build.name(context->columnName(0));
  const Name other = build.name(context->columnName(1));
  if (other.text != result.column.text)
    refuse("set_from_other_column", other.span, {{"column", result.column.text}, {"other", other.text}});
  return result;
}

Assignment assignment_kind(Build& build, Grammar::AssignmentContext* context) {
  if (auto* plain = dynamic_cast<Grammar::AssignOrPrependContext*>(context))
    return assign_or_prepend(build, plain);
  Assignment result;
  if (auto* changed = dynamic_cast<Grammar::AssignChangedContext*>(context)) {
    result = assign_changed(build, changed);
    result.kind = changed->PLUS() != nullptr ? Assignment::Kind::add : Assignment::Kind::subtract;
    result.value = build.term(changed->term());
  } else if (auto* glued = dynamic_cast<Grammar::AssignGluedContext*>(context)) {
    // `c = c -3`: the minus belongs to the number, which is added.
    result = assign_changed(build, glued);
    result.kind = Assignment::Kind::add;
    result.value = build.integer(glued->INTEGER()->getSymbol());
  } else if (auto* in_place = dynamic_cast<Grammar::AssignInPlaceContext*>(context)) {
    result.column = build.name(in_place->columnName());
    result.kind = in_place->ADD_ASSIGN() != nullptr ? Assignment::Kind::add : Assignment::Kind::subtract;
    result.value = build.term(in_place->term());
  } else if (auto* element = dynamic_cast<Grammar::AssignElementContext*>(context)) {
    result.column = build.name(element->columnName());
    result.kind = Assignment::Kind::element;
    result.key = build.term(element->term(0));
    result.value = build.term(element->term(1));
  } else if (auto* field = dynamic_cast<Grammar::AssignFieldContext*>(context)) {
    result.column = build.name(field->columnName());
    result.kind = Assignment::Kind::field;
    result.field = build.name(field->name());
    result.value = build.term(field->term());
  }
  return result;
}

/// A column may be changed in several places of one SET, but not replaced besides, nor a field twice.
class SetTargets {
 public:
  void add(const Assignment& added) {
    const bool replaces = added.kind == Assignment::Kind::set;
    const auto [known, is_new] = replaced_.emplace(added.column.text, replaces);
    const bool twice = !is_new && (known->second || replaces);
    const bool field_twice = added.field && !fields_.emplace(added.column.text, added.field->text).second;
    if (twice || field_twice) refuse("column_set_twice", added.span, {{"column", added.column.text}});
  }

 private:
  std::map<std::string, bool> replaced_;
  std::set<std::pair<std::string, std::string>> fields_;
};

}  // namespace

UpdateStatement build_update(Build& build, Grammar::UpdateContext* context) {
  UpdateStatement result;
  result.table = build.table_name(context->tableName());
  result.using_clause = using_clause(build, context->usingClause());
  SetTargets targets;
  for (Grammar::AssignmentContext* part : context->assignment()) {
    Assignment added = assignment_kind(build, part);
    added.span = Build::span(part);
    targets.add(added);
    result.assignments.push_back(std::move(added));
  }
  result.where = build.where(context->whereClause());
  result.conditions = conditions(build, context->IF(), context->ifConditions());
  return result;
}

DeleteStatement build_delete(Build& build, Grammar::DeletionContext* context) {
  DeleteStatement result;
  for (Grammar::DeletionTargetContext* part : context->deletionTarget()) {
    DeletionTarget target{build.name(part->columnName()), std::nullopt, std::nullopt, Build::span(part)};
    if (part->term() != nullptr) target.key = build.term(part->term());
    if (part->name() != nullptr) target.field = build.name(part->name());
    result.targets.push_back(std::move(target));
  }
  result.table = build.table_name(context->tableName());
  if (Grammar::UsingTimestampContext* timestamp = context->usingTimestamp()) {
    result.using_clause.timestamp = build.whole_number(timestamp->wholeNumber());
    result.using_clause.span = Build::span(timestamp);
  }
  result.where = build.where(context->whereClause());
  result.conditions = conditions(build, context->IF(), context->ifConditions());
  return result;
}

BatchStatement build_batch_begin(Build& build, Grammar::BatchBeginContext* context) {
  BatchStatement result;
  if (context->UNLOGGED() != nullptr) result.kind = BatchStatement::Kind::unlogged;
  if (context->COUNTER() != nullptr) result.kind = BatchStatement::Kind::counter;
  result.using_clause = using_clause(build, context->usingClause());
  return result;
}

void add_to_batch(Build& build, BatchStatement& batch, Grammar::BatchedStatementContext* context) {
  if (context->insert() != nullptr) batch.statements.emplace_back(build_insert(build, context->insert()));
  if (context->update() != nullptr) batch.statements.emplace_back(build_update(build, context->update()));
  if (context->deletion() != nullptr) batch.statements.emplace_back(build_delete(build, context->deletion()));
  batch.statement_spans.push_back(Build::span(context));
}

}  // namespace cellar
