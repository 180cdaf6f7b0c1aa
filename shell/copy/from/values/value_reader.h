// From the text of a field to the bytes of a value.
//
// In:      the text of a field without the file's quotes, whether it had any, a type, COPY's options for values.
// Out:     native-protocol bytes, or null.
// Refused: a text that is no value of the type. The Refusal has no place: the caller knows it.
//
// A field without quotes that is the text of NULL is null. With quotes it is null as well, unless it is for a text or
// is a value of the column: so the empty text and null are two things in a file, "" and nothing. cqlsh takes both for
// null. Two single quotes are CQL's empty value of a type that is no text (zero bytes).
//
// Numbers, uuids, times and the like may have blanks around them. Within collections, tuples, user types and vectors, as
// cqlsh writes them,
//
//   [1, 2]  {'a', 'it''s'}  {'k': 1}  (1, 'a')  {street: 'Main', zip: null}
//
// any part may be in single quotes, which are not part of it; a part without quotes is null if it is empty, null, or the
// text of NULL. A list or set of texts cannot hold null: there null is the text of these four letters, as in cqlsh, and
// the other two are the empty text.
//
// They may also be JSON, as DSBulk and SELECT JSON write them: `["a", "b"]` for a set, `[1, "a"]` for a tuple,
// `{"street": "Main"}` for a user type.
#pragma once

#include <string>
#include <string_view>

#include "shell/copy/copy_options.h"
#include "types/value/value.h"

namespace cellar {

/// The text of a value of zero bytes whose type is no text.
inline constexpr std::string_view kEmptyValue = "''";

class ValueReader {
 public:
  /// All must outlive it.
  ValueReader(const Type& type, const CopyOptions& options);

  /// Puts the value into `value`, whose memory is used again.
  void read(std::string_view text, bool quoted, Value& value) const;

  /// Reads a value of any type but null; the type of a part of a collection is given.
  using Read = void (*)(std::string_view text, const Type& type, const CopyOptions& options,
                        std::string& bytes);

 private:
  void read_bare(std::string_view text, std::string& bytes) const;
  void read_unless_null(std::string_view text, Value& value) const;

  const Type& type_;
  const CopyOptions& options_;
  Read read_;
  bool is_text_;
};

}  // namespace cellar
