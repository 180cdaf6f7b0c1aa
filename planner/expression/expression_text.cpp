#include "planner/expression/expression_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "types/overloaded.h"

namespace cellar {

namespace {

class ExpressionText {
 public:
  ExpressionText(const std::vector<SlotSource>& sources, const TextOverride& instead,
                 std::string_view unwritten_keyspace = "system.")
      : sources_(sources), instead_(instead), unwritten_keyspace_(unwritten_keyspace) {}

  std::string of(const Expression& expression) const {
    if (instead_) {
      if (std::optional<std::string> other = instead_(expression)) return *other;
    }
    return std::visit([this](const auto& node) { return text(node); }, expression.node);
  }

  std::string list(const std::vector<Expression>& expressions) const {
    std::vector<std::string> texts;
    for (const Expression& expression : expressions) texts.push_back(of(expression));
    return fmt::format("{}", fmt::join(texts, ", "));
  }

 private:
  std::string text(const NullLiteral&) const { return "NULL"; }
  std::string text(const Literal& literal) const {
    return literal.kind == LiteralKind::string ? "'" + literal.text + "'" : literal.text;
  }
  std::string text(const SlotReference& slot) const {
    const SlotSource& source = sources_[slot.index];
    if (source.kind == SlotSource::Kind::literal) return text(source.literal);
    return source.name ? ":" + source.name->text : "?";
  }
  std::string text(const ColumnReference& column) const { return column.name.text; }
  std::string text(const ListLiteral& literal) const { return "[" + list(literal.elements) + "]"; }
  std::string text(const SetLiteral& literal) const { return "{" + list(literal.elements) + "}"; }
  std::string text(const MapLiteral& literal) const {
    std::string pairs;
    for (std::size_t index = 0; index + 1 < literal.elements.size(); index += 2) {
      pairs +=
          (index == 0 ? "" : ", ") + of(literal.elements[index]) + ": " + of(literal.elements[index + 1]);
    }
    return "{" + pairs + "}";
  }
  std::string text(const UserTypeLiteral& literal) const {
    std::string fields;
    for (std::size_t index = 0; index < literal.fields.size(); ++index) {
      fields += (index == 0 ? "" : ", ") + literal.fields[index].text + ": " + of(literal.values[index]);
    }
    return "{" + fields + "}";
  }
  std::string text(const TupleLiteral& literal) const { return "(" + list(literal.elements) + ")"; }
  std::string text(const FunctionCall& call) const {
    const std::string keyspace =
        call.function.keyspace ? call.function.keyspace->text + "." : std::string(unwritten_keyspace_);
    return keyspace + call.function.name.text + "(" + (call.star ? "*" : list(call.arguments)) + ")";
  }
  std::string text(const Arithmetic& arithmetic) const {
    return of(arithmetic.operands[0]) + " " + text_of(arithmetic.op) + " " + of(arithmetic.operands[1]);
  }
  std::string text(const Negation& negation) const { return "-" + of(negation.operand[0]); }
  std::string text(const Cast& cast) const {
    return "cast(" + of(cast.operand[0]) + " as " + text_of(cast.type) + ")";
  }
  std::string text(const TypeHint& hint) const {
    return "(" + text_of(hint.type) + ")" + of(hint.operand[0]);
  }
  std::string text(const ElementAccess& access) const {
    return of(access.operands[0]) + "[" + of(access.operands[1]) + "]";
  }
  std::string text(const SliceAccess& access) const {
    return of(access.operand[0]) + "[" + list(access.from) + ".." + list(access.to) + "]";
  }
  std::string text(const FieldAccess& access) const {
    return of(access.operand[0]) + "." + access.field.text;
  }
  std::string text(const CellFunctionCall& call) const {
    constexpr const char* kNames[] = {"writetime", "maxwritetime", "ttl"};
    return fmt::format("{}({})", kNames[static_cast<int>(call.function)], of(call.operand[0]));
  }

  const std::vector<SlotSource>& sources_;
  const TextOverride& instead_;
  const std::string_view unwritten_keyspace_;  // of functions
};

std::string names(const std::vector<Name>& columns) {
  std::string text;
  for (const Name& column : columns) text += (text.empty() ? "" : ", ") + quote_name(column.text);
  return text;
}

std::string target_text(const Relation& relation, const ExpressionText& expressions) {
  return std::visit(
      Overloaded{
          [](const ColumnTarget& target) { return quote_name(target.column.text); },
          [&](const ElementTarget& target) {
            return quote_name(target.column.text) + "[" + expressions.of(target.key) + "]";
          },
          [](const FieldTarget& target) { return quote_name(target.column.text) + "." + target.field.text; },
          [](const TupleTarget& target) { return "(" + names(target.columns) + ")"; },
          [](const TokenTarget& target) { return "token(" + names(target.columns) + ")"; },
          [](const CustomIndexTarget& target) { return "expr(" + target.index.name.text + ")"; },
      },
      relation.target);
}

}  // namespace

std::string text_of(const Expression& expression, const std::vector<SlotSource>& sources,
                    const TextOverride& instead) {
  return ExpressionText(sources, instead).of(expression);
}

std::string told_text_of(const Expression& expression, const std::vector<SlotSource>& sources) {
  return ExpressionText(sources, nullptr, "").of(expression);
}

std::string text_of(const Relation& relation, const std::vector<SlotSource>& sources,
                    const TextOverride& instead) {
  const ExpressionText expressions(sources, instead);
  const std::string target = target_text(relation, expressions);
  if (relation.op == RelationOperator::is_not_null) return target + " IS NOT NULL";
  const std::string values = expressions.list(relation.values);
  const bool in_list = relation.op == RelationOperator::in && !relation.in_marker;
  return target + " " + text_of(relation.op) + " " + (in_list ? "(" + values + ")" : values);
}

std::string text_of(RelationOperator op) {
  constexpr const char* kTexts[] = {"=",        "!=",           "<",    "<=",          ">",     ">=", "IN",
                                    "CONTAINS", "CONTAINS KEY", "LIKE", "IS NOT NULL", "ANN OF"};
  return kTexts[static_cast<int>(op)];
}

std::string text_of(ArithmeticOperator op) {
  constexpr const char* kTexts[] = {"+", "-", "*", "/", "%"};
  return kTexts[static_cast<int>(op)];
}

std::string text_of(const TypeName& type) {
  std::string text = type.keyspace ? type.keyspace->text + "." + type.name : type.name;
  if (type.arguments.empty()) return text;
  text += "<";
  for (std::size_t index = 0; index < type.arguments.size(); ++index) {
    text += (index == 0 ? "" : ", ") + text_of(type.arguments[index]);
  }
  if (type.dimension != 0) text += ", " + std::to_string(type.dimension);
  return text + ">";
}

}  // namespace cellar
