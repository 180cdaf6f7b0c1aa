#include "parser/build/expression_builder.h"

#include <algorithm>

namespace cellar {

ExpressionBuilder::Deeper::Deeper(ExpressionBuilder& builder, Span span, std::size_t levels)
    : depth_(builder.depth_), levels_(static_cast<int>(std::min<std::size_t>(levels, kMaximumDepth + 1))) {
  if (depth_ + levels_ > kMaximumDepth)
    refuse("nested_too_deep", span, {{"depth", std::to_string(kMaximumDepth)}});
  depth_ += levels_;
}

namespace {

std::vector<ArithmeticOperator> operators(const std::vector<Grammar::ArithmeticOperatorContext*>& contexts) {
  std::vector<ArithmeticOperator> result;
  for (Grammar::ArithmeticOperatorContext* context : contexts) {
    switch (context->start->getType()) {
      case Grammar::PLUS:
        result.push_back(ArithmeticOperator::add);
        break;
      case Grammar::MINUS:
        result.push_back(ArithmeticOperator::subtract);
        break;
      case Grammar::STAR:
        result.push_back(ArithmeticOperator::multiply);
        break;
      case Grammar::SLASH:
        result.push_back(ArithmeticOperator::divide);
        break;
      default:
        result.push_back(ArithmeticOperator::modulo);
        break;
    }
  }
  return result;
}

Expression combine(ArithmeticOperator op, Expression left, Expression right) {
  const Span span{left.span.begin, right.span.end};
  Arithmetic node{op, {}};
  node.operands.push_back(std::move(left));
  node.operands.push_back(std::move(right));
  return {std::move(node), span};
}

/// `a + b * c - d`: products first, both from the left.
Expression fold(std::vector<Expression> operands, const std::vector<ArithmeticOperator>& ops) {
  std::vector<Expression> sums;
  std::vector<ArithmeticOperator> sum_ops;
  sums.push_back(std::move(operands[0]));
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (ops[i] == ArithmeticOperator::add || ops[i] == ArithmeticOperator::subtract) {
      sum_ops.push_back(ops[i]);
      sums.push_back(std::move(operands[i + 1]));
    } else {
      sums.back() = combine(ops[i], std::move(sums.back()), std::move(operands[i + 1]));
    }
  }
  Expression result = std::move(sums[0]);
  for (std::size_t i = 0; i < sum_ops.size(); ++i)
    result = combine(sum_ops[i], std::move(result), std::move(sums[i + 1]));
  return result;
}

Expression negate(Expression operand, Span span) {
  Negation node;
  node.operand.push_back(std::move(operand));
  return {std::move(node), span};
}

template <typename Node>
Expression with_operand(Node node, Expression operand, Span span) {
  node.operand.push_back(std::move(operand));
  return {std::move(node), span};
}

}  // namespace

// ---- terms -------------------------------------------------------------------------------------

Expression ExpressionBuilder::term(Grammar::TermContext* context, Literals literals) {
  return sum(context, literals);
}

Expression ExpressionBuilder::term(Grammar::AssignedTermContext* context) {
  return sum(context, Literals::slots);
}

template <typename Context>
Expression ExpressionBuilder::sum(Context* context, Literals literals) {
  const std::vector<Grammar::TermOperandContext*> operand_contexts = context->termOperand();
  const Deeper deeper(*this, span(context), operand_contexts.size());
  std::vector<Expression> operands;
  for (Grammar::TermOperandContext* part : operand_contexts) operands.push_back(operand(part, literals));
  return fold(std::move(operands), operators(context->arithmeticOperator()));
}

std::vector<Expression> ExpressionBuilder::terms(const std::vector<Grammar::TermContext*>& contexts,
                                                 Literals literals) {
  std::vector<Expression> result;
  result.reserve(contexts.size());
  for (Grammar::TermContext* context : contexts) result.push_back(term(context, literals));
  return result;
}

Expression ExpressionBuilder::operand(Grammar::TermOperandContext* context, Literals literals) {
  Expression value = primary(context->termPrimary(), literals);
  return context->MINUS() == nullptr ? std::move(value) : negate(std::move(value), span(context));
}

