// From parse trees of values, selections, relations, types and names to the statement's data.
//
// In:      trees of the generated parser, and the text they were read from.
// Out:     expressions with spans; literals and markers collected as slots, in the order of the text.
// Refused: what the grammar takes and CQL does not: floats without bounds, frozen numbers, values
//          nested deeper than kMaximumDepth.
//
// Sources of ExpressionBuilder, by what it builds: expression_builder.cpp, literals.cpp, relations.cpp, names.cpp.
#pragma once

#include <CqlParser.h>

#include <string_view>
#include <vector>

#include "parser/statement/statement.h"

namespace cellar {

using Grammar = antlr::CqlParser;

/// Returns what is between quotes, doubled quotes made one.
std::string unquoted(std::string_view text);

class ExpressionBuilder {
 public:
  /// Whether literals become slots or stay where they are.
  enum class Literals : std::uint8_t { slots, inline_ };

  explicit ExpressionBuilder(std::string_view text) : text_(text) {}

  Expression term(Grammar::TermContext* context, Literals literals = Literals::slots);
  Expression term(Grammar::AssignedTermContext* context);
  Expression selection(Grammar::SelectionContext* context);
  /// The number of LIMIT, USING and the like.
  Expression whole_number(Grammar::WholeNumberContext* context);
  Expression integer(const antlr4::Token* token);
  Expression marker(Grammar::MarkerContext* context);
  /// A string literal as a slot.
  Expression string_slot(const antlr4::Token* token);
  Literal constant(Grammar::ConstantContext* context) const;

  std::vector<Relation> where(Grammar::WhereClauseContext* context);
  std::vector<Relation> conditions(Grammar::IfConditionsContext* context);

  TypeName type(Grammar::TypeContext* context);
  QualifiedName user_type_name(Grammar::UserTypeNameContext* context) const;

  Name name(antlr4::ParserRuleContext* context) const;  // any rule that is one word
  Name name(const antlr4::Token* token) const;
  std::vector<Name> names(const std::vector<Grammar::NameContext*>& contexts) const;
  std::vector<Name> names(const std::vector<Grammar::ColumnNameContext*>& contexts) const;
  QualifiedName table_name(Grammar::TableNameContext* context) const;
  QualifiedName function_name(Grammar::FunctionNameContext* context) const;

  static Span span(const antlr4::ParserRuleContext* context);
  static Span span(const antlr4::Token* token);
  std::string_view text_of(Span span) const { return text_.substr(span.begin, span.end - span.begin); }

  std::vector<SlotSource> slots;

 private:
  /// Holds the depth of values within values, while it lives.
  class Deeper {
   public:
    Deeper(ExpressionBuilder& builder, Span span, std::size_t levels = 1);
    ~Deeper() { depth_ -= levels_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    int& depth_;
    int levels_;
  };

  std::string_view text_of(const antlr4::Token* token) const;
  Expression literal(Grammar::LiteralContext* context, Literals literals);
  Expression slot(SlotSource source);
  Expression operand(Grammar::TermOperandContext* context, Literals literals);
  Expression primary(Grammar::TermPrimaryContext* context, Literals literals);
  Expression tuple(Grammar::TupleContext* context, Literals literals);
  Expression function(Grammar::TermFunctionContext* context, Literals literals);
  Expression user_type(Grammar::TermUserTypeContext* context, Literals literals);
  template <typename Context>
  Expression sum(Context* context, Literals literals);
  std::vector<Expression> terms(const std::vector<Grammar::TermContext*>& contexts, Literals literals);
  Expression selection_literal(Grammar::SelectionLiteralContext* context);
  Expression selection_operand(Grammar::SelectionOperandContext* context);
  Expression selection_primary(Grammar::SelectionPrimaryContext* context);
  Expression selection_function(Grammar::SelectionFunctionContext* context);
  Expression cell_function(Grammar::SelectionCellContext* context);
  Expression modified(Expression operand, const std::vector<Grammar::SelectionModifierContext*>& modifiers);
  Expression modified_once(Expression operand, Grammar::SelectionModifierContext* modifier);
  std::vector<Expression> selections(const std::vector<Grammar::SelectionContext*>& contexts);
  TypeName native_type(Grammar::NativeTypeContext* context) const;

  Relation relation(Grammar::RelationContext* context);
  void column_relation(Grammar::RelationContext* context, Relation& result);
  Relation custom_index(Grammar::ConditionContext* context);
  Relation condition(Grammar::IfConditionContext* context);
  void in_values(Grammar::InValuesContext* context, Relation& relation);
  void tuple_in_values(Grammar::TupleInValuesContext* context, Relation& relation);

  std::string_view text_;
  int depth_ = 0;
};

}  // namespace cellar
