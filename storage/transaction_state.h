// What a transaction works with: its maps, its counters, and what it has looked up already.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "storage/environment.h"
#include "storage/meta.h"
#include "storage/ordered_map.h"
#include "storage/row_format.h"
#include "storage/stage.h"
#include "storage/table_layout.h"

namespace cellar {

struct TransactionState {
  /// To read. One that was used before is renewed.
  static std::unique_ptr<TransactionState> to_read(std::shared_ptr<Environment> of);
  /// Ends it, and keeps it for its next use if it is a reader's.
  static void end(std::unique_ptr<TransactionState> state);

  TransactionState(std::shared_ptr<Environment> of, TransactionTurn turn);
  /// To write: `turn` is held until the end.
  TransactionState(std::shared_ptr<Environment> of, std::unique_ptr<WriterTurn> turn);

  LayoutPointer layout(const TablePointer& table);
  /// Kept for the transaction that writes; a change is written at the commit.
  TableFacts& facts(TableId table);
  /// At the commit the facts of the table are not written.
  void forget_facts(TableId table);
  void write_meta();
  std::uint64_t schema_version();

 private:
  TransactionState(std::shared_ptr<Environment> of, TransactionTurn turn,
                   std::unique_ptr<WriterTurn> writer_turn, bool read_only);

  void enter_snapshot();
  TableFacts remembered(TableId table);

  struct KnownTable {
    TableFacts stored;
    TableFacts facts;
  };

  // The environment outlives the turns, and these outlive the transaction of LMDB.
  std::shared_ptr<Environment> environment_;
  std::unique_ptr<WriterTurn> writer_turn_;
  TransactionTurn turn_;

 public:
  LmdbTransaction lmdb;
  Counters counters;
  OrderedMap data;
  OrderedMap purge;
  OrderedMap schema;
  Stage stage{*this};
  ReadCounters visited;
  // Memory that is used again.
  std::string key;
  PackedRow row;
  const bool is_writer;
  Seconds now = 0;            // of a transaction that writes
  std::uint64_t changes = 0;  // mutations so far; they earn steps of purging
  bool schema_changed = false;
  bool ended = false;

  Environment& environment() { return *environment_; }

 private:
  Counters stored_counters_;
  std::unordered_map<TableId, KnownTable> tables_;
  LayoutPointer layout_;  // of the table asked for last
  // What a reader knows of its snapshot.
  std::size_t snapshot_ = 0;
  std::optional<std::uint64_t> schema_version_;
  std::optional<TableId> read_table_;  // asked for last
  TableFacts read_facts_;              // of it
};

}  // namespace cellar
