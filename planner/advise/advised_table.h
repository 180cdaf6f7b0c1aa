// The table of a chosen key: its name, its columns, and why each has its place.
//
// In:      the key, the source table, the keyspace's names.
// Out:     an AdvisedTable, planned from its own CREATE TABLE.
// Refused: what CREATE TABLE refuses; none is expected.
#pragma once

#include "planner/advise/key_choice.h"

namespace cellar {

/// The part of a name that the tables for one kind of row share: users of users_by_email.
std::string_view stem_of(std::string_view name);

/// The comment of a copy whose name does not name its source: trees_by_species of trees_by_district.
std::string comment_of_copy(const Table& source);

/// <stem of the source>_by_<columns>, without the names that the keyspace has. At most 48 characters.
std::string name_of_table(const ChosenKey& key, const QueryTerms& terms, const Table& source,
                          const Keyspace& keyspace);

/// Names that differ from a taken one, of at most 48 characters.
std::string with_column_name(const std::string& name, std::string_view column);
std::string with_number(const std::string& name, int number);

/// The table as data. Static columns stay static if each new partition lies in one of the source.
Table keyed_table(const ChosenKey& key, const Table& source, std::string name);

AdvisedTable advised_table(const ChosenKey& key, const Table& source, std::string name,
                           const PlanContext& context);

}  // namespace cellar
