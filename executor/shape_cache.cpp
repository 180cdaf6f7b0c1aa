#include "executor/shape_cache.h"

#include <algorithm>

#include "types/literal.h"

namespace cellar {

namespace {

constexpr std::size_t kMostShapes = 1'000;
constexpr std::size_t kLongestKey = 16'384;

std::string deciding_texts(const std::vector<std::size_t>& deciding, std::string_view text,
                           const Shape& shape) {
  std::string texts;
  for (const std::size_t index : deciding) {
    const ShapeLiteral& literal = shape.literals[index];
    texts.append(text, literal.begin, literal.end - literal.begin);
    texts.push_back('\0');
  }
  return texts;
}

bool serves_others(const Planned& planned) {
  const auto& node = planned.plan.node;
  const bool is_data = std::holds_alternative<SelectPlan>(node) || std::holds_alternative<UpsertPlan>(node) ||
                       std::holds_alternative<DeletePlan>(node) || std::holds_alternative<BatchPlan>(node);
  // A notice may quote the text.
  return is_data && planned.markers.empty() && planned.plan.notices.empty();
}

/// Which literal of the shape each slot is, as far as others may stand there.
std::vector<std::size_t> literals_of_slots(const Planned& planned, std::string_view text,
                                           const Shape& shape) {
  std::vector<std::size_t> literal_of_slot(planned.plan.slots.size(), KnownShape::kFixed);
  std::string unescaped;
  std::size_t index = 0;
  for (std::size_t slot = 0; slot < literal_of_slot.size(); ++slot) {
    const SlotSource& source = planned.statement->slots[slot];
    if (!planned.plan.slots[slot].takes_any_text()) continue;
    const std::size_t begin = source.span.begin;
    // Slots come in the order of the text, or nearly so.
    if (index >= shape.literals.size() || shape.literals[index].begin > begin) index = 0;
    while (index < shape.literals.size() && shape.literals[index].begin < begin) ++index;
    if (index == shape.literals.size()) continue;
    const ShapeLiteral& literal = shape.literals[index];
    const bool same = literal.begin == begin && literal.end == source.span.end &&
                      literal.kind == source.literal.kind &&
                      text_of(literal, text, unescaped) == source.literal.text;
    if (same) literal_of_slot[slot] = index;
  }
  return literal_of_slot;
}

std::vector<std::size_t> unused(const std::vector<std::size_t>& literal_of_slot, std::size_t literals) {
  std::vector<bool> used(literals, false);
  for (const std::size_t index : literal_of_slot) {
    if (index != KnownShape::kFixed) used[index] = true;
  }
  std::vector<std::size_t> rest;
  for (std::size_t index = 0; index < literals; ++index) {
    if (!used[index]) rest.push_back(index);
  }
  return rest;
}

std::uint32_t moved(std::uint32_t position, const std::vector<ShapeLiteral>& from,
                    const std::vector<ShapeLiteral>& to) {
  const auto after = std::upper_bound(
      from.begin(), from.end(), position,
      [](std::uint32_t place, const ShapeLiteral& literal) { return place < literal.begin; });
  if (after == from.begin()) return position;
  const auto index = static_cast<std::size_t>(after - from.begin()) - 1;
  if (position >= from[index].end) return to[index].end + (position - from[index].end);
  return std::min(to[index].begin + (position - from[index].begin), to[index].end);
}

}  // namespace

Span moved(Span span, const std::vector<ShapeLiteral>& from, const std::vector<ShapeLiteral>& to) {
  return {moved(span.begin, from, to), moved(span.end, from, to)};
}

void move_spans(Diagnostic& diagnostic, const std::vector<ShapeLiteral>& from,
                const std::vector<ShapeLiteral>& to) {
  if (!diagnostic.span.empty()) diagnostic.span = moved(diagnostic.span, from, to);
  if (diagnostic.fix) diagnostic.fix->span = moved(diagnostic.fix->span, from, to);
}

bool bind_shape(const KnownShape& known, std::string_view text, const Shape& shape,
                std::vector<BoundValue>& slots) {
  const Planned& planned = *known.planned;
  slots.resize(known.literal_of_slot.size());
  std::string unescaped;
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    const std::size_t index = known.literal_of_slot[slot];
    if (index == KnownShape::kFixed) {
      slots[slot] = planned.literals[slot];
      continue;
    }
    const ShapeLiteral& literal = shape.literals[index];
    try {
      Value& value = slots[slot].value;
      if (!value) value.emplace();
      encode_literal(literal.kind, text_of(literal, text, unescaped), planned.plan.slots[slot].type, *value);
    } catch (const Refusal&) {
      return false;
    }
    slots[slot].unset = false;
  }
  return true;
}

KnownShapePointer ShapeCache::find(std::string_view text, Shape& shape) {
  if (last_ == nullptr || !is_of_shape(text, last_->first, shape.literals)) {
    if (!read_shape(text, shape)) {
      shape.literals.clear();
      return nullptr;
    }
    const auto found = families_.find(shape.key);
    if (found == families_.end()) return nullptr;
    last_ = &*found;
  }
  const Family& family = last_->second;
  if (family.deciding.empty()) return family.members.empty() ? nullptr : family.members.begin()->second;
  const auto member = family.members.find(deciding_texts(family.deciding, text, shape));
  return member == family.members.end() ? nullptr : member->second;
}

void ShapeCache::learn(std::string_view text, const Shape& shape, const PlannedPointer& planned) {
  if (shape.key.size() > kLongestKey || !serves_others(*planned)) return;
  auto known = std::make_shared<KnownShape>();
  known->planned = planned;
  known->origin = shape.literals;
  known->literal_of_slot = literals_of_slots(*planned, text, shape);
  std::vector<std::size_t> deciding = unused(known->literal_of_slot, shape.literals.size());
  if (size_ == kMostShapes) clear();
  Family& family = families_[shape.key];
  if (family.deciding != deciding) {
    size_ -= family.members.size();
    family = {std::move(deciding), {}};
  }
  const bool is_new =
      family.members.insert_or_assign(deciding_texts(family.deciding, text, shape), known).second;
  size_ += is_new ? 1 : 0;
}

void ShapeCache::clear() {
  last_ = nullptr;
  families_.clear();
  size_ = 0;
}

}  // namespace cellar
