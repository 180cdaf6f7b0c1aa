#include "database/plans/shape_cache.h"

#include "parser/shape/shape_places.h"
#include "types/time/time.h"
#include "types/value/literal.h"

namespace cellar {

namespace {

constexpr std::size_t kMostShapes = 1'000;
constexpr std::size_t kLongestShapeKey = 16'384;

/// The notices of a plan are part of it: they name tables, columns and keys, never the text of a literal,
/// and only their places have to be moved (tests/database/shape_test.cpp compares them on all ways).
bool serves_others(const CachedPlan& planned) {
  const auto& node = planned.plan.node;
  return std::holds_alternative<SelectPlan>(node) || std::holds_alternative<WritePlan>(node);
}

/// The index of the literal that fills each slot; kFixed for a slot whose literal may not be another one.
std::vector<std::size_t> free_literals(const CachedPlan& planned, std::string_view text, const Shape& shape) {
  const std::vector<Slot>& slots = planned.plan.slots;
  // A statement that is prepared keeps the values of its literals.
  if (!planned.markers.empty()) return std::vector<std::size_t>(slots.size(), KnownShape::kFixed);
  std::vector<std::size_t> literal_of_slot = literals_of_slots(planned.statement->slots, text, shape);
  literal_of_slot.resize(slots.size(), KnownShape::kFixed);
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    if (!slots[slot].takes_any_text()) literal_of_slot[slot] = KnownShape::kFixed;
  }
  return literal_of_slot;
}

}  // namespace

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
    const Slot& place = planned.plan.slots[slot];
    try {
      Value& value = slots[slot].value;
      if (!value) value.emplace();
      const std::string_view written = text_of(literal, text, unescaped);
      if (place.now_decides && is_now(written)) return false;
      encode_literal(literal.kind, written, place.type, *value);
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
  known->literal_of_slot = free_literals(*planned, text, shape);
  std::vector<std::size_t> deciding = without_slots(known->literal_of_slot, shape.literals.size());
  const std::string texts = texts_of(deciding, text, shape);
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
  const auto member = family.members.find(texts_of(family.deciding, text, shape));
  return member == family.members.end() ? unknown : member->second;
}

void SessionShapes::learn(std::string_view text, const Shape& shape, const CachedPlanPointer& planned) {
  cache_->learn(text, shape, planned);
}

}  // namespace cellar
