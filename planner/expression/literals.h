// Constants, markers and literals of collections, tuples and user types, given the type they are wanted for.
//
// In:      a literal as it is written, its receiver.
// Out:     a node of the receiver's type.
// Refused: a kind or a shape that the type does not take, null and markers inside collections, fields that a
//          user type does not have, vectors and tuples of another length.
#pragma once

#include <functional>

#include "planner/plan/node.h"
#include "planner/scope.h"

namespace cellar {

/// Plans a part of a literal: as a value, or as an expression of a select list.
using PlanPart = std::function<Node(const Expression&, const Receiver&)>;

/// Whether `(x)` is a value of the type, rather than x in parentheses.
bool is_tuple_of_one(const Type& type, const Scope& scope);

/// Plans one literal, or a marker, which `expression` is. All that is given must outlive it.
class LiteralPlanner {
 public:
  LiteralPlanner(const Expression& expression, const Receiver& receiver, Scope& scope,
                 const PlanPart& plan_part)
      : expression_(expression), receiver_(receiver), scope_(scope), plan_part_(plan_part) {}

  Node plan(const NullLiteral& null) const;
  Node plan(const Literal& literal) const;
  Node plan(const SlotReference& slot) const;
  Node plan(const ListLiteral& list) const;
  Node plan(const SetLiteral& set) const;
  Node plan(const MapLiteral& map) const;
  Node plan(const UserTypeLiteral& literal) const;
  Node plan(const TupleLiteral& tuple) const;

 private:
  Node plan_fields(const MapLiteral& map) const;
  CollectionNode no_fields() const;
  void plan_field(const Name& name, const Expression& value, CollectionNode& node) const;
  Node plan_elements(const std::vector<Expression>& expressions) const;
  Node plan_element(const Expression& part, const Receiver& receiver, bool takes_null) const;

  const Expression& expression_;
  const Receiver& receiver_;
  Scope& scope_;
  const PlanPart& plan_part_;
};

/// What the elements, keys and values of a collection are called: `value(tags)`, `key(prices)`.
Receiver element_receiver(const Receiver& collection);
Receiver key_receiver(const Receiver& map);
Receiver field_receiver(const Receiver& structure, std::size_t field);

/// The field's index; refuses a name that the type does not have.
std::size_t resolve_field(const Type& type, const Name& field);

}  // namespace cellar
