#include "shell/printer.h"

#include <fmt/format.h>

#include "shell/interrupt.h"
#include "shell/table.h"

namespace cellar {

namespace {

// At most `limit` rows. One page says that another follows by being full.
std::vector<ShownRow> read_page(Result& result, std::size_t limit) {
  std::vector<ShownRow> page;
  while (page.size() < limit && !interrupted()) {
    const std::vector<Value>* row = result.next();
    if (row == nullptr) break;
    ShownRow shown;
    shown.reserve(row->size());
    for (std::size_t i = 0; i < row->size(); ++i)
      shown.push_back(show_cell(result.columns()[i].type, (*row)[i]));
    page.push_back(std::move(shown));
  }
  return page;
}

}  // namespace

void print_result(Result& result, const PrintOptions& options, Output& output) {
  if (!result.has_rows()) return;
  const std::vector<std::string> names = show_names(result.columns());
  std::vector<std::size_t> widths;
  std::size_t rows = 0;
  bool stopped = false;
  output.write("\n");
  for (std::vector<ShownRow> page = read_page(result, options.page_rows);;) {
    const bool first = rows == 0;
    if (options.expanded) {
      output.write(format_expanded(names, page, rows + 1, options.colour));
    } else {
      if (options.repeat_header) widths.clear();
      widen(widths, names, page);
      if (first || options.repeat_header) output.write(format_header(names, widths, options.colour));
      output.write(format_rows(page, widths, options.colour));
    }
    rows += page.size();
    if (page.size() < options.page_rows) break;
    page = read_page(result, options.page_rows);
    if (page.empty()) break;
    if (options.next_page && !options.next_page()) {
      stopped = true;
      break;
    }
  }
  if (!options.expanded) output.write("\n");
  output.write(fmt::format("({} rows{})\n", rows, stopped || interrupted() ? ", stopped" : ""));
}

}  // namespace cellar