Expression ExpressionBuilder::primary(Grammar::TermPrimaryContext* context, Literals literals) {
  const Span place = span(context);
  if (auto* plain = dynamic_cast<Grammar::TermLiteralContext*>(context))
    return literal(plain->literal(), literals);
  if (auto* bound = dynamic_cast<Grammar::TermMarkerContext*>(context)) return marker(bound->marker());
  if (auto* listed = dynamic_cast<Grammar::TermTupleContext*>(context))
    return tuple(listed->tuple(), literals);
  if (auto* list = dynamic_cast<Grammar::TermListContext*>(context))
    return {ListLiteral{terms(list->term(), literals)}, place};
  if (auto* map = dynamic_cast<Grammar::TermMapContext*>(context))
    return {MapLiteral{terms(map->term(), literals)}, place};
  if (auto* set = dynamic_cast<Grammar::TermSetContext*>(context))
    return {SetLiteral{terms(set->term(), literals)}, place};
  if (auto* fields = dynamic_cast<Grammar::TermUserTypeContext*>(context)) return user_type(fields, literals);
  if (auto* call = dynamic_cast<Grammar::TermFunctionContext*>(context)) return function(call, literals);
  const Deeper deeper(*this, place);
  if (auto* cast = dynamic_cast<Grammar::TermCastContext*>(context)) {
    Expression value = primary(cast->termPrimary(), literals);
    return with_operand(Cast{{}, native_type(cast->nativeType())}, std::move(value), place);
  }
  auto* hint = dynamic_cast<Grammar::TermTypeHintContext*>(context);
  TypeName hinted = type(hint->type());
  return with_operand(TypeHint{std::move(hinted), {}}, primary(hint->termPrimary(), literals), place);
}

Expression ExpressionBuilder::tuple(Grammar::TupleContext* context, Literals literals) {
  return {TupleLiteral{terms(context->term(), literals)}, span(context)};
}

Expression ExpressionBuilder::user_type(Grammar::TermUserTypeContext* context, Literals literals) {
  UserTypeLiteral node;
  node.fields = names(context->name());
  node.values = terms(context->term(), literals);
  return {std::move(node), span(context)};
}

Expression ExpressionBuilder::function(Grammar::TermFunctionContext* context, Literals literals) {
  return {FunctionCall{function_name(context->functionName()), terms(context->term(), literals)},
          span(context)};
}

// ---- selections --------------------------------------------------------------------------------

Expression ExpressionBuilder::selection(Grammar::SelectionContext* context) {
  const std::vector<Grammar::SelectionOperandContext*> operand_contexts = context->selectionOperand();
  const Deeper deeper(*this, span(context), operand_contexts.size());
  std::vector<Expression> operands;
  for (Grammar::SelectionOperandContext* part : operand_contexts) operands.push_back(selection_operand(part));
  return fold(std::move(operands), operators(context->arithmeticOperator()));
}

std::vector<Expression> ExpressionBuilder::selections(
    const std::vector<Grammar::SelectionContext*>& contexts) {
  std::vector<Expression> result;
  result.reserve(contexts.size());
  for (Grammar::SelectionContext* context : contexts) result.push_back(selection(context));
  return result;
}

Expression ExpressionBuilder::selection_operand(Grammar::SelectionOperandContext* context) {
  const std::vector<antlr4::tree::TerminalNode*> minuses = context->MINUS();
  const Deeper deeper(*this, span(context), minuses.size());
  Expression value =
      context->selectionLiteral() != nullptr
          ? selection_literal(context->selectionLiteral())
          : modified(selection_primary(context->selectionPrimary()), context->selectionModifier());
  for (auto minus = minuses.rbegin(); minus != minuses.rend(); ++minus)
    value = negate(std::move(value), {span((*minus)->getSymbol()).begin, span(context).end});
  return value;
}

Expression ExpressionBuilder::selection_literal(Grammar::SelectionLiteralContext* context) {
  const std::vector<Grammar::TypeContext*> hints = context->type();
  const Deeper deeper(*this, span(context), hints.size());
  Expression value = literal(context->literal(), Literals::inline_);
  for (std::size_t index = hints.size(); index-- > 0;) {
    const Span place{span(context->OPEN_ROUND(index)->getSymbol()).begin, span(context).end};
    value = with_operand(TypeHint{type(hints[index]), {}}, std::move(value), place);
  }
  return value;
}

