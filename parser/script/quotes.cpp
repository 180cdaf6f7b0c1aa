#include "parser/script/quotes.h"

#include <algorithm>
#include <iterator>

#include "types/text/text.h"

namespace cellar {

namespace {

constexpr Quote kQuotes[] = {
    {QuoteKind::string, "'", "'"},          {QuoteKind::quoted_name, "\"", "\""},
    {QuoteKind::dollar_string, "$$", "$$"}, {QuoteKind::line_comment, "--", "\n"},
    {QuoteKind::line_comment, "//", "\n"},  {QuoteKind::block_comment, "/*", "*/"},
};

bool may_open(char c) { return c == '\'' || c == '"' || c == '$' || c == '-' || c == '/'; }

}  // namespace

const Quote* quote_at(std::string_view text, std::size_t position) {
  if (position >= text.size() || !may_open(text[position])) return nullptr;
  const auto* const found = std::ranges::find_if(
      kQuotes, [&](const Quote& quote) { return text.substr(position).starts_with(quote.open); });
  return found == std::end(kQuotes) ? nullptr : found;
}

std::size_t end_of_quote(std::string_view text, std::size_t position, const Quote& quote) {
  const std::size_t close = text.find(quote.close, position + quote.open.size());
  if (close == text.npos || quote.kind == QuoteKind::line_comment) return close;
  return close + quote.close.size();
}

std::string_view without_beginning(std::string_view statement) {
  while (true) {
    statement.remove_prefix(std::min(statement.find_first_not_of(kCommandBlanks), statement.size()));
    const Quote* const quote = quote_at(statement, 0);
    if (quote == nullptr || !quote->is_comment()) return statement;
    statement.remove_prefix(std::min(end_of_quote(statement, 0, *quote), statement.size()));
  }
}

std::string_view without_end(std::string_view statement) {
  const auto is_blank = [](char c) { return c == ';' || kCommandBlanks.find(c) != kCommandBlanks.npos; };
  std::size_t end = 0;
  for (std::size_t place = 0; place < statement.size();) {
    const Quote* const quote = quote_at(statement, place);
    const std::size_t next = quote == nullptr ? place + 1 : end_of_quote(statement, place, *quote);
    const bool is_token = quote == nullptr ? !is_blank(statement[place]) : !quote->is_comment();
    place = std::min(next, statement.size());
    if (is_token) end = place;
  }
  return statement.substr(0, end);
}

}  // namespace cellar
