// Modes json and jsonl: each row is the object that SELECT JSON gives. An array is closed in any case, so that what
// was read is valid; that something is missing is told by the exit status of the program.

#include "functions/json/json_value.h"
#include "shell/render/writers/result_writer.h"

namespace cellar {

namespace {

class JsonWriter : public ResultWriter {
 public:
  explicit JsonWriter(bool is_array) : is_array_(is_array) {}

  void start(const PrintOptions& options) override {
    options_ = &options;
    names_.clear();
    rows_ = rows_on_ended_lines_ = 0;
  }

  void begin(const std::vector<ResultColumn>& columns, Output& output) override {
    columns_ = &columns;
    for (const ResultColumn& column : columns)
      names_.push_back((names_.empty() ? "{" : ", ") + json_name(column.name) + ": ");
    if (is_array_) output.write("[");
  }

  void add(const ResultRow& row, std::string& text) override {
    if (is_array_) text += rows_ == 0 ? "\n " : rows_ == rows_on_ended_lines_ ? "," : ",\n ";
    ++rows_;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      text += names_[i];
      text += json_text_of_column((*columns_)[i].type, row[i]);
    }
    text += is_array_ ? "}" : "}\n";
  }

  /// The question of the pager has a line of its own, which is erased afterwards. Whether a comma follows is not known.
  void end_page(Output& output, std::size_t /*kept*/) override {
    if (!is_array_ || !options_->next_page || rows_ == 0) return;
    output.write("\n");
    rows_on_ended_lines_ = rows_;
  }

  void end(const RowsEnd& end, Output& output) override { close(end.rows, output); }
  void end_refused(Output& output) override { close(rows_, output); }

 private:
  void close(std::size_t rows, Output& output) const {
    if (is_array_) output.write(rows == rows_on_ended_lines_ ? "]\n" : "\n]\n");
  }

  const bool is_array_;
  const PrintOptions* options_ = nullptr;
  const std::vector<ResultColumn>* columns_ = nullptr;
  std::vector<std::string> names_;
  std::size_t rows_ = 0;
  std::size_t rows_on_ended_lines_ = 0;  // of the pages that have ended
};

}  // namespace

std::unique_ptr<ResultWriter> make_json_writer() { return std::make_unique<JsonWriter>(true); }
std::unique_ptr<ResultWriter> make_json_lines_writer() { return std::make_unique<JsonWriter>(false); }

}  // namespace cellar
