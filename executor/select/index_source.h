// The partitions and rows that the indexes of a plan name.
//
// In:      an IndexRead with the slots' values; a transaction at every call.
// Out:     partitions in the order of tokens (named ones in key order), each with the slices that are to be
//          read. A partition with many rows comes several times in a row, with one part of them each time.
// Refused: what the values, keys and tokens refuse.
//
// If there are several tests, the one with the fewest entries names the rows. The filters of the plan decide
// about each row.
#pragma once

#include "executor/select/bounds/slices.h"
#include "planner/plan/restrictions.h"
#include "storage/index_rows.h"

namespace cellar {

class IndexSource {
 public:
  IndexSource(const TablePointer& table, const IndexRead& read, const Evaluation& evaluation);

  /// One of the two says which partitions are read; otherwise all are.
  void read_named(std::vector<KeyValues> keys) { keys_ = std::move(keys); }
  void read_ring(const TokenRange& tokens) { tokens_ = tokens; }

  struct Found {
    KeyValues partition_key;
    bool whole_partition = false;
    std::vector<KeyValues> rows;  // otherwise: their clustering values, in stored order
  };
  /// Returns the next partition, null at the end; valid until the next call.
  const Found* next(Transaction& transaction, Seconds now);
  /// Lets go of the transaction. Before next() is called again, go_on_after() says where.
  void suspend();
  /// next() then goes on after this place, in any transaction.
  void go_on_after(ReadPosition place);
  /// Returns true if the rows of a partition are not named one by one.
  bool names_partitions(Transaction& transaction, Seconds now);

 private:
  void choose(Transaction& transaction, Seconds now);
  bool begin(Transaction& transaction, Seconds now);
  void take_rows_of(const IndexedRow& first);

  TablePointer table_;
  struct Test {
    std::size_t index = 0;
    IndexValues values;
  };
  std::vector<Test> tests_;
  std::size_t chosen_ = 0;
  bool is_chosen_ = false;
  std::optional<std::vector<KeyValues>> keys_;
  std::size_t next_key_ = 0;
  TokenRange tokens_;
  std::optional<ReadPosition> after_;
  std::optional<IndexRows> rows_;
  const IndexedRow* ahead_ = nullptr;  // read, but not yet handed out
  Found found_;
};

}  // namespace cellar
