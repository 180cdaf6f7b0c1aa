#include "executor/select/bounds/token_bounds.h"

#include "planner/plan/restrictions.h"

namespace cellar {

namespace {

std::int64_t token_value(const TokenBound& bound, const Evaluation& evaluation) {
  const std::optional<std::int64_t> token = evaluate_integer(bound.value, evaluation);
  if (!token) refuse("null_token", bound.value.span);
  return *token;
}

}  // namespace

TokenRange bind_tokens(const RingPart& part, const Evaluation& evaluation, bool beside_keys) {
  TokenRange range;
  if (part.lower) {
    range.lower = token_value(*part.lower, evaluation);
    range.lower_inclusive = part.lower->inclusive;
  }
  if (part.upper) {
    const std::int64_t upper = token_value(*part.upper, evaluation);
    if (upper != INT64_MIN || beside_keys) {
      range.upper = upper;
      range.upper_inclusive = part.upper->inclusive;
    }
  }
  return range;
}

bool has_tokens(const TokenRange& range) {
  return range.lower < range.upper ||
         (range.lower == range.upper && range.lower_inclusive && range.upper_inclusive);
}

bool is_within(const TokenRange& range, std::int64_t token) {
  const bool above = token > range.lower || (token == range.lower && range.lower_inclusive);
  const bool below = token < range.upper || (token == range.upper && range.upper_inclusive);
  return range.lower > range.upper ? above || below : above && below;
}

}  // namespace cellar
