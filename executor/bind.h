// The values of a statement's slots.
//
// In:      literals as they are in the text, values that a driver binds.
// Out:     native bytes of each slot's type, sets and maps in the order of their elements.
// Refused: literals and bytes that are no value of the type, at the slot's place; too many or too few.
#pragma once

#include <span>
#include <vector>

#include "planner/plan.h"
#include "types/value/value.h"

namespace cellar {

/// One value a slot: literals are encoded, markers are still unset.
std::vector<BoundValue> bind_literals(const Statement& statement, const Plan& plan);

/// Indexes of the slots that are markers, in the order of the text.
std::vector<std::size_t> markers_of(const Statement& statement);

/// Puts the values of the markers into `slots`.
void bind_markers(const Statement& statement, const Plan& plan, std::span<const std::size_t> markers,
                  std::span<const BoundValue> values, std::vector<BoundValue>& slots);

}  // namespace cellar
