// The part of ExpressionBuilder that reads WHERE and IF.
#include "parser/build/expression_builder.h"

namespace cellar {

namespace {

RelationOperator comparison_of(Grammar::ComparisonContext* context) {
  switch (context->start->getType()) {
    case Grammar::EQUAL:
      return RelationOperator::equal;
    case Grammar::NOT_EQUAL:
      return RelationOperator::not_equal;
    case Grammar::LESS:
      return RelationOperator::less;
    case Grammar::LESS_OR_EQUAL:
      return RelationOperator::less_or_equal;
    case Grammar::GREATER:
      return RelationOperator::greater;
    default:
      return RelationOperator::greater_or_equal;
  }
}

Relation relation_at(Span span) {
  Relation result;
  result.op = RelationOperator::equal;
  result.span = span;
  return result;
}

}  // namespace

std::vector<Relation> ExpressionBuilder::where(Grammar::WhereClauseContext* context) {
  std::vector<Relation> result;
  if (context == nullptr) return result;
  for (Grammar::ConditionContext* part : context->condition())
    result.push_back(part->relation() != nullptr ? relation(part->relation()) : custom_index(part));
  return result;
}

Relation ExpressionBuilder::custom_index(Grammar::ConditionContext* context) {
  Relation result = relation_at(span(context));
  const Name index = name(context->indexName());
  result.target = CustomIndexTarget{{std::nullopt, index, index.span}};
  result.values.push_back(term(context->term()));
  result.target_span = index.span;
  return result;
}

Relation ExpressionBuilder::relation(Grammar::RelationContext* context) {
  while (auto* outer = dynamic_cast<Grammar::RelationInParenthesesContext*>(context))
    context = outer->relation();
  Relation result = relation_at(span(context));
  if (auto* element = dynamic_cast<Grammar::ElementRelationContext*>(context)) {
    result.target = ElementTarget{name(element->columnName()), term(element->term(0))};
    result.target_span = {result.span.begin, span(element->CLOSE_SQUARE()->getSymbol()).end};
    result.op = comparison_of(element->comparison());
    result.values.push_back(term(element->term(1)));
  } else if (auto* token = dynamic_cast<Grammar::TokenRelationContext*>(context)) {
    result.target = TokenTarget{names(token->columnTuple()->columnName())};
    result.target_span = {result.span.begin, span(token->columnTuple()).end};
    result.op = comparison_of(token->comparison());
    result.values.push_back(term(token->term()));
  } else if (auto* tuple_in = dynamic_cast<Grammar::TupleInRelationContext*>(context)) {
    result.target = TupleTarget{names(tuple_in->columnTuple()->columnName())};
    result.target_span = span(tuple_in->columnTuple());
    tuple_in_values(tuple_in->tupleInValues(), result);
  } else if (auto* tuples = dynamic_cast<Grammar::TupleRelationContext*>(context)) {
    result.target = TupleTarget{names(tuples->columnTuple()->columnName())};
    result.target_span = span(tuples->columnTuple());
    result.op = comparison_of(tuples->comparison());
    result.values.push_back(tuples->marker() != nullptr ? marker(tuples->marker())
                                                        : tuple(tuples->tuple(), Literals::slots));
  } else {
    column_relation(context, result);
  }
  return result;
}

void ExpressionBuilder::column_relation(Grammar::RelationContext* context, Relation& result) {
  auto* column = context->getRuleContext<Grammar::ColumnNameContext>(0);
  result.target = ColumnTarget{name(column)};
  result.target_span = span(column);
  if (auto* compared = dynamic_cast<Grammar::ColumnRelationContext*>(context)) {
    result.op = comparison_of(compared->comparison());
    result.values.push_back(term(compared->term()));
  } else if (auto* like = dynamic_cast<Grammar::LikeRelationContext*>(context)) {
    result.op = RelationOperator::like;
    result.values.push_back(term(like->term()));
  } else if (auto* in = dynamic_cast<Grammar::InRelationContext*>(context)) {
    in_values(in->inValues(), result);
  } else if (auto* contains = dynamic_cast<Grammar::ContainsRelationContext*>(context)) {
    result.op = contains->KEY() != nullptr ? RelationOperator::contains_key : RelationOperator::contains;
    result.values.push_back(term(contains->term()));
  } else {
    result.op = RelationOperator::is_not_null;
  }
}

void ExpressionBuilder::in_values(Grammar::InValuesContext* context, Relation& relation) {
  relation.op = RelationOperator::in;
  relation.in_marker = context->marker() != nullptr;
  if (relation.in_marker) relation.values.push_back(marker(context->marker()));
  for (Expression& value : terms(context->term(), Literals::slots))
    relation.values.push_back(std::move(value));
}

void ExpressionBuilder::tuple_in_values(Grammar::TupleInValuesContext* context, Relation& relation) {
  relation.op = RelationOperator::in;
  relation.in_marker = context->OPEN_ROUND() == nullptr;
  for (Grammar::MarkerContext* value : context->marker()) relation.values.push_back(marker(value));
  for (Grammar::TupleContext* value : context->tuple())
    relation.values.push_back(tuple(value, Literals::slots));
}

std::vector<Relation> ExpressionBuilder::conditions(Grammar::IfConditionsContext* context) {
  std::vector<Relation> result;
  for (Grammar::IfConditionContext* part : context->ifCondition()) result.push_back(condition(part));
  return result;
}

Relation ExpressionBuilder::condition(Grammar::IfConditionContext* context) {
  Relation result = relation_at(span(context));
  const Name column = name(context->columnName());
  result.target = ColumnTarget{column};
  result.target_span = column.span;
  std::vector<Grammar::TermContext*> operands = context->term();
  if (context->OPEN_SQUARE() != nullptr) {
    result.target = ElementTarget{column, term(operands.front())};
    result.target_span.end = span(context->CLOSE_SQUARE()->getSymbol()).end;
    operands.erase(operands.begin());
  } else if (context->DOT() != nullptr) {
    const Name field = name(context->name());
    result.target = FieldTarget{column, field};
    result.target_span.end = field.span.end;
  }
  if (context->inValues() != nullptr) {
    in_values(context->inValues(), result);
    return result;
  }
  if (context->CONTAINS() != nullptr)
    result.op = context->KEY() != nullptr ? RelationOperator::contains_key : RelationOperator::contains;
  else
    result.op = comparison_of(context->comparison());
  result.values.push_back(term(operands.front()));
  return result;
}

}  // namespace cellar
