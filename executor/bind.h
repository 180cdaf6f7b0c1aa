// Encodes the values of a statement's slots.
//
// In:      the texts of literals, the values that a driver binds.
// Out:     native-protocol bytes of each slot's type; the elements of sets and maps are sorted.
// Refused: documents that are not JSON, or do not fit the table; literals and bytes that are no value of the
//          type, with the slot's span; too many or too few values.
#pragma once

#include <span>
#include <vector>

#include "planner/plan/slot.h"
#include "types/value/value.h"

namespace cellar {

struct JsonDocument;
struct Plan;
struct Statement;

/// Returns one value for each slot: literals are encoded, markers are still unset.
std::vector<BoundValue> bind_literals(const Statement& statement, const Plan& plan);

/// Fills the slots of columns from a document of INSERT JSON, whose own slot has its value.
void bind_document(const JsonDocument& document, std::vector<BoundValue>& slots);

/// Returns the indexes of the slots that are markers, in the order of the text.
std::vector<std::size_t> markers_of(const Statement& statement);

/// Puts the values of the markers into `slots`.
void bind_markers(const Statement& statement, const Plan& plan, std::span<const std::size_t> markers,
                  std::span<const BoundValue> values, std::vector<BoundValue>& slots);

}  // namespace cellar
