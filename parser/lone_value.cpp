#include "parser/lone_value.h"

#include <algorithm>

#include "parser/build/statement_builder.h"
#include "parser/grammar/grammar_reader.h"
#include "types/text/text.h"

namespace cellar {

std::optional<LoneLiteral> parse_value(std::string_view text) {
  if (!is_valid_utf8(text)) return std::nullopt;
  try {
    GrammarReader reader(text);
    ExpressionBuilder build(text);
    LoneLiteral value;
    value.expression = build.term(reader.read(&Grammar::term, Grammar::RuleTerm));
    value.slots = std::move(build.slots);
    const auto is_marker = [](const SlotSource& slot) { return slot.kind == SlotSource::Kind::marker; };
    const bool is_whole = reader.next_token_type() == antlr4::Token::EOF;
    if (is_whole && std::ranges::none_of(value.slots, is_marker)) return value;
  } catch (const Refusal&) {
    // The words about a statement would mislead: none is there.
  }
  return std::nullopt;
}

}  // namespace cellar
