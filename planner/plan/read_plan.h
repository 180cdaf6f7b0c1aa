// The plan of a SELECT.
//
// In:      nothing; the planner fills it.
// Out:     partitions, a clustering restriction, a direction, filters, limits and a projection, as plain data.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "parser/statement/expression.h"
#include "planner/plan/restrictions.h"
#include "schema/index_type.h"

namespace cellar {

/// A test on a row that was read. Null never passes.
struct Filter {
  std::size_t column;       // index into Table::columns
  std::optional<Node> key;  // m[k] = v
  RelationOperator op;
  std::vector<Node> values;  // one, or those of IN
  std::optional<Node> list;  // IN ?
  Span span;
};

struct OutputColumn {
  std::string name;
  Node value;
};
struct AggregateCall {
  Function function;
  std::vector<Node> arguments;  // none: count(*)
};
struct SortKey {
  std::size_t column;
  bool descending;
};

/// The rows of the source that make one row of the result.
struct EachRow {};  // one row of the source
struct AllRows {};  // aggregates without GROUP BY: all rows of the source, also if there are none
/// GROUP BY: rows that follow each other and are alike in the partition key, in the leading clustering columns,
/// and in the bucket.
struct RowGroups {
  std::size_t clustering = 0;  // how many clustering columns
  std::optional<Node> bucket;  // a monotonic function of the next one
};
using Grouping = std::variant<EachRow, AllRows, RowGroups>;

/// The order of the result.
struct AsRead {};  // that of the source
/// ORDER BY over several partitions: rows are sorted after they are read.
struct SortedBy {
  std::vector<SortKey> keys;
};
/// ORDER BY column ANN OF vector: the rows with the nearest vectors, the nearest first, at most LIMIT of them.
/// Rows without a vector are left out.
struct NearestOrder {
  std::size_t column = 0;  // index into Table::columns
  std::string column_name;
  SimilarityFunction similarity = SimilarityFunction::cosine;
  Node vector;
  Span span;
};
using RowOrder = std::variant<AsRead, SortedBy, NearestOrder>;

/// The source of the table's rows: the file; or those of a system table, which are computed, or supplied by a program,
/// when the SELECT runs.
struct RowsInFile {};
struct SystemTableRows {
  SchemaPointer schema;  // for which the statement was planned
};

struct SelectPlan {
  TablePointer table;
  std::variant<RowsInFile, SystemTableRows> rows;
  PartitionRestriction partitions;
  ClusteringRestriction clustering;
  bool reversed = false;  // each partition is read backwards
  std::vector<Filter> filters;
  RowOrder order;
  std::vector<OutputColumn> columns;
  Grouping grouping;
  std::vector<AggregateCall> aggregates;  // of each row of the result; none with EachRow
  bool distinct = false;                  // one row a partition
  /// A partition that has static cells and no rows answers one row with null clustering columns.
  bool static_row_alone = false;
  std::optional<Node> limit, per_partition_limit;  // int
  std::vector<std::size_t> wanted;                 // columns that filters and output read, keys left out
  /// Whether filters, output and order read columns of the key.
  bool reads_partition_key = false;
  bool reads_clustering = false;
  bool allow_filtering = false;
};

}  // namespace cellar
