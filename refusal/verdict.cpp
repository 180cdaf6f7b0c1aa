#include "refusal/verdict.h"

#include <algorithm>

namespace cellar {

namespace {

constexpr std::string_view kAccepted[] = {
    "no_where",        "limit_without_where", "aggregate_without_where", "distinct_without_where",
    "range_of_tokens", "in_on_partition_key"};

constexpr std::string_view kNeedFiltering[] = {
    "no_partition_key",       "partial_partition_key",  "contains_on_partition_key", "range_on_partition_key",
    "filter_in_partition",    "contains_on_clustering", "filter_beside_index",       "indexes_not_combined",
    "index_without_operator", "index_of_other_part",    "index_serves_key_only",     "clustering_gap",
    "restricted_after_range"};

bool is_among(std::span<const std::string_view> ids, std::string_view id) {
  return std::ranges::find(ids, id) != ids.end();
}

}  // namespace

Verdict verdict_on(const Message& message) {
  if (!message.code.starts_with("E3")) return Verdict::none;
  if (is_among(kAccepted, message.id)) return Verdict::accepts;
  return is_among(kNeedFiltering, message.id) ? Verdict::needs_filtering : Verdict::refuses;
}

std::string verdict_text(const Message& message, Language language) {
  const FrameWords& frame = frame_words(language);
  const Parameters parameters = {{"class", std::string(name(message.error_class))}};
  switch (verdict_on(message)) {
    case Verdict::none:
      return {};
    case Verdict::refuses:
      return fill(frame.refuses, parameters);
    case Verdict::needs_filtering:
      return fill(frame.needs_filtering, parameters);
    case Verdict::accepts:
      return std::string(frame.accepts);
  }
  return {};
}

}  // namespace cellar
