// MAP: a table as a map of sorted maps, with the values of its first partitions, as text and as JSON.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "functions/json/json_value.h"
#include "shell/teach/cells/cells_forms.h"
#include "shell/teach/cells/cells_words.h"
#include "shell/teach/cells/hidden_part.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kMappedPartitions = 3;
constexpr std::size_t kMappedRows = 5;   // of a partition
constexpr std::size_t kMappedCells = 8;  // of a row

struct LiveCell {
  std::string name;
  std::string value;  // empty: an element of a set, which is its name
};

/// What both forms show of a row.
class LiveRows {
 public:
  explicit LiveRows(const CellsPrint& print)
      : table(*print.place.table), words_(table, print.now, false), now_(print.now) {}

  std::string value(std::size_t column, std::string_view bytes) const {
    return words_.value(table.columns[column].type, bytes);
  }
  /// Returns the first live cells of the row, and perhaps one more; nothing if the row does not live.
  std::optional<std::vector<LiveCell>> cells_of(const RawRow& row, RawPartitions& partition);

  const Table& table;

 private:
  CellsWords words_;
  Seconds now_;
};

std::optional<std::vector<LiveCell>> LiveRows::cells_of(const RawRow& row, RawPartitions& partition) {
  HiddenParts hidden(row);
  const bool has_marker = row.marker && hidden.of_marker() == HiddenBy::nothing && row.marker->is_live(now_);
  std::vector<LiveCell> cells;
  while (const RawRowPart* part = partition.next_part()) {
    if (const auto* deletion = std::get_if<RawColumnDeletion>(part)) {
      hidden.note(*deletion);
      continue;
    }
    const RawCell& cell = std::get<RawCell>(*part);
    if (cell.version.is_tombstone || hidden.of(cell) != HiddenBy::nothing) continue;
    if (!cell.version.liveness.is_live(now_)) continue;
    cells.push_back({words_.name(cell), words_.value(cell)});
    if (cells.size() > kMappedCells) return cells;
  }
  if (table.view_of && table.view_of->key_column != 0 && !has_marker) return std::nullopt;
  return has_marker || !cells.empty() ? std::optional(cells) : std::nullopt;
}

/// Draws rows in the order in which they lie; a brace is open for each clustering value that they share.
class MapText {
 public:
  explicit MapText(const CellsPrint& print) : print_(print), rows_(print), table_(rows_.table) {}

  void write_head();
  void write_partition(RawPartitions& partition);
  void write_end(bool has_more);

 private:
  void line(std::size_t depth, const std::string& text) {
    print_.output.write_text(std::string(2 * depth, ' ') + text + '\n');
  }
  std::string text_of(const RawRow& row, const std::vector<LiveCell>& cells);
  void write_row(const RawRow& row, const std::string& cells);
  void close_to(std::size_t depth);
  void note_path(const RawRow& row, const LiveCell& cell);

  const CellsPrint& print_;
  LiveRows rows_;
  const Table& table_;
  std::string key_;                // of the partition
  std::vector<std::string> open_;  // clustering values with an open brace
  std::string path_;               // of the first value
};

void MapText::write_head() {
  const TeachWords::Speech say(print_.language);
  std::string type = say("map<column, value>");
  std::string path;
  for (std::size_t i = table_.key_size(); i-- > table_.partition_key_size;) {
    const Column& column = table_.columns[i];
    type =
        fmt::format("sortedmap<{}{}, {}>", quote_name(column.name), column.descending ? " DESC" : "", type);
    path = fmt::format("[{}]", quote_name(column.name)) + path;
  }
  std::string key;
  for (std::size_t i = 0; i < table_.partition_key_size; ++i)
    key += (i == 0 ? "" : ", ") + quote_name(table_.columns[i].name);
  if (table_.partition_key_size > 1) key = '(' + key + ')';
  line(0, fmt::format("{} = map<{}, {}>", quote_name(table_.name), key, type));
  line(0, fmt::format("[{}][{}][{}]{}", quote_name(table_.keyspace), quote_name(table_.name), key, path) +
              say("[column] = value"));
  line(0, "{");
}

void MapText::note_path(const RawRow& row, const LiveCell& cell) {
  if (!path_.empty()) return;
  path_ = fmt::format("[{}][{}][{}]", quote_name(table_.keyspace), quote_name(table_.name), key_);
  for (std::size_t i = 0; i < row.clustering.size(); ++i) {
    path_ += '[' + rows_.value(table_.partition_key_size + i, row.clustering[i]) + ']';
  }
  path_ += fmt::format("[{}]{}{}", cell.name, cell.value.empty() ? "" : " = ", cell.value);
}

std::string MapText::text_of(const RawRow& row, const std::vector<LiveCell>& cells) {
  std::string text;
  for (std::size_t index = 0; index < cells.size(); ++index) {
    if (index == kMappedCells) return text + ", ...";
    const LiveCell& cell = cells[index];
    note_path(row, cell);
    text += fmt::format("{}{}{}{}", index == 0 ? "" : ", ", cell.name, cell.value.empty() ? "" : ": ",
                        cell.value);
  }
  return text;
}

void MapText::close_to(std::size_t depth) {
  while (open_.size() > depth) {
    open_.pop_back();
    line(2 + open_.size(), "}");
  }
}

