// Mode insert: the statements that write the rows again.
//
// The columns have to be those of one table as they are stored, with its whole primary key.

#include <algorithm>
#include <optional>

#include "shell/render/row_statements.h"
#include "shell/render/words/render_words.h"
#include "shell/render/writers/result_writer.h"

namespace cellar {

namespace {

class InsertWriter : public ResultWriter {
 public:
  void start(const PrintOptions& options) override { language_ = options.language; }

  void begin(const std::vector<ResultColumn>& columns, Output&) override {
    columns_ = &columns;
    if (is_conditional_answer(columns)) return;  // the write was made already
    check();
    statements_.emplace(columns, language_);
  }

  void add(const ResultRow& row, std::string& text) override {
    if (is_conditional_answer(*columns_)) {
      text += row.get<bool>(0) ? RenderWords::say(language_, "-- applied\n")
                               : RenderWords::say(language_, "-- not applied\n");
      return;
    }
    statements_->append(row, text);
  }

  void end(const RowsEnd&, Output&) override {}

 private:
  /// Refuses columns that no INSERT could write.
  void check() const {
    const Table* table = nullptr;
    for (const ResultColumn& column : *columns_) {
      if (column.table == nullptr) refuse("insert_of_computed", {}, {{"column", column.name}});
      table = column.table.get();
    }
    if (table->is_view())
      refuse("insert_into_view", {}, {{"view", table->name}, {"table", table->view_of->base}});
    for (std::size_t key = 0; key < table->key_size(); ++key) {
      const bool is_shown =
          std::ranges::any_of(*columns_, [&](const ResultColumn& each) { return each.place == key; });
      if (!is_shown && table->columns[key].kind == ColumnKind::partition_key)
        refuse("insert_without_key", {}, {{"column", table->columns[key].name}, {"table", table->name}});
      if (!is_shown && std::ranges::any_of(*columns_, [](const ResultColumn& each) {
            return each.source()->kind == ColumnKind::regular;
          }))
        refuse("insert_without_key", {}, {{"column", table->columns[key].name}, {"table", table->name}});
    }
  }

  const std::vector<ResultColumn>* columns_ = nullptr;
  std::optional<RowStatements> statements_;
  Language language_ = Language::english;
};

}  // namespace

std::unique_ptr<ResultWriter> make_insert_writer() { return std::make_unique<InsertWriter>(); }

}  // namespace cellar