Expression ExpressionBuilder::selection_primary(Grammar::SelectionPrimaryContext* context) {
  const Span place = span(context);
  if (auto* column = dynamic_cast<Grammar::SelectionColumnContext*>(context))
    return {ColumnReference{name(column->name())}, place};
  if (auto* bound = dynamic_cast<Grammar::SelectionMarkerContext*>(context)) return marker(bound->marker());
  if (auto* call = dynamic_cast<Grammar::SelectionFunctionContext*>(context)) return selection_function(call);
  if (auto* cell = dynamic_cast<Grammar::SelectionCellContext*>(context)) return cell_function(cell);
  if (auto* tupled = dynamic_cast<Grammar::SelectionTupleContext*>(context))
    return {TupleLiteral{selections(tupled->selection())}, place};
  if (auto* list = dynamic_cast<Grammar::SelectionListContext*>(context))
    return {ListLiteral{selections(list->selection())}, place};
  if (auto* map = dynamic_cast<Grammar::SelectionMapContext*>(context))
    return {MapLiteral{selections(map->selection())}, place};
  if (auto* set = dynamic_cast<Grammar::SelectionSetContext*>(context))
    return {SetLiteral{selections(set->selection())}, place};
  if (auto* count = dynamic_cast<Grammar::SelectionCountContext*>(context))
    return {
        FunctionCall{
            {std::nullopt, name(count->COUNT()->getSymbol()), span(count->COUNT()->getSymbol())}, {}, true},
        place};
  const Deeper deeper(*this, place);
  if (auto* cast = dynamic_cast<Grammar::SelectionCastContext*>(context)) {
    Expression value = selection(cast->selection());
    return with_operand(Cast{{}, native_type(cast->nativeType())}, std::move(value), place);
  }
  auto* hint = dynamic_cast<Grammar::SelectionTypeHintContext*>(context);
  TypeName hinted = type(hint->type());
  return with_operand(TypeHint{std::move(hinted), {}}, selection_primary(hint->selectionPrimary()), place);
}

Expression ExpressionBuilder::selection_function(Grammar::SelectionFunctionContext* context) {
  return {FunctionCall{function_name(context->functionName()), selections(context->selection())},
          span(context)};
}

Expression ExpressionBuilder::cell_function(Grammar::SelectionCellContext* context) {
  CellFunctionCall node{CellFunction::writetime, {}};
  if (context->MAXWRITETIME() != nullptr) node.function = CellFunction::maxwritetime;
  if (context->TTL() != nullptr) node.function = CellFunction::ttl;
  const Name column = name(context->name());
  Expression cell = modified({ColumnReference{column}, column.span}, context->selectionModifier());
  return with_operand(std::move(node), std::move(cell), span(context));
}

namespace {

/// The dots between the ends of `[a..b]`; null for `[a]`. If there are three dots, the first one ends a number.
const antlr4::Token* dots_of_slice(Grammar::SelectionModifierContext* modifier) {
  if (modifier->RANGE() != nullptr) return modifier->RANGE()->getSymbol();
  if (modifier->NUMBER_RANGE() == nullptr) return nullptr;
  const antlr4::Token* dots = modifier->NUMBER_RANGE()->getSymbol();
  const antlr4::Token* number = modifier->term(0)->getStop();
  if (number->getType() != Grammar::INTEGER || number->getStopIndex() + 1 != dots->getStartIndex())
    refuse("number_without_zero", ExpressionBuilder::span(dots));
  return dots;
}

}  // namespace

Expression ExpressionBuilder::modified(Expression operand,
                                       const std::vector<Grammar::SelectionModifierContext*>& modifiers) {
  const Deeper deeper(*this, operand.span, modifiers.size());
  for (Grammar::SelectionModifierContext* modifier : modifiers)
    operand = modified_once(std::move(operand), modifier);
  return operand;
}

Expression ExpressionBuilder::modified_once(Expression operand, Grammar::SelectionModifierContext* modifier) {
  const Span place{operand.span.begin, span(modifier).end};
  if (modifier->name() != nullptr)
    return with_operand(FieldAccess{{}, name(modifier->name())}, std::move(operand), place);
  const std::vector<Grammar::TermContext*> keys = modifier->term();
  const antlr4::Token* dots = dots_of_slice(modifier);
  if (dots == nullptr) {
    ElementAccess node;
    node.operands.push_back(std::move(operand));
    node.operands.push_back(term(keys.front(), Literals::inline_));
    return {std::move(node), place};
  }
  SliceAccess node;
  node.operand.push_back(std::move(operand));
  const std::uint32_t range = span(dots).begin;
  for (Grammar::TermContext* key : keys)
    (span(key).begin < range ? node.from : node.to).push_back(term(key, Literals::inline_));
  return {std::move(node), place};
}

}  // namespace cellar
