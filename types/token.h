// Tokens: the places of partitions in the ring.
//
// In:      the values of the columns of a partition key.
// Out:     its token, as Cassandra's Murmur3Partitioner computes it.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cellar {

/// Murmur3 token of a partition key, as Cassandra computes it (min is moved to max).
std::int64_t token_of(const std::vector<std::string>& partition_key);
std::int64_t token_of(std::span<const std::string_view> partition_key);

}  // namespace cellar
