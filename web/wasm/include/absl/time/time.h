// The time zones of a database of zones. There is none, so each zone is unknown.
//
// In:      names.
// Out:     nothing.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <string>

namespace absl {

struct ZoneAt {
  int offset = 0;
  const char* zone_abbr = "UTC";
};
class UnknownZone {
 public:
  ZoneAt At(std::int64_t) const { return {}; }
};
using TimeZone = UnknownZone;
inline bool LoadTimeZone(const std::string&, TimeZone*) { return false; }
inline std::int64_t FromUnixSeconds(std::int64_t seconds) { return seconds; }

}  // namespace absl
