// The rules of the store in their plainest form: every write is kept, and a read looks at all of them.
//
// The store purges what the model keeps. What a purged deletion would have hidden, had it been there, may be
// seen or not: the model says which writes these are (`decided`), and a test leaves them out.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "store_fixture.h"

namespace cellar::test {

/// One partition of a table with clustering columns c int ASC, d int DESC.
class Model {
 public:
  explicit Model(TablePointer table) { alter(std::move(table)); }

  /// Columns may have come and gone.
  void alter(TablePointer table) {
    table_ = std::move(table);
    for (const Column& column : table_->columns) {
      if (column.dropped_before) note_drop(column.id, *column.dropped_before);
    }
    for (const DroppedColumn& column : table_->dropped_columns) note_drop(column.id, column.timestamp);
  }

  /// A commit or COMPACT of this second, under this grace, may purge what is due.
  void purge(Seconds now, std::int64_t grace) { purged_until_ = std::max(purged_until_, now - grace - 1); }

  /// The same without the markers and cells that something hides which may have been purged.
  Mutation decided(Mutation mutation) const {
    auto* row = std::get_if<RowWrite>(&mutation.write);
    if (row == nullptr) return mutation;
    const Timestamp until = deleted_until(row->clustering, row->is_static, true);
    if (row->marker && row->marker->timestamp <= std::max(until, purged_marker(*row))) row->marker.reset();
    std::erase_if(row->cells, [&](const CellWrite& cell) {
      return cell.liveness.timestamp <= std::max(until, purged_cell(*row, cell));
    });
    return mutation;
  }

  void apply(const Mutation& mutation, Seconds now) { writes_.push_back({mutation, now}); }

  /// The rows of the slices as text, in the order of a read; with the static row first if it lives.
  std::vector<std::string> read(const std::vector<Slice>& slices, bool reversed, const WantedColumns& wanted,
                                Seconds now) const {
    std::vector<std::string> rows;
    for (const auto& [row, clustering] : all_rows()) {
      const bool selected =
          std::ranges::any_of(slices, [&](const Slice& slice) { return is_in(clustering, slice); });
      if (!selected) continue;
      if (auto text = describe(clustering, false, wanted, now)) rows.push_back(*text);
    }
    if (reversed) std::ranges::reverse(rows);
    if (auto text = describe({}, true, wanted, now)) rows.insert(rows.begin(), *text);
    return rows;
  }

  static std::string liveness(const Liveness& liveness) {
    return "@" + std::to_string(liveness.timestamp) + "/" + std::to_string(liveness.time_to_live) + "/" +
           std::to_string(liveness.expires_at);
  }

 private:
  struct Write {
    Mutation mutation;
    Seconds now;
  };
  using Clustering = std::vector<std::string>;

  /// Stored order: c upwards, d downwards.
  static std::pair<int, int> order(const Clustering& clustering) {
    return {int_of(clustering[0]), -int_of(clustering[1])};
  }
  static int compare_prefix(const Clustering& row, const Clustering& prefix) {
    if (prefix.empty()) return 0;
    if (int_of(row[0]) != int_of(prefix[0])) return int_of(row[0]) < int_of(prefix[0]) ? -1 : 1;
    if (prefix.size() == 1 || row[1] == prefix[1]) return 0;
    return int_of(row[1]) > int_of(prefix[1]) ? -1 : 1;
  }
  static bool is_in(const Clustering& row, const Slice& slice) {
    const int start = compare_prefix(row, slice.start.prefix);
    const int end = compare_prefix(row, slice.end.prefix);
    return (start > 0 || (start == 0 && !slice.start.after)) && (end < 0 || (end == 0 && slice.end.after));
  }

  std::map<std::pair<int, int>, Clustering> all_rows() const {
    std::map<std::pair<int, int>, Clustering> rows;
    for (const Write& write : writes_) {
      const auto* row = std::get_if<RowWrite>(&write.mutation.write);
      if (row != nullptr && !row->is_static) rows[order(row->clustering)] = row->clustering;
    }
    return rows;
  }

