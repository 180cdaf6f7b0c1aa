// Copies of one table that become one copy.
//
// In:      tables with columns of one source.
// Out:     tables that hold the columns of both.
// Refused: nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planner/advise/workload.h"

namespace cellar {

bool is_subset(const std::vector<std::string>& part, const std::vector<std::string>& whole);

/// Returns true if the table has the columns that a copy of the source has: the whole key of the source in its own
/// key, and no column of its own.
bool is_copy_of(const Table& table, const Table& source);

/// Returns the columns of a copy's key that the source lacks: those for elements of its collections.
std::vector<ElementColumn> elements_in(const Table& copy, const Table& source);

/// Returns true if both tables have a row for each element of the same collections, or for none.
bool hold_same_elements(const std::vector<ElementColumn>& elements, const Table& table,
                        const AdvisedTable& other);

/// Returns the table with the columns of another one that it lacks. A column remains static if it describes the same
/// partitions.
Table with_columns_of(const Table& table, const Table& other);

/// Returns a table with the partition key of `wide`, clustered by the rest of the partition key of `narrow` and then as
/// that one is. Nothing if the partition key of `wide` is no part of the other's.
std::optional<Table> joined_table(const Table& wide, const Table& narrow);

/// Returns why the columns of the joined table's key are where they are.
std::vector<KeyReason> joined_reasons(const std::vector<KeyReason>& wide,
                                      const std::vector<KeyReason>& narrow, const Table& joined);

}  // namespace cellar
