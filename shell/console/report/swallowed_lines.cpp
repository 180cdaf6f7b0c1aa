#include "shell/console/report/swallowed_lines.h"

#include <algorithm>

#include "parser/script/quotes.h"
#include "parser/script/stray_line.h"

namespace cellar {

namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

std::size_t line_end_from(std::string_view text, std::size_t position) {
  return std::min(text.find('\n', position), text.size());
}

/// Returns the first line behind `begin` and before `end` that begins a statement at its margin; npos if none does.
std::size_t statement_between(std::string_view text, std::size_t begin, std::size_t end, std::size_t margin) {
  const std::string_view searched =
      text.substr(0, end);  // not beyond, since there is a quote after the other
  for (std::size_t newline = searched.find('\n', begin); newline != text.npos;
       newline = searched.find('\n', newline + 1)) {
    if (begins_statement_at_margin(text.substr(newline + 1), margin)) return newline + 1;
  }
  return text.npos;
}

/// Strings and names may hold the statements although they are closed: each later quote then opens what it should close.
/// A comment or a text in $$ that is closed holds them on purpose.
bool may_swallow(const Quote& quote, bool is_closed) {
  if (quote.kind == QuoteKind::line_comment) return false;
  return !is_closed || quote.kind == QuoteKind::string || quote.kind == QuoteKind::quoted_name;
}

/// Returns the end of a quote whose first part ends at `end`: a doubled mark begins another part.
std::size_t end_of_whole(std::string_view text, std::size_t end, const Quote& quote) {
  while (quote.open.size() == 1 && end < text.size() && text.substr(end).starts_with(quote.open))
    end = std::min(end_of_quote(text, end, quote), text.size());
  return end;
}

struct Found {
  const Quote* quote;
  std::size_t opens;      // the quote that holds the first of the statements
  std::size_t begin;      // of that statement
  std::size_t end;        // behind the mark that closes it
  std::size_t statement;  // the beginning of the one that the quote belongs to
};

std::optional<Found> find_swallowing_quote(std::string_view text, std::size_t margin) {
  std::size_t statement = 0;
  for (std::size_t position = 0; position < text.size();) {
    position = std::min(text.find_first_of("\n'\"$-/", position), text.size());
    const Quote* const quote = quote_at(text, position);
    if (quote == nullptr) {
      const std::size_t next = std::min(text.find_first_not_of(" \t\n", position), text.size());
      if (next > position && begins_statement_at_margin(text.substr(next))) statement = next;
      position = std::max(next, position + 1);
      continue;
    }
    const std::size_t close = end_of_quote(text, position, *quote);
    const std::size_t end = std::min(close, text.size());
    if (may_swallow(*quote, close != text.npos)) {
      const std::size_t begin = statement_between(text, position, end, margin);
      if (begin != text.npos)
        return Found{quote, position, begin, end_of_whole(text, end, *quote), statement};
    }
    position = end;
  }
  return std::nullopt;
}

/// The line without the comment at its end.
std::string_view code_of(std::string_view line) { return line.substr(0, line.find("--")); }

std::size_t find_apostrophe(std::string_view line) {
  for (std::size_t i = 1; i + 1 < line.size(); ++i) {
    if (line[i] == '\'' && is_letter(line[i - 1]) && is_letter(line[i + 1])) return i;
  }
  return line.npos;
}

Span span_between(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

/// An apostrophe in a word, else the only line of the statement with an odd number of quotes, else the line in which the
/// quote opens that holds the statements.
void find_odd_quote(std::string_view text, const Found& found, SwallowedLines& swallowed) {
  const std::size_t line = text.substr(0, found.opens).rfind('\n') + 1;  // npos + 1 is 0
  Span odd = span_between(line, line_end_from(text, line));
  std::size_t odd_lines = 0;
  const char mark = found.quote->open.front();
  for (std::size_t begin = found.statement; begin < found.begin;) {
    const std::size_t end = line_end_from(text, begin);
    const std::string_view code = code_of(text.substr(begin, end - begin));
    if (const std::size_t place = find_apostrophe(code); mark == '\'' && place != code.npos) {
      swallowed.odd_quote = span_between(begin + place, begin + place + 1);
      swallowed.is_apostrophe = true;
      return;
    }
    if (std::ranges::count(code, mark) % 2 == 1 && ++odd_lines == 1) odd = span_between(begin, end);
    begin = end + 1;
  }
  if (odd_lines > 1) odd = span_between(line, line_end_from(text, line));
  swallowed.odd_quote = odd;
}

}  // namespace

std::size_t count_statements_at_margin(std::string_view text, std::size_t begin, std::size_t margin) {
  std::size_t count = 0;
  while (begin < text.size()) {
    if (begins_statement_at_margin(text.substr(begin), margin)) ++count;
    begin = line_end_from(text, begin) + 1;
  }
  return count;
}

std::string_view word_around(std::string_view text, std::size_t apostrophe) {
  std::size_t begin = apostrophe, end = apostrophe + 1;
  while (begin > 0 && is_letter(text[begin - 1])) --begin;
  while (end < text.size() && is_letter(text[end])) ++end;
  return text.substr(begin, end - begin);
}

std::optional<SwallowedLines> swallowed_lines(std::string_view text, std::size_t margin) {
  const std::optional<Found> found = find_swallowing_quote(text, margin);
  if (!found) return std::nullopt;
  SwallowedLines swallowed{.begin = found->begin,
                           .count = count_statements_at_margin(text, found->begin, margin),
                           .end = found->end,
                           .is_of_name = found->quote->kind == QuoteKind::quoted_name};
  const bool may_be_odd =
      found->quote->kind == QuoteKind::string || found->quote->kind == QuoteKind::quoted_name;
  if (may_be_odd) {
    find_odd_quote(text, *found, swallowed);
  } else {
    swallowed.odd_quote = span_between(found->opens, found->opens + found->quote->open.size());
  }
  return swallowed;
}

}  // namespace cellar
