// The queue of what may go, ordered by the second from which it may (storage/format.h).
//
// In:  places and the second in which they died. Out: on disk, until a commit or COMPACT comes to them.
#pragma once

#include <string_view>

#include "storage/transaction_state.h"

namespace cellar {

enum class PurgeKind : std::uint8_t { row = 1, element = 2, partition = 3, table = 4 };

/// What died at `cutoff` may go `grace` seconds later.
void queue_row(TransactionState& state, std::int64_t grace, Seconds cutoff, std::string_view row_key);
/// Takes back what was queued: something else stands in its place.
void unqueue_row(TransactionState& state, std::int64_t grace, Seconds cutoff, std::string_view row_key);
void queue_element(TransactionState& state, std::int64_t grace, Seconds cutoff, std::string_view key,
                   std::size_t row_key_size);
void unqueue_element(TransactionState& state, std::int64_t grace, Seconds cutoff, std::string_view key);
void queue_partition(TransactionState& state, std::int64_t grace, Seconds cutoff, std::string_view partition);
void unqueue_partition(TransactionState& state, std::int64_t grace, Seconds cutoff,
                       std::string_view partition);
void queue_table(TransactionState& state, TableId table);

/// Purges what is due, in at most `steps` steps of one entry each. False if more is due.
bool purge_some(TransactionState& state, std::uint64_t steps);

}  // namespace cellar
