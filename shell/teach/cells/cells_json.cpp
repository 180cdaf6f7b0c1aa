// CELLS JSON: the shape of sstabledump. It writes the liveness of a cell where it differs from that of the row.

#include <fmt/format.h>

#include "functions/json/json_value.h"
#include "shell/teach/cells/cells_forms.h"
#include "shell/teach/cells/cells_words.h"
#include "shell/teach/cells/time_words.h"
#include "storage/format/element_type.h"
#include "types/text/hex.h"
#include "types/text/text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

/// As the type's own text: what a string of JSON holds.
std::string plain_text(const Type& type, std::string_view bytes) {
  if (type.kind == TypeKind::text || type.kind == TypeKind::ascii) return std::string(bytes);
  if (type.kind == TypeKind::blob) return to_hex(bytes);
  if (bytes.empty()) return {};
  std::string text = json_text_of_value(type, bytes);
  return text.starts_with('"') ? text.substr(1, text.size() - 2) : text;
}

class CellsJson {
 public:
  explicit CellsJson(const CellsPrint& print) : print_(print), table_(*print.place.table) {}

  void begin_partition(const RawPartitions& partition);
  void write_item(const RawItem& item, RawPartitions& partition);
  void end_partition() { write("\n    ]\n  }"); }
  std::size_t partitions() const { return partitions_; }

 private:
  void write(std::string_view text) { print_.output.write_text(text); }
  std::string clustering(const std::vector<std::string>& values, bool is_row) const;
  std::string range_bound(std::string_view name, const Position& position, bool inclusive,
                          const Deletion& deletion) const;
  static std::string deletion_info(const Deletion& deletion);
  std::string expiry(const Liveness& liveness) const;
  void write_row(const RawRow& row, RawPartitions& partition);
  std::string path_of(const RawCell& cell) const;
  std::string cell_text(const RawRow& row, const RawCell& cell) const;

  const CellsPrint& print_;
  const Table& table_;
  std::size_t partitions_ = 0;
  std::size_t items_ = 0;     // of the partition
  std::size_t position_ = 0;  // of what was written, among all partitions and rows
};

std::string CellsJson::deletion_info(const Deletion& deletion) {
  return fmt::format(R"("deletion_info" : {{ "marked_deleted" : "{}", "local_delete_time" : "{}" }})",
                     moment_text(deletion.timestamp), second_text(deletion.local_deletion_time));
}

std::string CellsJson::expiry(const Liveness& liveness) const {
  if (liveness.time_to_live == 0) return {};
  return fmt::format(R"(, "ttl" : {}, "expires_at" : "{}", "expired" : {})", liveness.time_to_live,
                     second_text(liveness.expires_at), !liveness.is_live(print_.now));
}

void CellsJson::begin_partition(const RawPartitions& partition) {
  std::string key;
  for (std::size_t i = 0; i < table_.partition_key_size; ++i) {
    key += (i == 0 ? "" : ", ") + json_string(plain_text(table_.columns[i].type, partition.key()[i]));
  }
  write(partitions_++ == 0 ? "\n" : ",\n");
  write(fmt::format("  {{\n    \"partition\" : {{\n      \"key\" : [ {} ],\n      \"position\" : {}", key,
                    position_++));
  if (partition.deletion()) write(",\n      " + deletion_info(*partition.deletion()));
  write("\n    },\n    \"rows\" : [");
  items_ = 0;
}

/// The columns that a bound leaves open are "*".
std::string CellsJson::clustering(const std::vector<std::string>& values, bool is_row) const {
  if (values.empty()) return {};
  std::string text;
  for (std::size_t i = 0; i < table_.clustering_size; ++i) {
    const Type& type = table_.columns[table_.partition_key_size + i].type;
    text += i == 0 ? "" : ", ";
    text += i < values.size() ? json_text_of_value(type, values[i]) : is_row ? "null" : "\"*\"";
  }
  return fmt::format("\"clustering\" : [ {} ]", text);
}

std::string CellsJson::range_bound(std::string_view name, const Position& position, bool inclusive,
                                   const Deletion& deletion) const {
  const std::string values = clustering(position.prefix, position.is_row);
  return fmt::format(R"({{ "type" : "range_tombstone_bound", "{}" : {{ "type" : "{}", {}{}{} }} }})", name,
                     inclusive ? "inclusive" : "exclusive", values, values.empty() ? "" : ", ",
                     deletion_info(deletion));
}

