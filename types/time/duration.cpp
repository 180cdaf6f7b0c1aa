#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <limits>
#include <optional>

#include "refusal/refusal.h"
#include "types/number/vint.h"
#include "types/text/text.h"
#include "types/time/duration_text.h"

namespace cellar {

namespace {

enum class Part : std::uint8_t { months, days, nanoseconds };

struct Unit {
  std::string_view name;
  Part part;
  std::int64_t size;
};

constexpr std::int64_t kMicrosecond = 1'000;
constexpr std::int64_t kMillisecond = 1'000 * kMicrosecond;
constexpr std::int64_t kSecond = 1'000 * kMillisecond;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;

// From large to small: the order in which a text must name them.
constexpr std::array<Unit, 11> kUnits = {{{"y", Part::months, 12},
                                          {"mo", Part::months, 1},
                                          {"w", Part::days, 7},
                                          {"d", Part::days, 1},
                                          {"h", Part::nanoseconds, kHour},
                                          {"m", Part::nanoseconds, kMinute},
                                          {"s", Part::nanoseconds, kSecond},
                                          {"ms", Part::nanoseconds, kMillisecond},
                                          {"us", Part::nanoseconds, kMicrosecond},
                                          {"\u00b5s", Part::nanoseconds, kMicrosecond},
                                          {"ns", Part::nanoseconds, 1}}};
constexpr std::size_t kMicro = 8;  // `us`, which `µs` is another spelling of

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Reads one text. Amounts add up without a sign, which is applied at the end, as all parts share it.
class DurationReader {
 public:
  explicit DurationReader(std::string_view text) : rest_(text) { negative_ = take('-'); }

  std::variant<Duration, DurationFault> read() {
    if (!read_amounts()) return DurationFault{fault_};
    const std::int64_t sign = negative_ ? -1 : 1;
    return Duration{static_cast<std::int32_t>(sign * months_), static_cast<std::int32_t>(sign * days_),
                    sign * nanoseconds_};
  }

 private:
  bool fail(std::string_view message = "not_a_duration") {
    fault_ = message;
    return false;
  }

  bool read_amounts() {
    if (!rest_.starts_with('P')) return read_units();
    return rest_.find('-') != rest_.npos ? read_alternative() : read_designators();
  }

  bool take(char expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::string_view take_while(bool (*matches)(char)) {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), matches);
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(taken.size());
    return taken;
  }

  bool take_number(std::int64_t& number) {
    const std::string_view digits = take_while(is_digit);
    if (digits.empty()) return fail();
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return read.ec == std::errc() || fail("duration_out_of_range");
  }

  bool add(std::int64_t number, const Unit& unit) {
    constexpr std::int64_t kInt = std::numeric_limits<std::int32_t>::max();
    constexpr std::int64_t kLong = std::numeric_limits<std::int64_t>::max();
    std::int64_t& sum = unit.part == Part::months ? months_ : unit.part == Part::days ? days_ : nanoseconds_;
    const std::int64_t limit = unit.part == Part::nanoseconds ? kLong : kInt;
    if (number > (limit - sum) / unit.size) return fail("duration_out_of_range");
    sum += number * unit.size;
    return true;
  }

  bool read_units() {
    std::size_t next = 0;
    do {
      std::int64_t number = 0;
      if (!take_number(number)) return false;
      const std::string name = to_lower(take_while([](char c) { return !is_digit(c); }));
      const auto* unit = std::find_if(kUnits.begin(), kUnits.end(),
                                      [&](const Unit& candidate) { return candidate.name == name; });
      if (unit == kUnits.end()) return fail();
      auto position = static_cast<std::size_t>(unit - kUnits.begin());
      if (position == kMicro + 1) position = kMicro;
      if (position < next) return fail("duration_order");
      next = position + 1;
      if (!add(number, *unit)) return false;
    } while (!rest_.empty());
    return true;
  }

