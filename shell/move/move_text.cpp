#include <algorithm>
#include <string>

#include "shell/move/move.h"
#include "shell/move/words/move_words.h"
#include "shell/teach/figure/figure.h"
#include "types/text/text.h"

namespace cellar {

namespace {

class MoveText {
 public:
  MoveText(const MoveReport& report, Language language, std::size_t terminal)
      : report_(report), say_(language), terminal_(terminal) {}

  std::string text() {
    for (const MovedTable& table : report_.tables) add_differences(table);
    add_tables();
    add_remarks();
    add_end();
    return std::move(text_);
  }

 private:
  std::string cell_text(const DifferingCell& cell) const {
    if (!cell.value) return "null";
    std::string text = *cell.value;
    if (!cell.written.empty()) text += say_(", written {moment}", {{"moment", cell.written}});
    if (!cell.expires.empty()) text += say_(", expires {moment}", {{"moment", cell.expires}});
    return text;
  }

  void add_differences(const MovedTable& table) {
    std::uint64_t told = 0;
    for (const MoveDifference& difference : report_.differences) {
      if (difference.table != table.name) continue;
      ++told;
      add_difference(difference);
    }
    if (told < table.differences)
      text_ += say_("{count|further difference|further differences} of {table}\n",
                    {{"count", with_commas(table.differences - told)}, {"table", table.name}});
  }

  void add_difference(const MoveDifference& difference) {
    const Parameters parameters = {{"table", difference.table},
                                   {"row", show_on_terminal(difference.row)},
                                   {"column", difference.column},
                                   {"source", report_.source},
                                   {"target", report_.target},
                                   {"here", show_on_terminal(cell_text(difference.source))},
                                   {"there", show_on_terminal(cell_text(difference.target))}};
    switch (difference.kind) {
      case DifferenceKind::missing_row:
        text_ += say_("{table}: {row}: the row is missing in {target}\n", parameters);
        break;
      case DifferenceKind::further_row:
        text_ += say_("{table}: {row}: the row is in {target} alone\n", parameters);
        break;
      case DifferenceKind::value:
      case DifferenceKind::written:
      case DifferenceKind::expiry:
        text_ += say_("{table}: {row}: {column}: {here} in {source}; {there} in {target}\n", parameters);
        break;
    }
  }

  void add_tables() {
    if (report_.tables.empty()) return;
    Figure figure({{say_("table"), FigureSide::left},
                   {say_("rows")},
                   {say_("values")},
                   {say_("checked")},
                   {say_("ranges")},
                   {say_("differences")}});
    for (const MovedTable& table : report_.tables)
      figure.add({table.name, with_commas(table.rows), with_commas(table.cells),
                  with_commas(table.checked_rows), with_commas(table.checked_ranges),
                  table.is_checked ? with_commas(table.differences) : "-"});
    text_ += (text_.empty() ? "" : "\n") + figure.text(terminal_) + '\n';
  }

  void add_remarks() {
    const auto sum = [&](std::uint64_t MovedTable::*number) {
      std::uint64_t all = 0;
      for (const MovedTable& table : report_.tables) all += table.*number;
      return all;
    };
    const auto remark = [&](MoveWords::Text words, std::uint64_t count) {
      if (count > 0) text_ += say_(words, {{"count", with_commas(count)}, {"target", report_.target}});
    };
    remark("{count|definition|definitions} made in {target}\n", report_.made);
    remark("{count|value|values} had expired, and were not written\n", sum(&MovedTable::expired));
    remark("{count|list|lists} with elements of several times: written as a whole, as new as the newest\n",
           sum(&MovedTable::mixed_lists));
    remark("{count|counter or list|counters and lists} of {target} were left as they were there\n",
           sum(&MovedTable::kept));
    for (const std::string& table : report_.left_out)
      text_ += say_("{table} is left out: its definition is not known here\n", {{"table", table}});
  }

  void add_end() {
    const Parameters parameters = {{"source", report_.source},
                                   {"target", report_.target},
                                   {"count", with_commas(report_.difference_count)}};
    if (report_.ended_by) {
      text_ += report_.is_interrupted() ? say_("Interrupted.\n") : say_("It has ended early.\n");
    } else if (!std::ranges::all_of(report_.tables, &MovedTable::is_checked)) {
      text_ += say_("Moved to {target}; not checked.\n", parameters);
    } else if (report_.difference_count == 0) {
      text_ += say_("{source} and {target} hold the same.\n", parameters);
    } else {
      text_ += say_("{source} and {target} differ: {count|difference|differences}.\n", parameters);
    }
  }

  const MoveReport& report_;
  const MoveWords::Speech say_;
  const std::size_t terminal_;
  std::string text_;
};

}  // namespace

std::string move_text(const MoveReport& report, Language language, std::size_t terminal) {
  return MoveText(report, language, terminal).text();
}

}  // namespace cellar
