// The statements that write a row of a table again.
//
// In:      columns of a table as they are stored, with its whole primary key; rows of them, with the seconds that the
//          value of each column has to live.
// Out:     an INSERT. A counter can only be added to, so its value is added by UPDATE to a row that is not there yet. The
//          columns of a row that have another time to live than the others follow in an UPDATE.
// Refused: nothing. A row with a value that no statement can write is a comment.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "database/database.h"

namespace cellar {

/// Seconds, by column; nothing for a value that does not expire. Empty: none does.
using TimesToLive = std::vector<std::optional<std::int32_t>>;

class RowStatements {
 public:
  /// The columns outlive it.
  explicit RowStatements(std::span<const ResultColumn> columns);

  void append(const ResultRow& row, std::string& text, const TimesToLive& times = {});

 private:
  bool append_left_out(const ResultRow& row, std::string& text) const;
  void append_insert(const ResultRow& row, std::string& text, const TimesToLive& times) const;
  void append_updates(const ResultRow& row, std::string& text, const TimesToLive& times,
                      std::optional<std::int32_t> inserted) const;
  void append_sums(const ResultRow& row, std::string& text);
  std::string using_time(const TimesToLive& times, std::optional<std::int32_t> time) const;
  bool is_repeated(std::size_t index) const;

  std::span<const ResultColumn> columns_;
  std::string table_;
  bool is_counter_ = false;
  bool has_default_time_ = false;
  std::string partition_;  // of the row before: what WHERE says of it
};

}  // namespace cellar
