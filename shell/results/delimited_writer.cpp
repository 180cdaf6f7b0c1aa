// Modes csv and tsv: RFC 4180, with a line of names first. Lines end with a newline alone.

#include "shell/results/row_writer.h"

namespace cellar {

namespace {

class DelimitedWriter : public RowWriter {
 public:
  explicit DelimitedWriter(const PrintOptions& options)
      : delimiter_(options.mode == OutputMode::csv ? ',' : '\t'),
        format_(options.format, TextForm::raw, true),
        null_(options.format.null.value_or("")) {}

  void begin(const std::vector<ResultColumn>& columns, Output& output) override {
    columns_ = &columns;
    std::string header;
    for (const ResultColumn& column : columns) {
      if (&column != &columns.front()) header += delimiter_;
      append_field(column.name, header);
    }
    output.write_text(header + '\n');
  }

  void add(const ResultRow& row, std::string& text) override {
    for (std::size_t i = 0; i < columns_->size(); ++i) {
      if (i > 0) text += delimiter_;
      if (!row[i]) {
        text += null_;
        continue;
      }
      field_.clear();
      format_.append((*columns_)[i].type, row[i], field_);
      append_field(field_, text);
    }
    text += '\n';
  }

  void end(const RowsEnd&, Output&) override {}

 private:
  /// A text that is what null is written as is quoted, so that it is told from null.
  void append_field(std::string_view field, std::string& text) const {
    const bool is_quoted =
        field == null_ || field.find_first_of("\"\r\n") != field.npos || field.find(delimiter_) != field.npos;
    if (!is_quoted) {
      text += field;
      return;
    }
    text += '"';
    for (const char c : field) text.append(c == '"' ? 2 : 1, c);
    text += '"';
  }

  char delimiter_;
  ValueText format_;
  std::string null_;
  const std::vector<ResultColumn>* columns_ = nullptr;
  std::string field_;
};

}  // namespace

std::unique_ptr<RowWriter> make_delimited_writer(const PrintOptions& options) {
  return std::make_unique<DelimitedWriter>(options);
}

}  // namespace cellar
