#include "shell/terminal/printer.h"

#include <fmt/format.h>

#include <iterator>

#include "shell/interrupt.h"

namespace cellar {

// Reads at most `limit` rows. Returns false if there is none. A full page means that another may follow.
bool Printer::read_page(Result& result, std::size_t limit) {
  const std::vector<ResultColumn>& columns = result.columns();
  page_.clear(columns.size());
  while (page_.rows() < limit && !interrupted()) {
    const ResultRow* row = result.next();
    if (row == nullptr) break;
    for (std::size_t i = 0; i < columns.size(); ++i) page_.add(columns[i].type, (*row)[i]);
  }
  return page_.rows() > 0;
}

void Printer::print_page(const PrintOptions& options, std::size_t rows_before) {
  if (options.expanded) {
    const ExpandedWidths widths = expanded_widths(names_, page_);
    for (std::size_t row = 0; row < page_.rows(); ++row) {
      append_expanded(names_, page_, row, rows_before + row + 1, widths, options.colour, output_.results());
      output_.write_if_full();
    }
    return;
  }
  const bool has_header = rows_before == 0 || options.repeat_header;
  if (has_header) {
    widths_.clear();
    widen(widths_, names_);
  }
  widen(widths_, page_);
  if (has_header) append_header(names_, widths_, options.colour, output_.results());
  for (std::size_t row = 0; row < page_.rows(); ++row) {
    append_row(page_, row, {widths_, options.to_the_left}, options.colour, output_.results());
    output_.write_if_full();
  }
}

void Printer::print(Result& result, const PrintOptions& options) {
  if (!result.has_rows()) return;
  names_.clear(result.columns().size());
  for (const ResultColumn& column : result.columns()) names_.add_name(column.name);
  output_.write("\n");
  std::size_t rows = 0;
  bool stopped = false;
  read_page(result, options.page_rows);
  for (;;) {
    print_page(options, rows);
    rows += page_.rows();
    if (page_.rows() < options.page_rows || !read_page(result, options.page_rows)) break;
    if (options.next_page && !options.next_page()) {
      stopped = true;
      break;
    }
  }
  if (!options.expanded) output_.write("\n");
  fmt::format_to(std::back_inserter(output_.results()), "({} rows{})\n", rows,
                 stopped || interrupted() ? ", stopped" : "");
  output_.write_if_full();
}

}  // namespace cellar
