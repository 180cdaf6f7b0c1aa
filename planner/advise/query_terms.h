// The terms of a query that a key has to serve: the columns that it compares, and those that order or group its rows.
//
// In:      a SELECT, and its typed relations.
// Out:     QueryTerms.
// Refused: A601 (no key serves the relation), A604 (ranges of several columns), A609 (limits of the source's
//          partitions), A610 (several elements of collections); unknown columns.
#pragma once

#include "planner/advise/advice.h"
#include "planner/select/restrictions.h"

namespace cellar {

/// A column of the key to be: a column of the source, or what an element of this collection holds.
struct KeyColumn {
  std::size_t column = 0;
  std::string_view rule;
  bool descending = false;
  std::optional<ElementColumn::Holds> holds{};

  bool is_same(const KeyColumn& other) const { return column == other.column && holds == other.holds; }
};
using KeyColumns = std::vector<KeyColumn>;

/// Returns true if the list has the column of the source itself.
bool has_column(const KeyColumns& columns, std::size_t column);
/// Appends the column unless the list has it.
void append(KeyColumns& columns, const KeyColumn& column);

struct QueryTerms {
  KeyColumns equal;     // by = or CONTAINS, in the order of the text
  KeyColumns in;        // by IN with several values; tuples that are one marker, which stay together
  KeyColumns range;     // of one relation
  KeyColumns grouping;  // of GROUP BY, without those of `equal`
  KeyColumns order;     // of ORDER BY, without those of `equal`
  bool aggregates = false;
  bool has_limit = false;
};

/// The name of the column that holds what an element of the collection holds: tags_value, tags_key.
std::string element_name(const Table& source, const Column& collection, ElementColumn::Holds holds);

QueryTerms gather_terms(const SelectStatement& statement, const Restrictions& restrictions, Scope& scope);

/// Returns what no key serves, before relations are typed. A601
std::optional<Diagnostic> find_unservable(const SelectStatement& statement,
                                          const std::vector<SlotSource>& sources);

}  // namespace cellar
