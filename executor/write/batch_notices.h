// W413: what Cassandra warns about in a batch, that it is large, or that it writes many partitions; and what `teach`
// says of a smaller one that writes several.
//
// In:      its kind, the mutations of all its statements, and whether to teach.
// Out:     notices; no batch is refused for its size.
// Refused: nothing.
// Source:  batch_size_warn_threshold, batch_size_fail_threshold and unlogged_batch_across_partitions_warn_threshold of
//          cassandra.yaml.
#pragma once

#include <span>
#include <vector>

#include "parser/statement/batch_kind.h"
#include "refusal/refusal.h"
#include "storage/format/mutation.h"

namespace cellar {

std::vector<Diagnostic> batch_notices(BatchKind kind, std::span<const Mutation> mutations, bool teaches);

}  // namespace cellar
