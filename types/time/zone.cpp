#include "types/time/zone.h"

#include <algorithm>
#include <array>
#include <limits>

#include "types/time/time.h"

namespace cellar {

namespace {

enum class SummerTime : std::uint8_t { never, europe, united_states };

struct Zone {
  std::string_view name;
  int minutes;  // in winter, east of Greenwich
  SummerTime summer_time;
  int since = 0;  // the first year that the rule tells; 0: see first_year()
};

using enum SummerTime;

constexpr std::array kZones = {Zone{"UTC", 0, never},
                               Zone{"UT", 0, never},
                               Zone{"GMT", 0, never},
                               Zone{"GMT0", 0, never},
                               Zone{"Coordinated Universal Time", 0, never},
                               Zone{"Greenwich Mean Time", 0, never},
                               Zone{"WET", 0, europe},
                               Zone{"WEST", 0, europe},
                               Zone{"Western European Standard Time", 0, europe},
                               Zone{"Western European Summer Time", 0, europe},
                               Zone{"CET", 60, europe},
                               Zone{"CEST", 60, europe},
                               Zone{"MET", 60, europe},
                               Zone{"Central European Time", 60, europe},
                               Zone{"Central European Standard Time", 60, europe},
                               Zone{"Central European Summer Time", 60, europe},
                               Zone{"EET", 120, europe},
                               Zone{"EEST", 120, europe},
                               Zone{"Eastern European Time", 120, europe},
                               Zone{"Eastern European Standard Time", 120, europe},
                               Zone{"Eastern European Summer Time", 120, europe},
                               Zone{"ET", -300, united_states},
                               Zone{"EST", -300, united_states},
                               Zone{"EDT", -300, united_states},
                               Zone{"Eastern Time", -300, united_states},
                               Zone{"Eastern Standard Time", -300, united_states},
                               Zone{"Eastern Daylight Time", -300, united_states},
                               Zone{"CT", -360, united_states},
                               Zone{"CST", -360, united_states},
                               Zone{"CDT", -360, united_states},
                               Zone{"Central Time", -360, united_states},
                               Zone{"Central Standard Time", -360, united_states},
                               Zone{"Central Daylight Time", -360, united_states},
                               Zone{"MT", -420, united_states},
                               Zone{"MST", -420, united_states},
                               Zone{"MDT", -420, united_states},
                               Zone{"Mountain Time", -420, united_states},
                               Zone{"Mountain Standard Time", -420, united_states},
                               Zone{"Mountain Daylight Time", -420, united_states},
                               Zone{"PT", -480, united_states},
                               Zone{"PST", -480, united_states},
                               Zone{"PDT", -480, united_states},
                               Zone{"Pacific Time", -480, united_states},
                               Zone{"Pacific Standard Time", -480, united_states},
                               Zone{"Pacific Daylight Time", -480, united_states},
                               Zone{"HST", -600, never},
                               Zone{"JST", 540, never},
                               Zone{"Japan Standard Time", 540, never},
                               Zone{"KST", 540, never},
                               Zone{"HKT", 480, never},
                               Zone{"SGT", 480, never},
                               Zone{"Europe/London", 0, europe, 1996},
                               Zone{"Europe/Dublin", 0, europe, 1996},
                               Zone{"Europe/Lisbon", 0, europe, 1997},
                               Zone{"Europe/Madrid", 60, europe, 1981},
                               Zone{"Europe/Paris", 60, europe, 1981},
                               Zone{"Europe/Brussels", 60, europe, 1981},
                               Zone{"Europe/Amsterdam", 60, europe, 1981},
                               Zone{"Europe/Luxembourg", 60, europe, 1981},
                               Zone{"Europe/Berlin", 60, europe, 1981},
                               Zone{"Europe/Zurich", 60, europe, 1981},
                               Zone{"Europe/Vienna", 60, europe, 1981},
                               Zone{"Europe/Rome", 60, europe, 1981},
                               Zone{"Europe/Copenhagen", 60, europe, 1981},
                               Zone{"Europe/Oslo", 60, europe, 1981},
                               Zone{"Europe/Stockholm", 60, europe, 1981},
                               Zone{"Europe/Prague", 60, europe, 1981},
                               Zone{"Europe/Warsaw", 60, europe, 1988},
                               Zone{"Europe/Budapest", 60, europe, 1984},
                               Zone{"Europe/Belgrade", 60, europe, 1983},
                               Zone{"Europe/Zagreb", 60, europe, 1983},
                               Zone{"Europe/Athens", 120, europe, 1981},
                               Zone{"Europe/Sofia", 120, europe, 1997},
                               Zone{"Europe/Bucharest", 120, europe, 1997},
                               Zone{"Europe/Helsinki", 120, europe, 1983},
                               Zone{"Europe/Tallinn", 120, europe, 2002},
                               Zone{"Europe/Riga", 120, europe, 2001},
                               Zone{"Europe/Vilnius", 120, europe, 2003},
                               Zone{"Europe/Kiev", 120, europe, 1997},
                               Zone{"Europe/Kyiv", 120, europe, 1997},
                               Zone{"Europe/Istanbul", 180, never, 2017},
                               Zone{"Europe/Moscow", 180, never, 2015},
                               Zone{"America/New_York", -300, united_states, 1967},
                               Zone{"America/Detroit", -300, united_states, 1976},
                               Zone{"America/Toronto", -300, united_states, 1976},
                               Zone{"America/Chicago", -360, united_states, 1967},
                               Zone{"America/Denver", -420, united_states, 1967},
                               Zone{"America/Phoenix", -420, never, 1968},
                               Zone{"America/Los_Angeles", -480, united_states, 1967},
                               Zone{"America/Halifax", -240, united_states, 1976},
                               Zone{"US/Eastern", -300, united_states, 1967},
                               Zone{"US/Central", -360, united_states, 1967},
                               Zone{"US/Mountain", -420, united_states, 1967},
                               Zone{"US/Pacific", -480, united_states, 1967},
                               Zone{"America/Bogota", -300, never, 1994},
                               Zone{"America/Lima", -300, never, 1995},
                               Zone{"America/Caracas", -240, never, 2017},
                               Zone{"Asia/Tokyo", 540, never, 1967},
                               Zone{"Asia/Seoul", 540, never, 1989},
                               Zone{"Asia/Shanghai", 480, never, 1992},
                               Zone{"Asia/Hong_Kong", 480, never, 1980},
                               Zone{"Asia/Taipei", 480, never, 1980},
                               Zone{"Asia/Singapore", 480, never, 1982},
                               Zone{"Asia/Kolkata", 330, never, 1967},
                               Zone{"Asia/Calcutta", 330, never, 1967},
                               Zone{"Asia/Dubai", 240, never, 1967},
                               Zone{"Asia/Bangkok", 420, never, 1967},
                               Zone{"Asia/Jakarta", 420, never, 1967},
                               Zone{"Asia/Manila", 480, never, 1991},
                               Zone{"Asia/Ho_Chi_Minh", 420, never, 1976},
                               Zone{"Asia/Karachi", 300, never, 2010},
                               Zone{"Asia/Dhaka", 360, never, 2010},
                               Zone{"Australia/Brisbane", 600, never, 1993},
                               Zone{"Australia/Perth", 480, never, 2010},
                               Zone{"Pacific/Honolulu", -600, never, 1967},
                               Zone{"Africa/Johannesburg", 120, never, 1967},
                               Zone{"Africa/Lagos", 60, never, 1967},
                               Zone{"Africa/Nairobi", 180, never, 1967},
                               Zone{"Etc/UTC", 0, never},
                               Zone{"Etc/GMT", 0, never},
                               Zone{"Zulu", 0, never},
                               Zone{"PRC", 480, never, 1992},
                               Zone{"Japan", 540, never, 1967}};

constexpr std::int64_t kSecondsPerHour = 3'600;
constexpr std::int64_t kDay = 24 * kSecondsPerHour;

std::int64_t weekday(std::int64_t days) { return ((days + 4) % 7 + 7) % 7; }  // Sunday is 0

std::int64_t sunday_from(std::int64_t year, unsigned month, unsigned day) {
  const std::int64_t days = days_from_civil({year, month, day});
  return days + (7 - weekday(days)) % 7;
}

std::int64_t last_sunday(std::int64_t year, unsigned month) {
  return sunday_from(year, month, days_in_month(year, month) - 6);
}

// The local seconds between which clocks show summer time. It starts where the skipped hour ends and ends
// where the doubled hour ends.
struct Season {
  std::int64_t start;
  std::int64_t end;
};

Season european_season(std::int64_t year, std::int64_t winter_offset) {
  // All of Europe changes at 01:00 UTC.
  const std::int64_t hour = 2 * kSecondsPerHour + winter_offset;
  const std::int64_t end = last_sunday(year, year < 1996 ? 9 : 10);
  return {last_sunday(year, 3) * kDay + hour, end * kDay + hour};
}

Season american_season(std::int64_t year) {
  const std::int64_t start = year >= 2007   ? sunday_from(year, 3, 8)
                             : year >= 1987 ? sunday_from(year, 4, 1)
                             : year == 1974 ? sunday_from(year, 1, 6)
                             : year == 1975 ? sunday_from(year, 2, 23)
                                            : last_sunday(year, 4);
  const std::int64_t end = year >= 2007 ? sunday_from(year, 11, 1) : last_sunday(year, 10);
  return {start * kDay + 3 * kSecondsPerHour, end * kDay + 2 * kSecondsPerHour};
}

// The year from which on the rule is the zone's.
std::int64_t first_year(const Zone& zone) {
  if (zone.since != 0) return zone.since;
  switch (zone.summer_time) {
    case europe:
      return 1981;
    case united_states:
      return 1967;
    case never:
      break;
  }
  constexpr std::int64_t kJapanAndOthers = 1983;
  return zone.minutes == 0 ? std::numeric_limits<std::int64_t>::min() : kJapanAndOthers;
}

bool is_summer(const Zone& zone, std::int64_t year, std::int64_t local_seconds) {
  if (zone.summer_time == never) return false;
  const Season season =
      zone.summer_time == europe ? european_season(year, zone.minutes * 60) : american_season(year);
  return local_seconds >= season.start && local_seconds < season.end;
}

}  // namespace

std::optional<std::int64_t> zone_offset(std::string_view name, std::int64_t local_seconds) {
  const auto zone =
      std::find_if(kZones.begin(), kZones.end(), [name](const Zone& each) { return each.name == name; });
  if (zone == kZones.end()) return std::nullopt;
  const std::int64_t year = civil_from_days(floor_divide(local_seconds, kDay)).year;
  if (year < first_year(*zone)) return std::nullopt;
  return zone->minutes * 60 + (is_summer(*zone, year, local_seconds) ? kSecondsPerHour : 0);
}

}  // namespace cellar
