#include "shell/teach/advise/fill_times.h"

#include <algorithm>
#include <vector>

#include "types/cpp_value.h"
#include "types/value/value.h"

namespace cellar {

namespace {

template <typename Number>
std::vector<std::optional<Number>> numbers(const Type& type, const Value& value) {
  if (type.kind == TypeKind::list) return read_value<std::vector<std::optional<Number>>>("time", type, value);
  return {read_value<std::optional<Number>>("time", type, value)};
}

}  // namespace

CellTime both(const CellTime& left, const CellTime& right) {
  const auto [shorter, longer] = std::minmax(left.time_to_live, right.time_to_live);
  return {std::max(left.timestamp, right.timestamp), shorter == 0 ? longer : shorter};
}

CellTime either(const CellTime& left, const CellTime& right) {
  const auto [shorter, longer] = std::minmax(left.time_to_live, right.time_to_live);
  return {std::max(left.timestamp, right.timestamp), shorter == 0 ? 0 : longer};
}

CellTime time_of(const AnsweredTimes& times, std::int64_t now) {
  CellTime time{.timestamp = now, .time_to_live = 0};
  std::optional<std::int64_t> last;
  for (const auto& each : numbers<std::int64_t>(times.timestamp_type, times.timestamp))
    last = std::max(last, each);  // null is less than any value
  time.timestamp = last.value_or(now);
  for (const auto& each : numbers<std::int32_t>(times.time_to_live_type, times.time_to_live)) {
    if (!each) return {time.timestamp, 0};
    time.time_to_live = std::max(time.time_to_live, *each);
  }
  return time;
}

std::map<CellTime, Value> elements_by_time(const Type& type, const Value& collection,
                                           const AnsweredTimes& times) {
  const auto timestamps = numbers<std::int64_t>(times.timestamp_type, times.timestamp);
  const auto times_to_live = numbers<std::int32_t>(times.time_to_live_type, times.time_to_live);
  const std::vector<ValueView> parts = unpack(type, *collection);
  const std::size_t width = type.kind == TypeKind::map ? 2 : 1;
  std::map<CellTime, std::vector<Value>> grouped;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const std::size_t element = part / width;
    const CellTime time{timestamps.at(element).value_or(0), times_to_live.at(element).value_or(0)};
    grouped[time].push_back(parts[part] ? Value(*parts[part]) : Value());
  }
  std::map<CellTime, Value> packed;
  for (const auto& [time, elements] : grouped) packed[time] = pack(type, elements);
  return packed;
}

}  // namespace cellar
