// The key that serves a query, by the mapping rules MR2 to MR5 (docs/advise.md).
//
// In:      the terms of the query, the source table.
// Out:     the partition key and the clustering columns, with directions; the identity of the source's rows is
//          part of it.
// Refused: A602 (no equality), A603 (a range or IN beside another order), A607 (aggregates of all partitions),
//          A616 (a duration in the key).
#pragma once

#include "planner/advise/query_terms.h"

namespace cellar {

struct ChosenKey {
  KeyColumns partition, clustering;
};

ChosenKey choose_key(const QueryTerms& terms, const Table& source, const SelectStatement& statement);

/// Moves the buckets of the source's partition key, which a query leaves open that names the rest of it, into that of
/// the chosen key: its partitions would grow without them. Returns these columns.
std::vector<std::size_t> keep_buckets(ChosenKey& key, const Table& source);

/// Returns true if the source has the partition key, and orders its rows as the key asks for, or the other way round.
bool is_key_of(const Table& source, const ChosenKey& key);

}  // namespace cellar
