#include "shell/render/writers/table_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "shell/render/cell_text.h"
#include "shell/render/colours.h"
#include "shell/render/window_lines.h"
#include "shell/render/words/render_words.h"

namespace cellar {

namespace {

constexpr TableLines kTable = {" ", " | ", "", "-", "-+-", "-", "-"};
constexpr TableLines kBox = {"│ ", " │ ", " │", "├─", "─┼─", "─┤", "─"};
// Columns of a terminal.
constexpr std::size_t kBetween = 3;
constexpr std::size_t kAroundTable = 2;
constexpr std::size_t kAroundBox = 4;

void append_blanks(std::size_t width, std::size_t taken, std::string& text) {
  if (taken < width) text.append(width - taken, ' ');
}

}  // namespace

std::string rows_line(const RowsEnd& end, Language language, const std::string& note) {
  const std::string_view stopped =
      end.stopped ? RenderWords::Text(", stopped").in(language) : std::string_view();
  return fmt::format("({} {}{}{})\n", end.rows, RenderWords::Text("rows").in(language), stopped, note);
}

TableWriter::TableWriter(bool is_box) : is_box_(is_box), lines_(is_box ? kBox : kTable) {}

void TableWriter::start(const PrintOptions& options) {
  options_ = &options;
  format_.emplace(options.format, options.colour ? TextForm::painted : TextForm::escaped, false);
}

void TableWriter::begin(const std::vector<ResultColumn>& columns, Output& output) {
  columns_ = &columns;
  has_header_ = false;
  has_cut_cells_ = false;
  names_.clear(columns.size());
  page_.clear(columns.size());
  for (const ResultColumn& column : columns)
    names_.add_name(column.name, options_->colour ? name_colour(column.source()) : std::string_view());
  widths_.clear();
  output.write("\n");
}

void TableWriter::add(const ResultRow& row, std::string&) {
  const std::vector<ResultColumn>& columns = *columns_;
  for (std::size_t i = 0; i < columns.size(); ++i) page_.add(*format_, columns[i].type, row[i]);
}

/// Sets the widths for the first rows of the page.
void TableWriter::fit(std::size_t rows) {
  if (shows_header()) {
    widths_.clear();
    widen(widths_, names_, names_.rows());
  }
  widen(widths_, page_, rows);
  if (!options_->columns) {
    fitted_.widths = widths_;
    fitted_.is_cut = false;
    return;
  }
  fitted_ = fit_widths(widths_, *options_->columns, kBetween, is_box_ ? kAroundBox : kAroundTable);
}

bool TableWriter::begins_at_left(std::size_t column) const {
  return options_->to_the_left || (is_box_ && !is_numeric((*columns_)[column].type.kind));
}

/// Appends text that may be written from right to left without moving what is beside it.
void TableWriter::append_text(std::string_view text, std::string& out) const {
  const bool is_marked = options_->at_terminal && has_right_to_left(text);
  if (is_marked) out += kLeftToRightMark;
  out += text;
  if (is_marked) out += kLeftToRightMark;
}

void TableWriter::append_cell(const ShownCell& cell, std::size_t column, bool to_the_left,
                              std::string& text) {
  const std::size_t width = fitted_.widths[column];
  if (cell.width > width) {
    has_cut_cells_ = true;
    std::string cut;
    const std::size_t taken = append_cut(cell.text, width, cut);
    if (!to_the_left) append_blanks(width, taken, text);
    append_text(cut, text);
    if (to_the_left) append_blanks(width, taken, text);
    return;
  }
  if (!to_the_left) append_blanks(width, cell.width, text);
  append_text(cell.text, text);
  const bool ends_line = column + 1 == shown() && lines_.right.empty() && !fitted_.is_cut;
  if (to_the_left && !ends_line) append_blanks(width, cell.width, text);
}

void TableWriter::append_row(const ShownRows& rows, std::size_t row, bool is_header, std::string& text) {
  text += lines_.left;
  for (std::size_t i = 0; i < shown(); ++i) {
    if (i > 0) text += lines_.between;
    append_cell(rows.cell(row, i), i, is_header || begins_at_left(i), text);
  }
  if (fitted_.is_cut) (text += lines_.between) += "…";
  text += lines_.right;
  text += '\n';
}

bool TableWriter::is_wrapped(std::size_t row) const {
  if (!options_->wrap && !options_->to_the_left) return false;
  for (std::size_t i = 0; i < shown(); ++i)
    if (page_.cell(row, i).width > fitted_.widths[i]) return true;
  return false;
}

void TableWriter::append_wrapped_row(std::size_t row, std::string& text) {
  std::vector<CellPieces> pieces;
  for (std::size_t i = 0; i < shown(); ++i) pieces.emplace_back(page_.cell(row, i).text);
  bool is_first = true;
  do {
    text += lines_.left;
    for (std::size_t i = 0; i < shown(); ++i) {
      if (i > 0) text += lines_.between;
      std::string piece;
      const std::size_t taken = pieces[i].at_end() ? 0 : pieces[i].append_next(fitted_.widths[i], piece);
      const bool to_the_left = begins_at_left(i) || page_.cell(row, i).width > fitted_.widths[i];
      if (!to_the_left) append_blanks(fitted_.widths[i], taken, text);
      append_text(piece, text);
      const bool ends_line = i + 1 == shown() && lines_.right.empty() && !fitted_.is_cut;
      if (to_the_left && !ends_line) append_blanks(fitted_.widths[i], taken, text);
    }
    if (fitted_.is_cut) (text += lines_.between) += is_first ? "…" : " ";
    text += lines_.right;
    text += '\n';
    is_first = false;
  } while (!std::ranges::all_of(pieces, &CellPieces::at_end));
}

void TableWriter::append_rule(std::string_view left, std::string_view between, std::string_view right,
                              std::string& text) {
  text += left;
  for (std::size_t i = 0; i < shown(); ++i) {
    if (i > 0) text += between;
    for (std::size_t column = 0; column < fitted_.widths[i]; ++column) text += lines_.rule;
  }
  if (fitted_.is_cut) (text += between) += lines_.rule;
  text += right;
  text += '\n';
}

void TableWriter::append_header(std::string& text) {
  if (is_box_) append_rule("┌─", "─┬─", "─┐", text);
  append_row(names_, 0, true, text);
  append_rule(lines_.rule_left, lines_.rule_between, lines_.rule_right, text);
}

void TableWriter::append_row_of_page(std::size_t row, std::string& text) {
  if (is_wrapped(row)) {
    append_wrapped_row(row, text);
  } else {
    append_row(page_, row, false, text);
  }
}

/// A row may widen its columns, and so change how many lines the rows before it take: all are laid out anew.
std::size_t TableWriter::gathered_lines(std::size_t window_columns) {
  const Widths widths_before = widths_;
  const bool had_cut_cells = has_cut_cells_;
  fit(page_.rows());
  std::string text;
  if (shows_header()) append_header(text);
  if (is_box_) append_rule("└─", "─┴─", "─┘", text);
  std::size_t lines =
      lines_in_window(text, window_columns) - static_cast<std::size_t>(std::ranges::count(text, '\n'));
  for (std::size_t row = 0; row < page_.rows(); ++row) {
    text.clear();
    append_row_of_page(row, text);
    lines += lines_in_window(text, window_columns);
  }
  widths_ = widths_before;
  has_cut_cells_ = had_cut_cells;
  return lines;
}

void TableWriter::end_page(Output& output, std::size_t kept) {
  const std::size_t rows = page_.rows() - kept;
  // The box of the page before has its widths.
  if (shows_header() && has_header_ && is_box_) append_rule("└─", "─┴─", "─┘", output.results());
  fit(rows);
  if (shows_header()) append_header(output.results());
  has_header_ = true;
  for (std::size_t row = 0; row < rows; ++row) {
    append_row_of_page(row, output.results());
    output.write_if_full();
  }
  page_.drop(rows);
}

/// cqlsh has one more empty line there.
bool TableWriter::is_empty_in_file(const RowsEnd& end) const {
  return end.rows == 0 && !options_->at_terminal && !is_box_;
}

/// Says how to see what the terminal has no room for.
std::string TableWriter::note_of_cuts() const {
  if (fitted_.is_cut) {
    const Parameters columns{{"shown", std::to_string(shown())}, {"columns", std::to_string(widths_.size())}};
    if (!has_cut_cells_)
      return RenderWords::say(
          options_->language,
          "; the first {shown} of {columns} columns are shown, EXPAND ON or WIDTH OFF shows all", columns);
    return RenderWords::say(options_->language,
                            "; the first {shown} of {columns} columns are shown, cut at …, EXPAND ON "
                            "or WIDTH OFF shows all",
                            columns);
  }
  if (!has_cut_cells_) return {};
  return RenderWords::say(options_->language, "; cut at …, WRAP ON or WIDTH OFF shows all");
}

/// The rows that were read are shown before the refusal.
void TableWriter::end_refused(Output& output) {
  if (page_.rows() > 0) end_page(output, 0);
  if (is_box_ && has_header_) append_rule("└─", "─┴─", "─┘", output.results());
}

void TableWriter::end(const RowsEnd& end, Output& output) {
  if (is_box_) append_rule("└─", "─┴─", "─┘", output.results());
  if (!options_->counts_rows) return;
  if (is_empty_in_file(end)) output.write("\n");
  output.write("\n" + rows_line(end, options_->language, note_of_cuts()));
}

std::unique_ptr<ResultWriter> make_table_writer() { return std::make_unique<TableWriter>(false); }
std::unique_ptr<ResultWriter> make_box_writer() { return std::make_unique<TableWriter>(true); }

}  // namespace cellar
