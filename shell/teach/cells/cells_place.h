// Which partitions CELLS and MAP show.
//
// In:      `table`, `table WHERE key = value AND ... LIMIT n`, as the words behind SELECT * FROM would say it.
// Out:     a snapshot, the table or view, its partitions.
// Refused: what a SELECT of the same words is refused for, at its place; names of less or more than whole partitions;
//          system tables, which have no cells.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "database/snapshot.h"
#include "parser/script/command_text.h"
#include "shell/connection/connection.h"
#include "storage/raw_partition.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

struct CellsPlace {
  Snapshot snapshot;
  TablePointer table;
  RawPlace place;
  std::optional<std::size_t> limit;                    // rows if the place has a key, else partitions
  std::string command;                                 // "CELLS HEX", as it was typed
  std::string name;                                    // of the table, as it was typed
  std::shared_ptr<const std::function<bool()>> stops;  // which the snapshot asks
  bool lists_partitions = true;                        // the command shows several, if no key is named
};

/// Reads the place from the words of a command; `first` is that of the table's name. The group of the session must be
/// durable. `lists_partitions`: the command shows several, if no key is named. Returns nothing if the words behind SELECT *
/// FROM are more than one SELECT.
std::optional<CellsPlace> read_cells_place(const Database& database, const Connection& connection,
                                           std::string_view text, std::span<const CommandWord> words,
                                           std::size_t first, const StopToken& stop,
                                           bool lists_partitions = true);

/// So many partitions of a table are shown where nobody says how many.
inline constexpr std::size_t kPartitionsWithoutLimit = 20;

/// Says that there is more than the first `limit` things (`thing`: one of them), and how to go on after the partition of a token.
Diagnostic left_out(const CellsPlace& place, std::size_t limit, std::string_view thing, std::int64_t token);

/// The partitions and rows of a place, up to its limit.
class LimitedPartitions {
 public:
  /// `place` must outlive it. Without a limit of the place, the partitions of a table end after `partitions`.
  explicit LimitedPartitions(CellsPlace& place, std::size_t partitions = kPartitionsWithoutLimit);

  bool next();
  RawPartitions& partition() { return partitions_; }
  const RawItem* next_item();
  /// What was left out, and how to go on; nothing if everything was shown.
  std::optional<Diagnostic> rest() const;

 private:
  CellsPlace& place_;
  RawPartitions partitions_;
  std::size_t limit_;
  std::size_t shown_ = 0;
  std::int64_t last_token_ = 0;
  bool has_more_ = false;
};

}  // namespace cellar
