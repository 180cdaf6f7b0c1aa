// What only a select list may ask of a column: elements, slices, fields, and what is known of its cells.
//
// In:      c[k], c[a..b], c.f, WRITETIME(c), TTL(c).
// Out:     a node.
// Refused: elements of what is no set or map, fields of what is no user type, cells of key columns.
#pragma once

#include "planner/plan/node.h"
#include "planner/scope.h"

namespace cellar {

Node plan_element(const ElementAccess& access, Span span, Scope& scope);
Node plan_slice(const SliceAccess& access, Span span, Scope& scope);
Node plan_field(const FieldAccess& access, Span span, Scope& scope);
Node plan_cell_function(const CellFunctionCall& call, Span span, Scope& scope);

}  // namespace cellar
