// The part of ExpressionBuilder that reads names and types.
#include <cerrno>
#include <cstdlib>

#include "parser/build/expression_builder.h"
#include "types/text/text.h"

namespace cellar {

std::string unquoted(std::string_view text) {
  if (text.starts_with("$$")) return std::string(text.substr(2, text.size() - 4));
  const char quote = text.front();
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    result += text[i];
    if (text[i] == quote) ++i;
  }
  return result;
}

Span ExpressionBuilder::span(const antlr4::Token* token) {
  return {static_cast<std::uint32_t>(token->getStartIndex()),
          static_cast<std::uint32_t>(token->getStopIndex() + 1)};
}

Span ExpressionBuilder::span(const antlr4::ParserRuleContext* context) {
  return {span(context->start).begin, span(context->stop).end};
}

std::string_view ExpressionBuilder::text_of(const antlr4::Token* token) const {
  const Span place = span(token);
  return text_.substr(place.begin, place.end - place.begin);
}

Name ExpressionBuilder::name(const antlr4::Token* token) const {
  const std::string_view text = text_of(token);
  if (text.front() == '"') return {unquoted(text), span(token), true};
  return {to_lower(text), span(token), false};
}

Name ExpressionBuilder::name(antlr4::ParserRuleContext* context) const { return name(context->start); }

std::vector<Name> ExpressionBuilder::names(const std::vector<Grammar::NameContext*>& contexts) const {
  std::vector<Name> result;
  for (Grammar::NameContext* context : contexts) result.push_back(name(context));
  return result;
}

std::vector<Name> ExpressionBuilder::names(const std::vector<Grammar::ColumnNameContext*>& contexts) const {
  std::vector<Name> result;
  for (Grammar::ColumnNameContext* context : contexts) result.push_back(name(context));
  return result;
}

QualifiedName ExpressionBuilder::table_name(Grammar::TableNameContext* context) const {
  std::vector<Name> parts = names(context->name());
  QualifiedName result{std::nullopt, std::move(parts.back()), span(context)};
  if (parts.size() == 2) result.keyspace = std::move(parts.front());
  return result;
}

QualifiedName ExpressionBuilder::function_name(Grammar::FunctionNameContext* context) const {
  QualifiedName result{std::nullopt, name(context->bareFunctionName()), span(context)};
  if (context->name() != nullptr) result.keyspace = name(context->name());
  return result;
}

TypeName ExpressionBuilder::native_type(Grammar::NativeTypeContext* context) const {
  TypeName result;
  result.name = to_lower(text_of(context->start));
  result.span = span(context);
  return result;
}

QualifiedName ExpressionBuilder::user_type_name(Grammar::UserTypeNameContext* context) const {
  QualifiedName result{std::nullopt, name(context->bareTypeName()), span(context)};
  if (context->name() != nullptr) result.keyspace = name(context->name());
  // Kept free by Cassandra for types to come.
  for (const std::string_view reserved : {"byte", "complex", "enum", "interval", "macaddr", "bitstring"})
    if (!result.name.quoted && result.name.text == reserved)
      refuse("reserved_type_name", result.name.span, {{"name", result.name.text}});
  return result;
}

TypeName ExpressionBuilder::type(Grammar::TypeContext* context) {
  const Deeper deeper(*this, span(context));
  TypeName result;
  if (auto* plain = dynamic_cast<Grammar::PlainTypeContext*>(context))
    return native_type(plain->nativeType());
  if (auto* user = dynamic_cast<Grammar::UserTypeContext*>(context)) {
    QualifiedName qualified = user_type_name(user->userTypeName());
    result.name = qualified.name.text;
    result.quoted = qualified.name.quoted;
    result.keyspace = qualified.keyspace;
  } else if (auto* custom = dynamic_cast<Grammar::CustomTypeContext*>(context)) {
    result.name = unquoted(text_of(custom->start));
    result.custom = true;
  } else {
    result.name = to_lower(text_of(context->start));
    for (Grammar::TypeContext* argument : context->getRuleContexts<Grammar::TypeContext>())
      result.arguments.push_back(type(argument));
  }
  if (auto* vector = dynamic_cast<Grammar::VectorTypeContext*>(context)) {
    const std::string dimension(text_of(vector->INTEGER()->getSymbol()));
    errno = 0;
    result.dimension = std::strtoll(dimension.c_str(), nullptr, 10);
    if (errno != 0 || result.dimension > INT32_MAX || result.dimension < INT32_MIN)
      refuse("number_out_of_range", span(vector->INTEGER()->getSymbol()), {{"number", dimension}});
  }
  result.span = span(context);
  if (auto* frozen = dynamic_cast<Grammar::FrozenTypeContext*>(context))
    if (dynamic_cast<Grammar::PlainTypeContext*>(frozen->type()) != nullptr ||
        dynamic_cast<Grammar::CustomTypeContext*>(frozen->type()) != nullptr)
      refuse("frozen_scalar", result.span, {{"type", result.arguments[0].name}});
  return result;
}

}  // namespace cellar
