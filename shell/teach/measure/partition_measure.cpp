#include "shell/teach/measure/partition_measure.h"

#include <fmt/format.h>

#include "shell/connection/asked_columns.h"
#include "types/value/value.h"

namespace cellar {

namespace {

/// The number of cells that a value is stored in.
std::uint64_t cells_of(const Type& type, std::string_view bytes) {
  if (!is_multicell(type)) return 1;
  std::uint64_t values = 0;
  for (const ValueView& part : unpack(type, bytes)) values += part ? 1 : 0;
  return type.kind == TypeKind::map ? values / 2 : values;
}

class PartitionMeasure {
 public:
  PartitionMeasure(const Table& table, const std::function<void(const MeasuredPartition&)>& take)
      : table_(table), take_(take), columns_(table.columns.size()) {}

  void add(const ResultRow& row) {
    const bool is_first = begin_partition(row);
    const bool is_row = table_.clustering_size == 0 || row[table_.partition_key_size].has_value();
    partition_.rows += is_row ? 1 : 0;
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      const bool is_once = table_.columns[i].kind == ColumnKind::static_ || i < table_.partition_key_size;
      if (row[i] && (is_first || !is_once)) add_value(i, *row[i]);
    }
  }
  void end() {
    if (!partition_.key.empty()) take_(partition_);
  }
  std::vector<MeasuredValues> columns() { return std::move(columns_); }

 private:
  /// Returns true if the row is the first one of its partition.
  bool begin_partition(const ResultRow& row) {
    bool is_same = !partition_.key.empty();
    for (std::size_t i = 0; is_same && i < table_.partition_key_size; ++i)
      is_same = row[i].value_or("") == partition_.key[i];
    if (is_same) return false;
    end();
    partition_ = {};
    for (std::size_t i = 0; i < table_.partition_key_size; ++i)
      partition_.key.emplace_back(row[i].value_or(""));
    return true;
  }
  void add_value(std::size_t index, std::string_view value) {
    const Column& column = table_.columns[index];
    ++columns_[index].values;
    columns_[index].bytes += value.size();
    partition_.bytes += value.size();
    if (column.is_key()) return;
    const std::uint64_t cells = cells_of(column.type, value);
    partition_.cells += cells;
    partition_.bytes += cells * kBytesOfTimestamp;
  }

  const Table& table_;
  const std::function<void(const MeasuredPartition&)>& take_;
  std::vector<MeasuredValues> columns_;
  MeasuredPartition partition_;  // without a key: none was met yet
};

std::string names_of_columns(const Table& table) {
  std::string names;
  for (const Column& column : table.columns) names += (names.empty() ? "" : ", ") + quote_name(column.name);
  return names;
}

}  // namespace

std::vector<MeasuredValues> measure_partitions(Connection& connection, const Table& table,
                                               const std::function<void(const MeasuredPartition&)>& take) {
  PartitionMeasure measure(table, take);
  Result result =
      connection.execute(fmt::format("SELECT {} FROM {}.{} ALLOW FILTERING", names_of_columns(table),
                                     quote_name(table.keyspace), quote_name(table.name)));
  require_columns(connection, result, types_of_columns(table));
  while (const ResultRow* row = result.next()) measure.add(*row);
  measure.end();
  return measure.columns();
}

}  // namespace cellar
