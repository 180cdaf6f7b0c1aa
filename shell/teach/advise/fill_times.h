// When the cells of a row were written, from what writetime() and ttl() answer for them.
//
// In:      the values of both functions with their types: one value for a cell, a list of them for the elements of an
//          unfrozen collection.
// Out:     the times of the whole, or the elements of a set or map by their times.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <map>

#include "types/type.h"

namespace cellar {

/// When a cell was written, and how long it lives from now on.
struct CellTime {
  std::int64_t timestamp = 0;     // microseconds
  std::int32_t time_to_live = 0;  // seconds; 0: for ever

  auto operator<=>(const CellTime&) const = default;
};

/// Return the times of something that lives as long as both cells, or as long as one of them.
CellTime both(const CellTime& left, const CellTime& right);
CellTime either(const CellTime& left, const CellTime& right);

struct AnsweredTimes {
  const Type& timestamp_type;
  const Value& timestamp;
  const Type& time_to_live_type;
  const Value& time_to_live;
};

/// Returns the times of a cell; for elements, the last timestamp and the longest time to live. `now` is the timestamp of a cell that has none.
CellTime time_of(const AnsweredTimes& times, std::int64_t now);

/// Returns a collection for each of the times, with the elements of that time. The collection is not null.
std::map<CellTime, Value> elements_by_time(const Type& type, const Value& collection,
                                           const AnsweredTimes& times);

}  // namespace cellar
