// The prepared statement that writes a row of a file.
//
// In:      the columns of a file in their order, null for those that are left out; COPY's options.
// Out:     an upsert, or an addition to the counters; a row's fields as its values.
// Refused: columns without the whole key (E638), rows that do not fit (E639, E640).
#pragma once

#include <string>
#include <vector>

#include "database/database.h"
#include "shell/copy/copy_target.h"
#include "shell/copy/from/file_row_reader.h"
#include "shell/copy/from/value_reader.h"

namespace cellar {

/// The columns in the order of a file's fields; null: the field is left out.
using FileColumns = std::vector<const Column*>;

class ImportStatement {
 public:
  /// All must outlive it.
  ImportStatement(Session& session, const Table& table, FileColumns columns, const CopyOptions& options);

  const FileColumns& columns() const { return columns_; }
  /// Turns the fields of the row into values. Throws a Refusal whose span is within the row.
  void bind(const FileRow& row);
  /// Writes what was bound.
  void run() { session_.execute(prepared_, std::span<const BoundValue>(values_)); }

 private:
  struct Field {
    std::size_t index;   // of the file
    std::size_t marker;  // of the statement
    ValueReader reader;
    bool is_key;
  };

  std::string text(const Table& table, const CopyOptions& options);
  std::string insert_text(const Table& table, const CopyOptions& options);
  std::string addition_text(const Table& table);
  void require_key(const Table& table) const;
  void bind_field(const Field& field, const FileRow& row, const FileField& text);

  Session& session_;
  const CopyOptions& options_;
  const FileColumns columns_;
  std::vector<Field> fields_;
  bool is_addition_;
  Prepared prepared_;
  std::vector<BoundValue> values_;
};

/// Returns the names of the columns, "a, b".
std::string names_of(const FileColumns& columns);

}  // namespace cellar
