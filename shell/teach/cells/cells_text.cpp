// CELLS and CELLS HEX: partitions as lines for people.

#include <fmt/format.h>

#include <algorithm>

#include "refusal/width.h"
#include "shell/teach/cells/cells_forms.h"
#include "shell/teach/cells/cells_words.h"
#include "shell/teach/cells/hidden_part.h"
#include "types/text/text.h"

namespace cellar {

namespace {

class CellsText {
 public:
  CellsText(const CellsPrint& print, bool as_hex)
      : print_(print), words_(*print.place.table, print.now, as_hex, print.language), say_(print.language) {
    constexpr std::size_t kWidest = 24;
    for (const Column& column : print.place.table->columns) {
      if (!column.is_key()) name_width_ = std::max(name_width_, quote_name(column.name).size());
    }
    name_width_ = std::min(name_width_, kWidest);
  }

  void write_partition(RawPartitions& partition);
  void write_item(const RawItem& item, RawPartitions& partition);
  bool has_written() const { return has_written_; }

 private:
  void write_row(const RawRow& row, RawPartitions& partition);
  void write_part(HiddenParts& hidden, const RawRowPart& part);
  std::string words_of(HiddenBy hidden) const;
  void line(std::string text) { print_.output.write_text(std::move(text += '\n')); }

  const CellsPrint& print_;
  CellsWords words_;
  TeachWords::Speech say_;
  std::size_t name_width_ = sizeof "(marker)" - 1;
  bool has_written_ = false;
};

void CellsText::write_partition(RawPartitions& partition) {
  has_written_ = true;
  line(say_("partition {key}   token {token}",
            {{"key", words_.key(partition.key())}, {"token", std::to_string(partition.token())}}));
  if (partition.deletion())
    line(say_("  partition {deletion}", {{"deletion", words_.deletion(*partition.deletion())}}));
}

/// Says which deletion hides a part; nothing if none does.
std::string CellsText::words_of(HiddenBy hidden) const {
  switch (hidden) {
    case HiddenBy::nothing:
      return {};
    case HiddenBy::dropped_column:
      return say_("; its column was dropped");
    case HiddenBy::row:
      return say_("; hidden by the deletion of the row");
    case HiddenBy::around:
      return say_("; hidden by the deletion around it");
    case HiddenBy::elements:
      return say_("; hidden by the deletion of all elements");
  }
  return {};
}

void CellsText::write_part(HiddenParts& parts, const RawRowPart& part) {
  if (const auto* deletion = std::get_if<RawColumnDeletion>(&part)) {
    parts.note(*deletion);
    line(fmt::format("    {:<{}}   {}", quote_name(deletion->column->name), name_width_,
                     say_("all elements {deletion}", {{"deletion", words_.deletion(deletion->deletion)}})));
    return;
  }
  const RawCell& cell = std::get<RawCell>(part);
  const std::string hidden = words_of(parts.of(cell));
  const std::string name = words_.name(cell);
  if (cell.version.is_tombstone) {
    line(fmt::format("    {:<{}}   {}{}", name, name_width_, words_.tombstone(cell.version), hidden));
    return;
  }
  const std::string value = words_.value(cell);
  line(fmt::format("    {:<{}} {} {}   {}{}", name, name_width_, value.empty() ? " " : "=", value,
                   words_.liveness(cell.version.liveness), hidden));
}

void CellsText::write_row(const RawRow& row, RawPartitions& partition) {
  const std::string clustering = words_.clustering(row.clustering);
  line(row.is_static        ? say_("  static")
       : clustering.empty() ? say_("  row")
                            : say_("  row {clustering}", {{"clustering", clustering}}));
  HiddenParts hidden(row);
  if (row.deletion) line(say_("    row {deletion}", {{"deletion", words_.deletion(*row.deletion)}}));
  if (row.marker) {
    const std::string marker = say_("(marker)");
    line("    " + marker + std::string(name_width_ - std::min(name_width_, display_width(marker)), ' ') +
         "   " + words_.liveness(*row.marker) + words_of(hidden.of_marker()));
  }
  while (const RawRowPart* part = partition.next_part()) write_part(hidden, *part);
}

void CellsText::write_item(const RawItem& item, RawPartitions& partition) {
  if (const auto* row = std::get_if<RawRow>(&item)) return write_row(*row, partition);
  if (const auto* start = std::get_if<RawRangeStart>(&item)) {
    const std::string range = words_.range(start->range);
    line(say_("  range {range} {deletion}", {{"range", range.empty() ? say_("of all rows") : range},
                                             {"deletion", words_.deletion(start->range.deletion)}}));
  }
}

}  // namespace

CellsRest print_cells(const CellsPrint& print, bool as_hex) {
  LimitedPartitions partitions(print.place);
  CellsText text(print, as_hex);
  while (partitions.next()) {
    text.write_partition(partitions.partition());
    while (const RawItem* item = partitions.next_item()) text.write_item(*item, partitions.partition());
  }
  if (!text.has_written()) print.output.write(TeachWords::say(print.language, "(no partition)\n"));
  return partitions.rest();
}

}  // namespace cellar
