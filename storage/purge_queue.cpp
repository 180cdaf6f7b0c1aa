#include "storage/purge_queue.h"

#include "storage/format.h"
#include "storage/fragments.h"
#include "storage/keys.h"
#include "storage/row_purge.h"

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

/// Works off the queue from its front. What does not fit into the steps stays in it.
class QueueWorker {
 public:
  QueueWorker(TransactionState& state, std::uint64_t steps) : state_(state), steps_(steps) {}

  bool run() {
    while (take_front()) {
      if (steps_ == 0) return false;
      --steps_;
      if (work()) state_.purge.erase(key_);
    }
    return true;
  }

 private:
  /// False if nothing is due.
  bool take_front() {
    std::uint64_t visited = 0;
    OrderedCursor cursor(state_.purge, &visited);
    if (!cursor.seek(std::string_view("\0", 1))) return false;
    ByteReader reader(cursor.key());
    if (static_cast<Seconds>(reader.u64() ^ kSign) > state_.now) return false;
    key_ = cursor.key();
    value_ = cursor.value();
    return true;
  }

  /// True if the entry is done with.
  bool work() {
    const std::string_view place = std::string_view(key_).substr(kPlaceBegin);
    ByteReader value(value_);
    switch (static_cast<PurgeKind>(key_[kPlaceBegin - 1])) {
      case PurgeKind::row:
        purge_row(state_, place, {value.i64(), nullptr});
        return true;
      case PurgeKind::element: {
        const Seconds cutoff = value.i64();
        purge_element(state_, place, place.substr(0, value.u32()), {cutoff, nullptr});
        return true;
      }
      case PurgeKind::partition: {
        const Seconds cutoff = value.i64();
        return work_on_partition(place, cutoff, value.rest());
      }
      case PurgeKind::table:
        return work_on_table(place);
    }
    return true;
  }

  bool work_on_table(std::string_view place) {
    if (!erase_range(state_.data, place, after_prefix(place), steps_)) return false;
    state_.forget_facts(table_of_key(place));
    return true;
  }

  bool work_on_partition(std::string_view place, Seconds cutoff, std::string_view resume) {
    FragmentMap fragments(state_, table_of_key(place), place);
    std::string position(resume);
    while (const auto fragment = fragments.first_from(position)) {
      if (steps_ == 0 || !purge_fragment(fragments, *fragment, cutoff)) {
        state_.purge.put(key_, cutoff_value(cutoff) + fragment->start);
        return false;
      }
      position = fragment->end;
      if (steps_ > 0) --steps_;
    }
    return true;
  }

  bool purge_fragment(FragmentMap& fragments, const Fragment& fragment, Seconds cutoff) {
    if (fragment.deletion.local_second > cutoff) return true;
    if (!fragments.erase_rows(fragment, steps_)) return false;
    fragments.replace({fragment}, {});
    return true;
  }

  TransactionState& state_;
  std::uint64_t steps_;
  std::string key_;
  std::string value_;
};

}  // namespace

void queue_row(TransactionState& state, std::int64_t grace, Seconds cutoff, std::string_view row_key) {
  state.purge.put(queue_key(cutoff + grace, PurgeKind::row, row_key), cutoff_value(cutoff));
}

void unqueue_row(TransactionState& state, std::int64_t grace, Seconds cutoff, std::string_view row_key) {
  state.purge.erase(queue_key(cutoff + grace, PurgeKind::row, row_key));
}

void queue_element(TransactionState& state, std::int64_t grace, Seconds cutoff, std::string_view key,
                   std::size_t row_key_size) {
  std::string value = cutoff_value(cutoff);
  append_u32(value, static_cast<std::uint32_t>(row_key_size));
  state.purge.put(queue_key(cutoff + grace, PurgeKind::element, key), value);
}

void unqueue_element(TransactionState& state, std::int64_t grace, Seconds cutoff, std::string_view key) {
  state.purge.erase(queue_key(cutoff + grace, PurgeKind::element, key));
}

void queue_partition(TransactionState& state, std::int64_t grace, Seconds cutoff,
                     std::string_view partition) {
  state.purge.put(queue_key(cutoff + grace, PurgeKind::partition, partition), cutoff_value(cutoff));
}

void unqueue_partition(TransactionState& state, std::int64_t grace, Seconds cutoff,
                       std::string_view partition) {
  state.purge.erase(queue_key(cutoff + grace, PurgeKind::partition, partition));
}

void queue_table(TransactionState& state, TableId table) {
  state.purge.put(queue_key(state.now, PurgeKind::table, table_prefix(table)), "");
}

bool purge_some(TransactionState& state, std::uint64_t steps) { return QueueWorker(state, steps).run(); }

}  // namespace cellar
