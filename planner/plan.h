// Plans: what a statement does, with names resolved, types known and the access path chosen. A plan holds
// slots instead of the values of literals. They get their values when the plan runs, so one plan serves every
// statement of the same shape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "functions/function.h"
#include "parser/statement/statement.h"
#include "refusal/refusal.h"
#include "schema/index_type.h"

namespace cellar {

// ---- expressions ------------------------------------------------------------------------------

struct Node;

struct NullNode {};
struct ConstantNode {  // a literal of the select list, encoded
  Value value;
};
struct SlotNode {  // the value of Plan::slots[index], encoded as its type
  std::size_t index;
};
struct ColumnNode {  // index into Table::columns
  std::size_t column;
};
/// A list, set, map (key, value, ...), tuple, user type (missing fields are NullNode) or vector, by
/// the node's type.
struct CollectionNode {
  std::vector<Node> elements;
};
struct CallNode {
  Function function;
  std::vector<Node> arguments;
};
struct ElementNode {  // x[k]
  std::vector<Node> operands;
};
struct SliceNode {  // x[a..b]
  std::vector<Node> operand;
  std::vector<Node> from, to;  // 0 or 1
};
struct FieldNode {  // x.f
  std::vector<Node> operand;
  std::size_t field;
};
/// writetime, maxwritetime or ttl of a column or of a part of a multicell one.
struct CellFunctionNode {
  CellFunction function;
  std::size_t column;
  std::vector<Node> key;       // c[k]
  std::vector<Node> from, to;  // c[a..b]
  bool is_slice = false;
  std::optional<std::size_t> field;  // c.f
  /// An expression for the value of the part, unless it is the whole column. If that value is null, or a
  /// slice without elements, the function returns null.
  std::vector<Node> part;
};
struct AggregateNode {  // index into SelectPlan::aggregates
  std::size_t index;
};

using NodeAlternatives = std::variant<NullNode, ConstantNode, SlotNode, ColumnNode, CollectionNode, CallNode,
                                      ElementNode, SliceNode, FieldNode, CellFunctionNode, AggregateNode>;
/// Its special members are compiled in plan.cpp alone; in every source that holds plans they would take about
/// a second each. The same holds for PlanVariant and the variants of statements.
struct NodeVariant : NodeAlternatives {
  using NodeAlternatives::variant;
  NodeVariant();
  NodeVariant(const NodeVariant&);
  NodeVariant(NodeVariant&&) noexcept;
  NodeVariant& operator=(const NodeVariant&);
  NodeVariant& operator=(NodeVariant&&) noexcept;
  ~NodeVariant();
};

struct Node {
  Type type;
  NodeVariant node;
  Span span;
};

// ---- which partitions and rows -------------------------------------------------------------------

/// The values that a key column may take: `=` has one, IN any number.
struct Choices {
  std::vector<Node> values;
  std::optional<Node> list;  // IN ?: a node of type list that holds them instead
  bool is_in = false;
  Span span;
};

struct TokenBound {
  Node value;  // bigint
  bool inclusive = false;
};

/// The partitions whose tokens lie within the bounds. Without bounds: all partitions of the table.
struct RingPart {
  std::optional<TokenBound> lower, upper;

