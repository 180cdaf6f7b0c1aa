// The columns of a result and the markers of a statement, as the protocol describes them.
//
// In:      columns or markers of the engine. They must outlive what is returned, which views their names.
// Out:     their specifications.
// Refused: nothing.
#pragma once

#include <vector>

#include "database/prepared.h"
#include "protocol/message/metadata.h"

namespace cellar {

std::vector<ColumnSpec> column_specs(const std::vector<ResultColumn>& columns);
std::vector<ColumnSpec> marker_specs(const std::vector<Slot>& markers);
/// Returns true if clients see no difference between them.
bool are_same_columns(const std::vector<ResultColumn>& left, const std::vector<ResultColumn>& right);

}  // namespace cellar
