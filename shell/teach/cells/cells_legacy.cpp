// CELLS LEGACY: partitions as clients of Cassandra 1.2 printed them, before its rows were those of CQL. A column is
// named by the clustering values and the name of the CQL column together.

#include <fmt/format.h>

#include "shell/teach/cells/cells_forms.h"
#include "shell/teach/cells/cells_words.h"
#include "types/number/number.h"
#include "types/text/hex.h"
#include "types/text/text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

/// Text as it is, blobs as digits, other values as literals without quotes.
std::string bare_text(const Type& type, std::string_view bytes) {
  if (type.kind == TypeKind::text || type.kind == TypeKind::ascii) return std::string(bytes);
  if (type.kind == TypeKind::blob) return to_hex(bytes);
  if (bytes.empty()) return {};
  const std::string text = to_literal(type, bytes);
  return text.starts_with('\'') ? text.substr(1, text.size() - 2) : text;
}

class LegacyCells {
 public:
  explicit LegacyCells(const CellsPrint& print) : print_(print), table_(*print.place.table) {}

  void write_partition(const RawPartitions& partition);
  void write_row(const RawRow& row, RawPartitions& partition);

 private:
  std::string column_of(const RawRow& row, const RawCell* cell) const;
  bool is_live(const RawRow& row, const Liveness& liveness) const;
  void write_cell(const std::string& column, std::string_view value, const Liveness& liveness);

  const CellsPrint& print_;
  const Table& table_;
};

void LegacyCells::write_partition(const RawPartitions& partition) {
  std::string key;
  for (std::size_t i = 0; i < table_.partition_key_size; ++i) {
    key += (i == 0 ? "" : ":") + bare_text(table_.columns[i].type, partition.key()[i]);
  }
  print_.output.write_text("RowKey: " + show_control_characters(key) + '\n');
}

/// `cell` is null for the marker. In compact storage the clustering values alone are the name.
std::string LegacyCells::column_of(const RawRow& row, const RawCell* cell) const {
  std::string text;
  for (std::size_t i = 0; i < table_.clustering_size; ++i) {
    const Type& type = table_.columns[table_.partition_key_size + i].type;
    if (i < row.clustering.size()) text += bare_text(type, row.clustering[i]);
    const bool is_last = i + 1 == table_.clustering_size;
    if (!table_.is_compact || !is_last) text += ':';
  }
  if (cell != nullptr && (!table_.is_compact || table_.clustering_size == 0)) {
    text += cell->column->name;
    if (cell->path) text += ':' + to_hex(*cell->path);
  }
  return show_control_characters(text);
}

bool LegacyCells::is_live(const RawRow& row, const Liveness& liveness) const {
  if (row.deletion && row.deletion->deletes(liveness.timestamp)) return false;
  if (row.deleted_around && row.deleted_around->deletes(liveness.timestamp)) return false;
  return liveness.is_live(print_.now);
}

void LegacyCells::write_cell(const std::string& column, std::string_view value, const Liveness& liveness) {
  std::string text = fmt::format("=> (column={}, value={}, timestamp={}", column, value, liveness.timestamp);
  if (liveness.time_to_live != 0) text += fmt::format(", ttl={}", liveness.time_to_live);
  print_.output.write_text(text + ")\n");
}

void LegacyCells::write_row(const RawRow& row, RawPartitions& partition) {
  if (row.marker && is_live(row, *row.marker)) write_cell(column_of(row, nullptr), "", *row.marker);
  while (const RawRowPart* part = partition.next_part()) {
    const auto* cell = std::get_if<RawCell>(part);
    if (cell == nullptr || cell->version.is_tombstone || cell->is_dropped()) continue;
    if (!is_live(row, cell->version.liveness)) continue;
    const std::string column = column_of(row, cell);
    if (cell->column->type->kind == TypeKind::counter) {
      print_.output.write_text(
          fmt::format("=> (counter={}, value={})\n", column, decode_integer(cell->version.value)));
    } else {
      write_cell(column, to_hex(cell->version.value), cell->version.liveness);
    }
  }
}

}  // namespace

CellsRest print_legacy_cells(const CellsPrint& print) {
  LimitedPartitions partitions(print.place);
  LegacyCells legacy(print);
  while (partitions.next()) {
    legacy.write_partition(partitions.partition());
    while (const RawItem* item = partitions.next_item()) {
      if (const auto* row = std::get_if<RawRow>(item)) legacy.write_row(*row, partitions.partition());
    }
  }
  return partitions.rest();
}

}  // namespace cellar
