// A database with tables to copy, and their rows as they are stored.
#pragma once

#include <algorithm>
#include <map>

#include "database/snapshot.h"
#include "executor/copy/table_copy.h"
#include "executor/row_view.h"
#include "fixture.h"

namespace cellar {

struct CopiedTables : Fixture {
  void open(const StoreOptions& options) {
    database = Database::open_temporary(options);
    session = Session(database);
    create_keyspace(session);
  }

  CopiedRows copy(const char* source, const char* target, std::vector<ElementColumn> elements = {},
                  const CopyProgress& progress = nullptr) {
    const SchemaPointer schema = session.schema();
    return session.copy_table(
        {schema->find_table("k", source), schema->find_table("k", target), std::move(elements), true},
        progress);
  }

  void make_rows(int count) {
    run({"CREATE TABLE likes (id int PRIMARY KEY, title text)",
         "CREATE TABLE likes_by_title (title text, id int, PRIMARY KEY (title, id))"});
    session.begin_group();
    for (int id = 0; id < count; ++id)
      session.execute("INSERT INTO likes (id, title) VALUES (" + std::to_string(id) + ", 'a')");
    session.commit_group();
  }

  std::string value(const std::string& select) {
    Result result = session.execute(select);
    return std::string(*(*result.next())[0]);
  }

  static std::string shown(const Liveness& liveness) {
    std::string text = std::to_string(liveness.timestamp);
    if (liveness.time_to_live != 0)
      text += '+' + std::to_string(liveness.time_to_live) + '@' + std::to_string(liveness.expires_at);
    return text;
  }

  /// The first row of the partition: the marker, and each cell and element of other columns, a line each, by the names of
  /// columns; static cells are shown like others.
  std::string row(const std::string& name, const std::vector<std::string>& key,
                  const std::vector<std::string>& without = {}) {
    Snapshot snapshot = database.snapshot();
    const TablePointer table = snapshot.schema->find_table("k", name);
    PartitionReader reader = reader_of(snapshot, table, key);
    const StoredRow* statics = reader.static_row();
    return shown(*table, statics, reader.next(), without);
  }

  std::string marker(const std::string& name, const std::vector<std::string>& key) {
    Snapshot snapshot = database.snapshot();
    PartitionReader reader = reader_of(snapshot, snapshot.schema->find_table("k", name), key);
    const StoredRow* row = reader.next();
    return row == nullptr || row->marker == nullptr ? "none" : shown(*row->marker);
  }

  /// All rows that have clustering values, by their keys in the order of the names of columns: as row() shows them.
  std::map<std::string, std::string> all_rows(const std::string& name) {
    Snapshot snapshot = database.snapshot();
    const TablePointer table = snapshot.schema->find_table("k", name);
    WantedColumns all;
    for (std::size_t index = 0; index < table->columns.size(); ++index) all.push_back(index);
    PartitionCursor cursor = snapshot.transaction.partitions(table, {}, all, database.now() / 1'000'000);
    std::map<std::string, std::string> rows;
    while (cursor.next()) {
      PartitionReader& reader = cursor.partition();
      const StoredRow* statics = reader.static_row();
      while (const StoredRow* row = reader.next()) {
        std::map<std::string, std::string> key;
        const RowView view{table.get(), &reader.key(), statics, row};
        for (std::size_t index = 0; index < table->key_size(); ++index)
          key[table->columns[index].name] = std::string(*simple_value(view, index));
        std::string place;
        for (const auto& [column, value] : key) place += column + '=' + value + ' ';
        rows[place] = shown(*table, statics, row, {});
      }
    }
    return rows;
  }

 private:
  static std::string shown(const Table& table, const StoredRow* statics, const StoredRow* row,
                           const std::vector<std::string>& without) {
    std::vector<std::string> lines;
    if (row != nullptr && row->marker != nullptr) lines.push_back("marker " + shown(*row->marker) + '\n');
    for (std::size_t index = table.key_size(); index < table.columns.size(); ++index) {
      const Column& column = table.columns[index];
      const StoredRow* home = column.kind == ColumnKind::static_ ? statics : row;
      if (home == nullptr || std::ranges::find(without, column.name) != without.end()) continue;
      if (const auto& cell = home->cells[index]) lines.push_back(line(column, "", *cell));
      for (const StoredElement& element : home->elements[index])
        lines.push_back(line(column, element.path, element.cell));
    }
    std::ranges::sort(lines);
    std::string text;
    for (const std::string& each : lines) text += each;
    return text;
  }

  static std::string line(const Column& column, const std::string& path, const StoredCell& cell) {
    std::string text = column.name;
    for (const char byte : path) text += ' ' + std::to_string(static_cast<unsigned char>(byte));
    return text + " = " + std::string(cell.value) + ' ' + shown(cell.liveness) + '\n';
  }

  PartitionReader reader_of(Snapshot& snapshot, const TablePointer& table,
                            const std::vector<std::string>& key) {
    WantedColumns all;
    for (std::size_t index = 0; index < table->columns.size(); ++index) all.push_back(index);
    return snapshot.transaction.partition(table, key, all, database.now() / 1'000'000);
  }
};

}  // namespace cellar
