// The statements that write a row whose values have times of their own.
//
// In:      the values of a row, and the times of each.
// Out:     one statement for the values that were written at one time and live equally long, all of a row together in one
//          batch. What has expired is not written, and counted.
// Refused: what the statements are refused for.
//
// The values that live longest (of these the newest) are written by the INSERT, and with them the row marker: so the row is
// there just as long as one of its values. The others are UPDATEs. A row without a value is an INSERT of its key. The times
// of elements of a set or map and of fields of a user type are kept, too; a list is written as a whole, with the newest time
// of its elements and the latest expiry, since its elements could not be written twice.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "shell/connection/connection.h"
#include "shell/copy/from/field_times.h"

namespace cellar {

/// One statement. Its values have two more places, for USING TIMESTAMP and TTL.
struct TimedWrite {
  enum class Kind : std::uint8_t {
    insert,
    update,
    update_elements,  // of sets, maps and user types, beside the others
    partition,        // static columns of a partition that has no row
    partition_elements,
  };
  Kind kind = Kind::insert;
  CellTime time;
  std::vector<BoundValue> values;
  std::uint64_t cells = 0;        // that it writes
  std::uint64_t mixed_lists = 0;  // of them lists whose elements had different times

  bool ends() const { return time.expires.value_or(kNever) != kNever; }
};

/// A column that the file has values of.
struct TimedColumn {
  const Column* column;
  FieldTimes times;
};

/// What of the times in files was not written as it is there.
struct TimedCounts {
  std::uint64_t expired = 0;  // values that were not written
  std::uint64_t mixed_lists = 0;
};

class TimedWrites {
 public:
  /// All must outlive it. Adds to `counts`.
  TimedWrites(Connection& connection, const Table& table, std::vector<TimedColumn> columns,
              const CopyOptions& options, TimedCounts& counts);

  /// Turns the values of a row, which are those of the columns, into its statements, and may move the values away. Without
  /// `writes_row` they are of a partition that has static columns alone. One thread may gather while another one writes.
  void gather(const FileRow& row, std::vector<BoundValue>& values, bool writes_row,
              std::vector<TimedWrite>& writes);
  /// Returns false if nothing of the row is left to be written.
  bool write(const std::vector<TimedWrite>& writes);

 private:
  using Kind = TimedWrite::Kind;
  /// The text of a kind of statement, and its markers.
  struct Form {
    std::string text;
    std::vector<std::optional<std::size_t>> places;  // by column, of the first of its markers
    std::size_t time_place = 0;                      // of the timestamp; the time to live is behind it
    std::size_t markers = 0;
  };

  Form insert_form(const Table& table) const;
  Form update_form(const Table& table, Kind kind) const;
  void read_times(const FileRow& row, std::vector<BoundValue>& values);
  bool is_alike(const std::vector<BoundValue>& values, CellTime& time) const;
  std::optional<CellTime> longest_living(const std::vector<BoundValue>& values) const;
  void begin_write(Kind kind, const CellTime& time, const std::vector<BoundValue>& values,
                   std::vector<TimedWrite>& writes) const;
  TimedWrite& write_of(Kind kind, const CellTime& time, const std::vector<BoundValue>& values,
                       std::vector<TimedWrite>& writes) const;
  void gather_elements(std::size_t column, Kind kind, const std::vector<BoundValue>& values,
                       std::vector<TimedWrite>& writes) const;
  void set_times(TimedWrite& write) const;
  const Form& form_of(Kind kind) const { return forms_[static_cast<std::size_t>(kind)]; }
  const Prepared& prepared(const std::string& kinds);

  Connection& connection_;
  const std::vector<TimedColumn> columns_;
  const CopyOptions& options_;
  std::vector<Form> forms_;                     // by kind
  std::vector<std::vector<CellTime>> times_;    // of the row that is gathered, by column
  std::map<std::string, Prepared> statements_;  // by the kinds of their parts
  TimedCounts& counts_;
};

}  // namespace cellar
