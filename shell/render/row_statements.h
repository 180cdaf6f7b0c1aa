// The statements that write a row of a table again.
//
// In:      columns of a table as they are stored, with its whole primary key; rows of them, with the seconds that the
//          value of each column and the row marker have to live.
// Out:     an INSERT, unless the row has no marker. A counter can only be added to, so its value is added by UPDATE to a row
//          that is not there yet. The columns of a row that have another time to live than its marker follow in an UPDATE.
// Refused: nothing. A row with a value that no statement can write is a comment.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "database/database.h"

namespace cellar {

/// Seconds; nothing for what does not expire.
using TimeToLive = std::optional<std::int32_t>;

struct RowTimes {
  std::vector<TimeToLive> values;  // by column; empty: nobody knows, and no statement says one
  bool has_marker = true;          // false for a row that was made by UPDATE, and goes with its last value
  TimeToLive marker{};
};

class RowStatements {
 public:
  /// The columns outlive it. A row that no statement can write is told in the language, as a comment.
  RowStatements(std::span<const ResultColumn> columns, Language language);

  void append(const ResultRow& row, std::string& text, const RowTimes& times = {});

 private:
  bool append_left_out(const ResultRow& row, std::string& text) const;
  void append_insert(const ResultRow& row, std::string& text, const RowTimes& times) const;
  void append_updates(const ResultRow& row, std::string& text, const RowTimes& times) const;
  void append_sums(const ResultRow& row, std::string& text);
  std::string using_time(TimeToLive time) const;
  bool is_repeated(std::size_t index) const;

  std::span<const ResultColumn> columns_;
  Language language_;
  std::string table_;
  bool is_counter_ = false;
  bool has_default_time_ = false;
  std::string partition_;  // of the row before: what WHERE says of it
};

}  // namespace cellar
