// The prepared statements that write a row of a file.
//
// In:      the columns of a file in their order, null for those that are left out; COPY's options.
// Out:     an upsert, or an addition to the counters; a row's fields, or the members of its document, as its values; for a
//          file that tells when values were written, the statements of shell/copy/times/timed_writes.h. A row
//          without a clustering column and without a value of a row is of static columns alone, and writes its partition.
// Refused: columns without the whole key, times of a column whose value the file lacks (E638), rows that do not fit (E333, E639, E640), two values of one static counter
//          (E647).
//
// COPY TO writes a static counter into each row of its partition, so it is added once for all of them
// (shell/copy/from/counted_partitions.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shell/connection/connection.h"
#include "shell/copy/copy_target.h"
#include "shell/copy/from/counted_partitions.h"
#include "shell/copy/from/field_times.h"
#include "shell/copy/from/file_row_reader.h"
#include "shell/copy/from/values/value_reader.h"
#include "shell/copy/times/timed_writes.h"

namespace cellar {

/// A row as the values of the markers of its statements.
struct BoundRow {
  std::vector<BoundValue> values;     // of all fields; those of the row's own statement first
  std::vector<BoundValue> partition;  // of the statement for the partition
  bool writes_row = true;
  bool writes_partition = false;
  std::vector<TimedWrite> timed;  // instead of all these
};

class ImportStatement {
 public:
  /// All must outlive it. `counted` and `timed` are shared by the statements of one COPY.
  ImportStatement(Connection& connection, const Table& table, FileColumns columns, const CopyOptions& options,
                  CountedPartitions& counted, TimedCounts& timed);

  const FileColumns& columns() const { return columns_; }
  /// Turns the row into values. Throws a Refusal whose span is within the row. One thread may bind rows while another
  /// one writes others.
  void bind(const FileRow& row, BoundRow& bound);
  /// Returns false if nothing was written, since all values of the row have expired.
  bool write(const BoundRow& bound);
  /// Takes note of a row that an earlier COPY has written: its static counters are not added again.
  void pass(const FileRow& row);
  /// Returns true if a row that is loaded later, by another COPY, would add its static counters twice.
  bool adds_static_counters() const { return is_addition_ && partition_.has_value(); }

 private:
  struct Field {
    const Column* column;
    std::size_t index;  // of the row's fields, or of the table's columns for documents
    ValueReader reader;
  };
  /// Writes the static columns of a partition. `fields` are those of its markers.
  struct PartitionStatement {
    Prepared prepared;
    std::vector<std::size_t> fields;
  };

  void prepare_times(const Table& table);
  void prepare_upserts(const Table& table);
  void prepare_additions(const Table& table);
  /// Nothing: of every kind.
  void add_fields(const Table& table, std::optional<ColumnKind> kind);
  std::string upsert_text(const Table& table, std::span<const std::size_t> fields) const;
  std::string additions_text(const Table& table, std::span<const std::size_t> fields) const;
  void prepare_partition(const Table& table);
  bool has_field_of(ColumnKind kind) const;
  void require_key(const Table& table, std::size_t size) const;
  void bind_fields(const FileRow& row, std::vector<BoundValue>& values) const;
  void bind_field(const Field& field, const FileRow& row, const FileField& text, BoundValue& bound) const;
  void bind_document(const FileRow& row, std::vector<BoundValue>& values);
  void require_partition(const FileRow& row, const std::vector<BoundValue>& values) const;
  void bind_partition(BoundRow& bound);
  void read_times(const FileRow& row, std::vector<BoundValue>& values);

  Connection& connection_;
  const CopyOptions& options_;
  const FileColumns columns_;
  CountedPartitions& counted_;
  TimedCounts& timed_counts_;
  TablePointer document_;  // whose columns the members of a document are; null: rows have fields
  bool is_addition_;
  std::vector<Field> fields_;        // in the order of the markers of `row_`, then what it has no marker for
  std::vector<BoundValue> members_;  // of the document itself, then of each column of the table
  std::size_t row_markers_ = 0;
  std::optional<Prepared> row_;  // nothing: the file has static columns alone
  std::optional<PartitionStatement> partition_;
  std::optional<TimedWrites> timed_;
  std::vector<FieldTimes> field_times_;  // by field
  CellTimes times_;                      // of the row that is bound
};

}  // namespace cellar
