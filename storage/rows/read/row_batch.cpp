#include "storage/rows/read/row_batch.h"

#include <algorithm>

#include "storage/format/keys.h"

namespace cellar {

RowBatch::RowBatch(std::size_t width, std::size_t columns)
    : width_(width),
      place_of_(columns, kNowhere),
      values_(width * std::max<std::size_t>(1, kMostValues / width)),
      rows_(values_.size() / width),
      bytes_(std::make_unique_for_overwrite<char[]>(kBytes)) {}

std::optional<RowBatch> RowBatch::of(const Table& table, std::span<const std::size_t> columns) {
  if (columns.empty()) return std::nullopt;
  RowBatch batch(columns.size(), table.columns.size());
  for (std::size_t place = 0; place < columns.size(); ++place) {
    const std::size_t column = columns[place];
    if (batch.place_of_[column] != kNowhere || table.columns[column].kind == ColumnKind::static_ ||
        is_multicell(table.columns[column].type)) {
      return std::nullopt;
    }
    batch.place_of_[column] = place;
    if (column < table.partition_key_size) {
      batch.partition_key_.push_back({column, place});
    } else if (column < table.key_size()) {
      const std::size_t index = column - table.partition_key_size;
      if (batch.clustering_.size() <= index) batch.clustering_.resize(index + 1, kNowhere);
      batch.clustering_[index] = place;
    }
  }
  return batch;
}

std::size_t RowBatch::partitions_left() const {
  return static_cast<std::size_t>(std::count_if(rows_.begin() + static_cast<std::ptrdiff_t>(next_),
                                                rows_.begin() + static_cast<std::ptrdiff_t>(size_),
                                                [](const Row& row) { return row.begins_partition; }));
}

void RowBatch::begin(std::size_t most) {
  clear();
  room_ = std::min(most, rows_.size());
  bytes_used_ = 0;
  begins_partition_ = false;
}

void RowBatch::enter_partition(std::string_view prefix, const TableLayout& layout) {
  if (!partition_key_.empty()) partition_key_of_prefix(prefix, layout, partition_values_);
  begins_partition_ = true;
}

bool RowBatch::show_clustering(std::string_view components, const TableLayout& layout, ValueView* values) {
  if (layout.may_lack_clustering) return false;
  for (std::size_t i = 0; i < clustering_.size(); ++i) {
    ValueView* const value = clustering_[i] != kNowhere ? values + clustering_[i] : nullptr;
    if (!show_component(layout.clustering_forms[i], components, value)) return false;
  }
  return components.empty() || clustering_.size() < layout.clustering.size();
}

/// Reads a component, and shows its value at `value` unless that is null. Returns false if memory does not suffice.
inline bool RowBatch::show_component(const ComponentForm& form, std::string_view& components,
                                     ValueView* value) {
  std::optional<std::string_view> read =
      form.read(components, bytes_.get() + bytes_used_, kBytes - bytes_used_);
  if (!read) {
    form.read(components, component_);
    if (component_.size() > kBytes - bytes_used_) return false;
    read = std::string_view(bytes_.get() + bytes_used_, component_.size());
    std::ranges::copy(component_, bytes_.get() + bytes_used_);
  }
  bytes_used_ += read->size();
  if (value != nullptr) set_value(*value, *read);
  return true;
}

}  // namespace cellar
