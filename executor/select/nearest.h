// The rows whose vectors are nearest to one: ORDER BY v ANN OF [...] LIMIT n.
//
// In:      the order of a plan, its limit, and each row that passes the filters.
// Out:     the places of the rows to keep, the nearest first. Memory is bounded by the limit.
// Refused: rules: no limit or one above kMostNearest, null, a vector that ranks nothing.
#pragma once

#include <vector>

#include "executor/evaluate.h"
#include "executor/result_row.h"
#include "functions/similarity.h"
#include "planner/plan/read_plan.h"

namespace cellar {

inline constexpr std::int32_t kMostNearest = 1000;

class NearestRows {
 public:
  NearestRows(const NearestOrder& order, std::optional<std::int32_t> limit, const Evaluation& evaluation);

  /// Returns the row to fill if `view` is among the nearest so far; null otherwise.
  ResultRow* place_for(const RowView& view);
  /// Returns the rows, the nearest first; of two that are as near, the one that was read first.
  std::vector<ResultRow> take();

 private:
  struct Candidate {
    float score;
    std::uint64_t number;  // in the order of reading
    ResultRow row;
  };
  static bool is_nearer(const Candidate& left, const Candidate& right);
  void keep_nearest();

  std::size_t column_;
  std::size_t limit_;
  SimilarityTo similarity_;
  std::vector<Candidate> candidates_;  // up to twice the limit
  std::optional<float> least_;         // the score to pass, once there are as many as the limit
  std::uint64_t read_ = 0;
  Value bytes_;
};

}  // namespace cellar
