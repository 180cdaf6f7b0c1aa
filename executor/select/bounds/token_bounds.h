// The tokens that a SELECT names.
//
// In:      bounds of a plan, and the slots' values.
// Out:     a range of tokens.
// Refused: a bound that is null.
#pragma once

#include "executor/evaluate.h"
#include "planner/plan/restrictions.h"
#include "storage/rows/reading.h"

namespace cellar {

/// In a read of the ring the least token as an upper bound means its end; `beside_keys` it does not.
TokenRange bind_tokens(const RingPart& part, const Evaluation& evaluation, bool beside_keys);

/// Returns false if no token lies within the range.
bool has_tokens(const TokenRange& range);

/// Beside named keys, bounds that cross mean the ring's two ends, as in Cassandra.
bool is_within(const TokenRange& range, std::int64_t token);

}  // namespace cellar
