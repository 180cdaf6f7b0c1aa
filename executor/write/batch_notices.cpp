#include "executor/write/batch_notices.h"

#include <algorithm>
#include <functional>
#include <string>

#include "storage/format/row_cells.h"
#include "types/value/value.h"

namespace cellar {

namespace {

constexpr std::size_t kLargeBatch = 5 << 10;
constexpr std::size_t kRefusedBatch = 50 << 10;
constexpr std::size_t kManyPartitions = 10;

std::size_t size_of(const std::vector<std::string>& values) {
  std::size_t size = 0;
  for (const std::string& value : values) size += value.size();
  return size;
}

std::size_t size_of(const Mutation& mutation) {
  std::size_t size = size_of(mutation.partition_key);
  if (const auto* row = std::get_if<RowWrite>(&mutation.write)) {
    size += size_of(row->clustering);
    each_cell(*row, [&](const CellView& cell) {
      size += cell.path.size() + (cell.value ? cell.value->size() : 0);
    });
  }
  return size;
}

/// Two partitions of one hash are counted as one, which no threshold notices.
std::size_t hash_of_partition(const Mutation& mutation) {
  std::size_t hash = mutation.table->id;
  for (const std::string& value : mutation.partition_key) hash = hash * 31 + std::hash<std::string>()(value);
  return hash;
}

std::size_t count_partitions(std::span<const Mutation> mutations) {
  std::vector<std::size_t> hashes;
  hashes.reserve(mutations.size());
  for (const Mutation& mutation : mutations) hashes.push_back(hash_of_partition(mutation));
  std::ranges::sort(hashes);
  return static_cast<std::size_t>(std::ranges::unique(hashes).begin() - hashes.begin());
}

bool are_of_one_partition(const Mutation& left, const Mutation& right) {
  return left.table->id == right.table->id && left.partition_key == right.partition_key;
}

/// Most batches of several partitions show it by their second write.
bool writes_several_partitions(std::span<const Mutation> mutations) {
  return std::ranges::any_of(
      mutations, [&](const Mutation& each) { return !are_of_one_partition(mutations.front(), each); });
}

/// "posts ('ann'), likes ('bob')"
std::string named_partitions(std::span<const Mutation> mutations) {
  constexpr std::size_t kMostNamed = 3;
  std::vector<const Mutation*> named;
  std::string names;
  for (const Mutation& mutation : mutations) {
    if (std::ranges::any_of(named,
                            [&](const Mutation* each) { return are_of_one_partition(*each, mutation); }))
      continue;
    if (named.size() == kMostNamed) return names + " ...";
    names += (named.empty() ? "" : ", ") + quote_name(mutation.table->name) + " (";
    for (std::size_t column = 0; column < mutation.partition_key.size(); ++column) {
      names += column == 0 ? "" : ", ";
      names += to_literal(mutation.table->columns[column].type, mutation.partition_key[column]);
    }
    names += ")";
    named.push_back(&mutation);
  }
  return names;
}

Diagnostic across_partitions(BatchKind kind, std::span<const Mutation> mutations) {
  const bool is_unlogged = kind == BatchKind::unlogged;
  return {is_unlogged ? "unlogged_batch_across_partitions" : "batch_across_partitions",
          {},
          {{"places", named_partitions(mutations)}, {"table", quote_name(mutations.front().table->name)}},
          std::nullopt,
          subject_of(*mutations.front().table)};
}

}  // namespace

std::vector<Diagnostic> batch_notices(BatchKind kind, std::span<const Mutation> mutations, bool teaches) {
  std::size_t size = 0;
  for (const Mutation& mutation : mutations) size += size_of(mutation);
  const bool is_unlogged = kind == BatchKind::unlogged;
  std::vector<Diagnostic> notices;
  // Partitions are counted only where their number decides.
  if (size <= kLargeBatch && (!is_unlogged || mutations.size() <= kManyPartitions)) {
    const bool may_teach = teaches && kind != BatchKind::counter;
    if (may_teach && writes_several_partitions(mutations))
      notices.push_back(across_partitions(kind, mutations));
    return notices;
  }
  const std::size_t partitions = count_partitions(mutations);
  const std::string number = std::to_string(partitions);
  if (partitions > 1 && size > kLargeBatch) {
    const char* const id = size > kRefusedBatch ? "refused_batch" : "large_batch";
    notices.push_back({id, {}, {{"partitions", number}, {"size", std::to_string(size)}}, std::nullopt});
  }
  if (is_unlogged && partitions > kManyPartitions)
    notices.push_back({"batch_of_many_partitions", {}, {{"partitions", number}}, std::nullopt});
  if (teaches && notices.empty() && partitions > 1) notices.push_back(across_partitions(kind, mutations));
  return notices;
}

}  // namespace cellar
