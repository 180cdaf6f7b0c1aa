// HISTOGRAM: how the partitions of a table differ in rows, cells and bytes.
//
// In:      a table, whose live rows are read; the limits of shell/teach/measure/partition_measure.h count its bytes.
// Out:     percentiles, the largest partitions, how much larger the largest one is than the median.
// Refused: what reading the table refuses.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "refusal/language.h"
#include "shell/teach/measure/partition_measure.h"

namespace cellar {

/// A partition of whose rows, cells and bytes so many percent of the partitions have no more; each by itself.
struct HistogramLine {
  unsigned percent = 0;  // 0: the smallest, 100: the largest
  std::uint64_t rows = 0, cells = 0, bytes = 0;
};

struct LargePartition {
  std::string key;  // as it is written behind WHERE
  std::uint64_t rows = 0, cells = 0, bytes = 0;
};

struct HistogramReport {
  std::string table;
  std::uint64_t partitions = 0;
  std::uint64_t rows = 0, cells = 0, bytes = 0;  // of all of them
  std::vector<HistogramLine> lines;              // none if there is no partition
  std::vector<LargePartition> largest;           // by bytes, at most kMostLarge
  double skew = 1;                               // bytes of the largest, in those of the median
};

inline constexpr std::size_t kMostLarge = 10;
/// A skew from here on is worth a word: one node then serves what the others do not share.
inline constexpr double kLargeSkew = 100;

HistogramReport report_histogram(Connection& connection, const Table& table);
std::string histogram_text(const HistogramReport& report, Language language, std::size_t terminal);
/// docs/schema/histogram.schema.json
std::string histogram_json(const HistogramReport& report);

}  // namespace cellar
