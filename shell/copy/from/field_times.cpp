#include "shell/copy/from/field_times.h"

#include <algorithm>
#include <charconv>

#include "refusal/refusal.h"
#include "shell/copy/times/moment.h"
#include "types/text/text.h"
#include "types/time/time.h"

namespace cellar {

namespace {

constexpr std::int64_t kMostSecondsToLive = 20 * 365 * kSecondsOfDay;

std::optional<std::size_t> place_of(const FileColumns& columns, const FileColumn& field) {
  const auto found = std::ranges::find(columns, field);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

bool is_null_word(std::string_view text) { return text.empty() || to_lower(text) == "null"; }

}  // namespace

FieldTimes::FieldTimes(const FileColumns& columns, const Column& column, const CopyOptions& options,
                       Seconds loaded_at)
    : column_(column), options_(options), loaded_at_(loaded_at) {
  writetime_ = place_of(columns, {&column, FieldPart::writetime});
  ttl_ = place_of(columns, {&column, FieldPart::ttl});
  expires_ = place_of(columns, {&column, FieldPart::expires});
}

void FieldTimes::refuse_time(const FileField& field, FieldPart part, std::string_view text,
                             std::string_view form) const {
  refuse("copy_time", field.span,
         {{"field", listed_name({&column_, part})},
          {"value", quote_text(shorten(text))},
          {"form", std::string(form)}});
}

void FieldTimes::read_one(const FileField& field, std::string_view text, FieldPart part,
                          CellTime& time) const {
  if (part == FieldPart::writetime) {
    std::optional<std::int64_t> written = moment_of(text);
    if (!written) written = whole_number(text);
    // The least number is no timestamp of CQL.
    if (!written || *written == std::numeric_limits<Timestamp>::min())
      refuse_time(field, part, text,
                  "a moment such as 2020-09-13T12:26:40.123456Z, or microseconds since 1970");
    time.written = written;
  } else if (part == FieldPart::ttl) {
    const std::optional<std::int64_t> seconds = whole_number(text);
    if (!seconds || *seconds < 0 || *seconds > kMostSecondsToLive)
      refuse_time(field, part, text, "a number of seconds from 0 to 630720000");
    time.expires = *seconds == 0 ? kNever : loaded_at_ + *seconds;
  } else {
    const std::optional<std::int64_t> moment = moment_of(text);
    const Seconds second = floor_divide(moment.value_or(0), kMicrosecondsOfSecond);
    if (!moment || second > loaded_at_ + kMostSecondsToLive)
      refuse_time(field, part, text, "a moment such as 2030-09-13T12:26:40Z, at most 20 years from now");
    time.expires = second;
  }
}

void FieldTimes::read_field(const FileRow& row, std::optional<std::size_t> index, FieldPart part,
                            std::optional<std::size_t> elements, std::vector<CellTime>& times) const {
  if (!index) return;
  const FileField& field = row.fields[*index];
  std::string_view text = trim(field.text);
  if (is_null_word(text) || (!field.quoted && text == options_.null)) return;
  if (!text.starts_with('[') || !text.ends_with(']')) {
    for (CellTime& time : times) read_one(field, text, part, time);
    return;
  }
  text = text.substr(1, text.size() - 2);
  const std::size_t count = static_cast<std::size_t>(std::ranges::count(text, ',')) + 1;
  if (!elements || count != *elements)
    refuse_time(
        field, part, field.text,
        elements ? "one time, or a list with one for each of the " + std::to_string(*elements) + " elements"
                 : "one time");
  times.resize(count, times.front());
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t comma = text.find(',');
    const std::string_view element = trim(text.substr(0, comma));
    if (!is_null_word(element)) read_one(field, element, part, times[i]);
    text.remove_prefix(comma == text.npos ? text.size() : comma + 1);
  }
}

void FieldTimes::read(const FileRow& row, std::optional<std::size_t> elements,
                      std::vector<CellTime>& times) const {
  // A field that tells of the expiry says of what has none that it lives for ever.
  CellTime first;
  if (ttl_ || expires_) first.expires = kNever;
  times.assign(1, first);
  read_field(row, writetime_, FieldPart::writetime, elements, times);
  read_field(row, ttl_, FieldPart::ttl, elements, times);
  read_field(row, expires_, FieldPart::expires, elements, times);
}

}  // namespace cellar
