#include "shell/teach/histogram/histogram.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "shell/teach/cells/cells_words.h"

namespace cellar {

namespace {

constexpr unsigned kPercents[] = {0, 50, 75, 95, 98, 99, 100};

/// Numbers of all partitions, and the largest partitions.
class PartitionStatistics {
 public:
  explicit PartitionStatistics(const Table& table) : words_(table, 0, false) {}

  void add(const MeasuredPartition& partition) {
    rows_.push_back(partition.rows);
    cells_.push_back(partition.cells);
    bytes_.push_back(partition.bytes);
    const auto is_larger = [&](const LargePartition& each) { return each.bytes < partition.bytes; };
    const auto place = std::ranges::find_if(largest_, is_larger);
    if (place == largest_.end() && largest_.size() == kMostLarge) return;
    largest_.insert(place, {words_.key(partition.key), partition.rows, partition.cells, partition.bytes});
    if (largest_.size() > kMostLarge) largest_.pop_back();
  }

  HistogramReport report() {
    HistogramReport report;
    report.partitions = rows_.size();
    report.largest = std::move(largest_);
    if (rows_.empty()) return report;
    for (const unsigned percent : kPercents) report.lines.push_back({percent, 0, 0, 0});
    fill(report, rows_, &HistogramLine::rows, report.rows);
    fill(report, cells_, &HistogramLine::cells, report.cells);
    fill(report, bytes_, &HistogramLine::bytes, report.bytes);
    const std::uint64_t median = std::max<std::uint64_t>(bytes_[place_of(50)], 1);
    report.skew = static_cast<double>(bytes_.back()) / static_cast<double>(median);
    return report;
  }

 private:
  /// The nearest rank.
  std::size_t place_of(unsigned percent) const {
    const std::size_t rank = (rows_.size() * percent + 99) / 100;
    return rank == 0 ? 0 : rank - 1;
  }
  void fill(HistogramReport& report, std::vector<std::uint64_t>& numbers,
            std::uint64_t HistogramLine::*member, std::uint64_t& sum) const {
    std::ranges::sort(numbers);
    for (HistogramLine& line : report.lines) line.*member = numbers[place_of(line.percent)];
    for (const std::uint64_t number : numbers) sum += number;
  }

  CellsWords words_;
  std::vector<std::uint64_t> rows_, cells_, bytes_;
  std::vector<LargePartition> largest_;
};

}  // namespace

HistogramReport report_histogram(Connection& connection, const Table& table) {
  PartitionStatistics statistics(table);
  measure_partitions(connection, table,
                     [&](const MeasuredPartition& partition) { statistics.add(partition); });
  HistogramReport report = statistics.report();
  report.table = quote_name(table.keyspace) + '.' + quote_name(table.name);
  return report;
}

std::string histogram_json(const HistogramReport& report) {
  using nlohmann::ordered_json;
  ordered_json object = {{"table", report.table}, {"partitions", report.partitions}, {"rows", report.rows},
                         {"cells", report.cells}, {"bytes", report.bytes},           {"skew", report.skew}};
  object["percentiles"] = ordered_json::array();
  for (const HistogramLine& line : report.lines)
    object["percentiles"].push_back(
        {{"percent", line.percent}, {"rows", line.rows}, {"cells", line.cells}, {"bytes", line.bytes}});
  object["largest"] = ordered_json::array();
  for (const LargePartition& each : report.largest)
    object["largest"].push_back(
        {{"key", each.key}, {"rows", each.rows}, {"cells", each.cells}, {"bytes", each.bytes}});
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace cellar