  struct Candidate {
    CellWrite cell;
    Seconds written;
    auto rank() const {
      const bool ends = !cell.value || cell.liveness.time_to_live != 0;
      const Seconds end = !cell.value ? written : cell.liveness.expires_at;
      return std::tuple(cell.liveness.timestamp, ends, !cell.value, ends ? end : 0,
                        -cell.liveness.time_to_live, cell.value.value_or(""));
    }
  };

  std::vector<const Write*> writes_of(const Clustering& clustering, bool is_static) const {
    std::vector<const Write*> found;
    for (const Write& write : writes_) {
      const auto* row = std::get_if<RowWrite>(&write.mutation.write);
      if (row != nullptr && row->is_static == is_static && row->clustering == clustering)
        found.push_back(&write);
    }
    return found;
  }

  void note_drop(ColumnId column, Timestamp timestamp) {
    Timestamp& known = dropped_.try_emplace(column, INT64_MIN).first->second;
    known = std::max(known, timestamp);
  }
  Timestamp dropped(ColumnId column) const {
    const auto found = dropped_.find(column);
    return found != dropped_.end() ? found->second : INT64_MIN;
  }
  bool has(ColumnId column) const {
    return std::ranges::find(table_->columns, column, &Column::id) != table_->columns.end();
  }
  bool may_be_purged(Seconds death) const { return death <= purged_until_; }

  /// The largest timestamp of what was at the place of the marker and may have been purged.
  Timestamp purged_marker(const RowWrite& of) const {
    Timestamp until = INT64_MIN;
    for (const Write* write : writes_of(of.clustering, of.is_static)) {
      const auto& marker = std::get<RowWrite>(write->mutation.write).marker;
      if (marker && marker->time_to_live != 0 && may_be_purged(marker->expires_at))
        until = std::max(until, marker->timestamp);
    }
    return until;
  }
  Timestamp purged_cell(const RowWrite& of, const CellWrite& place) const {
    Timestamp until = INT64_MIN;
    for (const Write* write : writes_of(of.clustering, of.is_static)) {
      const auto& row = std::get<RowWrite>(write->mutation.write);
      for (const ColumnDeletion& deletion : row.column_deletions) {
        if (deletion.column == place.column && may_be_purged(write->now))
          until = std::max(until, deletion.timestamp);
      }
      for (const CellWrite& cell : row.cells) {
        if (cell.column != place.column || cell.path != place.path) continue;
        const bool ends = !cell.value || cell.liveness.time_to_live != 0;
        if (ends && may_be_purged(cell.value ? cell.liveness.expires_at : write->now))
          until = std::max(until, cell.liveness.timestamp);
      }
    }
    return until;
  }

  /// By all deletions, or by those that may have been purged.
  Timestamp deleted_until(const Clustering& clustering, bool is_static, bool purged = false) const {
    Timestamp until = INT64_MIN;
    for (const Write& write : writes_) {
      if (purged && !may_be_purged(write.now)) continue;
      if (const auto* range = std::get_if<RangeDeletion>(&write.mutation.write)) {
        if (!is_static && is_in(clustering, range->slice)) until = std::max(until, range->timestamp);
      } else if (const auto* partition = std::get_if<PartitionDeletion>(&write.mutation.write)) {
        until = std::max(until, partition->timestamp);
      }
    }
    for (const Write* write : writes_of(clustering, is_static)) {
      if (purged && !may_be_purged(write->now)) continue;
      const auto& row = std::get<RowWrite>(write->mutation.write);
      if (row.deletion) until = std::max(until, *row.deletion);
    }
    return until;
  }

