// Which partitions and rows a plan is about: the values that key columns may take, parts of the ring, slices.
//
// In:      nothing; the planner fills it.
// Out:     the restrictions as plain data.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "planner/plan/node.h"

namespace cellar {

/// The values that a key column may take: `=` has one, IN any number.
struct Choices {
  std::vector<Node> values;
  std::optional<Node> list;  // IN ?: a node of type list that holds them instead
  bool is_in = false;
  Span span;
};

struct TokenBound {
  Node value;  // bigint
  bool inclusive = false;
};

/// The partitions whose tokens lie within the bounds. Without bounds: all partitions of the table.
struct RingPart {
  std::optional<TokenBound> lower, upper;

  bool is_bounded() const { return lower || upper; }
};
/// The partitions that the values of the key name, every combination of them; of these, the ones `within`.
struct NamedPartitions {
  std::vector<Choices> key;  // one for each column of the partition key
  RingPart within;
};
struct IndexBound {
  Node value;
  bool inclusive = false;
};
/// A question to an index: the rows of one value, or of the values between two bounds.
struct IndexTest {
  std::size_t index = 0;  // into Table::indexes
  /// The value of a plain column; a value or key of a collection; a frozen collection as a whole.
  std::optional<Node> equal;
  std::optional<Node> key;  // of an index on entries: m[key] = equal
  std::optional<IndexBound> lower, upper;
  Span span;
};
/// The rows that pass all of the tests, in the order of tokens; of these, the ones in the partitions `within`.
/// Tests narrow what is read, and do not decide: the relations that they serve are filters of the plan as well.
struct IndexRead {
  std::vector<IndexTest> tests;
  std::variant<NamedPartitions, RingPart> within = RingPart{};
};
using PartitionRestriction = std::variant<NamedPartitions, RingPart, IndexRead>;

/// Equal or IN on `count` clustering columns from `first` on.
struct ClusteringStep {
  std::size_t first = 0;  // among the clustering columns
  std::size_t count = 1;
  /// Each has `count` nodes, or one node of a tuple type where count > 1 and the tuple is a marker.
  std::vector<std::vector<Node>> alternatives;
  std::optional<Node> list;  // IN ?: a list of values, or of tuples of `count` values
  bool is_in = false;
  Span span;
};
/// Values of clustering columns from ClusteringRestriction::slice_first on (or one tuple marker).
struct ClusteringBound {
  std::vector<Node> values;
  std::size_t count = 1;
  bool is_tuple = false;  // and then takes no null, even if count is 1
  bool inclusive = false;
  Span span;
};
/// Steps cover the leading clustering columns without a gap; then at most one slice. Bounds are
/// logical: `lower` is c > x, also on a descending column.
struct ClusteringRestriction {
  std::vector<ClusteringStep> steps;
  std::size_t slice_first = 0;
  std::optional<ClusteringBound> lower, upper;

  bool restricts() const { return !steps.empty() || lower || upper; }
};

}  // namespace cellar
