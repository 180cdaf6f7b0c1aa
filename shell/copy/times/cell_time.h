// When a value was written, and until when it lives.
//
// In:      microseconds since 1970, a second since 1970.
// Out:     plain data, ordered by how long the value lives.
// Refused: nothing.
#pragma once

#include <limits>
#include <optional>

#include "storage/format/mutation.h"

namespace cellar {

/// The expiry of what never expires.
inline constexpr Seconds kNever = std::numeric_limits<Seconds>::max();

struct CellTime {
  std::optional<Timestamp> written;  // nothing: when it is loaded
  std::optional<Seconds> expires;    // nothing: as the option TTL or the table says

  bool operator==(const CellTime&) const = default;
  /// What lives longer is larger, and then what is newer.
  auto operator<=>(const CellTime& other) const {
    const auto order = expires.value_or(kNever) <=> other.expires.value_or(kNever);
    return order != 0 ? order : written.value_or(kNever) <=> other.written.value_or(kNever);
  }
};

}  // namespace cellar
