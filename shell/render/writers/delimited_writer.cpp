// Modes csv and tsv: RFC 4180, with a line of names first. Lines end with a newline alone.

#include <optional>

#include "shell/render/writers/csv_writer.h"
#include "shell/render/writers/result_writer.h"

namespace cellar {

namespace {

class DelimitedWriter : public ResultWriter {
 public:
  explicit DelimitedWriter(char delimiter) : dialect_{.delimiter = delimiter, .quote = '"', .escape = '"'} {}

  void start(const PrintOptions& options) override {
    format_.emplace(options.format, TextForm::raw, true);
    fields_.emplace(dialect_, options.format.null.value_or(""), line_);
    line_.clear();
  }

  void begin(const std::vector<ResultColumn>& columns, Output& output) override {
    columns_ = &columns;
    for (const ResultColumn& column : columns) fields_->add_field(column.name);
    fields_->end_row();
    output.write_text(line_);
    line_.clear();
  }

  void add(const ResultRow& row, std::string& text) override {
    for (std::size_t i = 0; i < columns_->size(); ++i) {
      if (!row[i]) {
        fields_->add_null();
        continue;
      }
      fields_->begin_field();
      format_->append((*columns_)[i].type, row[i], line_);
      fields_->end_field();
    }
    fields_->end_row();
    text += line_;
    line_.clear();
  }

  void end(const RowsEnd&, Output&) override {}

 private:
  const CsvDialect dialect_;
  std::optional<ValueText> format_;
  std::string line_;
  std::optional<CsvWriter> fields_;
  const std::vector<ResultColumn>* columns_ = nullptr;
};

}  // namespace

std::unique_ptr<ResultWriter> make_csv_writer() { return std::make_unique<DelimitedWriter>(','); }
std::unique_ptr<ResultWriter> make_tsv_writer() { return std::make_unique<DelimitedWriter>('\t'); }

}  // namespace cellar
