#include "storage/purge_queue.h"

#include "storage/format.h"
#include "storage/fragments.h"
#include "storage/row_format.h"

namespace cellar {

namespace {

constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
constexpr std::size_t kPlaceBegin = 9;  // due second and kind

std::string queue_key(Seconds due, PurgeKind kind, std::string_view place) {
  std::string key;
  append_u64(key, static_cast<std::uint64_t>(due) ^ kSign);
  append_u8(key, static_cast<unsigned>(kind));
  key += place;
  return key;
}

std::string cutoff_value(Seconds cutoff) {
  std::string value;
  append_u64(value, static_cast<std::uint64_t>(cutoff));
  return value;
}

}  // namespace

void queue_row(TransactionState& state, std::int64_t grace, Seconds cutoff, std::string_view row_key) {
  state.purge.put(queue_key(cutoff + grace, PurgeKind::row, row_key), cutoff_value(cutoff));
}

void queue_element(TransactionState& state, std::int64_t grace, Seconds cutoff, std::string_view key,
                   std::size_t row_key_size) {
  std::string value = cutoff_value(cutoff);
  append_u32(value, static_cast<std::uint32_t>(row_key_size));
  state.purge.put(queue_key(cutoff + grace, PurgeKind::element, key), value);
}

void queue_partition(TransactionState& state, std::int64_t grace, Seconds cutoff,
                     std::string_view partition) {
  state.purge.put(queue_key(cutoff + grace, PurgeKind::partition, partition), cutoff_value(cutoff));
}

void queue_table(TransactionState& state, TableId table) {
  std::string place;
  append_u32(place, table);
  state.purge.put(queue_key(state.now, PurgeKind::table, place), "");
}

bool purge_some(TransactionState&, std::uint64_t) { return true; }

}  // namespace cellar
