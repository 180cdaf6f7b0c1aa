// Plans by the shape of their statements.
//
// In:      a statement's text; plans of statements that were parsed.
// Out:     the text's literals, the plan of an earlier statement of its shape, the values of its slots.
// Refused: nothing. What it does not know, or cannot encode, takes the long way and is refused there.
//
// A plan serves another text only where no literal that differs decided anything: literals that are no slots
// (of a select list) or whose text was looked at (to choose a function) must be the same. A plan with bind
// markers serves its own text alone, when it is prepared again. The cache is bounded: when it is full it
// begins anew.
//
// A database has one cache for each keyspace in use and policy, for all its sessions: what depends on these
// two and on the schema is the same for all.
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

#include "database/cached_plan.h"
#include "parser/shape.h"

namespace cellar {

struct KnownShape {
  CachedPlanPointer planned;
  std::vector<ShapeLiteral> origin;  // the literals of the text that `planned` was made from
  std::vector<std::size_t>
      literal_of_slot;  // index into a shape's literals, or kFixed: the value of `planned`
  static constexpr std::size_t kFixed = static_cast<std::size_t>(-1);

  /// No other text has this shape and the literals that decided something.
  bool is_of_one_text() const {
    return std::ranges::all_of(literal_of_slot, [](std::size_t index) { return index == kFixed; });
  }
};
using KnownShapePointer = std::shared_ptr<const KnownShape>;

/// The place in another text of the same shape.
Span moved(Span span, const std::vector<ShapeLiteral>& from, const std::vector<ShapeLiteral>& to);
void move_spans(Diagnostic& diagnostic, const std::vector<ShapeLiteral>& from,
                const std::vector<ShapeLiteral>& to);

/// Fills `slots`, whose memory is used again. False: a literal is refused, or a marker wants a value.
bool bind_shape(const KnownShape& known, std::string_view text, const Shape& shape,
                std::vector<BoundValue>& slots);

/// Shapes that differ in the literals that decided something. Never changed once others can see it.
struct ShapeFamily {
  std::string key;
  std::vector<std::size_t> deciding;                           // indexes of literals
  std::unordered_map<std::string, KnownShapePointer> members;  // by the texts of these
};
using ShapeFamilyPointer = std::shared_ptr<const ShapeFamily>;

/// The plans that all sessions with one keyspace and policy have learnt. Any thread may use it at any time.
class ShapeCache {
 public:
  /// Null: unknown.
  ShapeFamilyPointer find(const std::string& key) const;
  /// Keeps the plan of the text if others of its shape can use it.
  void learn(std::string_view text, const Shape& shape, const CachedPlanPointer& planned);
  /// Changes whenever a plan was learnt.
  std::uint64_t version() const { return version_.load(std::memory_order_acquire); }

 private:
  std::atomic<std::uint64_t> version_{1};
  mutable std::shared_mutex mutex_;  // guards what follows
  std::unordered_map<std::string, ShapeFamilyPointer> families_;
  std::size_t size_ = 0;
};

/// The caches of a database.
class SharedShapes {
 public:
  std::shared_ptr<ShapeCache> of(Policy policy, const std::string& keyspace);

 private:
  std::mutex mutex_;  // guards what follows
  std::map<std::pair<Policy, std::string>, std::shared_ptr<ShapeCache>> caches_;
};

/// A session's view of them: it remembers the family that it found last, since a script repeats its shapes,
/// and then takes no lock.
class SessionShapes {
 public:
  /// To be called before each of the other calls.
  void enter(SharedShapes& shared, Policy policy, const std::string& keyspace);
  /// Null for a text without a shape, too. Otherwise `shape` has the text's literals, and its key if it is
  /// not that of the text before.
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
