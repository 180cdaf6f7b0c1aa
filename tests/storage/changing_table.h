// A table as ALTER TABLE makes it over time: columns are added, go and come back, the grace changes.
#pragma once

#include <map>
#include <set>
#include <string>

#include "store_fixture.h"

namespace cellar::test {

class ChangingTable {
 public:
  ChangingTable(TablePointer whole, int grace) : whole_(std::move(whole)), grace_(grace) { build(); }

  const TablePointer& now() const { return now_; }
  int grace() const { return grace_; }
  bool has(const std::string& column) const { return !absent_.contains(column); }

  void set_grace(int seconds) {
    grace_ = seconds;
    build();
  }
  /// The column has never existed: add_again() adds it for the first time.
  void begin_without(const std::string& column) {
    future_.insert(column);
    absent_.insert(column);
    build();
  }
  /// Cells up to the timestamp are gone for good, unless an earlier drop reached further.
  void drop(const std::string& column, Timestamp timestamp) {
    if (future_.contains(column)) return;
    absent_.insert(column);
    Timestamp& known = dropped_.try_emplace(column, timestamp).first->second;
    known = std::max(known, timestamp);
    build();
  }
  void add_again(const std::string& column) {
    absent_.erase(column);
    future_.erase(column);
    build();
  }
  void add_all_again() {
    absent_.clear();
    future_.clear();
    build();
  }
  SchemaPointer schema() const {
    Schema schema;
    schema.keyspaces.edit("test").tables.put(now_);
    return std::make_shared<const Schema>(std::move(schema));
  }

 private:
  void build() {
    Table table = *whole_;
    table.options["gc_grace_seconds"] = std::to_string(grace_);
    for (const auto& [name, timestamp] : dropped_) {
      Column& column = table.columns[*table.find(name)];
      column.dropped_before = timestamp;
      table.dropped_columns.push_back({name, column.type, column.kind, timestamp, column.id});
    }
    std::erase_if(table.columns, [&](const Column& column) { return absent_.contains(column.name); });
    now_ = std::make_shared<const Table>(std::move(table));
  }

  TablePointer whole_;
  int grace_;
  std::set<std::string> absent_;
  std::set<std::string> future_;  // of the absent columns, those that have never existed
  std::map<std::string, Timestamp> dropped_;
  TablePointer now_;
};

}  // namespace cellar::test