  bool is_bounded() const { return lower || upper; }
};
/// The partitions that the values of the key name, every combination of them; of these, the ones `within`.
struct NamedPartitions {
  std::vector<Choices> key;  // one for each column of the partition key
  RingPart within;
};
struct IndexBound {
  Node value;
  bool inclusive = false;
};
/// A question to an index: the rows of one value, or of the values between two bounds.
struct IndexTest {
  std::size_t index = 0;  // into Table::indexes
  /// The value of a plain column; a value or key of a collection; a frozen collection as a whole.
  std::optional<Node> equal;
  std::optional<Node> key;  // of an index on entries: m[key] = equal
  std::optional<IndexBound> lower, upper;
  Span span;
};
/// The rows that pass all of the tests, in the order of tokens; of these, the ones in the partitions `within`.
/// Tests narrow what is read, and do not decide: the relations that they serve are filters of the plan as well.
struct IndexRead {
  std::vector<IndexTest> tests;
  std::variant<NamedPartitions, RingPart> within = RingPart{};
};
using PartitionRestriction = std::variant<NamedPartitions, RingPart, IndexRead>;

/// Equal or IN on `count` clustering columns from `first` on.
struct ClusteringStep {
  std::size_t first = 0;  // among the clustering columns
  std::size_t count = 1;
  /// Each has `count` nodes, or one node of a tuple type where count > 1 and the tuple is a marker.
  std::vector<std::vector<Node>> alternatives;
  std::optional<Node> list;  // IN ?: a list of values, or of tuples where count > 1
  bool is_in = false;
  Span span;
};
/// Values of clustering columns from ClusteringRestriction::slice_first on (or one tuple marker).
struct ClusteringBound {
  std::vector<Node> values;
  std::size_t count = 1;
  bool inclusive = false;
  Span span;
};
/// Steps cover the leading clustering columns without a gap; then at most one slice. Bounds are
/// logical: `lower` is c > x, also on a descending column.
struct ClusteringRestriction {
  std::vector<ClusteringStep> steps;
  std::size_t slice_first = 0;
  std::optional<ClusteringBound> lower, upper;

  bool restricts() const { return !steps.empty() || lower || upper; }
};

/// A test on a row that was read. Null never passes.
struct Filter {
  std::size_t column;       // index into Table::columns
  std::optional<Node> key;  // m[k] = v
  RelationOperator op;
  std::vector<Node> values;  // one, or those of IN
  std::optional<Node> list;  // IN ?
  Span span;
};

// ---- SELECT --------------------------------------------------------------------------------------

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

/// What one row of the result is made of.
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

/// Where the rows of the table are: in the file; or, those of a system table, computed from the schema for which
/// the statement was planned.
struct RowsInFile {};
struct RowsOfSchema {
  SchemaPointer schema;
};

struct SelectPlan {
  TablePointer table;
  std::variant<RowsInFile, RowsOfSchema> rows;
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

// ---- writes --------------------------------------------------------------------------------------

struct AssignmentPlan {
  Assignment::Kind kind = Assignment::Kind::set;
  std::size_t column = 0;
  std::optional<Node> key;  // element: map key, or list index (int)
  std::size_t field = 0;    // field
  Node value;
  Span span;
};

/// INSERT and UPDATE. In a ConditionalPlan an assignment may also compute a value from the stored one: its kind
/// is `add`, its column is simple and no counter, and its value is the call that adds to the ColumnNode.
struct UpsertPlan {
  TablePointer table;
  std::vector<Choices> partition_key;
  std::vector<ClusteringStep> clustering;  // all columns, or none where only static columns are written
  bool writes_row = true;                  // false: the static row alone
  bool row_marker = false;                 // INSERT
  std::vector<AssignmentPlan> assignments;
  std::optional<Node> timestamp, time_to_live;
};

struct DeletionPlan {
  std::size_t column = 0;
  std::optional<Node> key;           // element: map key, set element, or list index
  std::optional<std::size_t> field;  // of an unfrozen user type
  Span span;
};
struct DeletePlan {
  TablePointer table;
  std::vector<Choices> partition_key;
  ClusteringRestriction clustering;   // without any: the partition (or static columns)
  std::vector<DeletionPlan> columns;  // empty: rows
  std::optional<Node> timestamp;
};

struct BatchPlan {
  BatchStatement::Kind kind = BatchStatement::Kind::logged;
  std::optional<Node> timestamp;
  std::vector<std::variant<UpsertPlan, DeletePlan>> statements;
};

/// A test of IF on a column, on an element of a collection or on a field of a user type.
struct ConditionPlan {
  std::size_t column = 0;            // index into Table::columns
  std::optional<Node> key;           // c[k]: the key of a map, or the index of a list
  std::optional<std::size_t> field;  // c.f
  RelationOperator op = RelationOperator::equal;
  std::vector<Node> values;  // one, or those of IN
  std::optional<Node> list;  // IN ?
  Span span;
};
struct Unconditional {};  // a statement of a batch in which others have conditions
struct RowExists {};      // IF EXISTS
struct RowIsAbsent {};    // IF NOT EXISTS
struct ColumnsPass {
  std::vector<ConditionPlan> conditions;
};
using WriteCondition = std::variant<Unconditional, RowExists, RowIsAbsent, ColumnsPass>;

struct ConditionalWrite {
  WriteCondition condition;
  std::variant<UpsertPlan, DeletePlan> write;
  Span span;  // of IF
};
/// Writes to one partition that are made together if all their conditions hold: one statement, or those of a
/// batch. They answer a row: [applied], and if they were not made, the values that the conditions met.
struct ConditionalPlan {
  TablePointer table;
  std::vector<ConditionalWrite> writes;
  std::vector<std::size_t> tested;  // the columns that decide and that sums add to, keys left out
  std::vector<std::size_t>
      wanted;  // the columns that are read for the answer, keys left out; all of `tested` too
  std::vector<std::size_t> shown;  // the columns of the answer after [applied]
};

// ---- definitions ------------------------------------------------------------------------------------

/// Changes of the schema, checked against the schema of the PlanContext. Ids that are 0 are assigned when the
/// plan runs. The changes of one statement are made together.
struct PutKeyspace {  // create or alter: tables and types of `keyspace` are ignored
  Keyspace keyspace;
};
struct DropKeyspace {
  std::string keyspace;
};
struct PutTable {  // create, or alter (id not 0)
  Table table;
};
struct DropTable {
  std::string keyspace, table;
};
struct PutUserType {  // create, or alter: everything that uses it follows
  UserType user_type;
};
struct DropUserType {
  std::string keyspace, name;
};
/// A restriction of a view's WHERE clause on columns of its base, whose values are computed when the view is
/// made.
struct ViewFilterPlan {
  std::vector<std::size_t> columns;  // indexes into the base's columns; several are compared as a tuple
  RelationOperator op = RelationOperator::equal;
  std::vector<std::vector<Node>> alternatives;  // one value a column; several for IN alone
  Span span;
};
struct PutView {     // create
  std::string base;  // a table of the view's keyspace
  View view;         // without filters
  std::vector<ViewFilterPlan> filters;
};
using SchemaChange =
    std::variant<PutKeyspace, DropKeyspace, PutTable, DropTable, PutUserType, DropUserType, PutView>;

/// No changes: IF [NOT] EXISTS made it a statement without effect.
struct SchemaPlan {
  std::vector<SchemaChange> changes;
};
struct TruncatePlan {
  TablePointer table;
};
struct UsePlan {
  std::string keyspace;
};

/// Rows that the schema alone determines: the answer of DESCRIBE.
struct AnswerPlan {
  struct Column {
    std::string name;
    Type type;
  };
  std::vector<Column> columns;
  std::vector<std::vector<Value>> rows;
};

// ---- the plan ---------------------------------------------------------------------------------------

/// How a slot is encoded when its value arrives.
struct Slot {
  Type type;
  std::string name;           // of a marker: its use ("k", "in(k)", "[limit]"), as reported to drivers
  bool has_place = false;     // of a literal: its type was determined by its place in the plan
  bool text_decides = false;  // of a literal: the plan depends on its text (the choice of a function)

