// How values are written where people may choose it: FORMAT, and section [ui] of the configuration.
//
// In:      what a person has set; a value.
// Out:     the value as text.
// Refused: nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shell/render/time_zone.h"
#include "types/type.h"

namespace cellar {

/// Nothing: what the mode does by itself. Tables show floats and doubles with five digits, as cqlsh does, and null
/// as `null`; modes for programs write the digits that read back, and csv and tsv leave null out.
struct ValueFormat {
  static constexpr int kAllDigits = 0;  // the fewest that read back

  std::string timestamp;  // a format of strftime with %f, %z and %Z as in Python; empty: cqlsh's
  std::optional<TimeZone> zone;
  std::optional<int> float_digits, double_digits;
  std::optional<std::string> null;
};

/// How the texts of a mode differ.
enum class TextForm : std::uint8_t {
  escaped,  // control characters and backslashes are escaped, as cqlsh does
  painted,  // as above, with colours, as cqlsh does at a terminal
  raw,      // every character as it is
};

/// Appends values in one format and form. Keeps a reference to the format.
class ValueText {
 public:
  ValueText(const ValueFormat& format, TextForm form, bool all_digits);

  void append(const Type& type, ValueView value, std::string& text) const {
    if (is_plain_) return append_plain(type, value, text);
    append_part(type, value, false, text);
  }
  const std::string& null() const { return null_; }

 private:
  static void append_plain(const Type& type, ValueView value, std::string& text);
  void append_part(const Type& type, ValueView value, bool inside, std::string& text) const;
  void append_scalar(const Type& type, std::string_view bytes, bool inside, std::string& text) const;
  void append_composite(const Type& type, std::string_view bytes, std::string& text) const;
  void append_name(const std::string& name, std::string& text) const;
  void append_text(std::string_view value, bool inside, std::string& text) const;
  void append_number(const Type& type, std::string_view bytes, std::string& text) const;
  void append_mark(std::string_view mark, std::string& text) const;
  void paint(std::string_view colour, std::string& text) const;

  const ValueFormat& format_;
  TextForm form_;
  int float_digits_, double_digits_;
  std::string null_;
  TimeZone zone_;
  bool is_plain_;  // cqlsh's own format, which types/value/value.h writes
};

/// Appends the name of a column in a colour of its own, as cqlsh does.
void append_painted_text(std::string_view text, std::string_view colour, std::string& painted);

}  // namespace cellar
