// The statements that write the cells of a table again, each with its own timestamp and time to live, and the deletions.
//
// In:      a table of a file, a second.
// Out:     statements, one for the cells of a row that are alike. The INSERT writes the row marker, and the cells that are as
//          it is. Cells that have expired are deletions. Left out is what is hidden, what is past its grace period, and what
//          CQL cannot say: the end of a marker, a deleted element of a list, and the deletion of all rows of a partition
//          that has static columns, if it was not of the partition itself.
// Refused: damaged bytes (`file_damaged`); an interrupt.
//
// A row that holds a value which no statement can write is a comment.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "shell/render/statement_literals.h"
#include "storage/raw_partition.h"

namespace cellar {

class CellStatements {
 public:
  struct Counts {
    std::uint64_t rows = 0;
    std::uint64_t left_out = 0;  // of the rows
    std::uint64_t expiring = 0;  // likewise
    std::uint64_t deletions = 0;
    std::uint64_t unsaid_deletions = 0;  // for which there is no statement
  };

  /// Appends to `text`, and calls `end_statements` behind the statements of each row.
  CellStatements(TablePointer table, Seconds now, std::string& text, std::function<void()> end_statements);

  /// Appends the statements of the whole table.
  void write(Transaction& transaction);
  const Counts& counts() const { return counts_; }

 private:
  /// When it was written, and how long it lives from now on (0: for ever).
  using Written = std::pair<Timestamp, std::int32_t>;
  struct Element {
    std::string path;
    std::string value;
    Written written;
  };
  /// The elements of a multicell column of the row that is read.
  struct Elements {
    const RawColumn* column = nullptr;
    std::optional<Deletion> deletion;
    std::vector<Element> living;
  };
  /// What of a row was written together.
  struct Assignments {
    std::vector<std::pair<std::string, std::string>> values;  // by column
    std::string elements;                                     // "m = m + {'a'}, u.street = 'b'"

    bool empty() const { return values.empty() && elements.empty(); }
  };

  void write_partition(RawPartitions& partitions);
  void write_row(const RawRow& row, RawPartitions& partitions);
  void read_parts(RawPartitions& partitions, Timestamp hidden_before);
  void add_cell(const RawCell& cell);
  void end_elements();
  bool add_as_one();
  void add_list();
  void add_by_element();
  void append_row(const RawRow& row, const std::optional<Liveness>& marker);
  void append_insert(const RawRow& row, const Liveness& marker);
  void append_updates(const std::string& where);
  void append_deletion(Timestamp timestamp, const std::string& columns, const std::string& where);
  void append_range(const RawRange& range);
  std::string where_of(const RawRow& row) const;
  const std::string& name_of(const RawColumn& column);
  std::string using_times(const Written& written) const;
  /// Takes note of a value that no literal can write.
  std::string literal(const RawColumn& column, const Type& type, std::string_view bytes);
  bool is_kept(Seconds deleted_at) const { return deleted_at + grace_ > now_; }
  Written written(const Liveness& liveness) const;

  const TablePointer table_;
  const Seconds now_;
  const Seconds grace_;
  const std::string name_;
  std::string& text_;
  const std::function<void()> end_statements_;
  std::vector<std::string> clustering_names_;
  std::unordered_map<ColumnId, std::string>
      column_names_;  // as CQL has them: to quote one takes as long as its value
  Counts counts_;
  std::string partition_;  // what WHERE says of it
  std::string partition_names_, partition_values_;

  // Of the row that is read.
  std::map<Written, Assignments> assignments_;
  std::vector<std::pair<Written, std::string>> appended_;  // to lists, in the order of their elements
  std::map<Timestamp, std::string> deletions_;             // of columns and elements
  Elements elements_;
  std::string unwritable_;  // the name of a column with such a value
};

}  // namespace cellar
