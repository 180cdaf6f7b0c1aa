#include "database/session/prepared_shapes.h"

#include <optional>
#include <utility>

#include "database/plans/long_list_values.h"
#include "parser/shape/long_lists.h"

namespace cellar {

namespace {

/// For each literal the slot that it fills.
std::vector<std::optional<std::size_t>> slots_of_literals(const KnownShape& known, std::size_t literals) {
  std::vector<std::optional<std::size_t>> slot_of(literals);
  for (std::size_t slot = 0; slot < known.literal_of_slot.size(); ++slot) {
    if (known.literal_of_slot[slot] != KnownShape::kFixed) slot_of[known.literal_of_slot[slot]] = slot;
  }
  return slot_of;
}

}  // namespace

const Prepared* PreparedShapes::find(SessionPlans& plans, const Prepare& prepare, std::string_view text,
                                     std::vector<BoundValue>& values, std::vector<Diagnostic>& notices) {
  if (!plans.takes_short_ways()) return nullptr;
  KnownShapePointer known;
  try {
    std::optional<Transaction> snapshot;
    known = plans.find_or_plan(text, plans.source_of_reads(snapshot));
  } catch (const Refusal&) {
    return nullptr;
  }
  if (known == nullptr || !bind_shape(*known, text, plans.shape(), slots_)) return nullptr;
  constexpr std::size_t kMostShapes = 10'000;
  if (shapes_.size() == kMostShapes && !shapes_.contains(known.get())) shapes_.clear();
  const Shape& shape = plans.shape();
  auto found = shapes_.find(known.get());
  if (found == shapes_.end()) {
    // The shape of the text with markers would take the place of this one's.
    const Shape own = shape;
    found = shapes_.emplace(known.get(), prepared_shape(known, text, own, prepare)).first;
    plans.shape() = own;
  }
  const PreparedShape& prepared = found->second;
  if (!prepared.prepared) return nullptr;
  if (!take_values(prepared, text, shape, values)) return nullptr;
  notices = known->planned->plan.notices;
  for (Diagnostic& notice : notices) move_spans(notice, known->origin, shape.literals);
  return &*prepared.prepared;
}

/// Returns false if a list has an element that is no value by itself.
bool PreparedShapes::take_values(const PreparedShape& prepared, std::string_view text, const Shape& shape,
                                 std::vector<BoundValue>& values) {
  values.resize(prepared.parts.size());
  for (std::size_t index = 0; index < values.size(); ++index) {
    const MarkedPart& part = prepared.parts[index];
    if (!part.is_list) {
      std::swap(values[index], slots_[part.slot]);
      continue;
    }
    const Span list{shape.literals[part.first].begin - part.before,
                    shape.literals[part.last].end + part.behind};
    const Type& type = prepared.prepared->markers()[index].type;
    std::optional<std::string> value = type.kind == TypeKind::vector
                                           ? encode_vector(text, list, type)
                                           : encode_list(text, {.span = list}, type, nullptr);
    if (!value) return false;
    values[index] = {std::move(value), false};
  }
  return true;
}

PreparedShapes::PreparedShape PreparedShapes::prepared_shape(const KnownShapePointer& known,
                                                             std::string_view text, const Shape& shape,
                                                             const Prepare& prepare) {
  PreparedShape made{.known = known, .prepared = std::nullopt, .parts = {}};
  const auto slot_of = slots_of_literals(*known, shape.literals.size());
  const std::vector<Span> lists = places_of_lists(text);
  std::string with_markers;
  std::size_t copied = 0;
  const auto mark = [&](Span place, const MarkedPart& part) {
    with_markers.append(text, copied, place.begin - copied);
    with_markers += '?';
    copied = place.end;
    made.parts.push_back(part);
  };
  auto list = lists.begin();
  for (std::size_t index = 0; index < shape.literals.size(); ++index) {
    const ShapeLiteral& literal = shape.literals[index];
    while (list != lists.end() && list->end <= literal.begin) ++list;
    const bool is_in_list = list != lists.end() && list->begin < literal.begin;
    if (!is_in_list) {
      if (slot_of[index]) mark({literal.begin, literal.end}, {.slot = *slot_of[index]});
      continue;
    }
    std::size_t last = index;
    while (last + 1 < shape.literals.size() && shape.literals[last + 1].begin < list->end) ++last;
    mark(*list, {.is_list = true,
                 .first = index,
                 .last = last,
                 .before = literal.begin - list->begin,
                 .behind = list->end - shape.literals[last].end});
    index = last;
  }
  with_markers.append(text, copied);
  try {
    Prepared prepared = prepare(with_markers);
    if (prepared.markers().size() != made.parts.size()) return made;
    for (std::size_t index = 0; index < made.parts.size(); ++index) {
      const MarkedPart& part = made.parts[index];
      // A function may take a literal for another type than a marker.
      if (!part.is_list && known->planned->plan.slots[part.slot].type != prepared.markers()[index].type)
        return made;
    }
    made.prepared = std::move(prepared);
  } catch (const Refusal&) {
    // There is a literal where no marker may be.
  }
  return made;
}

}  // namespace cellar
