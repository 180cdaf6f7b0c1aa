#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <limits>

#include "refusal/refusal.h"
#include "types/number/integer_range.h"
#include "types/text/text.h"
#include "types/time/calendar_reader.h"
#include "types/time/time.h"
#include "types/time/zone.h"

namespace cellar {

namespace {

// A wall clock's date and time, and what follows them in the text.
struct LocalTime {
  CivilDate date;
  std::int64_t milliseconds = 0;  // within the day; a whole day for 24:00
  std::string_view rest;
};

std::int64_t days_of(CivilDate date) {
  date.day = std::min(date.day, days_in_month(date.year, date.month));
  return days_from_civil(date);
}

// Up to nine digits after the point, of which three count.
std::int64_t take_fraction(std::string_view& text) {
  std::int64_t milliseconds = 0;
  for (int i = 0; i < 9; ++i) {
    const bool present = !text.empty() && is_digit(text[0]);
    if (i < 3) milliseconds = milliseconds * 10 + (present ? text[0] - '0' : 0);
    if (present) text.remove_prefix(1);
  }
  return milliseconds;
}

std::optional<std::int64_t> take_bounded(std::string_view& text, std::int64_t least, std::int64_t most) {
  const std::optional<std::int64_t> number = take_digits(text, 1, 18);
  return number && *number >= least && *number <= most ? number : std::nullopt;
}

// A date and a time whose numbers have as many digits as they like.
std::optional<LocalTime> take_date_and_time(std::string_view text) {
  const std::optional<std::int64_t> year = take_bounded(text, 1, 999'999'999);
  if (!year || !take(text, '-')) return std::nullopt;
  const std::optional<std::int64_t> month = take_bounded(text, 1, 12);
  if (!month || !take(text, '-')) return std::nullopt;
  const std::optional<std::int64_t> day = take_bounded(text, 1, 31);
  if (!day || !(take(text, 'T') || take(text, ' '))) return std::nullopt;
  const std::optional<std::int64_t> hour = take_bounded(text, 0, 24);
  if (!hour || !take(text, ':')) return std::nullopt;
  const std::optional<std::int64_t> minute = take_bounded(text, 0, 59);
  if (!minute) return std::nullopt;
  std::optional<std::int64_t> second = 0;
  std::int64_t fraction = 0;
  if (take(text, ':')) {
    second = take_bounded(text, 0, 59);
    if (!second) return std::nullopt;
    if (take(text, '.')) fraction = take_fraction(text);
  }
  const std::int64_t time = ((*hour * 60 + *minute) * 60 + *second) * 1'000 + fraction;
  if (time > kMillisecondsOfDay) return std::nullopt;
  return LocalTime{{*year, static_cast<unsigned>(*month), static_cast<unsigned>(*day)}, time, text};
}

enum class OffsetForm : std::uint8_t { hours_or_minutes, colon, colon_and_seconds };

// +hh or +hhmm; +hh:mm; +hh:mm or +hh:mm:ss. The whole text, of at most 18 hours.
std::optional<std::int64_t> read_offset(std::string_view text, OffsetForm form) {
  const bool negative = text.starts_with('-');
  if (!negative && !text.starts_with('+')) return std::nullopt;
  text.remove_prefix(1);
  std::array<std::int64_t, 3> parts = {0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    const bool may_end = (form == OffsetForm::hours_or_minutes && i == 1) || i == 2;
    if (may_end && text.empty()) break;
    if (i == 2 && form != OffsetForm::colon_and_seconds) return std::nullopt;
    if (i > 0 && form != OffsetForm::hours_or_minutes && !take(text, ':')) return std::nullopt;
    const std::optional<std::int64_t> number = take_digits(text, 2, 2);
    if (!number || *number > 59) return std::nullopt;
    parts[i] = *number;
  }
  const std::int64_t seconds = (parts[0] * 60 + parts[1]) * 60 + parts[2];
  if (!text.empty() || seconds > 18 * 3'600) return std::nullopt;
  return negative ? -seconds : seconds;
}

std::optional<std::int64_t> read_named_zone(std::string_view text, std::int64_t local_seconds) {
  if (const auto offset = read_offset(text, OffsetForm::colon_and_seconds)) return offset;
  for (const std::string_view prefix : {"UTC", "UT", "GMT"}) {
    if (!text.starts_with(prefix)) continue;
    if (const auto offset = read_offset(text.substr(prefix.size()), OffsetForm::colon_and_seconds))
      return offset;
  }
  return zone_offset(text, local_seconds);
}

// What may follow date and time: nothing, an offset, or a blank and an offset or a name.
std::optional<std::int64_t> read_zone(std::string_view text, std::int64_t local_seconds) {
  if (text.empty() || text == "Z" || text == " Z") return 0;
  const bool blank = text.starts_with(' ');
  const std::string_view zone = blank ? text.substr(1) : text;
  if (const auto offset = read_offset(zone, OffsetForm::hours_or_minutes)) return offset;
  if (blank) return read_named_zone(zone, local_seconds);
  return read_offset(zone, OffsetForm::colon);
}

// After a date alone, the ISO form may have seconds in its offset and a small z.
std::optional<std::int64_t> read_date_zone(std::string_view text, const CivilDate& date,
                                           std::int64_t local_seconds) {
  if (text == "z" || text == "Z") return 0;
  if (const auto offset = read_offset(text, OffsetForm::colon_and_seconds)) return offset;
  // The other forms count years of an era, which has no year zero.
  if (!text.empty() && date.year < 1) return std::nullopt;
  return read_zone(text, local_seconds);
}

std::optional<std::int64_t> to_timestamp(const LocalTime& local, std::int64_t offset) {
  const std::int64_t seconds = days_of(local.date) * kSecondsOfDay - offset;
  std::int64_t timestamp = 0;
  const bool overflows = __builtin_mul_overflow(seconds, std::int64_t{1'000}, &timestamp) ||
                         __builtin_add_overflow(timestamp, local.milliseconds, &timestamp);
  return overflows ? std::nullopt : std::optional(timestamp);
}

std::optional<std::int64_t> read_calendar_form(std::string_view text) {
  std::optional<LocalTime> local = take_date_and_time(text);
  const bool has_time = local.has_value();
  if (!has_time) {
    std::string_view rest = text;
    const std::optional<CivilDate> date = take_iso_date(rest);
    if (!date) return std::nullopt;
    local = LocalTime{*date, 0, rest};
  }
  const std::int64_t seconds = days_of(local->date) * kSecondsOfDay + local->milliseconds / 1'000;
  const std::optional<std::int64_t> offset =
      has_time ? read_zone(local->rest, seconds) : read_date_zone(local->rest, local->date, seconds);
  if (!offset) return std::nullopt;
  return to_timestamp(*local, *offset);
}

std::int64_t now() {
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(since_epoch).count();
}

}  // namespace

bool is_now(std::string_view text) { return text.size() == 3 && to_lower(text) == "now"; }

std::int64_t parse_timestamp(std::string_view text) {
  if (is_now(text)) return now();
  if (is_raw_number(text)) {
    std::int64_t milliseconds = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), milliseconds).ec == std::errc())
      return milliseconds;
    using Limits = std::numeric_limits<std::int64_t>;
    refuse_integer_range(text, "timestamp", Limits::min(), Limits::max());
  }
  const std::optional<std::int64_t> timestamp = read_calendar_form(text);
  if (!timestamp) refuse("not_a_timestamp", {}, {{"literal", shorten(text)}});
  return *timestamp;
}

}  // namespace cellar
