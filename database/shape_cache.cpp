#include "database/shape_cache.h"

#include "refusal/spans.h"
#include "types/text/literal.h"

namespace cellar {

namespace {

constexpr std::size_t kMostShapes = 1'000;
constexpr std::size_t kLongestShapeKey = 16'384;

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

/// The notices of a plan are part of it: they name tables, columns and keys, never the text of a literal,
/// and only their places have to be moved (tests/database/shape_test.cpp compares them on all ways).
bool serves_others(const CachedPlan& planned) {
  const auto& node = planned.plan.node;
  return std::holds_alternative<SelectPlan>(node) || std::holds_alternative<UpsertPlan>(node) ||
         std::holds_alternative<DeletePlan>(node) || std::holds_alternative<BatchPlan>(node) ||
         std::holds_alternative<ConditionalPlan>(node);
}

/// The index of the literal that fills each slot; kFixed for a slot whose literal may not be another one.
std::vector<std::size_t> literals_of_slots(const CachedPlan& planned, std::string_view text,
                                           const Shape& shape) {
  std::vector<std::size_t> literal_of_slot(planned.plan.slots.size(), KnownShape::kFixed);
  // A statement that is prepared keeps the values of its literals.
  if (!planned.markers.empty()) return literal_of_slot;
  std::string unescaped;
  std::size_t index = 0;
  for (std::size_t slot = 0; slot < planned.statement->slots.size(); ++slot) {
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
  move_spans(diagnostic, [&](Span span) { return moved(span, from, to); });
}

bool bind_shape(const KnownShape& known, std::string_view text, const Shape& shape,
                std::vector<BoundValue>& slots) {
  const CachedPlan& planned = *known.planned;
  if (!planned.markers.empty()) return false;
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
  try {
    for (const JsonDocument& document : planned.plan.documents) bind_document(document, slots);
  } catch (const Refusal&) {
    return false;
  }
  return true;
}

ShapeFamilyPointer ShapeCache::find(const std::string& key) const {
  const std::shared_lock lock(mutex_);
  const auto found = families_.find(key);
  return found == families_.end() ? nullptr : found->second;
}

void ShapeCache::learn(std::string_view text, const Shape& shape, const CachedPlanPointer& planned) {
  if (shape.key.size() > kLongestShapeKey || !serves_others(*planned)) return;
  auto known = std::make_shared<KnownShape>();
  known->planned = planned;
  known->origin = shape.literals;
  known->literal_of_slot = literals_of_slots(*planned, text, shape);
  std::vector<std::size_t> deciding = unused(known->literal_of_slot, shape.literals.size());
  const std::string texts = deciding_texts(deciding, text, shape);
  if (texts.size() > kLongestShapeKey) return;

  const std::lock_guard lock(mutex_);
  if (size_ >= kMostShapes) {
    families_.clear();
    size_ = 0;
  }
  ShapeFamilyPointer& family = families_[shape.key];
  const bool goes_on = family && family->deciding == deciding;
  if (goes_on) {
    const auto before = family->members.find(texts);
    // A session that planned in the same snapshot or an older one may come later.
    if (before != family->members.end() &&
        before->second->planned->schema_version >= planned->schema_version) {
      return;
    }
  }
  size_ -= family ? family->members.size() : 0;
  auto changed = goes_on ? std::make_shared<ShapeFamily>(*family)
                         : std::make_shared<ShapeFamily>(ShapeFamily{shape.key, std::move(deciding), {}});
  changed->members.insert_or_assign(texts, std::move(known));
  size_ += changed->members.size();
  family = std::move(changed);
  version_.fetch_add(1, std::memory_order_release);
}

std::shared_ptr<ShapeCache> SharedShapes::of(Policy policy, const std::string& keyspace) {
  constexpr std::size_t kMostCaches = 64;
  const std::lock_guard lock(mutex_);
  if (caches_.size() == kMostCaches && !caches_.contains({policy, keyspace})) caches_.clear();
  std::shared_ptr<ShapeCache>& cache = caches_[{policy, keyspace}];
  if (!cache) cache = std::make_shared<ShapeCache>();
  return cache;
}

void SessionShapes::enter(SharedShapes& shared, Policy policy, const std::string& keyspace) {
  if (cache_ && policy_ == policy && keyspace_ == keyspace) return;
  cache_ = shared.of(policy, keyspace);
  policy_ = policy;
  keyspace_ = keyspace;
  last_.reset();
}

const KnownShapePointer& SessionShapes::find(std::string_view text, Shape& shape) {
  static const KnownShapePointer unknown;
  const std::uint64_t version = cache_->version();
  if (!last_ || version != version_ || !is_of_shape(text, last_->key, shape.literals)) {
    if (!read_shape(text, shape)) {
      shape.literals.clear();
      return unknown;
    }
    ShapeFamilyPointer found = cache_->find(shape.key);
    if (!found) return unknown;
    last_ = std::move(found);
    version_ = version;
  }
  const ShapeFamily& family = *last_;
  if (family.deciding.empty()) {
    return family.members.empty() ? unknown : family.members.begin()->second;
  }
  const auto member = family.members.find(deciding_texts(family.deciding, text, shape));
  return member == family.members.end() ? unknown : member->second;
}

void SessionShapes::learn(std::string_view text, const Shape& shape, const CachedPlanPointer& planned) {
  cache_->learn(text, shape, planned);
}

}  // namespace cellar
