#include "shell/copy/from/missing_options.h"

#include <algorithm>

#include "types/text/text.h"

namespace cellar {

namespace {

bool is_name_of_column(std::string_view field, const FileColumns& columns) {
  const std::string name = to_lower(trim(field));
  return std::ranges::any_of(columns, [&](const FileColumn& each) {
    return each.column != nullptr && to_lower(header_name(each)) == name;
  });
}

/// A number with commas in it, and nothing else that is wrong.
bool is_number_with_comma(std::string_view text) {
  return text.find(',') != text.npos && text.find_first_not_of("+-0123456789.,") == text.npos;
}

bool takes_decimals(TypeKind kind) {
  return kind == TypeKind::decimal || kind == TypeKind::float_ || kind == TypeKind::double_;
}

}  // namespace

std::optional<std::string> likely_delimiter(std::string_view line) {
  constexpr std::string_view kDelimiters = ";\t|,";
  char most = 0;
  std::ptrdiff_t count = 0;
  for (const char delimiter : kDelimiters) {
    const std::ptrdiff_t found = std::ranges::count(line, delimiter);
    if (found > count) (most = delimiter), (count = found);
  }
  if (count == 0) return std::nullopt;
  return most == '\t' ? "\\t" : std::string(1, most);
}

std::string_view field_message(std::string_view field, const Column& column, const FileColumns& columns,
                               const CopyOptions& options) {
  const TypeKind kind = column.type.kind;
  if (!options.has_header() && is_name_of_column(field, columns)) return "copy_field_name";
  if (kind == TypeKind::timestamp && options.timestamp_format == CopyOptions().timestamp_format)
    return "copy_field_moment";
  if (is_numeric(kind) && is_number_with_comma(trim(field))) {
    const bool is_point = takes_decimals(kind) && field.find('.') == field.npos;
    return is_point ? "copy_field_comma" : "copy_field_thousands";
  }
  return "copy_field";
}

}  // namespace cellar
