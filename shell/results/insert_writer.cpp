// Mode insert: the statements that write the rows again.
//
// The columns have to be those of one table as they are stored, with its whole primary key; of a counter a write can
// only add, so its value is added to a row that is not there yet.

#include <algorithm>

#include "shell/results/row_writer.h"
#include "types/text/names.h"
#include "types/value/value.h"

namespace cellar {

namespace {

/// True of the empty value of a type whose literals never are empty.
bool is_without_literal(const Type& type, std::string_view bytes) {
  const bool is_textual =
      type.kind == TypeKind::ascii || type.kind == TypeKind::text || type.kind == TypeKind::blob;
  return type.arguments.empty() && bytes.empty() && !is_textual;
}

/// Likewise for a part of a value.
bool holds_what_has_no_literal(const Type& type, std::string_view bytes) {
  if (type.arguments.empty()) return is_without_literal(type, bytes);
  const bool has_fields = type.kind == TypeKind::tuple || type.kind == TypeKind::user;
  const std::vector<ValueView> parts = unpack(type, bytes);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i]) continue;
    const std::size_t argument = has_fields ? i : i % type.arguments.size();
    if (holds_what_has_no_literal(type.arguments[argument], *parts[i])) return true;
  }
  return false;
}

/// The answer of a conditional write, which was made already.
constexpr std::string_view kApplied = "[applied]";

class InsertWriter : public RowWriter {
 public:
  void begin(const std::vector<ResultColumn>& columns, Output&) override {
    columns_ = &columns;
    if (columns.front().name == kApplied) return;
    check();
    const Table& table = *columns.front().table;
    table_ = quote_name(table.keyspace) + "." + quote_name(table.name);
    is_counter_ = table.is_counter();
  }

  void add(const ResultRow& row, std::string& text) override {
    if (columns_->front().name == kApplied) {
      text += row.get<bool>(0) ? "-- applied\n" : "-- not applied\n";
      return;
    }
    for (std::size_t i = 0; i < columns_->size(); ++i) {
      const ResultColumn& column = (*columns_)[i];
      if (!row[i] || column.type.arguments.empty() || !holds_what_has_no_literal(column.type, *row[i]))
        continue;
      text +=
          "-- a row is left out: " + quote_name(column.name) + " holds an empty value that has no literal\n";
      return;
    }
    is_counter_ ? append_update(row, text) : append_insert(row, text);
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

  static std::string literal(const Type& type, std::string_view bytes) {
    if (is_without_literal(type, bytes)) return "blob_as_" + to_cql(type) + "(0x)";
    return to_literal(type, bytes);
  }

  void append_insert(const ResultRow& row, std::string& text) const {
    std::string names, values;
    for (std::size_t i = 0; i < columns_->size(); ++i) {
      if (!row[i] || is_repeated(i)) continue;
      const ResultColumn& column = (*columns_)[i];
      if (!names.empty()) (names += ", "), (values += ", ");
      names += quote_name(column.source()->name);
      values += literal(column.type, *row[i]);
    }
    text += "INSERT INTO " + table_ + " (" + names + ") VALUES (" + values + ");\n";
  }

  /// A static counter is one of all rows of its partition, so the first of them adds it, by a statement of its own.
  void append_update(const ResultRow& row, std::string& text) {
    std::string sums, static_sums, partition, clustering;
    for (std::size_t i = 0; i < columns_->size(); ++i) {
      if (!row[i] || is_repeated(i)) continue;
      const Column& column = *(*columns_)[i].source();
      const std::string name = quote_name(column.name);
      const std::string value = literal((*columns_)[i].type, *row[i]);
      if (column.kind == ColumnKind::partition_key) {
        partition += (partition.empty() ? "" : " AND ") + name + " = " + value;
      } else if (column.kind == ColumnKind::clustering) {
        clustering += " AND " + name + " = " + value;
      } else {
        std::string& added = column.kind == ColumnKind::static_ ? static_sums : sums;
        added += (added.empty() ? "" : ", ") + name + " = " + name + " + " + value;
      }
    }
    if (partition_ != partition && !static_sums.empty()) {
      text += "UPDATE " + table_ + " SET " + static_sums + " WHERE " + partition + ";\n";
    }
    if (!sums.empty())
      text += "UPDATE " + table_ + " SET " + sums + " WHERE " + partition + clustering + ";\n";
    partition_ = std::move(partition);
  }

  /// Returns true for a column that the select list has before.
  bool is_repeated(std::size_t index) const {
    for (std::size_t i = 0; i < index; ++i)
      if ((*columns_)[i].place == (*columns_)[index].place) return true;
    return false;
  }

  const std::vector<ResultColumn>* columns_ = nullptr;
  std::string table_;
  bool is_counter_ = false;
  std::string partition_;  // of the row before: what WHERE says of it
};

}  // namespace

std::unique_ptr<RowWriter> make_insert_writer() { return std::make_unique<InsertWriter>(); }

}  // namespace cellar
