// What CQL says of one table in its plainest form: every write is kept by its rank, every deletion with its
// reach, and a read looks at all of them.
//
// The table is
//   (p int, c int, d int, fixed text STATIC, tags set<int> STATIC, a text, b int, m map<text, int>, x int,
//    PRIMARY KEY (p, c, d)) WITH CLUSTERING ORDER BY (c ASC, d DESC)
// and the column x comes and goes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "storage/store.h"
#include "types/number/number.h"

namespace cellar {

struct ModelRow {
  int p = 0;
  std::optional<std::pair<int, int>> clustering;  // c and d; nothing: the static row

  auto operator<=>(const ModelRow&) const = default;
};

struct ModelVersion {
  Timestamp timestamp = 0;
  std::optional<std::string> value;  // as a literal; nothing: a tombstone
  std::int32_t time_to_live = 0;
  Seconds end = 0;  // when it expires or was deleted

  auto rank() const {
    const bool ends = !value || time_to_live != 0;
    return std::tuple(timestamp, ends, !value, ends ? end : 0, -time_to_live, value.value_or(""));
  }
  bool is_live(Seconds now) const { return value && (time_to_live == 0 || end > now); }
};

/// Rows with clustering from `lower` to `upper`, by c alone or by c and d in stored order (d downwards).
struct ModelRange {
  int p = 0;
  std::function<bool(int c, int d)> holds;
};

class StatementModel {
 public:
  void write_marker(const ModelRow& row, const ModelVersion& version) { put(row, "", "", version); }
  void write_cell(const ModelRow& row, const std::string& column, const std::string& path,
                  const ModelVersion& version) {
    put(row, column, path, version);
  }
  void delete_column(const ModelRow& row, const std::string& column, Timestamp timestamp) {
    Timestamp& until = column_deletions_.try_emplace({row, column}, INT64_MIN).first->second;
    until = std::max(until, timestamp);
  }
  void delete_range(ModelRange range, Timestamp timestamp) {
    ranges_.push_back({std::move(range), timestamp});
  }
  void delete_partition(int p, Timestamp timestamp) {
    Timestamp& until = partitions_.try_emplace(p, INT64_MIN).first->second;
    until = std::max(until, timestamp);
  }
  void drop_column(const std::string& column, Timestamp timestamp) {
    for (auto& [place, version] : cells_) {
      if (std::get<1>(place) == column && version.timestamp <= timestamp) version = {INT64_MIN, {}, 0, 0};
    }
    dropped_[column] = std::max(dropped_.try_emplace(column, INT64_MIN).first->second, timestamp);
  }
  void truncate() { *this = StatementModel(dropped_); }

  StatementModel() = default;

  /// The live version of a simple column.
  std::optional<ModelVersion> cell(const ModelRow& row, const std::string& column, Seconds now) const {
    return live(row, column, "", now);
  }
  /// `null` where there is none; a collection as a literal.
  std::string text(const ModelRow& row, const std::string& column, Seconds now) const {
    if (column != "m" && column != "tags") {
      const auto version = cell(row, column, now);
      return version ? *version->value : "null";
    }
    std::string text;
    for (const auto& [path, version] : elements(row, column, now)) {
      text += (text.empty() ? "" : ", ") + path + (column == "m" ? ": " + *version.value : "");
    }
    return text.empty() ? "null" : "{" + text + "}";
  }
  bool is_live(const ModelRow& row, Seconds now) const {
    if (row.clustering && live(row, "", "", now)) return true;
    const auto columns = row.clustering ? std::vector<std::string>{"a", "b", "m", "x"}
                                        : std::vector<std::string>{"fixed", "tags"};
    return std::ranges::any_of(columns,
                               [&](const std::string& column) { return text(row, column, now) != "null"; });
  }
  /// Live rows of a partition in stored order, without the static row.
  std::vector<ModelRow> rows(int p, Seconds now) const {
    std::vector<ModelRow> rows;
    for (const auto& [place, version] : cells_) {
      const ModelRow& row = std::get<0>(place);
      if (row.p == p && row.clustering && (rows.empty() || rows.back() != row)) rows.push_back(row);
    }
    std::erase_if(rows, [&](const ModelRow& row) { return !is_live(row, now); });
    std::ranges::sort(rows, {}, [](const ModelRow& row) {
      return std::pair(row.clustering->first, -row.clustering->second);
    });
    return rows;
  }

 private:
  using Place = std::tuple<ModelRow, std::string, std::string>;  // column (empty: the marker) and path

  explicit StatementModel(std::map<std::string, Timestamp> dropped) : dropped_(std::move(dropped)) {}

  void put(const ModelRow& row, const std::string& column, const std::string& path,
           const ModelVersion& version) {
    const auto dropped = dropped_.find(column);
    if (dropped != dropped_.end() && version.timestamp <= dropped->second) return;
    const auto [place, is_new] = cells_.try_emplace({row, column, path}, version);
    if (!is_new && version.rank() > place->second.rank()) place->second = version;
  }

  Timestamp deleted_until(const ModelRow& row, const std::string& column) const {
    Timestamp until = INT64_MIN;
    if (const auto found = partitions_.find(row.p); found != partitions_.end()) until = found->second;
    if (const auto found = column_deletions_.find({row, column}); found != column_deletions_.end()) {
      until = std::max(until, found->second);
    }
    if (!row.clustering) return until;
    for (const auto& [range, timestamp] : ranges_) {
      if (range.p == row.p && range.holds(row.clustering->first, row.clustering->second)) {
        until = std::max(until, timestamp);
      }
    }
    return until;
  }

  std::optional<ModelVersion> live(const ModelRow& row, const std::string& column, const std::string& path,
                                   Seconds now) const {
    const auto found = cells_.find({row, column, path});
    if (found == cells_.end() || !found->second.is_live(now)) return std::nullopt;
    if (found->second.timestamp <= deleted_until(row, column)) return std::nullopt;
    return found->second;
  }

  std::map<std::string, ModelVersion> elements(const ModelRow& row, const std::string& column,
                                               Seconds now) const {
    std::map<std::string, ModelVersion> elements;
    for (auto place = cells_.lower_bound({row, column, ""}); place != cells_.end(); ++place) {
      const auto& [of, name, path] = place->first;
      if (of != row || name != column) break;
      if (const auto version = live(row, column, path, now)) elements[path] = *version;
    }
    return elements;
  }

  std::map<Place, ModelVersion> cells_;
  std::map<std::pair<ModelRow, std::string>, Timestamp> column_deletions_;
  std::vector<std::pair<ModelRange, Timestamp>> ranges_;  // of rows, too
  std::map<int, Timestamp> partitions_;
  std::map<std::string, Timestamp> dropped_;
};

}  // namespace cellar
