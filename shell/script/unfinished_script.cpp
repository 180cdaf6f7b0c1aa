#include "shell/script/unfinished_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "parser/parser.h"
#include "parser/quotes.h"

namespace cellar {

namespace {

/// Returns the span of the mark that opens a quote or comment which is not closed; an empty one if there is none.
Span open_quote(std::string_view text) {
  for (std::size_t position = 0; position < text.size();) {
    const Quote* const quote = quote_at(text, position);
    const std::size_t end = quote == nullptr ? position + 1 : end_of_quote(text, position, *quote);
    if (end == text.npos) {
      const std::size_t inside = position + quote->open.size();
      return {static_cast<std::uint32_t>(position), static_cast<std::uint32_t>(inside)};
    }
    position = end;
  }
  return {};
}

Span first_word_of(std::string_view text) {
  const std::size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
  return {0, static_cast<std::uint32_t>(end)};
}

/// Returns what opened a quote that nobody meant: a typographic quote within quotes, the apostrophe of a line
/// that is no statement.
std::optional<Diagnostic> telling_fault(std::string_view text) {
  constexpr std::size_t kLongestText = 8'192;
  if (text.size() > kLongestText) return std::nullopt;
  std::optional<Diagnostic> fault = find_syntax_fault(text);
  if (fault && (fault->code() == "E103" || fault->id == "prose" || fault->id == "hash_comment")) return fault;
  return std::nullopt;
}

}  // namespace

Diagnostic describe_unfinished(const ScriptStatement& statement, Unfinished unfinished) {
  const auto inside = [&statement](std::string_view what, std::string_view closing) {
    return Diagnostic{"script_ends_inside",
                      open_quote(statement.text),
                      {{"what", std::string(what)}, {"closing", std::string(closing)}},
                      std::nullopt};
  };
  // The quote that was not closed is not known: if one is missing, each later one opens what it should close.
  const auto inside_quote = [&statement](std::string_view what, std::string_view closing) {
    const std::string_view before =
        std::string_view(statement.text).substr(0, open_quote(statement.text).begin);
    const auto line = statement.line + static_cast<std::size_t>(std::ranges::count(before, '\n'));
    return Diagnostic{"script_ends_inside_quote",
                      first_word_of(statement.text),
                      {{"what", fmt::format("{} that a quote in line {} opens", what, line)},
                       {"closing", std::string(closing)}},
                      std::nullopt};
  };
  const auto size = static_cast<std::uint32_t>(statement.text.size());
  const bool in_quote = unfinished == Unfinished::string || unfinished == Unfinished::quoted_name;
  if (in_quote) {
    if (std::optional<Diagnostic> fault = telling_fault(statement.text)) return *fault;
  }
  switch (unfinished) {
    case Unfinished::string:
      return inside_quote("a string", "'");
    case Unfinished::quoted_name:
      return inside_quote("a quoted name", "\"");
    case Unfinished::dollar_string:
      return inside("a text", "$$");
    case Unfinished::comment:
      return inside("a comment", "*/");
    case Unfinished::batch:
      return inside("a batch", "APPLY BATCH;");
    case Unfinished::nothing:
    case Unfinished::statement:
      break;
  }
  return {"script_ends_unfinished", {0, size}, {}, std::nullopt};
}

}  // namespace cellar
