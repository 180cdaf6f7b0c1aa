// Plans by the shape of their statements.
//
// In:      a statement's text; plans of statements that were parsed.
// Out:     the text's literals, the plan of an earlier statement of its shape, the values of its slots.
// Refused: nothing. A text without a known shape, or with a literal that cannot be encoded, takes the long
//          way and may be refused there.
//
// A plan serves another text only if the two differ in literals that did not affect the plan: those that are
// no slots (in a select list), and those whose text decided something (the choice of a function), must be the
// same. A plan with bind markers serves only its own text, when that is prepared again. The cache is bounded;
// it is cleared when it is full.
//
// A database has one cache for each pair of keyspace in use and policy, shared by all its sessions: apart
// from the schema, a plan depends on nothing else.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "database/plans/cached_plan.h"
#include "parser/shape/shape_places.h"

namespace cellar {

struct KnownShape {
  CachedPlanPointer planned;
  std::vector<ShapeLiteral> origin;  // the literals of the text that `planned` was made from
  /// For each slot, the index of its literal in Shape::literals; kFixed: the slot has the value of `planned`.
  std::vector<std::size_t> literal_of_slot;
  static constexpr std::size_t kFixed = kNoLiteral;

  /// Returns true if the plan serves one text only.
  bool is_of_one_text() const {
    return std::ranges::all_of(literal_of_slot, [](std::size_t index) { return index == kFixed; });
  }
};
using KnownShapePointer = std::shared_ptr<const KnownShape>;

/// Fills `slots`, reusing its memory. Returns false if a literal is refused, or if the plan has markers.
bool bind_shape(const KnownShape& known, std::string_view text, const Shape& shape,
                std::vector<BoundValue>& slots);

/// The plans of one shape, which differ in the literals that affect the plan. Immutable once it is shared.
struct ShapeFamily {
  std::string key;
  std::vector<std::size_t> deciding;                           // indexes of the literals that affect the plan
  std::unordered_map<std::string, KnownShapePointer> members;  // by the texts of these literals
};
using ShapeFamilyPointer = std::shared_ptr<const ShapeFamily>;

/// The plans that the sessions with one keyspace and policy have made. May be used by several threads at a
/// time.
class ShapeCache {
 public:
  /// Returns null for an unknown shape.
  ShapeFamilyPointer find(const std::string& key) const;
  /// Keeps the plan of the text, if other statements can use it.
  void learn(std::string_view text, const Shape& shape, const CachedPlanPointer& planned);
  /// Returns a number that changes with each plan that is kept.
  std::uint64_t version() const { return version_.load(std::memory_order_acquire); }

 private:
  std::atomic<std::uint64_t> version_{1};
  mutable std::shared_mutex mutex_;  // guards the members below
  std::unordered_map<std::string, ShapeFamilyPointer> families_;
  std::size_t size_ = 0;
};

/// The caches of a database.
class SharedShapes {
 public:
  std::shared_ptr<ShapeCache> of(Policy policy, const std::string& keyspace);

 private:
  std::mutex mutex_;  // guards the member below
  std::map<std::pair<Policy, std::string>, std::shared_ptr<ShapeCache>> caches_;
};

/// A session's view of the caches. It remembers the family that it found last, since a script repeats its
/// shapes, and uses it without a lock.
class SessionShapes {
 public:
  /// Selects the cache. Must be called before each call of the other members.
  void enter(SharedShapes& shared, Policy policy, const std::string& keyspace);
  /// Returns null for an unknown shape and for a text that has none. Otherwise sets the literals of `shape`;
  /// its key is only set if the shape is not that of the previous text.
  const KnownShapePointer& find(std::string_view text, Shape& shape);
  void learn(std::string_view text, const Shape& shape, const CachedPlanPointer& planned);

 private:
  std::shared_ptr<ShapeCache> cache_;
  Policy policy_ = Policy::cassandra;
  std::string keyspace_;
  ShapeFamilyPointer last_;
  std::uint64_t version_ = 0;  // of the cache when `last_` was found
};

}  // namespace cellar
