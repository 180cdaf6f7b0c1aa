// Names of time zones that a timestamp may end with.
//
// In:      a name and a local time.
// Out:     seconds east of Greenwich. Nothing for a name that is not in the table, or a year before its
//          rule. The table has the names that one rule tells: Europe since 1981, the United States since
//          1967, zones without summer time; and ids as Europe/Berlin, each from the year on in which its
//          clocks follow that rule.
// Refused: nothing.
//
// Howard Hinnant's date would read the system's database of zones. Debian has its code as a shared library
// only and without the source in the package, so it cannot be in the static program; the answer would also
// depend on whether the machine has /usr/share/zoneinfo. The table gives the same answer everywhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cellar {

/// The local time is given as seconds since 1970-01-01 00:00 of the same wall clock. A name of winter or
/// summer time means the zone: PST in July is summer time, as in Java. A local hour that occurs twice means
/// the first one.
std::optional<std::int64_t> zone_offset(std::string_view name, std::int64_t local_seconds);

}  // namespace cellar
