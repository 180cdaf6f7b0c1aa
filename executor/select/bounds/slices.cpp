#include "executor/select/bounds/slices.h"

#include <algorithm>

#include "planner/plan/restrictions.h"

namespace cellar {

namespace {

/// A bound whose values are known.
struct Edge {
  KeyValues values;
  bool inclusive = false;
};

std::optional<Edge> evaluate_bound(const Table& table, std::size_t first,
                                   const std::optional<ClusteringBound>& bound,
                                   const Evaluation& evaluation) {
  if (!bound) return std::nullopt;
  return Edge{clustering_values(table, first, bound->count, bound->values, bound->span, evaluation),
              bound->inclusive};
}

bool is_null(const std::optional<ClusteringBound>& bound, const Evaluation& evaluation) {
  if (!bound || bound->is_tuple) return false;
  const Node& node = bound->values.front();
  if (const auto* slot = std::get_if<SlotNode>(&node.node)) {
    const BoundValue& value = evaluation.slots[slot->index];
    return !value.unset && !value.value;
  }
  return !evaluate(node, evaluation);
}

/// (a, b) > (1, 2) means a = 1 and b > 2, or a > 1. So a bound on several columns is worked off
/// column by column: the stretch where the column equals the bound's value goes on to the next
/// column, the stretch beyond it is taken as a whole. If columns descend, the stretches come in
/// the other order; the result is in stored order for any mix of directions.
class SliceBuilder {
 public:
  SliceBuilder(const Table& table, std::size_t first, const Edge* lower, const Edge* upper,
               std::vector<Slice>& slices)
      : table_(table), first_(first), lower_(lower), upper_(upper), slices_(slices) {}

  /// `by_lower`: the prefix equals the lower bound so far, so that the bound still counts.
  void build(const KeyValues& prefix, std::size_t depth, bool by_lower, bool by_upper) {
    if (by_lower && depth == lower_->values.size()) {
      if (!lower_->inclusive) return;
      by_lower = false;
    }
    if (by_upper && depth == upper_->values.size()) {
      if (!upper_->inclusive) return;
      by_upper = false;
    }
    if (!by_lower && !by_upper) {
      add({{prefix, false}, {prefix, true}});
      return;
    }
    const std::string* low = by_lower ? &lower_->values[depth] : nullptr;
    const std::string* high = by_upper ? &upper_->values[depth] : nullptr;
    const Column& column = table_.columns[table_.partition_key_size + first_ + depth];
    const int order = low && high ? cellar::compare(column.type, *low, *high) : -1;
    if (order > 0) return;
    if (order == 0) {
      build(extended(prefix, *low), depth + 1, true, true);
      return;
    }
    build_stretches(prefix, depth, low, high, column.descending);
  }

 private:
  void build_stretches(const KeyValues& prefix, std::size_t depth, const std::string* low,
                       const std::string* high, bool descending) {
    const auto at_low = [&] {
      if (low) build(extended(prefix, *low), depth + 1, true, false);
    };
    const auto at_high = [&] {
      if (high) build(extended(prefix, *high), depth + 1, false, true);
    };
    const std::string* start = descending ? high : low;
    const std::string* end = descending ? low : high;
    if (descending) {
      at_high();
    } else {
      at_low();
    }
    add({start ? Position{extended(prefix, *start), true} : Position{prefix, false},
         end ? Position{extended(prefix, *end), false} : Position{prefix, true}});
    if (descending) {
      at_low();
    } else {
      at_high();
    }
  }

  static KeyValues extended(KeyValues prefix, const std::string& value) {
    prefix.push_back(value);
    return prefix;
  }

  /// Stretches that touch become one.
  void add(Slice slice) {
    if (!slices_.empty() && slices_.back().end.after == slice.start.after &&
        slices_.back().end.prefix == slice.start.prefix) {
      slices_.back().end = std::move(slice.end);
    } else {
      slices_.push_back(std::move(slice));
    }
  }

  const Table& table_;
  std::size_t first_;
  const Edge* lower_;
  const Edge* upper_;
  std::vector<Slice>& slices_;
};

}  // namespace

std::vector<Slice> clustering_slices(const Table& table, const ClusteringRestriction& restriction,
                                     const Evaluation& evaluation, NullBound null_bound) {
  const std::size_t first = restriction.slice_first;
  const bool has_both = restriction.lower && restriction.upper;
  const bool lower_is_null = is_null(restriction.lower, evaluation);
  const bool upper_is_null = is_null(restriction.upper, evaluation);
  const bool accepts_null = null_bound == NullBound::sorts_first;
  if (lower_is_null || upper_is_null) {
    const bool descending = table.columns[table.partition_key_size + first].descending;
    if ((descending ? lower_is_null : upper_is_null) && (accepts_null || has_both)) return {};
  }
  const auto edge = [&](const std::optional<ClusteringBound>& bound, bool bound_is_null) {
    const bool leaves_out = bound_is_null && accepts_null;
    return leaves_out ? std::nullopt : evaluate_bound(table, first, bound, evaluation);
  };
  const auto lower = edge(restriction.lower, lower_is_null);
  const auto upper = edge(restriction.upper, upper_is_null);
  std::vector<Slice> slices;
  for (const KeyValues& prefix : clustering_keys(table, restriction.steps, evaluation)) {
    evaluation.count_step();
    SliceBuilder builder(table, restriction.slice_first, lower ? &*lower : nullptr, upper ? &*upper : nullptr,
                         slices);
    builder.build(prefix, 0, lower.has_value(), upper.has_value());
  }
  return slices;
}

int compare(const Table& table, const Position& left, const Position& right) {
  const std::size_t common = std::min(left.prefix.size(), right.prefix.size());
  for (std::size_t index = 0; index < common; ++index) {
    if (const int order = compare_stored(table, index, left.prefix[index], right.prefix[index])) return order;
  }
  if (left.prefix.size() == right.prefix.size()) {
    if (left.is_row == right.is_row) return int{left.after} - int{right.after};
    return left.is_row ? (right.after ? -1 : 1) : (left.after ? 1 : -1);
  }
  // A row that lacks a value comes before all that have one.
  if (left.is_row && left.prefix.size() < right.prefix.size()) return -1;
  if (right.is_row && right.prefix.size() < left.prefix.size()) return 1;
  if (left.prefix.size() < right.prefix.size()) return left.after ? 1 : -1;
  return right.after ? -1 : 1;
}

int compare_rows(const Table& table, const KeyValues& left, const KeyValues& right) {
  const std::size_t common = std::min(left.size(), right.size());
  for (std::size_t index = 0; index < common; ++index) {
    if (const int order = compare_stored(table, index, left[index], right[index])) return order;
  }
  return int{left.size() > common} - int{right.size() > common};
}

Slice slice_of_row(const KeyValues& clustering) {
  return {{clustering, false, true}, {clustering, true, true}};
}

std::vector<Slice> slices_from(const Table& table, std::vector<Slice> slices, const KeyValues& clustering,
                               bool with_row, bool reversed) {
  const bool lacks_values = clustering.size() < table.clustering_size;
  const Position place{clustering, reversed == with_row, lacks_values};
  std::vector<Slice> rest;
  for (Slice& slice : slices) {
    Position& near = reversed ? slice.end : slice.start;
    const Position& far = reversed ? slice.start : slice.end;
    const int sign = reversed ? -1 : 1;
    if (sign * compare(table, far, place) <= 0) continue;
    if (sign * compare(table, near, place) < 0) near = place;
    rest.push_back(std::move(slice));
  }
  return rest;
}

}  // namespace cellar
