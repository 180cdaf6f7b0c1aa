// What the parser's tests share.
#pragma once

#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "parser/parser.h"
#include "parser/statement/statement.h"
#include "refusal/refusal.h"

namespace cellar {

template <typename Node>
Node parse_as(std::string_view text) {
  Statement statement = parse(text);
  INFO(text);
  REQUIRE(std::holds_alternative<Node>(statement.node));
  return std::get<Node>(std::move(statement.node));
}

inline std::optional<Diagnostic> refusal_of(std::string_view text) {
  try {
    parse(text);
  } catch (const Refusal& refusal) {
    return refusal.diagnostic;
  }
  return std::nullopt;
}

inline std::string_view under(std::string_view text, Span span) {
  return text.substr(span.begin, span.end - span.begin);
}

/// "id: blamed text", or "" where the text parses.
inline std::string fault(std::string_view text) {
  const std::optional<Diagnostic> diagnostic = refusal_of(text);
  return diagnostic ? std::string(diagnostic->id) + ": " + std::string(under(text, diagnostic->span)) : "";
}

/// The text with the refusal's fix put in.
inline std::string mended(std::string text) {
  const std::optional<Diagnostic> diagnostic = refusal_of(text);
  if (!diagnostic || !diagnostic->fix) return text;
  const Fix& fix = *diagnostic->fix;
  return text.replace(fix.span.begin, fix.span.end - fix.span.begin, fix.text);
}

}  // namespace cellar
