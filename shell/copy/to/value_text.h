// The text of a value in a file that COPY writes.
//
// In:      native-protocol bytes of a type, and COPY's options for values.
// Out:     the text as cqlsh's COPY TO writes it, and where cqlsh's text loses something, text from which COPY FROM (and
//          mostly cqlsh's own) reads the same value. Quotes and escapes of the file itself are CsvWriter's.
// Refused: nothing.
//
// At the top level text is bare. Within a collection, tuple, user type or vector:
//
//   [1, 2]  {'a', 'it''s'}  {'k': 1}  (1, 'a')  {street: 'Main', "x": 1}
//
// - texts, timestamps and inets are in single quotes, a quote within is doubled; so is any other value whose text has one
//   of , : ' " { } [ ] ( ) or a blank at an end (a time, 1,5 by DECIMALSEP), is empty, or would be read as null. Quotes
//   never change which value is meant, but a quoted text is never null. Control characters and backslashes are as they
//   are.
// - null is the text of the option NULL without quotes (by default nothing: `{a: , b: 1}`), or `null` if that text has one
//   of the characters above.
// - names of fields are bare, as the schema has them, and quoted as values are if they have one of these characters.
//
// Zero bytes of a type other than text and blob (CQL's "empty") are two single quotes, everywhere.
#pragma once

#include <string>
#include <string_view>

#include "shell/copy/copy_options.h"
#include "types/type.h"

namespace cellar {

class CopiedValueText {
 public:
  explicit CopiedValueText(const CopyOptions& options);

  /// Appends the text of a value that is not null.
  void append(const Type& type, std::string_view bytes, std::string& text) const;

 private:
  void append_scalar(TypeKind kind, std::string_view bytes, std::string& text) const;
  void append_composite(const Type& type, std::string_view bytes, std::string& text) const;
  void append_inside(const Type& type, const ValueView& value, std::string& text) const;
  /// Quotes what was appended from `begin` on, if it has to be.
  void quote_inside(std::size_t begin, std::string& text) const;
  void append_integer(std::int64_t value, std::string& text) const;
  template <typename Float>
  void append_float(Float value, std::optional<int> precision, std::string& text) const;
  void append_timestamp(std::int64_t timestamp, std::string& text) const;
  /// Puts the separators into a number that was appended from `begin` on.
  void separate(std::size_t begin, std::string& text) const;

  const CopyOptions& options_;
  bool has_separators_;
  bool has_usual_timestamps_;
  std::string null_inside_;
};

}  // namespace cellar
