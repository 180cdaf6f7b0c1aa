#include "executor/select/nearest.h"

#include <algorithm>

#include "planner/plan/read_plan.h"

namespace cellar {

namespace {

std::string query_vector(const NearestOrder& order, const Evaluation& evaluation) {
  const Node& node = order.vector;
  if (is_unset(node, evaluation)) refuse("unset_value", order.span);
  Value value = evaluate(node, evaluation);
  if (!value) refuse("null_filter", order.span, {{"column", order.column_name}});
  return *std::move(value);
}

}  // namespace

NearestRows::NearestRows(const NearestOrder& order, std::optional<std::int32_t> limit,
                         const Evaluation& evaluation)
    : column_(order.column),
      limit_(static_cast<std::size_t>(limit.value_or(0))),
      similarity_(order.similarity, query_vector(order, evaluation)) {
  if (!limit) refuse("nearest_without_limit", order.span);
  if (*limit > kMostNearest)
    refuse("nearest_limit", order.span,
           {{"limit", std::to_string(*limit)}, {"most", std::to_string(kMostNearest)}});
  if (!similarity_.can_rank())
    refuse("vector_without_direction", order.span, {{"column", order.column_name}});
}

bool NearestRows::is_nearer(const Candidate& left, const Candidate& right) {
  return left.score != right.score ? left.score > right.score : left.number < right.number;
}

void NearestRows::keep_nearest() {
  const auto last = candidates_.begin() + static_cast<std::ptrdiff_t>(limit_);
  std::nth_element(candidates_.begin(), last - 1, candidates_.end(), is_nearer);
  least_ = (last - 1)->score;
  candidates_.erase(last, candidates_.end());
}

ResultRow* NearestRows::place_for(const RowView& view) {
  read_column(view, column_, bytes_);
  if (!bytes_) return nullptr;
  const std::optional<float> score = similarity_.score(*bytes_);
  if (!score || (least_ && *score <= *least_)) return nullptr;
  if (candidates_.size() >= 2 * limit_) {
    keep_nearest();
    if (*score <= *least_) return nullptr;
  }
  return &candidates_.emplace_back(Candidate{*score, read_++, {}}).row;
}

std::vector<ResultRow> NearestRows::take() {
  std::sort(candidates_.begin(), candidates_.end(), is_nearer);
  if (candidates_.size() > limit_)
    candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(limit_), candidates_.end());
  std::vector<ResultRow> rows;
  for (Candidate& candidate : candidates_) rows.push_back(std::move(candidate.row));
  return rows;
}

}  // namespace cellar
