// What of the rows of a table hurts.

#include <fmt/format.h>

#include <algorithm>

#include "refusal/messages.h"
#include "shell/check/readiness/found_harm.h"
#include "shell/check/readiness/table_facts.h"
#include "shell/teach/figure/figure.h"
#include "types/value/value.h"

namespace cellar {

namespace {

double part(std::uint64_t number, std::uint64_t of) {
  return of == 0 ? 0 : static_cast<double>(number) / static_cast<double>(of);
}

/// "104.9": megabytes.
std::string megabytes(std::uint64_t bytes) { return short_number(static_cast<double>(bytes) / 1e6); }

/// "0.5", "33"
std::string percent(double share) { return short_number(100 * share); }

class DataFindings {
 public:
  DataFindings(const TableFacts& facts, const TableWish& wish, FoundHarm& found)
      : facts_(facts), table_(wish.table), limits_(wish.limits), found_(found) {}

  void add_all() {
    add_partitions();
    add_tombstones();
    add_skew();
    add_hot_node();
    for (std::size_t column = 0; column < facts_.columns.size(); ++column) add_values(column);
    for (std::size_t index = 0; index < facts_.indexes.size(); ++index) add_index(index);
    add_future();
  }

 private:
  struct Excess {
    std::string partition;
    double excess = 1;
    std::vector<MeasuredNumber> measured;
  };

  void add(std::string_view id, Parameters parameters, Excess excess) {
    parameters.push_back({"table", quote_name(table_.name)});
    ReadinessFinding finding;
    finding.what = {id, {}, std::move(parameters), std::nullopt, subject_of(table_)};
    finding.partition = std::move(excess.partition);
    finding.excess = excess.excess;
    finding.measured = std::move(excess.measured);
    found_.add(std::move(finding));
  }

  static std::vector<MeasuredNumber> numbers_of(const PartitionFacts& partition, std::uint64_t partitions) {
    return {{"bytes", static_cast<double>(partition.bytes)},
            {"cells", static_cast<double>(partition.cells)},
            {"rows", static_cast<double>(partition.rows)},
            {"partitions", static_cast<double>(partitions)}};
  }

  void add_partitions() {
    const PartitionFacts &largest = facts_.largest, &fullest = facts_.fullest;
    if (facts_.large_partitions > 0) {
      add("lint_large_partition", {{"size", megabytes(largest.bytes)}, {"cells", with_commas(largest.cells)}},
          {largest.key, part(largest.bytes, limits_.partition_bytes),
           numbers_of(largest, facts_.large_partitions)});
    }
    const bool is_told = facts_.large_partitions > 0 && largest.key == fullest.key;
    if (facts_.full_partitions > 0 && !is_told) {
      add("lint_many_cells", {{"size", megabytes(fullest.bytes)}, {"cells", with_commas(fullest.cells)}},
          {fullest.key, part(fullest.cells, limits_.partition_cells),
           numbers_of(fullest, facts_.full_partitions)});
    }
  }

  void add_tombstones() {
    if (facts_.buried_partitions == 0) return;
    const PartitionFacts& buried = facts_.buried;
    const bool fails = buried.tombstones > limits_.too_many_tombstones;
    add(fails ? "partition_of_too_many_tombstones" : "partition_of_tombstones",
        {{"deletions", with_commas(buried.tombstones)}, {"cells", with_commas(buried.cells)}},
        {buried.key,
         part(buried.tombstones, fails ? limits_.too_many_tombstones : limits_.tombstones),
         {{"tombstones", static_cast<double>(buried.tombstones)},
          {"cells", static_cast<double>(buried.cells)},
          {"partitions", static_cast<double>(facts_.buried_partitions)}}});
  }

