// The document of CELLS: what its text says, as data for a page that draws it.

#include <fmt/format.h>

#include "functions/json/json_value.h"
#include "shell/teach/cells/cells_forms.h"
#include "shell/teach/cells/cells_words.h"
#include "shell/teach/cells/hidden_part.h"
#include "shell/teach/cells/time_words.h"

namespace cellar {

namespace {

std::string json_or_null(const std::string& text) { return text.empty() ? "null" : json_string(text); }

std::string_view name_of(HiddenBy hidden) {
  switch (hidden) {
    case HiddenBy::nothing:
      return "null";
    case HiddenBy::dropped_column:
      return R"("dropped_column")";
    case HiddenBy::row:
      return R"("row")";
    case HiddenBy::around:
      return R"("around")";
    case HiddenBy::elements:
      return R"("elements")";
  }
  return "null";
}

std::string moment_members(Timestamp written) {
  return fmt::format(R"("timestamp":"{}","written":{})", written, json_string(moment_text(written)));
}

/// Writes pieces with commas between them.
class CellsData {
 public:
  explicit CellsData(const CellsPrint& print)
      : print_(print), table_(*print.place.table), words_(table_, print.now, false) {}

  void write_head();
  void write_partition(RawPartitions& partition);
  void write_item(const RawItem& item, RawPartitions& partition);
  void end_partition() { print_.output.write("]}"); }
  void write_end(bool has_more) { print_.output.write(fmt::format("],\"has_more\":{}}}\n", has_more)); }

 private:
  std::string columns(std::size_t first, const std::vector<std::string>& values) const;
  std::string deletion(const std::optional<Deletion>& deletion) const;
  std::string liveness(const Liveness& liveness) const;
  std::string cell(const RawCell& cell, HiddenBy hidden) const;
  void write_row(const RawRow& row, RawPartitions& partition);

  const CellsPrint& print_;
  const Table& table_;
  CellsWords words_;
  std::size_t partitions_ = 0;
  std::size_t items_ = 0;  // of the partition
};

std::string CellsData::columns(std::size_t first, const std::vector<std::string>& values) const {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Column& column = table_.columns[first + i];
    text += fmt::format("{}{}:{}", i == 0 ? "" : ",", json_string(quote_name(column.name)),
                        json_string(words_.value(column.type, values[i])));
  }
  return '{' + text + '}';
}

std::string CellsData::deletion(const std::optional<Deletion>& deletion) const {
  if (!deletion) return "null";
  return fmt::format(R"({{{},"purgeable_from":{}}})", moment_members(deletion->timestamp),
                     json_or_null(words_.purgeable_from(deletion->local_deletion_time)));
}

/// The members that say how long something lives.
std::string CellsData::liveness(const Liveness& liveness) const {
  const std::string written = moment_members(liveness.timestamp);
  if (liveness.time_to_live == 0) return written + R"(,"ttl":null)";
  return fmt::format(R"({},"ttl":{},"expires_at":{},"expired":{})", written, liveness.time_to_live,
                     json_string(second_text(liveness.expires_at)), !liveness.is_live(print_.now));
}

std::string CellsData::cell(const RawCell& cell, HiddenBy hidden) const {
  const CellVersion& version = cell.version;
  const std::string name = json_string(words_.name(cell));
  if (version.is_tombstone)
    return fmt::format(R"({{"kind":"tombstone","name":{},{},"purgeable_from":{},"hidden_by":{}}})", name,
                       moment_members(version.liveness.timestamp),
                       json_or_null(words_.purgeable_from(version.deleted_at)), name_of(hidden));
  return fmt::format(R"({{"kind":"value","name":{},"value":{},{},"hidden_by":{}}})", name,
                     json_or_null(words_.value(cell)), liveness(version.liveness), name_of(hidden));
}

void CellsData::write_head() {
  print_.output.write(fmt::format(R"({{"keyspace":{},"table":{},"partitions":[)",
                                  json_string(quote_name(table_.keyspace)),
                                  json_string(quote_name(table_.name))));
}

void CellsData::write_partition(RawPartitions& partition) {
  items_ = 0;
  print_.output.write(fmt::format(R"({}{{"key":{},"token":"{}","deletion":{},"items":[)",
                                  partitions_++ == 0 ? "" : ",", columns(0, partition.key()),
                                  partition.token(), deletion(partition.deletion())));
}

void CellsData::write_row(const RawRow& row, RawPartitions& partition) {
  HiddenParts hidden(row);
  print_.output.write(fmt::format(
      R"({{"kind":"{}","clustering":{},"deletion":{},"marker":)", row.is_static ? "static" : "row",
      columns(table_.partition_key_size, row.clustering), deletion(row.deletion)));
  print_.output.write(
      row.marker ? fmt::format(R"({{{},"hidden_by":{}}})", liveness(*row.marker), name_of(hidden.of_marker()))
                 : "null");
  print_.output.write(R"(,"cells":[)");
  std::size_t parts = 0;
  while (const RawRowPart* part = partition.next_part()) {
    if (parts++ != 0) print_.output.write(",");
    if (const auto* elements = std::get_if<RawColumnDeletion>(part)) {
      hidden.note(*elements);
      print_.output.write(fmt::format(R"({{"kind":"elements","name":{},"deletion":{}}})",
                                      json_string(quote_name(elements->column->name)),
                                      deletion(elements->deletion)));
    } else {
      const RawCell& of_row = std::get<RawCell>(*part);
      print_.output.write(cell(of_row, hidden.of(of_row)));
    }
  }
  print_.output.write("]}");
}

void CellsData::write_item(const RawItem& item, RawPartitions& partition) {
  if (std::holds_alternative<RawRangeEnd>(item)) return;
  if (items_++ != 0) print_.output.write(",");
  if (const auto* row = std::get_if<RawRow>(&item)) return write_row(*row, partition);
  const RawRange& range = std::get<RawRangeStart>(item).range;
  print_.output.write(fmt::format(R"({{"kind":"range","range":{},"deletion":{}}})",
                                  json_string(words_.range(range)), deletion(range.deletion)));
}

}  // namespace

CellsRest print_cells_as_data(const CellsPrint& print) {
  LimitedPartitions partitions(print.place);
  CellsData data(print);
  data.write_head();
  while (partitions.next()) {
    data.write_partition(partitions.partition());
    while (const RawItem* item = partitions.next_item()) data.write_item(*item, partitions.partition());
    data.end_partition();
  }
  CellsRest rest = partitions.rest();
  data.write_end(rest.has_value());
  return rest;
}

}  // namespace cellar
