#include "executor/bind.h"

#include <algorithm>

#include "parser/statement/statement.h"
#include "planner/plan.h"
#include "storage/format/keys.h"
#include "types/value/literal.h"
#include "types/value/value.h"

namespace cellar {

namespace {

bool holds_set_or_map(const Type& type) {
  return contains_kind(type, TypeKind::set) || contains_kind(type, TypeKind::map);
}

/// Drivers send sets and maps in any order; a value is stored and compared in one.
std::string in_order(const Type& type, std::string bytes) {
  if (bytes.empty() || !holds_set_or_map(type)) return bytes;
  std::vector<Value> elements;
  const auto parts = unpack(type, bytes);
  elements.reserve(parts.size());
  const std::size_t count = type.arguments.size();
  const bool by_position =
      type.kind == TypeKind::tuple || type.kind == TypeKind::user || type.kind == TypeKind::map;
  for (std::size_t index = 0; index < parts.size(); ++index) {
    const Type& part = type.arguments[by_position ? index % count : 0];
    elements.push_back(parts[index] ? Value(in_order(part, std::string(*parts[index]))) : std::nullopt);
  }
  if (type.kind == TypeKind::set || type.kind == TypeKind::map) sort_elements(type, elements);
  return pack(type, elements);
}

template <typename Action>
void at(Span span, Action action) {
  try {
    action();
  } catch (Refusal& refusal) {
    if (refusal.diagnostic.span.empty()) refusal.diagnostic.span = span;
    throw;
  }
}

}  // namespace

std::vector<BoundValue> bind_literals(const Statement& statement, const Plan& plan) {
  std::vector<BoundValue> values(plan.slots.size());
  for (std::size_t index = statement.slots.size(); index < values.size(); ++index) values[index].unset = true;
  for (std::size_t index = 0; index < statement.slots.size(); ++index) {
    const SlotSource& source = statement.slots[index];
    if (source.kind == SlotSource::Kind::marker) {
      values[index].unset = true;
      continue;
    }
    at(source.span, [&] {
      check_value_size(source.literal.text.size(), "this literal");
      values[index].value = encode_literal(source.literal.kind, source.literal.text, plan.slots[index].type);
    });
  }
  for (const JsonDocument& document : plan.documents) {
    const SlotSource& source = statement.slots[document.slot];
    if (source.kind == SlotSource::Kind::literal) at(source.span, [&] { bind_document(document, values); });
  }
  return values;
}

std::vector<std::size_t> markers_of(const Statement& statement) {
  std::vector<std::size_t> markers;
  for (std::size_t index = 0; index < statement.slots.size(); ++index) {
    if (statement.slots[index].kind == SlotSource::Kind::marker) markers.push_back(index);
  }
  return markers;
}

void bind_markers(const Statement& statement, const Plan& plan, std::span<const std::size_t> markers,
                  std::span<const BoundValue> values, std::vector<BoundValue>& slots) {
  if (values.size() != markers.size()) {
    const std::size_t unbound = std::min(values.size(), markers.size());
    const Span span = unbound < markers.size() ? statement.slots[markers[unbound]].span : Span{};
    refuse("wrong_value_count", span,
           {{"expected", std::to_string(markers.size())}, {"given", std::to_string(values.size())}});
  }
  for (std::size_t index = 0; index < markers.size(); ++index) {
    const Type& type = plan.slots[markers[index]].type;
    BoundValue& slot = slots[markers[index]];
    // Before it is copied: the message of a driver may hold what memory does not hold twice.
    if (values[index].value) {
      const std::string& name = plan.slots[markers[index]].name;
      at(statement.slots[markers[index]].span, [&] { check_value_size(values[index].value->size(), name); });
    }
    slot = values[index];
    if (slot.unset || !slot.value) continue;
    at(statement.slots[markers[index]].span, [&] { check(type, *slot.value); });
    if (!type.arguments.empty()) slot.value = in_order(type, std::move(*slot.value));
  }
  for (const JsonDocument& document : plan.documents) {
    const Span span = statement.slots[document.slot].span;
    if (slots[document.slot].unset) refuse("unset_value", span);
    at(span, [&] { bind_document(document, slots); });
  }
}

}  // namespace cellar
