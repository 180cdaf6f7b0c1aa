// What the tests of the store share: tables, values, a folder that goes away, a clock that stands still.
#pragma once

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "refusal/refusal.h"
#include "schema/schema.h"
#include "storage/store.h"

namespace cellar::test {

/// A folder of its own for a test.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "cellar-test-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// Seconds that tests move by hand.
struct HandClock {
  Seconds seconds = 1'000'000;
  StoreOptions options() {
    StoreOptions options;
    options.clock = [this] { return seconds * 1'000'000; };
    return options;
  }
};

inline std::string int_bytes(std::int32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(number >> shift));
  return bytes;
}
inline std::int32_t int_of(std::string_view bytes) {
  std::uint32_t number = 0;
  for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
  return static_cast<std::int32_t>(number);
}

/// Builds tables column by column; ids of columns are 1, 2, 3 ... in that order.
class TableBuilder {
 public:
  explicit TableBuilder(TableId id) {
    table_.id = id;
    table_.keyspace = "test";
    table_.name = "t" + std::to_string(id);
    table_.options["gc_grace_seconds"] = std::string("864000");
  }
  TableBuilder& partition(const std::string& name, Type type) {
    return add(name, type, ColumnKind::partition_key);
  }
  TableBuilder& clustering(const std::string& name, Type type, bool descending = false) {
    add(name, type, ColumnKind::clustering);
    table_.columns.back().descending = descending;
    return *this;
  }
  TableBuilder& fixed(const std::string& name, Type type) { return add(name, type, ColumnKind::static_); }
  TableBuilder& regular(const std::string& name, Type type) { return add(name, type, ColumnKind::regular); }
  TableBuilder& grace(int seconds) {
    table_.options["gc_grace_seconds"] = std::to_string(seconds);
    return *this;
  }
  TablePointer build() {
    sort_columns(table_);
    table_.uuid = std::string(16, '\1');
    return std::make_shared<const Table>(table_);
  }

 private:
  TableBuilder& add(const std::string& name, Type type, ColumnKind kind) {
    Column column;
    column.id = static_cast<ColumnId>(table_.columns.size() + 1);
    column.name = name;
    column.type = std::move(type);
    column.kind = kind;
    table_.columns.push_back(column);
    if (kind == ColumnKind::partition_key) ++table_.partition_key_size;
    if (kind == ColumnKind::clustering) ++table_.clustering_size;
    return *this;
  }
  Table table_;
};

/// k int, c int, v text; the row's key is both.
inline TablePointer simple_table(TableId id = 1) {
  return TableBuilder(id)
      .partition("k", native_type(TypeKind::int_))
      .clustering("c", native_type(TypeKind::int_))
      .regular("v", native_type(TypeKind::text))
      .build();
}

inline StoreOptions with_map_of(std::size_t size) {
  StoreOptions options;
  options.map_size = size;
  return options;
}

inline std::size_t index_of(const TablePointer& table, const std::string& column) {
  return *table->find(column);
}
inline ColumnId id_of(const TablePointer& table, const std::string& column) {
  return table->columns[index_of(table, column)].id;
}
inline WantedColumns all_columns(const TablePointer& table) {
  WantedColumns wanted;
  for (std::size_t i = table->partition_key_size + table->clustering_size; i < table->columns.size(); ++i) {
    wanted.push_back(i);
  }
  return wanted;
}

inline CellWrite cell(const TablePointer& table, const std::string& column, Value value, Timestamp timestamp,
                      std::string path = {}) {
  return {id_of(table, column), std::move(path), std::move(value), {timestamp, 0, 0}};
}

inline Mutation mutation(const TablePointer& table, std::string key,
                         std::variant<RowWrite, RangeDeletion, PartitionDeletion> write) {
  return {table, {std::move(key)}, std::move(write)};
}

/// The whole partition, clustering values of each row as ints, in the order read.
inline std::vector<int> clustering_of(PartitionReader& reader) {
  std::vector<int> found;
  while (const StoredRow* row = reader.next()) found.push_back(int_of(row->clustering.at(0)));
  return found;
}

/// The code of the refusal that the action ends with; empty if it does not.
template <class Action>
std::string refused(Action action) {
  try {
    action();
  } catch (const Refusal& refusal) {
    return std::string(refusal.diagnostic.id);
  }
  return "";
}

}  // namespace cellar::test
