// Modes json and jsonl: each row is the object that SELECT JSON gives. An array is closed in any case, so that what
// was read is valid; that something is missing is told by the exit status of the program.

#include "functions/json_value.h"
#include "shell/results/row_writer.h"

namespace cellar {

namespace {

class JsonWriter : public RowWriter {
 public:
  explicit JsonWriter(const PrintOptions& options) : is_array_(options.mode == OutputMode::json) {}

  void begin(const std::vector<ResultColumn>& columns, Output& output) override {
    columns_ = &columns;
    for (const ResultColumn& column : columns)
      names_.push_back((names_.empty() ? "{" : ", ") + json_name(column.name) + ": ");
    if (is_array_) output.write("[");
  }

  void add(const ResultRow& row, std::string& text) override {
    if (is_array_) text += has_rows_ ? ",\n " : "\n ";
    has_rows_ = true;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      text += names_[i];
      text += json_text_of_column((*columns_)[i].type, row[i]);
    }
    text += is_array_ ? "}" : "}\n";
  }

  void end(const RowsEnd&, Output& output) override { close(output); }
  void end_refused(Output& output) override { close(output); }

 private:
  void close(Output& output) const {
    if (is_array_) output.write(has_rows_ ? "\n]\n" : "]\n");
  }

  bool is_array_;
  const std::vector<ResultColumn>* columns_ = nullptr;
  std::vector<std::string> names_;
  bool has_rows_ = false;
};

}  // namespace

std::unique_ptr<RowWriter> make_json_writer(const PrintOptions& options) {
  return std::make_unique<JsonWriter>(options);
}

}  // namespace cellar
