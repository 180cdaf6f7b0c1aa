// The state of a Result: its columns, and the source of its rows.
//
// In:      a statement's notices and, if it returns rows, their columns and source.
// Out:     its rows, notices and counters.
// Refused: what a selection refuses while it is read.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "database/result.h"
#include "database/results/selected_rows.h"

namespace cellar {

/// The columns of a result. Those of a SELECT belong to its plan, which the pointer keeps alive. Null: the
/// statement does not return rows.
using ResultColumns = std::shared_ptr<const std::vector<ResultColumn>>;

struct NoRows {};
/// As NoRows, after USE and after a definition.
struct KeyspaceSet {
  std::string keyspace;
};
struct SchemaChanged {
  SchemaEvent event;
};

class IdleResult;

/// At most one row, read by a DirectSelect into ResultState::row.
struct FoundRow {
  std::shared_ptr<IdleResult> idle;  // takes the memory when the result has ended
  bool waits = false;                // next() has not returned it yet
  ReadCounters counters;
};

/// Rows that were computed before the result was returned, or are supplied a part at a time.
struct ComputedRows {
  std::vector<std::vector<Value>> rows;  // each with a value for every column
  std::size_t next = 0;
  SupplyResultRows more{};  // null: there are no others
};

/// Refuses rows that do not fit the columns, and adds the nulls that are missing at their ends.
void check_rows(const std::vector<ResultColumn>& columns, std::vector<std::vector<Value>>& rows);

struct ResultState {
  ResultColumns columns;
  std::vector<Diagnostic> notices;  // without the counts that a selection adds
  std::variant<NoRows, KeyspaceSet, SchemaChanged, FoundRow, ComputedRows, SelectedRows> source;
  std::vector<Diagnostic> complete_notices;  // with the counts so far
  ResultRow row;                             // next() fills it

  ResultState() = default;
  /// For a statement that does not return rows.
  explicit ResultState(std::vector<Diagnostic> of_statement) : notices(std::move(of_statement)) {}
  ResultState(ResultColumns of_rows, ComputedRows rows, std::vector<Diagnostic> of_statement);
  /// For a SELECT; its SelectedRows still has to be told where to read from.
  ResultState(const CachedPlanPointer& planned, const std::shared_ptr<DatabaseState>& database,
              std::vector<BoundValue> slots, Seconds now, std::function<bool()> interrupted,
              SystemFactsPointer facts);
  /// Returns the answer of a plan that has a DirectSelect, in the memory of an earlier result; null if the
  /// read needs a selection. The answer does not refer to `source`.
  static std::unique_ptr<ResultState> of_one_row(const CachedPlanPointer& planned,
                                                 const std::shared_ptr<IdleResult>& idle, Transaction& source,
                                                 std::span<const BoundValue> slots, Seconds now);
  /// Takes a result that has ended, and keeps its memory for a later one.
  static void recycle(std::unique_ptr<ResultState> state);

  /// From now on the spans of notices and refusals are those in another text of the same shape.
  void move_places_to(const KnownShapePointer& shape, const std::vector<ShapeLiteral>& literals);

  ResultKind kind() const;
  /// Returns null at the end.
  const ResultRow* next();
  /// Asks for rows until there are some. Returns false if there are no more.
  bool take_more(ComputedRows& computed);
  void pause();
  const std::string& read_position() const;
  const std::vector<Diagnostic>& notices_so_far();
  const ReadCounters& counters();
};
/// Null for a statement that returns neither rows nor notices.
using ResultPointer = std::unique_ptr<ResultState>;

/// Keeps a one-row result that has ended, whose memory the session's next one reuses. A result may end in another
/// thread than that of its session, and after it.
class IdleResult {
 public:
  IdleResult() = default;
  ~IdleResult() { delete state_.load(); }
  IdleResult(const IdleResult&) = delete;
  IdleResult& operator=(const IdleResult&) = delete;

  /// Null if none is kept. One thread takes at a time, and while one is kept no other comes.
  std::unique_ptr<ResultState> take() {
    ResultState* const kept = state_.load(std::memory_order_acquire);
    if (kept != nullptr) state_.store(nullptr, std::memory_order_relaxed);
    return std::unique_ptr<ResultState>(kept);
  }
  void keep(std::unique_ptr<ResultState> state) {
    ResultState* none = nullptr;
    if (state_.compare_exchange_strong(none, state.get(), std::memory_order_release)) state.release();
  }

 private:
  std::atomic<ResultState*> state_ = nullptr;
};

}  // namespace cellar
