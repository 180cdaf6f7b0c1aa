// INSERT, UPDATE, DELETE and BATCH turned into mutations of the store.
//
// In:      a plan, the slots' values, the write transaction (to read from where a list must be read
//          before it is written, and for its clock).
// Out:     mutations, to be applied together once all of them are there.
// Refused: null and unset keys, timestamps and times to live out of their range, list indexes that
//          are not there, null as a key of an element.
//
// Sources, by statement: upsert.cpp, remove.cpp; collections_write.cpp for the elements of collections.
#pragma once

#include "executor/evaluate.h"
#include "executor/key_choices.h"

namespace cellar {

/// What the statements of one execution share.
struct WriteRun {
  WriteTransaction& transaction;
  Evaluation evaluation;
  Timestamp timestamp = 0;  // of the statement, or of the batch around it
};

void gather(const UpsertPlan& plan, const WriteRun& run, std::vector<Mutation>& mutations);
void gather(const DeletePlan& plan, const WriteRun& run, std::vector<Mutation>& mutations);
void gather(const BatchPlan& plan, const WriteRun& run, std::vector<Mutation>& mutations);

/// USING TIMESTAMP, or the statement's own time.
Timestamp write_timestamp(const std::optional<Node>& timestamp, const WriteRun& run);
/// USING TTL, or the table's default. Ends beyond the year 2106 are cut to it.
Liveness write_liveness(const Table& table, Timestamp timestamp, const std::optional<Node>& time_to_live,
                        const WriteRun& run);

/// The row that an assignment is for.
struct TargetRow {
  const TablePointer& table;
  const KeyValues& partition_key;
  const KeyValues& clustering;  // empty for the static row
  bool is_static = false;
};

/// An assignment whose values are known.
struct BoundAssignment {
  const AssignmentPlan* plan = nullptr;
  Value key;
  Value value;
};

/// Adds what the assignment does to a multicell column.
void write_multicell(const BoundAssignment& assignment, const TargetRow& target, const Liveness& liveness,
                     const WriteRun& run, RowWrite& write);
/// Adds the deletion of an element or field; without `key` and field, of the whole column.
void delete_multicell(const DeletionPlan& deletion, const Value& key, const TargetRow& target,
                      Timestamp timestamp, const WriteRun& run, RowWrite& write);

}  // namespace cellar
