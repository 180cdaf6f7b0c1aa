// Merges the relations of a WHERE clause into restrictions of columns.
//
// In:      the relations as they are written.
// Out:     restrictions by kind of column, in the order of the columns.
// Refused: rules: two relations on one column that exclude each other.
#pragma once

#include <deque>

#include "planner/select/relations.h"

namespace cellar {

struct Restriction {
  enum class Kind { equal, in, slice, contains };
  Kind kind = Kind::equal;
  std::vector<std::size_t> columns;
  /// One or two for a slice, any number for `contains`, one for the other kinds.
  std::vector<const TypedRelation*> relations;

  std::size_t first() const { return columns.front(); }
  /// Returns the lower or the upper bound of a slice; null if it has none.
  const TypedRelation* bound(bool lower) const;
};

/// A clustering column that is restricted although a preceding one has a slice.
struct AfterSlice {
  const TypedRelation* blamed;
  std::size_t column, preceding;  // indexes into Table::columns
};

struct Restrictions {
  Restrictions() = default;
  Restrictions(Restrictions&&) = default;  // a copy would point into the original
  Restrictions& operator=(Restrictions&&) = default;

  std::deque<TypedRelation> relations;  // in the order of the text
  std::vector<Restriction> partition_key, clustering, others;
  std::optional<Restriction> token;
  std::optional<AfterSlice> after_slice;  // the first one in the text

  bool restricts_regular(const Table& table) const;
  /// Returns true if = restricts the column of the key, alone or in a tuple.
  bool fixes(std::size_t column) const;
  /// Returns true if = restricts every column of the primary key: the statement finds one row at most.
  bool fixes_row(const Table& table) const;
};

Restrictions gather_restrictions(const std::vector<Relation>& where, StatementKind statement, Scope& scope);
Restrictions gather_restrictions(const std::vector<const Relation*>& where, StatementKind statement,
                                 Scope& scope);

/// Rule R-071.
void require_nothing_after_slice(const Restrictions& restrictions, const Table& table);

}  // namespace cellar