void MapText::write_row(const RawRow& row, const std::string& cells) {
  if (row.is_static) return line(2, TeachWords::say(print_.language, "static: ") + "{" + cells + "}");
  if (row.clustering.empty()) return line(2, cells);
  const std::size_t outer = row.clustering.size() - 1;
  std::size_t alike = 0;
  while (alike < std::min(outer, open_.size()) && open_[alike] == row.clustering[alike]) ++alike;
  close_to(alike);
  for (std::size_t i = alike; i < outer; ++i) {
    line(2 + i, rows_.value(table_.partition_key_size + i, row.clustering[i]) + ": {");
    open_.push_back(row.clustering[i]);
  }
  line(2 + outer,
       rows_.value(table_.partition_key_size + outer, row.clustering[outer]) + ": {" + cells + "}");
}

void MapText::write_partition(RawPartitions& partition) {
  key_.clear();
  for (std::size_t i = 0; i < table_.partition_key_size; ++i)
    key_ += (i == 0 ? "" : ", ") + rows_.value(i, partition.key()[i]);
  line(1, (table_.partition_key_size > 1 ? '(' + key_ + ')' : key_) + ": {");
  const std::size_t most = print_.place.limit.value_or(kMappedRows);
  std::size_t rows = 0;
  while (const RawItem* item = partition.next_item()) {
    const auto* row = std::get_if<RawRow>(item);
    if (row == nullptr) continue;
    const std::optional<std::vector<LiveCell>> cells = rows_.cells_of(*row, partition);
    if (!cells) continue;
    if (!row->is_static && ++rows > most) {
      close_to(0);
      line(2, "...");
      break;
    }
    write_row(*row, text_of(*row, *cells));
  }
  close_to(0);
  line(1, "}");
}

void MapText::write_end(bool) {
  line(0, "}");
  if (!path_.empty()) line(0, path_);
}

/// {"table", "partitions": [{"key", "static", "rows": [{"clustering", "cells", "has_more"}], "has_more"}], "has_more"}:
/// names with the texts of values, null for an element of a set. `static` is a row without clustering columns, or null;
/// `has_more` says that something is left out there.
class MapJson {
 public:
  explicit MapJson(const CellsPrint& print) : print_(print), rows_(print), table_(rows_.table) {}

  void write_head() {
    print_.output.write(fmt::format(R"({{"keyspace":{},"table":{},"partitions":[)",
                                    json_string(table_.keyspace), json_string(table_.name)));
  }
  void write_partition(RawPartitions& partition);
  void write_end(bool has_more) {
    print_.output.write(fmt::format(R"(],"has_more":{}}})"
                                    "\n",
                                    has_more));
  }

 private:
  std::string columns(std::size_t first, const std::vector<std::string>& values) const;
  std::string row_of(const RawRow& row, const std::vector<LiveCell>& cells) const;

  const CellsPrint& print_;
  LiveRows rows_;
  const Table& table_;
  bool is_first_ = true;
};

std::string MapJson::columns(std::size_t first, const std::vector<std::string>& values) const {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i)
    text += fmt::format("{}{}:{}", i == 0 ? "" : ",", json_string(table_.columns[first + i].name),
                        json_string(rows_.value(first + i, values[i])));
  return '{' + text + '}';
}

std::string MapJson::row_of(const RawRow& row, const std::vector<LiveCell>& cells) const {
  std::string text;
  for (std::size_t i = 0; i < std::min(cells.size(), kMappedCells); ++i)
    text += fmt::format("{}{}:{}", i == 0 ? "" : ",", json_string(cells[i].name),
                        cells[i].value.empty() ? "null" : json_string(cells[i].value));
  return fmt::format(R"({{"clustering":{},"cells":{{{}}},"has_more":{}}})",
                     columns(table_.partition_key_size, row.clustering), text, cells.size() > kMappedCells);
}

void MapJson::write_partition(RawPartitions& partition) {
  std::string statics = "null";
  std::string rows;
  const std::size_t most = print_.place.limit.value_or(kMappedRows);
  std::size_t count = 0;
  while (const RawItem* item = partition.next_item()) {
    const auto* row = std::get_if<RawRow>(item);
    if (row == nullptr) continue;
    const std::optional<std::vector<LiveCell>> cells = rows_.cells_of(*row, partition);
    if (!cells) continue;
    if (row->is_static) {
      statics = row_of(*row, *cells);
      continue;
    }
    if (++count > most) break;
    rows += (rows.empty() ? "" : ",") + row_of(*row, *cells);
  }
  print_.output.write(fmt::format(R"({}{{"key":{},"static":{},"rows":[{}],"has_more":{}}})",
                                  is_first_ ? "" : ",", columns(0, partition.key()), statics, rows,
                                  count > most));
  is_first_ = false;
}

template <typename Map>
CellsRest print_with(const CellsPrint& print) {
  Map map(print);
  map.write_head();
  LimitedPartitions partitions(print.place, kMappedPartitions);
  while (partitions.next()) map.write_partition(partitions.partition());
  CellsRest rest = partitions.rest();
  map.write_end(rest.has_value());
  return rest;
}

}  // namespace

CellsRest print_map(const CellsPrint& print) { return print_with<MapText>(print); }
CellsRest print_map_as_json(const CellsPrint& print) { return print_with<MapJson>(print); }

}  // namespace cellar