  // The units from the first to the last named, each at most once and in this order.
  bool read_designated(std::string_view designators, const Unit* units) {
    std::size_t next = 0;
    while (!rest_.empty() && is_digit(rest_[0])) {
      std::int64_t number = 0;
      if (!take_number(number)) return false;
      const std::size_t position = rest_.empty() ? designators.npos : designators.find(rest_[0], next);
      if (position == designators.npos) return fail();
      rest_.remove_prefix(1);
      if (!add(number, units[position])) return false;
      next = position + 1;
    }
    return true;
  }

  bool read_weeks() {
    std::int64_t number = 0;
    return take_number(number) && add(number, kUnits[2]) && (take('W') || fail());
  }

  bool read_designators() {
    static constexpr std::array<Unit, 3> kDateUnits = {kUnits[0], kUnits[1], kUnits[3]};
    take('P');
    if (rest_.ends_with('W')) return read_weeks() && (rest_.empty() || fail());
    if (!read_designated("YMD", kDateUnits.data())) return false;
    if (take('T') && !read_designated("HMS", &kUnits[4])) return false;
    return rest_.empty() || fail();
  }

  bool read_fixed(char before, std::size_t digits, const Unit& unit) {
    if (!take(before)) return fail();
    const std::size_t size = rest_.size();
    std::int64_t number = 0;
    if (!take_number(number)) return false;
    return size - rest_.size() == digits ? add(number, unit) : fail();
  }

  bool read_alternative() {
    const bool whole = read_fixed('P', 4, kUnits[0]) && read_fixed('-', 2, kUnits[1]) &&
                       read_fixed('-', 2, kUnits[3]) && read_fixed('T', 2, kUnits[4]) &&
                       read_fixed(':', 2, kUnits[5]) && read_fixed(':', 2, kUnits[6]);
    return whole && (rest_.empty() || fail());
  }

  std::string_view rest_;
  std::string_view fault_;
  bool negative_ = false;
  std::int64_t months_ = 0;
  std::int64_t days_ = 0;
  std::int64_t nanoseconds_ = 0;
};

std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
}

void write_part(std::string& written, std::uint64_t amount, Part part) {
  for (std::size_t i = 0; i < kUnits.size(); ++i) {
    const Unit& unit = kUnits[i];
    const bool is_other_spelling = unit.name == "w" || i == kMicro + 1;
    if (unit.part != part || is_other_spelling) continue;
    const auto size = static_cast<std::uint64_t>(unit.size);
    if (amount >= size) written += std::to_string(amount / size).append(unit.name);
    amount %= size;
  }
}

}  // namespace

std::string encode_duration(const Duration& value) {
  std::string bytes;
  append_vint(bytes, value.months);
  append_vint(bytes, value.days);
  append_vint(bytes, value.nanoseconds);
  return bytes;
}

Duration decode_duration(std::string_view bytes) {
  const std::optional<std::int64_t> months = take_vint(bytes);
  const std::optional<std::int64_t> days = take_vint(bytes);
  const std::optional<std::int64_t> nanoseconds = take_vint(bytes);
  assert(months && days && nanoseconds);
  return {static_cast<std::int32_t>(months.value_or(0)), static_cast<std::int32_t>(days.value_or(0)),
          nanoseconds.value_or(0)};
}

std::variant<Duration, DurationFault> read_duration(std::string_view text) {
  return DurationReader(text).read();
}

Duration parse_duration(std::string_view text) {
  const std::variant<Duration, DurationFault> read = read_duration(text);
  if (const auto* fault = std::get_if<DurationFault>(&read))
    refuse(fault->message, {}, {{"literal", shorten(text)}});
  return std::get<Duration>(read);
}

std::string to_string(const Duration& value) {
  std::string written;
  write_part(written, magnitude(value.months), Part::months);
  write_part(written, magnitude(value.days), Part::days);
  write_part(written, magnitude(value.nanoseconds), Part::nanoseconds);
  if (written.empty()) return "0s";
  const bool negative = value.months < 0 || value.days < 0 || value.nanoseconds < 0;
  return (negative ? "-" : "") + written;
}

}  // namespace cellar
