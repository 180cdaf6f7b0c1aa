// Literals and markers, which become slots.

#include <cmath>
#include <cstdlib>

#include "parser/build/expression_builder.h"
#include "types/text/text.h"

namespace cellar {

namespace {

LiteralKind kind_of(std::size_t token_type) {
  switch (token_type) {
    case Grammar::STRING:
      return LiteralKind::string;
    case Grammar::INTEGER:
      return LiteralKind::integer;
    case Grammar::BOOLEAN:
      return LiteralKind::boolean;
    case Grammar::DURATION:
      return LiteralKind::duration;
    case Grammar::UUID:
      return LiteralKind::uuid;
    case Grammar::BLOB_LITERAL:
      return LiteralKind::blob;
    default:
      return LiteralKind::float_;
  }
}

// Cassandra turns a float into a double first, whatever it is for.
void check_float(const std::string& text, Span span) {
  if (std::isinf(std::strtod(text.c_str(), nullptr))) refuse("float_too_large", span, {{"number", text}});
}

// The lexer takes any letter of two bytes for the micro sign.
void check_micro_sign(const std::string& text, Span span) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (static_cast<unsigned char>(text[i]) < 0x80) continue;
    if (text.compare(i, 2, "µ") != 0) refuse("broken_number", span, {{"text", text}});
    ++i;
  }
}

bool is_word(const Literal& literal) {
  return literal.kind == LiteralKind::boolean ||
         (literal.kind == LiteralKind::float_ &&
          (literal.text == "NaN" || literal.text.ends_with("Infinity")));
}

}  // namespace

Literal ExpressionBuilder::constant(Grammar::ConstantContext* context) const {
  const Span place = span(context);
  const antlr4::Token* token = context->start;
  Literal result{kind_of(token->getType()), std::string(text_of(token))};
  switch (token->getType()) {
    case Grammar::STRING:
      result.text = unquoted(result.text);
      break;
    case Grammar::BOOLEAN:
      result.text = to_lower(result.text);
      break;
    case Grammar::NAN_WORD:
    case Grammar::NEGATIVE_NAN:
      result.text = "NaN";
      break;
    case Grammar::INFINITY_WORD:
      result.text = "Infinity";
      break;
    case Grammar::NEGATIVE_INFINITY:
      result.text = "-Infinity";
      break;
    case Grammar::DURATION:
      check_micro_sign(result.text, place);
      break;
    case Grammar::FLOAT:
      check_float(result.text, place);
      break;
    case Grammar::INTEGER:
      if (context->DOT() == nullptr && text_.substr(place.end, 3) != "...") break;
      result = {LiteralKind::float_, result.text + "."};
      if (context->DOT() != nullptr && place.end != span(token).end + 1) refuse("number_with_blank", place);
      check_float(result.text, place);
      break;
    default:
      break;
  }
  return result;
}

Expression ExpressionBuilder::slot(SlotSource source) {
  const Span place = source.span;
  slots.push_back(std::move(source));
  return {SlotReference{slots.size() - 1}, place};
}

Expression ExpressionBuilder::literal(Grammar::LiteralContext* context, Literals literals) {
  const Span place = span(context);
  if (context->constant() == nullptr) return {NullLiteral{}, place};
  Literal value = constant(context->constant());
  if (literals == Literals::inline_ || is_word(value)) return {std::move(value), place};
  return slot({SlotSource::Kind::literal, std::move(value), std::nullopt, place});
}

Expression ExpressionBuilder::string_slot(const antlr4::Token* token) {
  return slot({SlotSource::Kind::literal,
               {LiteralKind::string, unquoted(text_of(token))},
               std::nullopt,
               span(token)});
}

Expression ExpressionBuilder::integer(const antlr4::Token* token) {
  return slot({SlotSource::Kind::literal,
               {LiteralKind::integer, std::string(text_of(token))},
               std::nullopt,
               span(token)});
}

Expression ExpressionBuilder::marker(Grammar::MarkerContext* context) {
  SlotSource source{SlotSource::Kind::marker, {}, std::nullopt, span(context)};
  if (context->name() != nullptr) source.name = name(context->name());
  return slot(std::move(source));
}

Expression ExpressionBuilder::whole_number(Grammar::WholeNumberContext* context) {
  return context->marker() != nullptr ? marker(context->marker()) : integer(context->start);
}

}  // namespace cellar
