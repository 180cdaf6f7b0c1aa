#include "parser/script/quotes.h"

#include <algorithm>
#include <iterator>

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

}  // namespace cellar
