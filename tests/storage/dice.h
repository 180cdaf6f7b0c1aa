// Random writes and reads of one partition, from a seed.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "changing_table.h"

namespace cellar::test {

/// Makes writes and reads for one partition.
class Dice {
 public:
  Dice(const ChangingTable& table, unsigned seed) : table_(table), random_(seed) {}

  int roll(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }

  /// Makes a write with a timestamp from 1 to 12, or the one given.
  Mutation write(const std::string& key, Seconds now, std::optional<Timestamp> timestamp = std::nullopt) {
    const Timestamp at = timestamp ? *timestamp : 1 + roll(12);
    const TablePointer& table = table_.now();
    switch (roll(13)) {
      case 0:
        return mutation(table, key, PartitionDeletion{at});
      case 1:
      case 2:
      case 3:
        return mutation(table, key, RangeDeletion{slice(), at});
      case 4: {
        RowWrite row;
        row.is_static = true;
        add_cells(row, {"s"}, "sm", at, now);
        return mutation(table, key, row);
      }
      case 5: {
        RowWrite row = some_row();
        row.deletion = at;
        if (roll(3) == 0) add_cells(row, {"a"}, "m", at + roll(2), now);
        return mutation(table, key, row);
      }
      case 6:
        return mutation(table, key, plain_row(at, now));
      default: {
        RowWrite row = some_row();
        if (roll(2) == 0) row.marker = liveness(at, now);
        add_cells(row, {"a", "b", "z"}, roll(2) == 0 ? "m" : "l", at, now);
        return mutation(table, key, row);
      }
    }
  }

  Slice slice() { return {position(), position()}; }

  /// Slices that do not overlap, in stored order: each begins where one that is one before ends, or later.
  std::vector<Slice> slices() {
    if (roll(3) == 0) return {Slice{}};
    if (roll(2) == 0) return {slice()};
    std::vector<Slice> result;
    for (int c = 0; c < 4; ++c) {
      const std::string value = int_bytes(c);
      if (roll(3) == 0) {
        result.push_back({{{value}, false}, {{value}, true}});
      } else if (roll(2) == 0) {
        const std::string second = int_bytes(roll(3));
        result.push_back({{{value, second}, false}, {{value, second}, true}});
      }
    }
    return result;
  }

  std::vector<std::string> some_clustering() { return {int_bytes(roll(width_)), int_bytes(roll(depth_))}; }

  WantedColumns wanted() {
    WantedColumns wanted;
    for (const std::size_t index : all_columns(table_.now())) {
      if (roll(4) != 0) wanted.push_back(index);
    }
    return wanted;
  }

 private:
  Position position() {
    Position position;
    const int size = roll(3);
    if (size > 0) position.prefix.push_back(int_bytes(roll(4)));
    if (size > 1) position.prefix.push_back(int_bytes(roll(3)));
    position.after = roll(2) == 0;
    return position;
  }
  RowWrite some_row() {
    RowWrite row;
    row.clustering = some_clustering();
    return row;
  }
  /// Makes a row that the fast path takes.
  RowWrite plain_row(Timestamp at, Seconds now) {
    RowWrite row = some_row();
    const Liveness alike = liveness(at, now);
    if (roll(3) != 0) row.marker = alike;
    add_cells(row, {"a", "b", "z"}, "", at, now);
    for (CellWrite& cell : row.cells) {
      if (cell.value) cell.liveness = alike;
    }
    return row;
  }
  Liveness liveness(Timestamp at, Seconds now) {
    if (roll(4) != 0) return {at, 0, 0};
    // Many end in the same second, whenever they were written.
    const int seconds = roll(2) == 0 ? 1 + roll(30) : static_cast<int>(32 - now % 32);
    return {at, seconds, now + seconds};
  }
  Value value() {
    const int size = roll(12);
    if (size == 0) return std::nullopt;
    if (size == 1) return std::string(5000, static_cast<char>('A' + roll(3)));
    return std::string(static_cast<std::size_t>(roll(3)), static_cast<char>('a' + roll(3)));
  }
  void add_cells(RowWrite& row, const std::vector<std::string>& plain, const std::string& multicell,
                 Timestamp at, Seconds now) {
    for (const std::string& column : plain) {
      if (table_.has(column) && roll(2) == 0) add_cell(row, column, "", value(), at, now);
    }
    if (multicell.empty() || !table_.has(multicell)) return;
    const ColumnId id = id_of(table_.now(), multicell);
    if (roll(3) == 0) row.column_deletions.push_back({id, at - 1});
    for (int i = roll(3); i > 0; --i) {
      std::string path =
          multicell == "l" ? list_position(roll(3), 0) : std::string(1, static_cast<char>('x' + roll(3)));
      if (multicell == "sm" && roll(5) == 0) path.clear();
      const bool known = std::ranges::any_of(
          row.cells, [&](const CellWrite& cell) { return cell.column == id && cell.path == path; });
      if (!known) add_cell(row, multicell, path, roll(3) == 0 ? Value() : int_bytes(roll(2)), at, now);
    }
  }
  void add_cell(RowWrite& row, const std::string& column, const std::string& path, Value bytes, Timestamp at,
                Seconds now) {
    CellWrite write = cell(table_.now(), column, std::move(bytes), at, path);
    if (write.value) write.liveness = liveness(at, now);
    row.cells.push_back(write);
  }

  const ChangingTable& table_;
  std::mt19937 random_;
  // The fewer rows there are, the more often writes meet.
  const int width_ = 1 + roll(4);
  const int depth_ = 1 + roll(3);
};

}  // namespace cellar::test
