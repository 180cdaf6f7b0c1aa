#include "parser/shape/shape_places.h"

#include <algorithm>
#include <string>

#include "refusal/spans.h"

namespace cellar {

namespace {

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
  // The end of a statement is a place, too.
  if (diagnostic.span.empty()) diagnostic.span = moved(diagnostic.span, from, to);
  move_spans(diagnostic, [&](Span span) { return moved(span, from, to); });
}

std::vector<std::size_t> literals_of_slots(const std::vector<SlotSource>& slots, std::string_view text,
                                           const Shape& shape) {
  std::vector<std::size_t> literal_of_slot(slots.size(), kNoLiteral);
  std::string unescaped;
  std::size_t index = 0;
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    const SlotSource& source = slots[slot];
    if (source.kind == SlotSource::Kind::marker) continue;
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

std::vector<std::size_t> without_slots(const std::vector<std::size_t>& literal_of_slot,
                                       std::size_t literals) {
  std::vector<bool> used(literals, false);
  for (const std::size_t index : literal_of_slot) {
    if (index != kNoLiteral) used[index] = true;
  }
  std::vector<std::size_t> rest;
  for (std::size_t index = 0; index < literals; ++index) {
    if (!used[index]) rest.push_back(index);
  }
  return rest;
}

std::string texts_of(const std::vector<std::size_t>& literals, std::string_view text, const Shape& shape) {
  std::string texts;
  for (const std::size_t index : literals) {
    const ShapeLiteral& literal = shape.literals[index];
    texts.append(text, literal.begin, literal.end - literal.begin);
    texts.push_back('\0');
  }
  return texts;
}

}  // namespace cellar
