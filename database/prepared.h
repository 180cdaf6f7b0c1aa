// Prepared statements, and values for their markers.
//
// In:      values of C++ (types/cpp/cpp_value.h), or bytes of the native protocol.
// Out:     the values that a session runs the statement with; the markers and columns of the statement.
// Refused: values whose number, names or types do not fit the markers.
//
// Lifetimes and threads: database/database.h.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "executor/result_row.h"
#include "parser/statement/expression.h"
#include "planner/plan/slot.h"
#include "types/cpp/cpp_value.h"
#include "types/value/value.h"

namespace cellar {

/// A value by the name of its marker, for Prepared::bind: `named("id", 7)`. The value must outlive it.
template <typename T>
struct Named {
  std::string_view name;
  const T& value;
};
template <typename T>
Named<T> named(std::string_view marker, const T& value) {
  return {marker, value};
}

/// Leaves a marker unset: the statement does not change what it would have written. Null deletes it.
inline const BoundValue kUnset{std::nullopt, true};

/// The type as which a value is bound: std::string_view for everything that converts to it.
template <typename T>
using BoundAs = std::conditional_t<std::is_convertible_v<const T&, std::string_view> &&
                                       !std::is_same_v<T, std::nullptr_t>,
                                   std::string_view, T>;
template <typename T>
concept MarkerValue = std::same_as<T, BoundValue> || Bindable<BoundAs<T>>;

/// What a client must know of a write of which the answer may be lost, or that is sent while others are under way.
struct WriteEffect {
  bool is_unconditional = false;  // INSERT, UPDATE, DELETE or BATCH without IF
  /// Run again with the same values and the same timestamp, it leaves what it has left, but for times to live, which
  /// begin again: it adds to no counter, writes no elements of a list, and calls no function whose value is new each
  /// time.
  bool is_repeatable = false;
  /// It writes one partition: what a cluster refuses before it begins has then changed nothing.
  bool is_of_one_partition = false;
  /// Writes to one partition must run in their order, whatever their timestamps are: they write elements of lists.
  bool keeps_order = false;
};

class PreparedState;
/// A planned statement, which the sessions of its Database and of that one's copies can run; others refuse
/// it. It is planned again if the schema has changed, but markers() and columns() stay as they were when it
/// was prepared: if the markers have other types by then, it is refused (E527) until it is prepared again.
/// Copies share the plan.
class Prepared {
 public:
  /// Returns the markers in the order of the text. A `?` is named after its use: the column, "in(k)",
  /// "[limit]", "[selection]" ... Slot::table is the table that the statement, or its part of a BATCH, names.
  const std::vector<Slot>& markers() const;
  /// Returns, for each of markers(), its place in the text and the name of a `:name`.
  const std::vector<SlotSource>& written_markers() const;
  /// Returns the position among markers() of the marker for each column of the partition key, in the order of
  /// the key; empty if a column of it is not compared with one marker. A driver computes the token from them.
  const std::vector<std::size_t>& partition_key_markers() const;
  const std::vector<ResultColumn>& columns() const;
  const WriteEffect& write_effect() const;
  /// Returns the text. In INSERT, UPDATE, DELETE and BATCH each table has its keyspace.
  const std::string& text() const;

  /// Returns the values for all markers, from one argument for each, in their order: C++ values of types that
  /// fit the markers' (types/cpp/cpp_value.h), or BoundValues. Refuses another number of values, and types that
  /// do not fit.
  template <MarkerValue... Values>
  std::vector<BoundValue> bind(const Values&... values) const {
    const std::vector<Slot>& slots = markers_for(sizeof...(values));
    std::vector<BoundValue> bound;
    bound.reserve(sizeof...(values));
    (bound.push_back(bind_marker(slots[bound.size()], values)), ...);
    return bound;
  }
  /// As above, by name and in any order; a name sets all markers that have it. Markers without a value are
  /// unset (kUnset). Refuses names that no marker has.
  template <MarkerValue First, MarkerValue... Values>
  std::vector<BoundValue> bind(const Named<First>& first, const Named<Values>&... values) const {
    std::vector<BoundValue> bound(markers().size(), kUnset);
    bind_named(first, bound);
    (bind_named(values, bound), ...);
    return bound;
  }

 private:
  friend class Session;
  friend class BatchParts;
  friend class StatementRun;
  const std::shared_ptr<PreparedState>& state() const;
  const std::vector<Slot>& markers_for(std::size_t values) const;
  [[noreturn]] void refuse_name(std::string_view marker) const;

  template <typename T>
  static BoundValue bind_marker(const Slot& marker, const T& value) {
    if constexpr (std::same_as<T, BoundValue>) {
      return value;
    } else {
      return bind_value<BoundAs<T>>(marker.name, marker.type, value);
    }
  }
  template <typename T>
  void bind_named(const Named<T>& value, std::vector<BoundValue>& bound) const {
    bool is_known = false;
    for (std::size_t index = 0; index < bound.size(); ++index) {
      const Slot& marker = markers()[index];
      if (marker.name != value.name) continue;
      bound[index] = bind_marker(marker, value.value);
      is_known = true;
    }
    if (!is_known) refuse_name(value.name);
  }

  std::shared_ptr<PreparedState> state_;  // null: empty
};

/// The arguments that Prepared::bind accepts.
template <typename... Values>
concept MarkerValues = sizeof...(Values) > 0 && requires(const Prepared& prepared, const Values&... values) {
  prepared.bind(values...);
};

}  // namespace cellar
