// When the values of a row were written and until when they live, as the fields of a file say.
//
// In:      the fields that are for one column: its value, writetime, ttl, expires.
// Out:     a time for the value, or one for each element of a collection or field of a user type. What `expires` says goes
//          before what `ttl` says, which has aged in the file.
// Refused: a text that is no time, and a list of times that has not a place for each element (E639), with its place in the
//          row.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "shell/copy/copy_options.h"
#include "shell/copy/file_column.h"
#include "shell/copy/from/file_row_reader.h"
#include "shell/copy/times/cell_time.h"

namespace cellar {

class FieldTimes {
 public:
  /// `column` is the value's. A time to live begins at `loaded_at`. `options` outlive it.
  FieldTimes(const FileColumns& columns, const Column& column, const CopyOptions& options, Seconds loaded_at);

  /// Returns false for a column of whose times no field of the file tells.
  bool has_fields() const { return writetime_ || ttl_ || expires_; }

  /// Puts one time into `times`, or one for each of the `elements` if the row has a list. `elements`: nothing for a value
  /// that is one cell.
  void read(const FileRow& row, std::optional<std::size_t> elements, std::vector<CellTime>& times) const;

 private:
  void read_field(const FileRow& row, std::optional<std::size_t> field, FieldPart part,
                  std::optional<std::size_t> elements, std::vector<CellTime>& times) const;
  void read_one(const FileField& field, std::string_view text, FieldPart part, CellTime& time) const;
  [[noreturn]] void refuse_time(const FileField& field, FieldPart part, std::string_view text,
                                std::string_view form) const;

  const Column& column_;
  const CopyOptions& options_;
  const Seconds loaded_at_;
  std::optional<std::size_t> writetime_, ttl_, expires_;  // of the row's fields
};

}  // namespace cellar
