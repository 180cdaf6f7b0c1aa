// The advisor: the table that serves a query which no table serves as it is. docs/advise.md explains the steps.
//
// In:      a SELECT, its text, and the schema. Nothing of the data is read.
// Out:     an Advice. The table and the rewritten query were planned under `teach` on the schema with the table
//          in it: they read one partition and filter nothing.
// Refused: nothing is thrown: a statement that is refused for another reason than its key is answered by
//          NoAdvice with that refusal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "parser/statement/statement.h"
#include "planner/advise/element_column.h"
#include "planner/planner.h"

namespace cellar {

enum class KeyPart : std::uint8_t { partition, ascending, descending, static_column, regular };
/// The word for it: "partition", "ascending" ...
std::string_view name(KeyPart part);

/// Why a column has its place, by the mapping rules of Chebotko:
///   MR2 it is compared by = or IN                 MR4 it orders the rows
///   MR3 it is compared by a range                 MR5 it makes the key unique
struct ColumnReason {
  std::size_t column = 0;  // index into the columns of the advised table
  KeyPart part = KeyPart::regular;
  std::string_view rule;  // "MR2" ... "MR5"; empty: copied
};

struct AdvisedTable {
  TablePointer table;                 // without ids, as the CREATE makes it
  std::string create;                 // its CREATE TABLE on one line, with `;`
  std::vector<ColumnReason> reasons;  // one a column, in the order of the table's columns
  /// If there are any, the table has a row for each element of a collection.
  std::vector<ElementColumn> elements;
};

/// An advised table whose partitions are divided by one more column of the partition key.
struct BucketedTable {
  TablePointer table;
  std::string bucket;             // the column
  std::vector<Diagnostic> notes;  // what to choose (A605), and the lints of the table
};

/// One partition of an existing table serves the query.
struct ServedAlready {
  TablePointer table;
  std::string rewritten;          // the query on that table; equal to the original if it is its own table
  std::vector<Diagnostic> notes;  // A6xx
};

struct Advised {
  TablePointer source;
  AdvisedTable table;
  std::string rewritten;                    // the query on the new table, otherwise as it was written
  std::vector<Diagnostic> notes;            // A6xx: what to know before one uses it
  std::vector<Diagnostic> lints;            // L5xx of the table, and of the source's key
  std::optional<BucketedTable> bucketed{};  // to be preferred, if there is one
};

struct NoAdvice {
  Diagnostic reason;  // A6xx, or the refusal of the statement
};

using Advice = std::variant<ServedAlready, Advised, NoAdvice>;

/// `text` is what `statement` was parsed from. NoAdvice for statements other than SELECT.
Advice advise(std::string_view text, const Statement& statement, const PlanContext& context);

/// Adds the parameter `table_fix`, the CREATE TABLE of a table that serves the statement, and what is doubtful about
/// that table to a refusal that another key mends. Nothing is added if there is none.
void propose_table(Diagnostic& refusal, const SelectStatement& statement,
                   const std::vector<SlotSource>& sources, const PlanContext& context);

}  // namespace cellar
