// Groups of the alternatives of an expression that most visitors treat alike.
//
// In:      an alternative of Expression::node.
// Out:     the group that names it. ColumnReference, TypeHint, Cast and CellFunctionCall are in none. Nor is a
//          new alternative until it is put into one, so visitors that take groups do not compile before.
// Refused: nothing.
#pragma once

#include <concepts>

#include "parser/statement/statement.h"

namespace cellar {

template <typename Part, typename... Alternatives>
concept OneOf = (std::same_as<Part, Alternatives> || ...);

/// Values as they are written, and bind markers.
template <typename Part>
concept WrittenValue = OneOf<Part, NullLiteral, Literal, SlotReference, ListLiteral, SetLiteral, MapLiteral,
                             UserTypeLiteral, TupleLiteral>;

/// Calls of functions, and operators, which are functions, too.
template <typename Part>
concept WrittenCall = OneOf<Part, FunctionCall, Arithmetic, Negation>;

/// Parts of a value.
template <typename Part>
concept WrittenAccess = OneOf<Part, ElementAccess, SliceAccess, FieldAccess>;

}  // namespace cellar
