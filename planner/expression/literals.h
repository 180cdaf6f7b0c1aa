// Constants, markers and literals of collections, tuples and user types, given the type they are wanted for.
//
// In:      a literal as it is written, its receiver.
// Out:     a node of the receiver's type.
// Refused: a kind or a shape that the type does not take, null and markers inside collections, fields that a
//          user type does not have, vectors and tuples of another length.
#pragma once

#include <functional>

#include "planner/scope.h"

namespace cellar {

/// Plans a part of a literal: as a value, or as an expression of a select list.
using PlanPart = std::function<Node(const Expression&, const Receiver&)>;

/// Whether `(x)` is a value of the type, rather than x in parentheses.
bool is_tuple_of_one(const Type& type, const Scope& scope);

bool is_literal(const Expression& expression, const Scope& scope);
Node plan_literal(const Expression& expression, const Receiver& receiver, Scope& scope,
                  const PlanPart& plan_part);

/// What the elements, keys and values of a collection are called: `value(tags)`, `key(prices)`.
Receiver element_receiver(const Receiver& collection);
Receiver key_receiver(const Receiver& map);
Receiver field_receiver(const Receiver& structure, std::size_t field);

/// The field's index; refuses a name that the type does not have.
std::size_t resolve_field(const Type& type, const Name& field);

}  // namespace cellar
