// When values were written and until when they live, as text for a file.
//
// In:      what writetime() and ttl() answer: a number, or a list of them with a place for each element of a collection or
//          field of a user type; the second as of which it was read.
// Out:     `2020-09-13T12:26:40.123456Z` for writetime and expires, seconds for ttl. Elements that are all alike are written
//          as one value, others as `[2020-09-13T12:26:40Z, null]`.
// Refused: nothing.
#pragma once

#include <string>
#include <vector>

#include "shell/copy/file_column.h"
#include "storage/format/mutation.h"

namespace cellar {

class TimeText {
 public:
  /// `type`: of the answer.
  TimeText(FieldPart part, const Type& type, Seconds read_at)
      : part_(part), is_list_(!type.arguments.empty()), list_(type), read_at_(read_at) {}

  /// Appends the text of what is not null.
  void append(std::string_view time, std::string& text) const;
  /// Returns true for a time that has no text: null, or a list of nothing else.
  bool is_null(const ValueView& time) const;

 private:
  void append_one(std::string_view bytes, std::string& text) const;

  const FieldPart part_;
  const bool is_list_;
  const Type list_;
  const Seconds read_at_;
};

}  // namespace cellar
