// Modes table and box: a page of rows with their columns beside each other.
//
// In:      rows; the columns of the terminal, if the table should fit it.
// Out:     for each page its rows, with the header before the first or each. Columns are as wide as the widest cell of
//          the pages so far. What a terminal has no room for is cut, or goes on in further lines of the row.
// Refused: nothing.
#pragma once

#include "shell/render/shown_rows.h"
#include "shell/render/writers/column_widths.h"
#include "shell/render/writers/result_writer.h"

namespace cellar {

/// The lines of a table.
struct TableLines {
  std::string_view left, between, right;                 // of a row
  std::string_view rule_left, rule_between, rule_right;  // under the header
  std::string_view rule;                                 // a column of it
};

class TableWriter : public ResultWriter {
 public:
  explicit TableWriter(bool is_box);

  void start(const PrintOptions& options) override;
  void begin(const std::vector<ResultColumn>& columns, Output& output) override;
  bool gathers() const override { return true; }
  void add(const ResultRow& row, std::string& text) override;
  std::size_t gathered_lines(std::size_t window_columns) override;
  void end_page(Output& output, std::size_t kept) override;
  void end(const RowsEnd& end, Output& output) override;
  void end_refused(Output& output) override;

 private:
  std::size_t shown() const { return fitted_.widths.size(); }
  bool shows_header() const { return !has_header_ || options_->repeat_header; }
  void fit(std::size_t rows);
  void append_row_of_page(std::size_t row, std::string& text);
  void append_header(std::string& text);
  void append_rule(std::string_view left, std::string_view between, std::string_view right,
                   std::string& text);
  void append_row(const ShownRows& rows, std::size_t row, bool is_header, std::string& text);
  void append_wrapped_row(std::size_t row, std::string& text);
  bool begins_at_left(std::size_t column) const;
  void append_cell(const ShownCell& cell, std::size_t column, bool to_the_left, std::string& text);
  void append_text(std::string_view text, std::string& out) const;
  bool is_wrapped(std::size_t row) const;
  bool is_empty_in_file(const RowsEnd& end) const;
  std::string note_of_cuts() const;

  const bool is_box_;
  const TableLines& lines_;
  const PrintOptions* options_ = nullptr;
  std::optional<ValueText> format_;
  const std::vector<ResultColumn>* columns_ = nullptr;
  ShownRows names_;
  ShownRows page_;
  Widths widths_;
  FittedWidths fitted_;
  bool has_header_ = false;
  bool has_cut_cells_ = false;  // a name or value ends in an ellipsis
};

/// Mode vertical: the columns of a row below each other.
class VerticalWriter : public ResultWriter {
 public:
  void start(const PrintOptions& options) override;
  void begin(const std::vector<ResultColumn>& columns, Output& output) override;
  bool gathers() const override { return true; }
  void add(const ResultRow& row, std::string& text) override;
  std::size_t gathered_lines(std::size_t window_columns) override;
  void end_page(Output& output, std::size_t kept) override;
  void end(const RowsEnd& end, Output& output) override;
  void end_refused(Output& output) override { end_page(output, 0); }

 private:
  std::size_t value_width(std::size_t rows) const;
  void append_names(std::string& text) const;
  void append_block(std::size_t row, std::size_t value_width, std::string& text) const;

  const PrintOptions* options_ = nullptr;
  std::optional<ValueText> format_;
  const std::vector<ResultColumn>* columns_ = nullptr;
  ShownRows names_;
  ShownRows page_;
  std::size_t name_width_ = 0;
  std::size_t rows_ = 0;  // of the pages before
};

/// The line that ends a result in the modes for people.
std::string rows_line(const RowsEnd& end, Language language, const std::string& note = {});

}  // namespace cellar
