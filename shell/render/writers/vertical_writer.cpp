#include <algorithm>

#include "shell/render/cell_text.h"
#include "shell/render/colours.h"
#include "shell/render/window_lines.h"
#include "shell/render/words/render_words.h"
#include "shell/render/writers/table_writer.h"

namespace cellar {

void VerticalWriter::start(const PrintOptions& options) {
  options_ = &options;
  format_.emplace(options.format, options.colour ? TextForm::painted : TextForm::escaped, false);
}

void VerticalWriter::begin(const std::vector<ResultColumn>& columns, Output& output) {
  columns_ = &columns;
  rows_ = 0;
  names_.clear(columns.size());
  page_.clear(columns.size());
  for (const ResultColumn& column : columns)
    names_.add_name(column.name, options_->colour ? name_colour(column.source()) : std::string_view());
  name_width_ = 0;
  for (std::size_t i = 0; i < names_.columns(); ++i)
    name_width_ = std::max(name_width_, names_.cell(0, i).width);
  output.write("\n");
}

void VerticalWriter::add(const ResultRow& row, std::string&) {
  for (std::size_t i = 0; i < columns_->size(); ++i) page_.add(*format_, (*columns_)[i].type, row[i]);
}

/// The rule of a block ends with the terminal. Values do not: they are shown whole.
void VerticalWriter::append_block(std::size_t row, std::size_t value_width, std::string& text) const {
  text +=
      RenderWords::say(options_->language, "@ Row {number}\n", {{"number", std::to_string(rows_ + row + 1)}});
  std::string rule = "-" + std::string(name_width_, '-') + "-+-" + std::string(value_width, '-') + "-";
  if (options_->columns && rule.size() > *options_->columns) rule.resize(*options_->columns);
  text += rule + "\n";
  for (std::size_t i = 0; i < names_.columns(); ++i) {
    const ShownCell name = names_.cell(0, i);
    text += ' ';
    text += name.text;
    text.append(name_width_ - name.width, ' ');
    text += " | ";
    const ShownCell value = page_.cell(row, i);
    const bool is_marked = options_->at_terminal && has_right_to_left(value.text);
    if (is_marked) text += kLeftToRightMark;
    text += value.text;
    text += '\n';
  }
  text += '\n';
}

/// Returns the width of the widest value in the first rows of the page.
std::size_t VerticalWriter::value_width(std::size_t rows) const {
  std::size_t width = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < page_.columns(); ++i) width = std::max(width, page_.cell(row, i).width);
  }
  return width;
}

std::size_t VerticalWriter::gathered_lines(std::size_t window_columns) {
  const std::size_t width = value_width(page_.rows());
  std::size_t lines = 0;
  for (std::size_t row = 0; row < page_.rows(); ++row) {
    std::string text;
    append_block(row, width, text);
    lines += lines_in_window(text, window_columns);
  }
  return lines;
}

void VerticalWriter::end_page(Output& output, std::size_t kept) {
  const std::size_t rows = page_.rows() - kept;
  const std::size_t width = value_width(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    append_block(row, width, output.results());
    output.write_if_full();
  }
  rows_ += rows;
  page_.drop(rows);
}

/// Without a row, cqlsh shows the header of a table.
void VerticalWriter::append_names(std::string& text) const {
  std::string rule;
  for (std::size_t i = 0; i < names_.columns(); ++i) {
    const ShownCell name = names_.cell(0, i);
    (text += i == 0 ? " " : " | ") += name.text;
    rule += (i == 0 ? "-" : "-+-") + std::string(name.width, '-');
  }
  text += "\n" + rule + "-\n\n";
}

void VerticalWriter::end(const RowsEnd& end, Output& output) {
  if (end.rows == 0) append_names(output.results());
  if (!options_->counts_rows) return;
  // cqlsh has one more empty line in a file.
  if (!options_->at_terminal) output.write("\n");
  output.write(rows_line(end, options_->language));
}

std::unique_ptr<ResultWriter> make_vertical_writer() { return std::make_unique<VerticalWriter>(); }

}  // namespace cellar
