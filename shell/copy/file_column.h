// What a field of a file holds: the value of a column, or when that value was written and until when it lives.
//
// In:      a column, and what of it.
// Out:     the name of the field in a header and in the list of a COPY: `v`, `writetime(v)`, `ttl(v)`, `expires(v)`. The first
//          three are those of DSBulk.
// Refused: nothing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/schema.h"

namespace cellar {

enum class FieldPart : std::uint8_t {
  value,
  writetime,  // of the value, or a list with that of each element
  ttl,        // seconds that were left when the file was written
  expires,    // the moment after which the value is no more
};

/// The words of the parts but `value`.
inline constexpr std::array<std::pair<FieldPart, std::string_view>, 3> kTimeParts = {
    {{FieldPart::writetime, "writetime"}, {FieldPart::ttl, "ttl"}, {FieldPart::expires, "expires"}}};

struct FileColumn {
  const Column* column = nullptr;  // null: the field is left out
  FieldPart part = FieldPart::value;

  bool is_value() const { return column != nullptr && part == FieldPart::value; }
  bool operator==(const FileColumn&) const = default;
};
/// The columns in the order of a file's fields.
using FileColumns = std::vector<FileColumn>;

/// Returns the part and the name within the brackets of `writetime(v)`; nothing for a text of another form. Capitals of the
/// word make no difference.
struct TimeName {
  FieldPart part;
  std::string_view column;
};
std::optional<TimeName> time_name(std::string_view text);

/// Returns true for a column whose values have times of their own: no key, and no counter.
bool has_times(const Table& table, const Column& column);

/// Returns the name as a header has it, without quotes.
std::string header_name(const FileColumn& field);
/// Returns the name as CQL has it: `writetime("V")`.
std::string listed_name(const FileColumn& field);
/// Returns the listed names of the fields that are not left out, "a, writetime(a)".
std::string names_of(const FileColumns& columns);

}  // namespace cellar
