// Turns INSERT, UPDATE, DELETE and BATCH into mutations of the store.
//
// In:      a plan, the slots' values, the write transaction (for its clock, and to read a list that must be
//          read before it is written).
// Out:     mutations, to be applied together once all of them have been gathered.
// Refused: null and unset keys, timestamps and times to live out of their range, list indexes that do not
//          exist, null as the key of an element, additions of null.
//
// Sources, by statement: upsert.cpp, remove.cpp; additions.cpp for counters and sums, collections_write.cpp for
// the elements of collections.
#pragma once

#include <algorithm>
#include <functional>

#include "executor/evaluate.h"
#include "executor/select/bounds/key_choices.h"
#include "planner/plan/write_plan.h"
#include "storage/store.h"

namespace cellar {

/// The rows that a statement writes: each of the partitions with each of the rows. Without rows: the static ones.
struct WrittenKeys {
  std::vector<KeyValues> partitions;
  std::vector<KeyValues> rows;

  bool operator==(const WrittenKeys&) const = default;
};

/// The stored lists that a statement of a batch with conditions sees: those that Cassandra reads for the conditions.
struct SeenLists {
  const WantedColumns& columns;
  bool of_row = false;  // whether the statement's row was read; the static row always is

  bool shows(const Column& column, std::size_t index) const {
    return (of_row || column.kind == ColumnKind::static_) &&
           std::ranges::find(columns, index) != columns.end();
  }
};

/// What the statements of one run share: those of a batch, or the one statement.
struct WriteRun {
  WriteTransaction& transaction;
  Evaluation evaluation;
  Timestamp timestamp = 0;  // of the statement, or of the batch around it
  /// The row as it was before the statement; null unless it has conditions. Only sums with a stored value
  /// read it.
  const RowView* stored = nullptr;
  /// Null: each stored list is seen. One that is not seen is taken for an empty one.
  const SeenLists* lists = nullptr;
  /// How many milliseconds after the time of the clock each statement takes place (key_times.h). Empty: none is
  /// shifted.
  std::span<const std::int64_t> shifts = {};
  /// Those of the only statement at that time; null if they are not known yet.
  const WrittenKeys* keys = nullptr;
  /// Asked while many rows are read: whether the statement must end. Null: nobody asks.
  const std::function<bool()>* interrupted = nullptr;

  bool has_conditions() const { return stored != nullptr; }
  /// Returns what concerns one statement of a batch.
  std::span<const std::int64_t> shifts_of(std::size_t statement) const {
    return shifts.empty() ? shifts : shifts.subspan(statement, 1);
  }
};

void gather(const UpsertPlan& plan, const WriteRun& run, std::vector<Mutation>& mutations);
void gather(const DeletePlan& plan, const WriteRun& run, std::vector<Mutation>& mutations);
void gather(const BatchPlan& plan, const WriteRun& run, std::vector<Mutation>& mutations);

/// Refuses keys of which no row can be written.
WrittenKeys written_keys(const UpsertPlan& plan, const Evaluation& evaluation);
/// As above; stores the keys in `keys`, reusing its memory.
void write_keys_into(const UpsertPlan& plan, const Evaluation& evaluation, WrittenKeys& keys);

/// Returns the context of a statement that takes place so many milliseconds after the time of the clock.
EvaluationContext shifted_context(const EvaluationContext& context, std::int64_t milliseconds);

/// Returns the timestamp of USING TIMESTAMP, or else WriteRun::timestamp, which is that of all statements of a batch
/// with conditions.
Timestamp write_timestamp(const std::optional<Node>& timestamp, const WriteRun& run);
/// Applies USING TTL, or else the table's default. A later expiry than February 2106 is cut to it.
Liveness write_liveness(std::int64_t default_time_to_live, Timestamp timestamp,
                        const std::optional<Node>& time_to_live, const WriteRun& run);

/// The row that an assignment is for.
struct TargetRow {
  const TablePointer& table;
  const KeyValues& partition_key;
  const KeyValues& clustering;  // empty for the static row
  bool is_static = false;
};

/// An assignment with its values.
struct BoundAssignment {
  const AssignmentPlan* plan = nullptr;
  Value key;
  Value value;
};

/// Returns true for `c = c + 1` and `c = c - 1` of a simple column.
bool is_addition(const AssignmentPlan& assignment, const Column& column);
/// Returns the value that the addition writes: for a counter what is added to it, for another column its sum
/// with the stored value. Returns nothing if its marker is unset or there is no stored value. Refuses null,
/// and a counter's difference that cannot be negated.
std::optional<std::string> added_value(const AssignmentPlan& assignment, const Column& column,
                                       const WriteRun& run);

/// Adds the changes that an assignment makes to a multicell column.
void write_multicell(const BoundAssignment& assignment, const TargetRow& target, const Liveness& liveness,
                     const WriteRun& run, RowWrite& write);
/// Adds the deletion of an element or field; if there is neither key nor field, of the whole column.
void delete_multicell(const DeletionPlan& deletion, const Value& key, const TargetRow& target,
                      Timestamp timestamp, const WriteRun& run, RowWrite& write);

}  // namespace cellar
