#include "refusal/harm.h"

#include <algorithm>

namespace cellar {

namespace {

constexpr HarmfulMessage kHarmful[] = {
    // What the data hold.
    {"lint_large_partition", Harm::failure},
    {"lint_many_cells", Harm::warning},
    {"lint_hot_node", Harm::warning},
    {"lint_skew", Harm::warning},
    {"lint_large_value", Harm::warning},
    {"lint_value_beyond_segment", Harm::failure},
    {"lint_large_collection", Harm::warning},
    {"lint_index_of_few_values", Harm::warning},
    {"lint_long_index_term", Harm::failure},
    {"lint_future_timestamps", Harm::warning},
    {"partition_of_tombstones", Harm::warning},
    {"partition_of_too_many_tombstones", Harm::failure},
    // What the schema says.
    {"lint_one_replica", Harm::warning},
    {"lint_simple_strategy", Harm::warning},
    {"lint_schema_size", Harm::warning},
    {"lint_growing_partition", Harm::warning},
    {"lint_few_partitions", Harm::warning},
    {"lint_partition_of_time", Harm::warning},
    {"lint_key_lacks_id", Harm::remark},
    {"lint_key_of_time", Harm::remark},
    {"lint_compact_storage", Harm::remark},
    {"lint_counter_for_ids", Harm::warning},
    {"lint_index", Harm::warning},
    {"view_made", Harm::warning},
    // What the scripts do.
    {"lint_filtering", Harm::warning},
    {"lint_queue", Harm::warning},
    {"lint_many_partitions", Harm::warning},
    {"read_by_index", Harm::warning},
    {"aggregation_without_key", Harm::warning},
    {"aggregation_of_partitions", Harm::remark},
    {"large_batch", Harm::warning},
    {"refused_batch", Harm::failure},
    {"batch_of_many_partitions", Harm::warning},
    {"counter_not_repeatable", Harm::remark},
    {"list_read_first", Harm::remark},
    {"null_inserted", Harm::remark},
    {"nulls_inserted", Harm::remark},
    {"collection_overwritten", Harm::remark},
    {"collection_overwritten_by", Harm::remark},
    {"lint_future_timestamp", Harm::warning},
    {"lint_own_command", Harm::failure},
    {"lint_command_of_cqlsh", Harm::remark},
};

}  // namespace

std::span<const HarmfulMessage> harmful_messages() { return kHarmful; }

Harm harm_of(std::string_view id) {
  const auto* const found = std::ranges::find(kHarmful, id, &HarmfulMessage::id);
  return found == std::end(kHarmful) ? Harm::none : found->harm;
}

}  // namespace cellar
