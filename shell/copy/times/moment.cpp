#include "shell/copy/times/moment.h"

#include <fmt/format.h>

#include <cstdlib>
#include <iterator>
#include <limits>

#include "types/text/text.h"
#include "types/time/time.h"

namespace cellar {

namespace {

/// So many digits of a year, and a timestamp cannot have more.
constexpr std::size_t kMostDigits = 6;

/// Takes a text apart from its front. After a failure everything fails.
class MomentReader {
 public:
  explicit MomentReader(std::string_view text) : text_(text) {}

  bool take(std::string_view any_of) {
    if (text_.empty() || any_of.find(text_.front()) == any_of.npos) return false;
    taken_ = text_.front();
    text_.remove_prefix(1);
    return true;
  }
  void require(std::string_view any_of) { is_right_ = take(any_of) && is_right_; }
  char taken() const { return taken_; }

  std::int64_t number(std::size_t least, std::size_t most, std::int64_t largest) {
    std::int64_t value = 0;
    std::size_t digits = 0;
    for (; digits < most && take("0123456789"); ++digits) value = value * 10 + (taken_ - '0');
    is_right_ = is_right_ && digits >= least && value <= largest;
    return value;
  }
  /// The digits of a fraction as microseconds; further ones are zeros.
  std::int64_t fraction() {
    std::int64_t value = 0, unit = kMicrosecondsOfSecond / 10;
    std::size_t digits = 0;
    for (; take("0123456789"); unit /= 10, ++digits) {
      value += unit * (taken_ - '0');
      is_right_ = is_right_ && (unit > 0 || taken_ == '0');
    }
    is_right_ = is_right_ && digits > 0;
    return value;
  }
  bool is_at_end() const { return is_right_ && text_.empty(); }

 private:
  std::string_view text_;
  char taken_ = '\0';
  bool is_right_ = true;
};

std::int64_t days_of(MomentReader& reader) {
  const bool has_sign = reader.take("+-");
  const bool is_negative = has_sign && reader.taken() == '-';
  CivilDate date{};
  date.year = reader.number(4, has_sign ? kMostDigits : 4, 999'999) * (is_negative ? -1 : 1);
  reader.require("-");
  date.month = static_cast<unsigned>(reader.number(2, 2, 12));
  reader.require("-");
  date.day = static_cast<unsigned>(reader.number(2, 2, 31));
  const bool exists = date.month >= 1 && date.day >= 1 &&
                      date.day <= days_in_month(date.year, date.month == 0 ? 1 : date.month);
  if (!exists) reader.require("");
  return days_from_civil(date);
}

std::int64_t microseconds_of_day(MomentReader& reader) {
  std::int64_t seconds = reader.number(2, 2, 23) * 3600;
  reader.require(":");
  seconds += reader.number(2, 2, 59) * 60;
  if (!reader.take(":")) return seconds * kMicrosecondsOfSecond;
  seconds += reader.number(2, 2, 59);
  const std::int64_t fraction = reader.take(".") ? reader.fraction() : 0;
  return seconds * kMicrosecondsOfSecond + fraction;
}

std::int64_t seconds_of_zone(MomentReader& reader) {
  if (reader.take("Zz") || !reader.take("+-")) return 0;
  const int sign = reader.taken() == '-' ? -1 : 1;
  std::int64_t seconds = reader.number(2, 2, 18) * 3600;
  if (reader.take(":")) {
    seconds += reader.number(2, 2, 59) * 60;
  } else {
    seconds += reader.number(0, 2, 59) * 60;
  }
  return sign * seconds;
}

}  // namespace

void append_moment(std::int64_t microseconds, std::string& text) {
  const CivilDate date = civil_from_days(floor_divide(microseconds, kMicrosecondsOfDay));
  // In two steps, since the day's first microsecond may be out of range.
  const std::int64_t remainder = microseconds % kMicrosecondsOfDay;
  const std::int64_t of_day = remainder < 0 ? remainder + kMicrosecondsOfDay : remainder;
  const std::int64_t seconds = of_day / kMicrosecondsOfSecond, fraction = of_day % kMicrosecondsOfSecond;
  const auto place = std::back_inserter(text);
  if (date.year < 0 || date.year > 9999) text += date.year < 0 ? '-' : '+';
  fmt::format_to(place, "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", std::abs(date.year), date.month, date.day,
                 seconds / 3600, seconds / 60 % 60, seconds % 60);
  if (fraction % 1000 != 0) {
    fmt::format_to(place, ".{:06}", fraction);
  } else if (fraction != 0) {
    fmt::format_to(place, ".{:03}", fraction / 1000);
  }
  text += 'Z';
}

std::optional<std::int64_t> moment_of(std::string_view text) {
  MomentReader reader(trim(text));
  const std::int64_t days = days_of(reader);
  reader.require("Tt ");
  const std::int64_t of_day = microseconds_of_day(reader);
  reader.take(" ");
  const std::int64_t zone = seconds_of_zone(reader);
  if (!reader.is_at_end()) return std::nullopt;
  __extension__ using WideInteger = __int128;
  const WideInteger moment = static_cast<WideInteger>(days) * kMicrosecondsOfDay + of_day -
                             static_cast<WideInteger>(zone) * kMicrosecondsOfSecond;
  using Limits = std::numeric_limits<std::int64_t>;
  if (moment < Limits::min() || moment > Limits::max()) return std::nullopt;
  return static_cast<std::int64_t>(moment);
}

}  // namespace cellar