  /// Returns true if every literal of the same kind gives the same plan.
  bool takes_any_text() const { return has_place && !text_decides; }
};

using PlanAlternatives = std::variant<SelectPlan, UpsertPlan, DeletePlan, BatchPlan, ConditionalPlan,
                                      SchemaPlan, TruncatePlan, UsePlan, AnswerPlan>;
struct PlanVariant : PlanAlternatives {
  using PlanAlternatives::variant;
  PlanVariant();
  PlanVariant(PlanVariant&&) noexcept;
  PlanVariant& operator=(PlanVariant&&) noexcept;
  ~PlanVariant();
};

/// The document of INSERT JSON: its members are the values of a table's columns. They have slots of their own,
/// which get their values when the document does, so that everything else in a plan is as for VALUES.
struct JsonDocument {
  TablePointer table;
  std::size_t slot = 0;          // of the text
  std::size_t first = 0;         // slot of the table's first column; the others follow in the table's order
  bool absent_is_unset = false;  // DEFAULT UNSET: columns that the document does not name keep their values
};

struct Plan {
  PlanVariant node;
  std::vector<Slot> slots;  // those of Statement::slots, then those of the documents
  std::vector<JsonDocument> documents;
  std::vector<Diagnostic> notices;  // W4xx that are known before anything runs
};

}  // namespace cellar
