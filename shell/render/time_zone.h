// The zone in which timestamps are shown.
//
// In:      the name of a zone, and a moment.
// Out:     the offset of the zone's clocks from UTC at that moment, and the zone's abbreviation.
// Refused: nothing; a name that is no zone has no TimeZone.
//
// UTC and fixed offsets are computed. Zones with an id are read from the system's zone database (TZDIR, else
// /usr/share/zoneinfo) by Abseil, the zone of this machine by the C library, whose own zone nobody changes. Several
// threads may ask at once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

struct ZoneOffset {
  std::int64_t seconds = 0;  // east of Greenwich
  std::string abbreviation;
};

struct ZoneOfDatabase;

class TimeZone {
 public:
  /// UTC.
  TimeZone() = default;
  /// `UTC`, `+02:00`, `-0330`, `LOCAL` (the zone of this machine) or an id such as `Europe/Vienna`.
  static std::optional<TimeZone> find(std::string_view name);
  /// Returns false on a system without the zones that ids name (Debian's package tzdata).
  static bool has_database();

  const std::string& name() const { return name_; }
  bool is_utc() const { return kind_ == Kind::fixed && offset_ == 0; }
  ZoneOffset at(std::int64_t seconds_since_1970) const;

 private:
  enum class Kind : std::uint8_t { fixed, of_machine, of_database };

  std::string name_ = "UTC";
  Kind kind_ = Kind::fixed;
  std::int64_t offset_ = 0;
  std::shared_ptr<const ZoneOfDatabase> of_database_;
};

}  // namespace cellar
