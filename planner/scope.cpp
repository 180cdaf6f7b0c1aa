#include "planner/scope.h"

namespace cellar {

const Literal* literal_of(const Expression& expression, const Scope& scope) {
  if (const auto* literal = std::get_if<Literal>(&expression.node)) return literal;
  const auto* slot = std::get_if<SlotReference>(&expression.node);
  if (slot == nullptr) return nullptr;
  const SlotSource& source = scope.sources[slot->index];
  return source.kind == SlotSource::Kind::literal ? &source.literal : nullptr;
}

void let_text_decide(const Expression& literal, Scope& scope) {
  if (const auto* slot = std::get_if<SlotReference>(&literal.node))
    scope.slots[slot->index].text_decides = true;
}

bool is_marker(const Expression& expression, const Scope& scope) {
  const auto* slot = std::get_if<SlotReference>(&expression.node);
  return slot != nullptr && scope.sources[slot->index].kind == SlotSource::Kind::marker;
}

bool is_null(const Expression& expression) { return std::holds_alternative<NullLiteral>(expression.node); }

}  // namespace cellar
