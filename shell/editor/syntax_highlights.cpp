#include "shell/editor/syntax_highlights.h"

#include <algorithm>

#include "parser/quotes.h"
#include "types/text/names.h"

namespace cellar {

namespace {

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit_byte(char c) { return c >= '0' && c <= '9'; }
bool continues_name(char c) { return begins_name(c) || is_digit_byte(c); }

Highlight highlight_of(const Quote& quote) {
  if (quote.is_comment()) return Highlight::comment;
  return quote.kind == QuoteKind::quoted_name ? Highlight::plain : Highlight::string;
}

template <typename Test>
std::size_t end_while(std::string_view text, std::size_t from, Test test) {
  while (from < text.size() && test(text[from])) ++from;
  return from;
}

/// The part that begins at a position; `plain` if it is nothing that has a colour.
HighlightedPart part_at(std::string_view text, std::size_t begin) {
  if (const Quote* const quote = quote_at(text, begin)) {
    return {begin, std::min(end_of_quote(text, begin, *quote), text.size()), highlight_of(*quote)};
  }
  const char first = text[begin];
  if (is_digit_byte(first)) {
    const auto in_number = [](char c) { return continues_name(c) || c == '.' || c == '-'; };
    return {begin, end_while(text, begin, in_number), Highlight::number};
  }
  if (!begins_name(first)) return {begin, begin + 1, Highlight::plain};
  const std::size_t end = end_while(text, begin, continues_name);
  const std::string_view word = text.substr(begin, end - begin);
  const bool is_keyword = is_reserved_word(word) || word == "VALUES" || word == "values";
  return {begin, end, is_keyword ? Highlight::keyword : Highlight::plain};
}

}  // namespace

std::vector<HighlightedPart> syntax_highlights(std::string_view text) {
  std::vector<HighlightedPart> parts;
  for (std::size_t position = 0; position < text.size();) {
    const HighlightedPart part = part_at(text, position);
    if (part.highlight != Highlight::plain) parts.push_back(part);
    position = part.end;
  }
  return parts;
}

}  // namespace cellar
