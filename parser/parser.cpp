#include "parser/parser.h"

#include <limits>
#include <string>

#include "parser/build/statement_builder.h"
#include "parser/diagnosis/mending.h"
#include "parser/grammar/grammar_reader.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Returns the offset of the first byte that is no UTF-8, or the size of the text.
std::size_t end_of_utf8(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size()) {
    const std::size_t length = character_length(text, end);
    if (length == 0) break;
    end += length;
  }
  return end;
}

bool is_too_long(std::string_view text) { return text.size() >= std::numeric_limits<std::uint32_t>::max(); }

void check_text(std::string_view text) {
  if (is_too_long(text)) refuse("statement_too_long");
  const std::size_t end = end_of_utf8(text);
  if (end == text.size()) return;
  const auto begin = static_cast<std::uint32_t>(end);
  refuse("invalid_utf8", {begin, begin + 1}, {{"position", std::to_string(end)}});
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

Statement parse_statement(std::string_view text, GrammarReader& reader) {
  if (reader.next_token_type() == Grammar::BEGIN) return parse_batch(text, reader);
  return build_statement(text, reader.read(&Grammar::statement, Grammar::RuleStatement)->statementBody());
}

bool may_be_explained(const Statement& statement) {
  const auto& node = statement.node;
  return std::holds_alternative<SelectStatement>(node) || std::holds_alternative<InsertStatement>(node) ||
         std::holds_alternative<UpdateStatement>(node) || std::holds_alternative<DeleteStatement>(node) ||
         std::holds_alternative<BatchStatement>(node);
}

/// EXPLAIN takes the markers of its statement, so that both can be given the same values.
Statement parse_explain(std::string_view text, GrammarReader& reader) {
  ExplainStatement explain =
      build_explain_head(text, reader.read(&Grammar::explainHead, Grammar::RuleExplainHead));
  reader.forget();
  Statement explained = parse_statement(text, reader);
  if (!may_be_explained(explained)) refuse("explain_of_other", explain.span);
  std::vector<SlotSource> slots = explained.slots;
  explain.explained = std::make_shared<const Statement>(std::move(explained));
  explain.text = text;
  return {std::move(explain), std::move(slots)};
}

Statement parse_once(std::string_view text, LookedAt* looked_at = nullptr) {
  check_text(text);
  if (std::optional<Diagnostic> fault = find_hash_comment(text)) throw Refusal(std::move(*fault));
  GrammarReader reader(text, looked_at);
  if (reader.next_token_type() == Grammar::EXPLAIN) return parse_explain(text, reader);
  return parse_statement(text, reader);
}

}  // namespace

std::optional<Diagnostic> find_hash_comment(std::string_view text) {
  if (!text.starts_with('#') || is_too_long(text) || end_of_utf8(text) < text.size()) return std::nullopt;
  Diagnostic fault;
  fault.id = "hash_comment";
  fault.span = {0, 1};
  fault.fix = Fix{fault.span, "--"};
  return fault;
}

Statement parse_unmended(std::string_view text, LookedAt& looked_at) { return parse_once(text, &looked_at); }

std::optional<Diagnostic> find_syntax_fault(std::string_view text) {
  try {
    parse_once(text);
  } catch (const Refusal& refusal) {
    return refusal.diagnostic;
  }
  return std::nullopt;
}

Statement parse(std::string_view text) {
  try {
    return parse_once(text);
  } catch (Refusal& refusal) {
    mend_all(text, refusal.diagnostic, find_syntax_fault);
    throw;
  }
}

}  // namespace cellar
