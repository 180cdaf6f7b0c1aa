// The keys that a statement names.
//
// In:      = and IN on the columns of the key, as the plan holds them, and the slots' values.
// Out:     every combination once: partition keys in the order of the columns' types, clustering
//          values in the order in which rows are stored.
// Refused: null and unset values, an empty partition key of one column, partition keys over 65,535 bytes; an
//          interrupt.
#pragma once

#include "executor/evaluate.h"
#include "planner/plan/restrictions.h"

namespace cellar {

/// The values of some leading columns of a key.
using KeyValues = std::vector<std::string>;

std::vector<KeyValues> partition_keys(const Table& table, const std::vector<Choices>& choices,
                                      const Evaluation& evaluation);

/// Values of the clustering columns that the steps cover; without steps, one empty combination.
std::vector<KeyValues> clustering_keys(const Table& table, const std::vector<ClusteringStep>& steps,
                                       const Evaluation& evaluation);

/// Values for clustering columns from `first` on: a node each, or one node of a tuple that holds them.
KeyValues clustering_values(const Table& table, std::size_t first, std::size_t count,
                            const std::vector<Node>& nodes, Span span, const Evaluation& evaluation);

/// Sets the key of the only row that the restrictions name, reusing memory, and refuses what partition_keys() and
/// clustering_keys() refuse. Returns false, and sets nothing, if they may name several rows.
bool bind_one_row(const Table& table, const std::vector<Choices>& choices,
                  const std::vector<ClusteringStep>& steps, const Evaluation& evaluation,
                  KeyValues& partition, KeyValues& row);

/// A whole key that names one row by one value a column, none of them computed: the common case, which needs no
/// memory of its own.
class SingleKey {
 public:
  /// Nothing if the statement names its keys in another way. What is given must outlive it.
  static std::optional<SingleKey> of(const Table& table, const std::vector<Choices>& partition_key,
                                     const std::vector<ClusteringStep>& clustering);

  std::size_t size() const { return values_.size(); }
  /// Fills one value a column, and refuses what partition_keys() and clustering_keys() refuse. They last as long
  /// as the plan and the slots.
  void bind(const Evaluation& evaluation, std::span<std::string_view> values) const;

 private:
  struct Value {
    const Node* node = nullptr;
    Span span;  // of the relation
  };

  const Table* table_ = nullptr;
  std::vector<Value> values_;  // in the order of the columns
};

/// Refuses a partition key that no row can be written with: an empty one of one column, and one that is too long.
void check_written_partition(const Table& table, const KeyValues& partition_key);
/// A clustering value of more than 65,535 bytes: no row has it, and none can be written with it.
bool is_too_long(std::string_view value);
void refuse_too_long(std::string_view value);
/// Refuses a row that cannot be written: with a value that is too long, or with an empty one in compact storage
/// of a single clustering column.
void check_written_row(const Table& table, std::span<const std::string_view> clustering);
void check_written_row(const Table& table, const KeyValues& clustering);

/// Order of the values of one clustering column as rows are stored: turned round where it descends.
int compare_stored(const Table& table, std::size_t clustering_column, std::string_view left,
                   std::string_view right);

}  // namespace cellar
