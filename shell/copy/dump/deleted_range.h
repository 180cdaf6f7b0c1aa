// The deletion of a range of rows as statements of CQL.
//
// In:      a table, two positions between its rows.
// Out:     what WHERE says behind the partition key: a DELETE compares leading clustering columns with values and one more
//          with bounds, so a range whose ends share few values takes several of them.
// Refused: nothing.
#pragma once

#include <string>
#include <vector>

#include "schema/schema.h"
#include "storage/format/mutation.h"

namespace cellar {

/// Returns nothing for a range of all rows of a partition: a DELETE of the partition would delete its static columns, too.
std::vector<std::string> deleted_range(const Table& table, const Position& start, const Position& end);

}  // namespace cellar
