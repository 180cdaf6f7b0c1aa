// Expressions given types.
//
// In:      an expression, and what its value is wanted for.
// Out:     a Node of the wanted type. Slots on the way get the type and the name of what they are for.
// Refused: constants of another kind than the type takes, collections of another shape, functions that do not
//          exist or do not take these arguments, expressions whose type nothing tells.
#pragma once

#include "planner/plan/node.h"
#include "planner/scope.h"

namespace cellar {

/// The value for a receiver: in VALUES, SET, WHERE, LIMIT and USING.
Node plan_value(const Expression& expression, const Receiver& receiver, Scope& scope);

/// An expression of a select list. What has no type of its own takes the expected one, or is refused.
Node plan_selected(const Expression& expression, const std::optional<Receiver>& expected, Scope& scope);

/// Returns whether the expression's value may be used where `type` is wanted. Refuses only what is wrong
/// wherever it is used: columns and types that do not exist, constants that no type has.
Fit fit(const Expression& expression, const Type& type, Scope& scope);

/// The type that the expression has whatever it is wanted for; constants and markers have none. Refuses as
/// fit does, and in a select list calls without a signature.
std::optional<Type> known_type(const Expression& expression, Scope& scope);

/// A cast of a select list to the type that is there already is no cast.
bool cast_vanishes(const Cast& cast, Scope& scope);

}  // namespace cellar
