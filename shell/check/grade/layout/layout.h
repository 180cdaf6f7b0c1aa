// The cells of a table as words: what statements have left behind, and what a student writes of it.
//
// In:      a table with its snapshot; or the lines of an answer, in the manner of CELLS (docs/grading.md).
// Out:     a CellLayout. Keys, names and values in it are literals in one form, so equal texts are equal values.
// Refused: nothing of an answer: a line that cannot be read becomes a remark. What the store cannot read (file_damaged).
//
// Sources: stored_layout.cpp; written_layout.cpp; written_line.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schema/schema.h"
#include "shell/check/grade/words/phrase.h"
#include "storage/format/timestamp.h"

namespace cellar {

class Transaction;

struct LaidCell {
  std::string value;              // a literal; empty: an element of a set, and what is deleted
  bool is_deleted = false;        // or expired
  std::int32_t time_to_live = 0;  // seconds; 0: for ever
  /// True if two lines of an answer say different things of it.
  bool is_contradicted = false;

  bool operator==(const LaidCell&) const = default;
};

struct LaidRow {
  std::optional<LaidCell> marker;
  bool is_deleted = false;
  std::map<std::string, LaidCell> cells;  // by name: "title", "likes['bob']", "tags[0]"
  std::set<std::string> emptied;          // columns, all of whose elements were deleted
  /// True if a SELECT finds it.
  bool lives() const;
};

struct LaidPartition {
  bool is_deleted = false;
  LaidRow static_row;
  std::map<std::string, LaidRow> rows;  // by clustering: "id = 1"
  std::vector<std::string> order;       // the names of the rows as they lie
  std::set<std::string> ranges;         // of rows that were deleted: "id > 3"
  /// True if it has a row that lives, or a static cell.
  bool lives() const;
};

struct CellLayout {
  std::map<std::string, LaidPartition> partitions;  // by key: "author = 'ann'"
  std::vector<Sentence> remarks;                    // of an answer: why lines of it are not read
  bool says_empty = false;                          // an answer that says that the table has no partition
};

/// The cells that are visible at that second; those that a deletion hides are left out.
CellLayout stored_layout(Transaction& transaction, const TablePointer& table, Seconds now);

/// Returns a literal in the form of to_literal(); refuses one that is no value of the type.
using LiteralForm = std::function<std::string(const Type&, const std::string&)>;
/// `first_line` is that of the text in its file.
CellLayout written_layout(std::string_view text, std::size_t first_line, const Table& table,
                          const LiteralForm& literal_form);

// A part of both.

/// Relations that AND joins, in one form: "id > 3 AND id <= 5".
std::string range_form(std::string_view relations, const Table& table, const LiteralForm& literal_form);

}  // namespace cellar