  void add_skew() {
    constexpr std::uint64_t kFewest = 3;
    const std::uint64_t median = facts_.median_rows(), largest = facts_.longest.rows;
    if (facts_.partitions < kFewest || median == 0 || largest <= limits_.skew * median) return;
    add("lint_skew", {{"largest", with_commas(largest)}, {"median", with_commas(median)}},
        {facts_.longest.key,
         part(largest, limits_.skew * median),
         {{"rows", static_cast<double>(largest)},
          {"median", static_cast<double>(median)},
          {"share", part(largest, facts_.rows)}}});
  }

  void add_hot_node() {
    const std::size_t nodes = facts_.nodes.size();
    if (nodes < 2 || facts_.bytes < limits_.hot_bytes) return;
    const double share = part(*std::ranges::max_element(facts_.nodes), facts_.bytes);
    const double even = 1 / static_cast<double>(nodes);
    if (share < limits_.hot_node * even) return;
    const double of_largest = part(facts_.largest.bytes, facts_.bytes);
    add("lint_hot_node",
        {{"nodes", std::to_string(nodes)},
         {"share", percent(share)},
         {"even", percent(even)},
         {"part", percent(of_largest)}},
        {facts_.largest.key,
         share / (limits_.hot_node * even),
         {{"share", share}, {"even", even}, {"largest_share", of_largest}}});
  }

  void add_values(std::size_t column) {
    const LargeValues& values = facts_.columns[column];
    const std::string name = quote_name(table_.columns[column].name);
    if (values.large > 0) {
      const bool fails = values.longest > limits_.segment_bytes;
      add(fails ? "lint_value_beyond_segment" : "lint_large_value",
          {{"column", name}, {"size", megabytes(values.longest)}},
          {values.key_of_longest,
           part(values.longest, fails ? limits_.segment_bytes : limits_.value_bytes),
           {{"bytes", static_cast<double>(values.longest)}, {"values", static_cast<double>(values.large)}}});
    }
    if (values.large_collections > 0) {
      add("lint_large_collection", {{"column", name}, {"count", with_commas(values.most_elements)}},
          {values.key_of_collection,
           part(values.most_elements, limits_.elements),
           {{"elements", static_cast<double>(values.most_elements)},
            {"collections", static_cast<double>(values.large_collections)}}});
    }
  }

  void add_index(std::size_t number) {
    const IndexFacts& facts = facts_.indexes[number];
    const Index& index = table_.indexes[number];
    const std::string column = quote_name(table_.columns[*table_.find(index.column)].name);
    if (facts.long_terms > 0) {
      add("lint_long_index_term", {{"column", column}, {"count", with_commas(facts.long_terms)}},
          {{}, 1, {{"values", static_cast<double>(facts.long_terms)}}});
    }
    const std::uint64_t values = facts.rows_of_value.size();
    if (facts.has_many || values == 0 || facts.rows < values * limits_.rows_of_value) return;
    const std::uint64_t most = std::ranges::max_element(facts.rows_of_value, {}, [](const auto& each) {
                                 return each.second;
                               })->second;
    add("lint_index_of_few_values",
        {{"column", column},
         {"values", with_commas(values)},
         {"rows", with_commas(facts.rows)},
         {"share", percent(part(most, facts.rows))}},
        {{},
         part(facts.rows, values * limits_.rows_of_value),
         {{"values", static_cast<double>(values)},
          {"rows", static_cast<double>(facts.rows)},
          {"share", part(most, facts.rows)}}});
  }

  void add_future() {
    if (facts_.future == 0) return;
    add("lint_future_timestamps",
        {{"count", with_commas(facts_.future)}, {"latest", std::to_string(facts_.latest)}},
        {{},
         1,
         {{"values", static_cast<double>(facts_.future)}, {"latest", static_cast<double>(facts_.latest)}}});
  }

  const TableFacts& facts_;
  const Table& table_;
  const ReadinessLimits& limits_;
  FoundHarm& found_;
};

}  // namespace

void judge_facts(const TableFacts& facts, const TableWish& wish, FoundHarm& found) {
  DataFindings(facts, wish, found).add_all();
}

}  // namespace cellar
