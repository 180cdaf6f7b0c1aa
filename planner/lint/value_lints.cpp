// Lints of values in key columns of text.

#include <algorithm>

#include "planner/key_words.h"
#include "planner/lint/lint.h"

namespace cellar {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word_byte(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (static_cast<unsigned char>(c) & 0x80);
}

/// Digits that name something instead of counting it: they keep their zeros, and nobody sorts by them.
bool names_by_digits(const Column& column) {
  constexpr std::string_view kNames[] = {"zip",  "zipcode", "postal",  "postcode", "phone",
                                         "isbn", "code",    "ssn",     "ean",      "sku",
                                         "id",   "iban",    "account", "number"};
  return std::ranges::any_of(words_of_name(column.name), [&](std::string_view word) {
    return std::ranges::find(kNames, word) != std::end(kNames);
  });
}

/// 2024, 202401 and 20240131 sort as what they mean.
bool is_year_first(std::string_view digits) {
  const bool has_length = digits.size() == 4 || digits.size() == 6 || digits.size() == 8;
  if (!has_length || !(digits.starts_with("19") || digits.starts_with("20"))) return false;
  return digits.size() == 4 || (digits.substr(4, 2) >= "01" && digits.substr(4, 2) <= "12");
}

bool is_number(std::string_view value) {
  constexpr std::size_t kMostDigits = 9;
  return !value.empty() && value.size() <= kMostDigits && std::ranges::all_of(value, is_digit) &&
         !is_year_first(value);
}

/// 31-12-24, 1.5.2024
bool is_date_day_first(std::string_view value) {
  constexpr std::string_view kSeparators = "-./";
  std::size_t parts = 0, digits = 0, lengths[3] = {};
  for (const char c : value) {
    if (is_digit(c)) {
      ++digits;
      continue;
    }
    if (kSeparators.find(c) == kSeparators.npos || parts == 2) return false;
    lengths[parts++] = std::exchange(digits, 0);
  }
  lengths[parts] = digits;
  return parts == 2 && lengths[0] >= 1 && lengths[0] <= 2 && lengths[1] >= 1 && lengths[1] <= 2 &&
         (lengths[2] == 2 || lengths[2] == 4);
}

/// TX:Paris, CA|94103: words that a sign joins. Dates and times, addresses of mail and of the web are one thing.
bool joins_values(std::string_view value) {
  constexpr std::string_view kSigns = ":|#";
  const std::size_t sign = value.find_first_of(kSigns);
  if (sign == value.npos || sign == 0 || sign + 1 == value.size()) return false;
  if (value.find_first_of("@/ ") != value.npos || is_digit(value[sign - 1])) return false;
  return is_word_byte(value[sign - 1]) && is_word_byte(value[sign + 1]);
}

}  // namespace

std::optional<ValueLint> lint_value(const Column& column, std::string_view value) {
  if (column.type.kind != TypeKind::text && column.type.kind != TypeKind::ascii) return std::nullopt;
  if (!column.is_key()) return std::nullopt;
  if (joins_values(value)) return ValueLint::joined;
  if (column.kind != ColumnKind::clustering) return std::nullopt;
  const bool is_odd = (is_number(value) && !names_by_digits(column)) || is_date_day_first(value);
  return is_odd ? std::optional(ValueLint::of_other_type) : std::nullopt;
}

Diagnostic value_lint(ValueLint lint, const Column& column, std::string_view value, const Table& table) {
  const std::string_view id = lint == ValueLint::joined  ? "lint_joined_values"
                              : is_date_day_first(value) ? "lint_date_as_text"
                                                         : "lint_number_as_text";
  return {id,
          {},
          {{"column", quote_name(column.name)},
           {"value", "'" + std::string(value) + "'"},
           {"table", quote_name(table.name)}},
          std::nullopt,
          subject_of(table)};
}

}  // namespace cellar
