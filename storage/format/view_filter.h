// The restrictions of a view's WHERE clause, tested on the key values of a base row.
//
// In:      values in native bytes, null where the base row has none.
// Out:     whether the view has a row for it.
// Refused: nothing.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "storage/format/derived_layout.h"

namespace cellar {

using ValueOf = std::function<std::optional<std::string_view>(const ValuePlace& place)>;

bool passes(const ViewLayout::Filter& filter, const ValueOf& value_of);

}  // namespace cellar
