// Expressions of plans, with names resolved and types known. A slot gets its value when the plan runs.
//
// In:      nothing; the planner fills it.
// Out:     expressions as plain data; executor/evaluate.h computes them.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "functions/function.h"
#include "parser/statement/expression.h"
#include "refusal/refusal.h"
#include "types/type.h"

namespace cellar {

struct Node;

struct NullNode {};
struct ConstantNode {  // a literal of the select list, encoded
  Value value;
};
struct SlotNode {  // the value of Plan::slots[index], encoded as its type
  std::size_t index;
};
struct ColumnNode {  // index into Table::columns
  std::size_t column;
};
/// A list, set, map (key, value, ...), tuple, user type (missing fields are NullNode) or vector, by
/// the node's type.
struct CollectionNode {
  std::vector<Node> elements;
};
struct CallNode {
  Function function;
  std::vector<Node> arguments;
};
struct ElementNode {  // x[k]
  std::vector<Node> operands;
};
struct SliceNode {  // x[a..b]
  std::vector<Node> operand;
  std::vector<Node> from, to;  // 0 or 1
};
struct FieldNode {  // x.f
  std::vector<Node> operand;
  std::size_t field;
};
/// writetime, maxwritetime or ttl of a column or of a part of a multicell one.
struct CellFunctionNode {
  CellFunction function;
  std::size_t column;
  std::vector<Node> key;       // c[k]
  std::vector<Node> from, to;  // c[a..b]
  bool is_slice = false;
  std::optional<std::size_t> field;  // c.f
  /// An expression for the value of the part, unless it is the whole column. If that value is null, or a
  /// slice without elements, the function returns null.
  std::vector<Node> part;
};
struct AggregateNode {  // index into SelectPlan::aggregates
  std::size_t index;
};

using NodeAlternatives = std::variant<NullNode, ConstantNode, SlotNode, ColumnNode, CollectionNode, CallNode,
                                      ElementNode, SliceNode, FieldNode, CellFunctionNode, AggregateNode>;
/// Its special members are compiled in planner/plan.cpp alone; in every source that holds plans they would take about
/// a second each. The same holds for PlanVariant and the variants of statements.
struct NodeVariant : NodeAlternatives {
  using NodeAlternatives::variant;
  NodeVariant();
  NodeVariant(const NodeVariant&);
  NodeVariant(NodeVariant&&) noexcept;
  NodeVariant& operator=(const NodeVariant&);
  NodeVariant& operator=(NodeVariant&&) noexcept;
  ~NodeVariant();
};

struct Node {
  Type type;
  NodeVariant node;
  Span span;
};

}  // namespace cellar