  std::optional<std::string> describe(const Clustering& clustering, bool is_static,
                                      const WantedColumns& wanted, Seconds now) const {
    const Timestamp until = deleted_until(clustering, is_static);
    std::map<ColumnId, Timestamp> column_until;
    std::optional<Liveness> marker;
    for (const Write* write : writes_of(clustering, is_static)) {
      const auto& row = std::get<RowWrite>(write->mutation.write);
      for (const ColumnDeletion& deletion : row.column_deletions) {
        Timestamp& so_far = column_until.try_emplace(deletion.column, INT64_MIN).first->second;
        so_far = std::max(so_far, deletion.timestamp);
      }
      if (row.marker && row.marker->timestamp > until) {
        const auto rank = [](const Liveness& liveness) {
          return std::tuple(liveness.timestamp, liveness.time_to_live != 0, liveness.expires_at,
                            -liveness.time_to_live);
        };
        if (!marker || rank(*row.marker) > rank(*marker)) marker = row.marker;
      }
    }
    std::map<std::pair<ColumnId, std::string>, Candidate> cells;
    for (const Write* write : writes_of(clustering, is_static)) {
      for (const CellWrite& cell : std::get<RowWrite>(write->mutation.write).cells) {
        const auto column = column_until.find(cell.column);
        const Timestamp hidden = std::max(until, column != column_until.end() ? column->second : INT64_MIN);
        if (cell.liveness.timestamp <= std::max(hidden, dropped(cell.column)) || !has(cell.column)) continue;
        const Candidate candidate{cell, write->now};
        const auto [place, fresh] = cells.try_emplace({cell.column, cell.path}, candidate);
        if (!fresh && candidate.rank() > place->second.rank()) place->second = candidate;
      }
    }
    return text_of(clustering, marker, cells, wanted, now);
  }

  std::optional<std::string> text_of(const Clustering& clustering, const std::optional<Liveness>& marker,
                                     const std::map<std::pair<ColumnId, std::string>, Candidate>& cells,
                                     const WantedColumns& wanted, Seconds now) const {
    const auto lives = [&](const Liveness& liveness) {
      return liveness.time_to_live == 0 || liveness.expires_at > now;
    };
    bool row_lives = marker && lives(*marker);
    std::string text;
    for (const std::string& value : clustering) text += std::to_string(int_of(value)) + " ";
    if (row_lives && !wanted.empty()) text += "marker" + liveness(*marker) + " ";
    for (const auto& [place, candidate] : cells) {
      if (!candidate.cell.value || !lives(candidate.cell.liveness)) continue;
      row_lives = true;
      const bool is_wanted = std::ranges::any_of(
          wanted, [&](std::size_t index) { return table_->columns[index].id == place.first; });
      if (is_wanted) {
        text += std::to_string(place.first) + "[" + place.second + "]=" + *candidate.cell.value +
                liveness(candidate.cell.liveness) + " ";
      }
    }
    return row_lives ? std::optional(text) : std::nullopt;
  }

  TablePointer table_;
  std::map<ColumnId, Timestamp> dropped_;
  Seconds purged_until_ = INT64_MIN;  // what died up to here may be gone
  std::vector<Write> writes_;
};

/// A row of the store as the model writes it.
inline std::string text_of(const TablePointer& table, const StoredRow& row) {
  std::string text;
  for (const std::string& value : row.clustering) text += std::to_string(int_of(value)) + " ";
  if (row.marker) text += "marker" + Model::liveness(*row.marker) + " ";
  std::map<ColumnId, std::size_t> by_id;
  for (std::size_t i = 0; i < table->columns.size(); ++i) by_id[table->columns[i].id] = i;
  for (const auto& [id, index] : by_id) {
    const std::string name = std::to_string(id);
    if (const auto& cell = row.cells[index]) {
      text += name + "[]=" + std::string(cell->value) + Model::liveness(cell->liveness) + " ";
    }
    for (const StoredElement& element : row.elements[index]) {
      text += name + "[" + element.path + "]=" + std::string(element.cell.value) +
              Model::liveness(element.cell.liveness) + " ";
    }
  }
  return text;
}

}  // namespace cellar::test
