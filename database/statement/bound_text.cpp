#include "database/statement/bound_text.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "database/plans/long_list_values.h"
#include "parser/shape/long_lists.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kLongLiteral = 4'096;
constexpr std::size_t kLongText = 65'536;

/// The text with another, short literal in the place of each long one.
std::string shortened(std::string_view text, const Shape& shape) {
  std::string out;
  std::size_t copied = 0;
  for (const ShapeLiteral& literal : shape.literals) {
    if (literal.end - literal.begin <= kLongLiteral) continue;
    out.append(text, copied, literal.begin - copied);
    out += literal.kind == LiteralKind::blob ? "0x00" : literal.kind == LiteralKind::string ? "'x'" : "1";
    copied = literal.end;
  }
  out.append(text, copied);
  return out;
}

bool has_long_literal(const Shape& shape) {
  for (const ShapeLiteral& literal : shape.literals) {
    if (literal.end - literal.begin > kLongLiteral) return true;
  }
  return false;
}

/// Returns the slots of the markers, in the order of the lists that they were put in the place of; nothing if a list
/// has none.
std::optional<std::vector<std::size_t>> slots_of_lists(const CachedPlan& planned,
                                                       const TextWithoutLists& without) {
  std::vector<std::size_t> slots;
  if (planned.markers.size() != without.lists.size()) return std::nullopt;
  for (const Span marker : without.markers) {
    const auto slot = std::ranges::find_if(planned.markers, [&](std::size_t each) {
      return planned.statement->slots[each].span.begin == marker.begin;
    });
    if (slot == planned.markers.end()) return std::nullopt;
    slots.push_back(*slot);
  }
  return slots;
}

std::vector<std::size_t> counts_of(const std::vector<LongList>& lists) {
  std::vector<std::size_t> counts;
  for (const LongList& list : lists) counts.push_back(list.count);
  return counts;
}

/// Returns the notice that a collection of so many elements is overwritten, in the place of one that does not know how
/// many.
Diagnostic with_count(const Diagnostic& notice, std::size_t count) {
  Parameters parameters{{"elements", std::to_string(count)}};
  parameters.insert(parameters.end(), notice.parameters.begin(), notice.parameters.end());
  Diagnostic counted{"collection_overwritten_by", notice.span, std::move(parameters), notice.fix,
                     notice.subject};
  counted.repeated = notice.repeated;
  return counted;
}

}  // namespace

bool is_batch(std::string_view text) {
  constexpr std::string_view kBegin = "begin";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  return begin != text.npos && is_lower_word(text.substr(begin, kBegin.size()), kBegin);
}

bool TextBinder::bind(std::string_view text, BoundText& bound, std::vector<BoundValue>& slots) {
  const bool is_one = !is_batch(text);
  // Looking for lists in a longer text costs less than the memory for its shape.
  if (is_one && text.size() < kLongText) bound.known = plans_.find(text);
  if (!bound.known && !comes_again(text) && bind_without_long_lists(text, bound, slots)) return true;
  if (!is_one) return false;
  if (text.size() >= kLongText) bound.known = plans_.find(text);
  // The grammar needs many times the memory of a text.
  if (!bound.known && has_long_literal(plans_.shape())) bound.known = learn_shortened(text);
  return bound.known && bind_shape(*bound.known, text, plans_.shape(), slots);
}

/// Returns true if the statement before had the same unknown shape. Only then is the shape of a statement with a long
/// list worth the memory of its plan, which has a node for each element: lists of a thousand lengths have a thousand
/// shapes.
bool TextBinder::comes_again(std::string_view text) {
  const bool is_long = text.size() < kLongText && text.size() > kLongLiteral;
  const bool has_shape = !plans_.shape().literals.empty();
  if (!is_long || !has_shape || is_batch(text)) return false;
  const std::size_t shape = std::hash<std::string>()(plans_.shape().key);
  return std::exchange(shape_before_, shape) == shape;
}

KnownShapePointer TextBinder::learn_shortened(std::string_view text) {
  const std::string other = shortened(text, plans_.shape());
  try {
    plans_.prepare(other);
  } catch (const Refusal&) {
    // The text itself may be right, or be refused for another reason.
  }
  return plans_.find(text);
}

/// Plans the text with a marker in the place of each long list, and binds the lists to them. Returns false if the text
/// has none, or if anything about it is refused: the general path says why. The shape is not learnt: with markers it
/// serves its own text alone, which has the other literals of the statement.
bool TextBinder::bind_without_long_lists(std::string_view text, BoundText& bound,
                                         std::vector<BoundValue>& slots) {
  const std::optional<TextWithoutLists> without = take_out_long_lists(text);
  if (!without) return false;
  const auto compute = [this](std::string_view element, const Type& type) {
    return plans_.compute(element, type);
  };
  try {
    auto known = std::make_shared<KnownShape>();
    known->planned = plans_.plan_text(without->text);
    const CachedPlan& planned = *known->planned;
    const std::optional<std::vector<std::size_t>> slots_of = slots_of_lists(planned, *without);
    if (!slots_of) return false;
    slots = planned.literals;
    std::vector<const Type*> types;
    std::vector<ShapeLiteral> literals;
    bool is_refused = false;
    for (std::size_t index = 0; index < without->lists.size(); ++index) {
      const Span marker = without->markers[index];
      const LongList& list = without->lists[index];
      const std::size_t slot = (*slots_of)[index];
      types.push_back(&planned.plan.slots[slot].type);
      std::optional<std::string> value;
      if (!is_refused) value = encode_list(text, list, *types.back(), compute);
      is_refused = !value;
      slots[slot] = {std::move(value), false};
      known->origin.push_back({LiteralKind::string, marker.begin, marker.end});
      literals.push_back({LiteralKind::string, list.span.begin, list.span.end});
    }
    if (is_refused) bound.stand_in = stand_in_for(text, without->lists, types);
    if (is_refused) return false;
    plans_.shape().literals = std::move(literals);
    bound.list_sizes = counts_of(without->lists);
    bound.known = std::move(known);
    return true;
  } catch (const Refusal&) {
    return false;
  }
}

void count_elements(const BoundText& bound, const std::vector<ShapeLiteral>& literals,
                    std::vector<Diagnostic>& notices) {
  for (Diagnostic& notice : notices) {
    if (notice.cause() != Cause::collection_overwritten) continue;
    const auto list = std::ranges::find_if(literals, [&](const ShapeLiteral& each) {
      return each.begin >= notice.span.begin && each.end <= notice.span.end;
    });
    if (list == literals.end()) continue;
    const std::size_t count = bound.list_sizes[static_cast<std::size_t>(list - literals.begin())];
    notice = with_count(notice, count);
  }
}

}  // namespace cellar
