// The statements that write a row whose values have times of their own.
//
// In:      the values of a row, and the times of each: one, or one for each of its elements.
// Out:     one statement for the values that were written at one time and live equally long, all of a row together in one
//          batch, or each as text. What has expired is not written, and counted.
// Refused: what the statements are refused for.
//
// The values that live longest (of these the newest) are written by the INSERT, and with them the row marker: so the row is
// there just as long as one of its values. The others are UPDATEs. A row without a value is an INSERT of its key. The times
// of elements of a set or map and of fields of a user type are kept, too; a list is written as a whole, with the newest time
// of its elements and the latest expiry, since its elements could not be written twice.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "shell/connection/connection.h"
#include "shell/copy/times/cell_time.h"

namespace cellar {

/// One statement. Its values have two more places, for USING TIMESTAMP and TTL.
struct TimedWrite {
  enum class Kind : std::uint8_t {
    insert,
    update,
    update_elements,  // of sets, maps and user types, beside the others
    partition,        // static columns, which a statement that names a row may not write alone
    partition_elements,
  };
  Kind kind = Kind::insert;
  CellTime time;
  std::vector<BoundValue> values;
  std::uint64_t cells = 0;        // that it writes
  std::uint64_t mixed_lists = 0;  // of them lists whose elements had different times

  bool ends() const { return time.expires.value_or(kNever) != kNever; }
};

/// The times of the values of a row, by column: one for a value, or one for each element of a collection or field of a user
/// type. Those of keys are not looked at.
using CellTimes = std::vector<std::vector<CellTime>>;

/// Makes one time of those of elements that are all alike. `value` is not null if there are several.
void unite_alike(const Type& type, const Value& value, std::vector<CellTime>& times);
/// Returns the time at which a list is written as a whole: the newest of its elements, and the latest expiry.
CellTime time_of_whole(const std::vector<CellTime>& times);
/// Returns how many times a value may have; nothing for one that is one cell.
std::optional<std::size_t> count_of_elements(const Type& type, const Value& value);

/// What of the times was not written as it is.
struct TimedCounts {
  std::uint64_t expired = 0;  // values that were not written
  std::uint64_t mixed_lists = 0;
};

class TimedWrites {
 public:
  /// All must outlive it, the columns are those of the table. `time_to_live`: of what has no expiry; nothing: as the table
  /// says. Adds to `counts`.
  TimedWrites(Connection& connection, const Table& table, std::vector<const Column*> columns,
              std::optional<std::int32_t> time_to_live, TimedCounts& counts);

  /// Turns the values of a row, which are those of the columns, into its statements, and may move the values away. Without
  /// `writes_row` they are of a partition that has static columns alone. A null is not written, unless it has a time: then it
  /// deletes what is older. One thread may gather while another one writes.
  void gather(std::vector<BoundValue>& values, CellTimes& times, bool writes_row,
              std::vector<TimedWrite>& writes);
  /// Returns false if nothing of the row is left to be written.
  bool write(const std::vector<TimedWrite>& writes);
  /// Appends the statement with its values as literals, and with what is left of its life at `now`.
  void append_text(const TimedWrite& write, Seconds now, std::string& text) const;

 private:
  using Kind = TimedWrite::Kind;
  /// The text of a kind of statement, and its markers.
  struct Form {
    std::string text;
    std::vector<std::optional<std::size_t>> places;  // by column, of the first of its markers
    std::size_t time_place = 0;                      // of the timestamp; the time to live is behind it
    std::size_t markers = 0;
  };

  Form insert_form() const;
  Form update_form(Kind kind) const;
  /// Returns how many fields of a user type are written one by one; 0: the column is written by one value.
  static std::size_t fields_of(Kind kind, const Column& column);
  /// "v = ?", "m = m + ?", "u.street = ?" with `value` in the place of the marker.
  static std::string assignment(Kind kind, const Column& column, std::size_t field, std::string_view value);
  bool is_alike(const std::vector<BoundValue>& values, const CellTimes& times, CellTime& time) const;
  std::optional<CellTime> longest_living(const std::vector<BoundValue>& values, const CellTimes& times) const;
  void begin_write(Kind kind, const CellTime& time, const std::vector<BoundValue>& values,
                   std::vector<TimedWrite>& writes) const;
  TimedWrite& write_of(Kind kind, const CellTime& time, const std::vector<BoundValue>& values,
                       std::vector<TimedWrite>& writes) const;
  void gather_elements(std::size_t column, Kind kind, const std::vector<BoundValue>& values,
                       const std::vector<CellTime>& times, std::vector<TimedWrite>& writes) const;
  void set_times(TimedWrite& write) const;
  const Form& form_of(Kind kind) const { return forms_[static_cast<std::size_t>(kind)]; }
  const Prepared& prepared(const std::string& kinds);

  Connection& connection_;
  const Table& table_;
  const std::vector<const Column*> columns_;
  const std::optional<std::int32_t> time_to_live_;
  std::vector<Form> forms_;                     // by kind
  std::map<std::string, Prepared> statements_;  // by the kinds of their parts
  TimedCounts& counts_;
};

}  // namespace cellar
