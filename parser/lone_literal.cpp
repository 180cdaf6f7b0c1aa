#include "parser/lone_literal.h"

#include <algorithm>

#include "parser/lone_value.h"
#include "parser/shape/shape.h"
#include "types/text/text.h"

namespace cellar {

namespace {

bool is_literal(const Expression& expression, const std::vector<SlotSource>& slots);

struct IsLiteral {
  const std::vector<SlotSource>& slots;

  bool operator()(const NullLiteral&) const { return true; }
  bool operator()(const Literal&) const { return true; }
  bool operator()(const SlotReference& slot) const {
    return slots[slot.index].kind == SlotSource::Kind::literal;
  }
  bool operator()(const ListLiteral& list) const { return all(list.elements); }
  bool operator()(const SetLiteral& set) const { return all(set.elements); }
  bool operator()(const MapLiteral& map) const { return all(map.elements); }
  bool operator()(const UserTypeLiteral& literal) const { return all(literal.values); }
  bool operator()(const TupleLiteral& tuple) const { return all(tuple.elements); }
  bool operator()(const Negation& negation) const { return all(negation.operand); }
  bool operator()(const TypeHint& hint) const { return all(hint.operand); }
  bool operator()(const ColumnReference&) const { return false; }
  bool operator()(const FunctionCall&) const { return false; }
  bool operator()(const Arithmetic&) const { return false; }
  bool operator()(const Cast&) const { return false; }
  bool operator()(const ElementAccess&) const { return false; }
  bool operator()(const SliceAccess&) const { return false; }
  bool operator()(const FieldAccess&) const { return false; }
  bool operator()(const CellFunctionCall&) const { return false; }

 private:
  bool all(const std::vector<Expression>& parts) const {
    return std::ranges::all_of(parts, [this](const Expression& part) { return is_literal(part, slots); });
  }
};

bool is_literal(const Expression& expression, const std::vector<SlotSource>& slots) {
  const ExpressionAlternatives& node = expression.node;
  return std::visit(IsLiteral{slots}, node);
}

/// A plain word was probably meant as text.
std::optional<Fix> quotes_around(std::string_view text) {
  const bool is_plain = !text.empty() && text.find_first_of("'\"$;\n()[]{}?:") == text.npos;
  if (!is_plain) return std::nullopt;
  return Fix{{0, static_cast<std::uint32_t>(text.size())}, "'" + std::string(text) + "'"};
}

/// Returns the literal if the text is a single token whose kind the scanner of shapes can tell: the grammar takes much
/// longer, and rows that are loaded have thousands of them. Floats and durations have rules of their own there.
std::optional<LoneLiteral> single_token(std::string_view text) {
  Shape shape;
  if (!read_shape(text, shape) || shape.literals.size() != 1) return std::nullopt;
  const ShapeLiteral& token = shape.literals.front();
  if (token.begin != 0 || token.end != text.size()) return std::nullopt;
  if (token.kind == LiteralKind::float_ || token.kind == LiteralKind::duration) return std::nullopt;
  std::string unescaped;
  const Span span{token.begin, token.end};
  LoneLiteral literal{{SlotReference{0}, span}, {}};
  literal.slots.push_back({SlotSource::Kind::literal,
                           {token.kind, std::string(text_of(token, text, unescaped))},
                           std::nullopt,
                           span});
  return literal;
}

}  // namespace

LoneLiteral parse_literal(std::string_view text) {
  if (!is_valid_utf8(text)) refuse("no_literal", {}, {{"text", show_on_terminal(text)}});
  if (std::optional<LoneLiteral> single = single_token(text)) return *std::move(single);
  std::optional<LoneLiteral> literal = parse_value(text);
  if (literal && is_literal(literal->expression, literal->slots)) return *std::move(literal);
  refuse("no_literal", {0, static_cast<std::uint32_t>(text.size())}, {{"text", std::string(text)}},
         quotes_around(text));
}

}  // namespace cellar
