// The tables of a keyspace, each decoded from its record when it is first asked for.
//
// In:      tables, or their records as they lie in the file.
// Out:     tables by name.
// Refused: a table whose record is damaged (`damaged_table`), when it is asked for.
//
// A database may have ten thousand tables, and a program that starts needs one of them: names are known at
// once, the rest of a record is read when somebody looks.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "schema/name_map.h"

namespace cellar {

struct Table;
struct UserType;
using TablePointer = std::shared_ptr<const Table>;
using UserTypes = NameMap<UserType>;

/// The scope in which the records of a keyspace's tables are decoded: they name user types and do not repeat
/// them.
struct RecordScope {
  std::string keyspace;
  UserTypes user_types;
  mutable std::mutex decoding;
};
using RecordScopePointer = std::shared_ptr<const RecordScope>;

/// A table as its record, decoded at the first call of table(). May be shared by threads, as all that belongs
/// to a schema.
class StoredTable {
 public:
  explicit StoredTable(TablePointer table);
  StoredTable(std::string table_name, std::string bytes, RecordScopePointer scope);

  const TablePointer& table() const;
  /// False if table() refuses.
  bool is_readable() const;
  bool is_decoded() const { return decoded_.load(std::memory_order_acquire); }
  /// The same record, among other user types.
  std::shared_ptr<const StoredTable> in(RecordScopePointer scope) const;

  const std::string name;
  const std::string record;  // schema/record.h
  const bool uses_user_types;

 private:
  const RecordScopePointer scope_;  // null: decoded from the beginning
  mutable TablePointer table_;      // guarded by the scope's mutex until `decoded_`
  mutable std::atomic<bool> decoded_;
};

class Tables {
 public:
  struct Entry {
    const std::string& first;
    TablePointer second;
  };

  class Iterator {
   public:
    using value_type = Entry;
    using difference_type = std::ptrdiff_t;
    using reference = Entry;
    using iterator_category = std::input_iterator_tag;
    struct Arrow {
      Entry entry;
      const Entry* operator->() const { return &entry; }
    };
    using pointer = Arrow;

    explicit Iterator(NameMap<StoredTable>::Iterator place) : place_(place) {}
    Entry operator*() const { return {place_.thing()->name, place_.thing()->table()}; }
    Arrow operator->() const { return {**this}; }
    Iterator& operator++() {
      ++place_;
      return *this;
    }
    Iterator operator++(int) { return Iterator(place_++); }
    bool operator==(const Iterator& other) const { return place_ == other.place_; }

   private:
    NameMap<StoredTable>::Iterator place_;
  };

  Tables() = default;
  explicit Tables(NameMap<StoredTable> stored) : stored_(std::move(stored)) {}

  std::size_t size() const { return stored_.size(); }
  bool empty() const { return stored_.empty(); }
  bool contains(std::string_view name) const { return stored_.contains(name); }
  Iterator find(std::string_view name) const { return Iterator(stored_.find(name)); }
  /// Null if there is none.
  TablePointer get(std::string_view name) const;
  /// Throws std::out_of_range if there is none.
  TablePointer at(std::string_view name) const;
  /// Each table is decoded when its iterator is dereferenced.
  Iterator begin() const { return Iterator(stored_.begin()); }
  Iterator end() const { return Iterator(stored_.end()); }

  /// Without decoding any.
  std::vector<std::string> names() const;
  /// Decodes these alone.
  std::vector<TablePointer> with_user_types() const;
  const NameMap<StoredTable>& stored() const { return stored_; }

  /// Puts the table in the place of the one of its name, if there is one. Returns its record, for the file.
  const std::string& put(TablePointer table);
  bool erase(std::string_view name) { return stored_.erase(name); }
  /// From now on tables that use user types are decoded with those of `scope`.
  void follow(const RecordScopePointer& scope);

 private:
  NameMap<StoredTable> stored_;
};

}  // namespace cellar
