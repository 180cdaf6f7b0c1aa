#include "parser/parser.h"

#include <algorithm>
#include <limits>
#include <string>

#include "parser/grammar_reader.h"
#include "parser/statement_builder.h"
#include "types/text/text.h"

namespace cellar {

namespace {

void check_text(std::string_view text) {
  if (text.size() >= std::numeric_limits<std::uint32_t>::max()) refuse("statement_too_long");
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_length(text, i);
    if (length == 0) {
      const auto begin = static_cast<std::uint32_t>(i);
      refuse("invalid_utf8", {begin, begin + 1}, {{"position", std::to_string(i)}});
    }
    i += length;
  }
}

/// Statement by statement, so that the trees of a long batch do not pile up.
Statement parse_batch(std::string_view text, GrammarReader& reader) {
  ExpressionBuilder build(text);
  BatchStatement batch = build_batch_begin(build, reader.read(&Grammar::batchBegin, Grammar::RuleBatchBegin));
  for (;;) {
    reader.forget();
    const std::size_t next = reader.next_token_type();
    if (next == Grammar::APPLY) break;
    add_to_batch(build, batch, reader.read(&Grammar::batchedStatement, Grammar::RuleBatchedStatement));
    reader.skip(Grammar::SEMICOLON);
  }
  reader.read(&Grammar::batchTail, Grammar::RuleBatchTail);
  return {std::move(batch), std::move(build.slots)};
}

Statement parse_once(std::string_view text) {
  check_text(text);
  GrammarReader reader(text);
  if (reader.next_token_type() == Grammar::BEGIN) return parse_batch(text, reader);
  return build_statement(text, reader.read(&Grammar::statement, Grammar::RuleStatement)->statementBody());
}

std::string mended(std::string_view text, const Fix& fix) {
  return std::string(text.substr(0, fix.span.begin)) + fix.text + std::string(text.substr(fix.span.end));
}

/// The one replacement that makes `to` of `from`, without parts of characters.
Fix difference(std::string_view from, std::string_view to) {
  const auto is_within = [](std::string_view text, std::size_t place) {
    return place < text.size() && (static_cast<unsigned char>(text[place]) & 0xC0) == 0x80;
  };
  std::size_t begin = static_cast<std::size_t>(std::ranges::mismatch(from, to).in1 - from.begin());
  while (is_within(from, begin) || is_within(to, begin)) --begin;
  std::size_t same = 0;
  while (same < std::min(from.size(), to.size()) - begin &&
         from[from.size() - 1 - same] == to[to.size() - 1 - same])
    ++same;
  while (is_within(from, from.size() - same) || is_within(to, to.size() - same)) --same;
  const Span span{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(from.size() - same)};
  return {span, std::string(to.substr(begin, to.size() - same - begin))};
}

/// A fix that leads to a statement, by way of others where the same text has several faults; nothing if the
/// last one has no fix. A long text keeps its first fix as it is: nobody is shown the whole of it.
std::optional<Fix> whole_fix(std::string_view text, const Diagnostic& fault_of_text) {
  constexpr std::size_t kLongestText = 8'192;
  constexpr int kMostFaults = 16;
  const Fix& first = *fault_of_text.fix;
  // Two statements, of which the second is looked at when it runs.
  if (text.size() > kLongestText || fault_of_text.id == "semicolon_missing") return first;
  std::string better = mended(text, first);
  for (int fault = 1; fault <= kMostFaults; ++fault) {
    try {
      parse_once(better);
      return fault == 1 ? first : difference(text, better);
    } catch (const Refusal& refusal) {
      if (!refusal.diagnostic.fix) return std::nullopt;
      better = mended(better, *refusal.diagnostic.fix);
    }
  }
  return std::nullopt;
}

}  // namespace

Statement parse(std::string_view text) {
  try {
    return parse_once(text);
  } catch (Refusal& refusal) {
    std::optional<Fix>& fix = refusal.diagnostic.fix;
    if (fix) fix = whole_fix(text, refusal.diagnostic);
    throw;
  }
}

}  // namespace cellar
