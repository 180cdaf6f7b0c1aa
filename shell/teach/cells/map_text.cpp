// MAP: a table as a map of sorted maps, with the values of its first partitions.

#include <fmt/format.h>

#include <algorithm>

#include "shell/teach/cells/cells_forms.h"
#include "shell/teach/cells/cells_words.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kMappedPartitions = 3;
constexpr std::size_t kMappedRows = 5;   // of a partition
constexpr std::size_t kMappedCells = 8;  // of a row

/// Draws rows in the order in which they lie; a brace is open for each clustering value that they share.
class MapText {
 public:
  explicit MapText(const CellsPrint& print)
      : print_(print), table_(*print.place.table), words_(table_, print.now, false) {}

  void write_head();
  void write_partition(RawPartitions& partition);
  void write_end();

 private:
  std::string value(std::size_t column, std::string_view bytes) const {
    return words_.value(table_.columns[column].type, bytes);
  }
  void line(std::size_t depth, const std::string& text) {
    print_.output.write_text(std::string(2 * depth, ' ') + text + '\n');
  }
  bool is_live(const RawRow& row, const Liveness& liveness) const;
  std::optional<std::string> cells_of(const RawRow& row, RawPartitions& partition);
  void write_row(const RawRow& row, const std::string& cells);
  void close_to(std::size_t depth);
  void note_path(const RawRow& row, const RawCell& cell);

  const CellsPrint& print_;
  const Table& table_;
  CellsWords words_;
  std::string key_;                // of the partition
  std::vector<std::string> open_;  // clustering values with an open brace
  std::string path_;               // of the first value
};

void MapText::write_head() {
  std::string type = "map<column, value>";
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
  line(0, fmt::format("[{}][{}][{}]{}[column] = value", quote_name(table_.keyspace), quote_name(table_.name),
                      key, path));
  line(0, "{");
}

bool MapText::is_live(const RawRow& row, const Liveness& liveness) const {
  if (row.deletion && row.deletion->deletes(liveness.timestamp)) return false;
  if (row.deleted_around && row.deleted_around->deletes(liveness.timestamp)) return false;
  return liveness.is_live(print_.now);
}

void MapText::note_path(const RawRow& row, const RawCell& cell) {
  if (!path_.empty()) return;
  path_ = fmt::format("[{}][{}][{}]", quote_name(table_.keyspace), quote_name(table_.name), key_);
  for (std::size_t i = 0; i < row.clustering.size(); ++i) {
    path_ += '[' + value(table_.partition_key_size + i, row.clustering[i]) + ']';
  }
  const std::string text = words_.value(cell);
  path_ += fmt::format("[{}]{}{}", words_.name(cell), text.empty() ? "" : " = ", text);
}

/// Returns the live cells of the row; nothing if it does not live.
std::optional<std::string> MapText::cells_of(const RawRow& row, RawPartitions& partition) {
  bool lives = row.marker && is_live(row, *row.marker);
  std::string text;
  std::size_t cells = 0;
  const RawColumnDeletion* deleted = nullptr;
  RawColumnDeletion deletion;
  while (const RawRowPart* part = partition.next_part()) {
    if (const auto* of_column = std::get_if<RawColumnDeletion>(part)) {
      deletion = *of_column;
      deleted = &deletion;
      continue;
    }
    const RawCell& cell = std::get<RawCell>(*part);
    const Liveness& liveness = cell.version.liveness;
    const bool is_hidden =
        deleted != nullptr && deleted->column == cell.column && deleted->deletion.deletes(liveness.timestamp);
    if (cell.version.is_tombstone || cell.is_dropped() || is_hidden || !is_live(row, liveness)) continue;
    lives = true;
    if (++cells > kMappedCells) return text + ", ...";
    note_path(row, cell);
    const std::string value = words_.value(cell);
    text +=
        fmt::format("{}{}{}{}", cells == 1 ? "" : ", ", words_.name(cell), value.empty() ? "" : ": ", value);
  }
  if (table_.view_of && table_.view_of->key_column != 0 && !(row.marker && is_live(row, *row.marker)))
    return std::nullopt;
  return lives ? std::optional(text) : std::nullopt;
}

void MapText::close_to(std::size_t depth) {
  while (open_.size() > depth) {
    open_.pop_back();
    line(2 + open_.size(), "}");
  }
}

void MapText::write_row(const RawRow& row, const std::string& cells) {
  if (row.is_static) return line(2, "static: {" + cells + "}");
  if (row.clustering.empty()) return line(2, cells);
  const std::size_t outer = row.clustering.size() - 1;
  std::size_t alike = 0;
  while (alike < std::min(outer, open_.size()) && open_[alike] == row.clustering[alike]) ++alike;
  close_to(alike);
  for (std::size_t i = alike; i < outer; ++i) {
    line(2 + i, value(table_.partition_key_size + i, row.clustering[i]) + ": {");
    open_.push_back(row.clustering[i]);
  }
  line(2 + outer, value(table_.partition_key_size + outer, row.clustering[outer]) + ": {" + cells + "}");
}

void MapText::write_partition(RawPartitions& partition) {
  key_.clear();
  for (std::size_t i = 0; i < table_.partition_key_size; ++i)
    key_ += (i == 0 ? "" : ", ") + value(i, partition.key()[i]);
  line(1, (table_.partition_key_size > 1 ? '(' + key_ + ')' : key_) + ": {");
  const std::size_t most = print_.place.limit.value_or(kMappedRows);
  std::size_t rows = 0;
  while (const RawItem* item = partition.next_item()) {
    const auto* row = std::get_if<RawRow>(item);
    if (row == nullptr) continue;
    const std::optional<std::string> cells = cells_of(*row, partition);
    if (!cells) continue;
    if (!row->is_static && ++rows > most) {
      close_to(0);
      line(2, "...");
      break;
    }
    write_row(*row, *cells);
  }
  close_to(0);
  line(1, "}");
}

void MapText::write_end() {
  line(0, "}");
  if (!path_.empty()) line(0, path_);
}

}  // namespace

CellsRest print_map(const CellsPrint& print) {
  MapText map(print);
  map.write_head();
  LimitedPartitions partitions(print.place, kMappedPartitions);
  while (partitions.next()) map.write_partition(partitions.partition());
  map.write_end();
  return partitions.rest();
}

}  // namespace cellar