void CellsJson::write_item(const RawItem& item, RawPartitions& partition) {
  write(items_++ == 0 ? "\n      " : ",\n      ");
  if (const auto* row = std::get_if<RawRow>(&item)) return write_row(*row, partition);
  if (const auto* start = std::get_if<RawRangeStart>(&item)) {
    const Position& position = start->range.start;
    return write(range_bound("start", position, !position.after, start->range.deletion));
  }
  const RawRange& range = std::get<RawRangeEnd>(item).range;
  write(range_bound("end", range.end, range.end.after, range.deletion));
}

void CellsJson::write_row(const RawRow& row, RawPartitions& partition) {
  write(fmt::format("{{\n        \"type\" : \"{}\",\n        \"position\" : {}",
                    row.is_static ? "static_block" : "row", position_++));
  const std::string values = clustering(row.clustering, true);
  if (!values.empty()) write(",\n        " + values);
  if (row.marker) {
    write(fmt::format(",\n        \"liveness_info\" : {{ \"tstamp\" : \"{}\"{} }}",
                      moment_text(row.marker->timestamp), expiry(*row.marker)));
  }
  if (row.deletion) write(",\n        " + deletion_info(*row.deletion));
  write(",\n        \"cells\" : [");
  std::size_t parts = 0;
  // Like sstabledump, without what belongs to dropped columns.
  while (const RawRowPart* part = partition.next_part()) {
    std::string text;
    if (const auto* deletion = std::get_if<RawColumnDeletion>(part)) {
      if (deletion->column->is_dropped) continue;
      text = fmt::format("{{ \"name\" : {}, {} }}", json_string(quote_name(deletion->column->name)),
                         deletion_info(deletion->deletion));
    } else {
      const RawCell& cell = std::get<RawCell>(*part);
      if (cell.is_dropped()) continue;
      text = cell_text(row, cell);
    }
    write(parts++ == 0 ? "\n          " : ",\n          ");
    write(text);
  }
  write(parts == 0 ? " ]\n      }" : "\n        ]\n      }");
}

std::string CellsJson::path_of(const RawCell& cell) const {
  const Type& type = *cell.column->type;
  if (type.kind == TypeKind::user) return json_string(field_name(type, *cell.path));
  if (type.kind == TypeKind::list) return json_string(to_hex(*cell.path));
  return json_string(plain_text(type.arguments[0], *cell.path));
}

std::string CellsJson::cell_text(const RawRow& row, const RawCell& cell) const {
  const CellVersion& version = cell.version;
  std::string text = "{ \"name\" : " + json_string(quote_name(cell.column->name));
  if (cell.path) text += ", \"path\" : [ " + path_of(cell) + " ]";
  if (version.is_tombstone) {
    text += fmt::format(R"(, "deletion_info" : {{ "local_delete_time" : "{}" }})",
                        second_text(version.deleted_at));
  } else {
    const Type* type = cell.path ? element_type(*cell.column->type, *cell.path) : cell.column->type;
    text += ", \"value\" : " + (type != nullptr ? json_text_of_value(*type, version.value) : "\"\"");
  }
  const Liveness& liveness = version.liveness;
  const bool is_like_marker = row.marker && *row.marker == liveness;
  const bool has_time_of_marker = row.marker && row.marker->timestamp == liveness.timestamp;
  // Without its time, a cell that never expires would be taken to expire with the row.
  if (version.is_tombstone ? !has_time_of_marker : !is_like_marker)
    text += fmt::format(R"(, "tstamp" : "{}")", moment_text(liveness.timestamp));
  if (!version.is_tombstone && !is_like_marker) text += expiry(liveness);
  return text + " }";
}

}  // namespace

CellsRest print_cells_as_json(const CellsPrint& print) {
  LimitedPartitions partitions(print.place);
  CellsJson json(print);
  print.output.write("[");
  while (partitions.next()) {
    json.begin_partition(partitions.partition());
    while (const RawItem* item = partitions.next_item()) json.write_item(*item, partitions.partition());
    json.end_partition();
  }
  print.output.write(json.partitions() == 0 ? "]\n" : "\n]\n");
  return partitions.rest();
}

}  // namespace cellar
