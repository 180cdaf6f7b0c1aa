#include <algorithm>

#include "planner/explain/explain.h"
#include "planner/explain/explanation_json.h"
#include "planner/plan.h"

namespace cellar {

namespace {

/// The rows of the answer while they are made: a step, and what there is to say about it.
class Steps {
 public:
  void add(std::string_view step, std::string detail) {
    rows_.push_back({Value(indent_ + std::string(step)), Value(std::move(detail))});
  }
  void add_unless_empty(std::string_view step, std::string detail) {
    if (!detail.empty()) add(step, std::move(detail));
  }
  void indent() { indent_ = "  "; }
  void end_indent() { indent_.clear(); }
  std::vector<std::vector<Value>> take() { return std::move(rows_); }

 private:
  std::vector<std::vector<Value>> rows_;
  std::string indent_;
};

/// Long values are cut: they are in the statement.
std::string shown(const std::string& value) {
  constexpr std::size_t kLongest = 48;
  if (value.size() <= kLongest) return value;
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(value[end]) & 0xC0) == 0x80) --end;
  return value.substr(0, end) + "...";
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + shown(part);
  return text;
}

/// `k = 1`, `k IN (1, 2)`, `1 <= c < 5`, `c: all`.
std::string text_of(const ExplainedRange& range) {
  const bool is_marker = range.values.size() == 1 &&
                         (range.values.front().starts_with('?') || range.values.front().starts_with(':'));
  if (range.is_in && is_marker) return range.columns + " IN " + range.values.front();
  const bool is_list = range.is_in && range.values.size() != 1;
  if (!range.values.empty() && !is_list) return range.columns + " = " + shown(range.values.front());
  if (!range.values.empty() || range.is_in) return range.columns + " IN (" + joined(range.values, ", ") + ")";
  if (!range.lower && !range.upper) return range.columns + ": all";
  const auto sign = [](const ExplainedBound& bound) { return bound.inclusive ? " <= " : " < "; };
  if (!range.lower) return range.columns + sign(*range.upper) + shown(range.upper->value);
  if (!range.upper)
    return range.columns + (range.lower->inclusive ? " >= " : " > ") + shown(range.lower->value);
  return shown(range.lower->value) + sign(*range.lower) + range.columns + sign(*range.upper) +
         shown(range.upper->value);
}

std::string counted(std::uint64_t count, const char* one, const char* several) {
  return std::to_string(count) + " " + (count == 1 ? one : several);
}

std::string partitions_of(const ExplainedAccess& access) {
  if (access.is_computed) return "computed from the schema, without reading the file";
  if (access.partition.empty()) {
    if (access.tokens) return "the partitions of some tokens";
    if (!access.indexes.empty()) return "the partitions that the index names";
    return "every partition";
  }
  if (!access.partitions) return "as many partitions as the list has values";
  if (*access.partitions == 0) return "no partition: the list is empty";
  return counted(*access.partitions, "partition", "partitions");
}

/// Without a restriction, the slice of a scan goes without saying.
void add_slice(const ExplainedAccess& access, Steps& steps) {
  const bool restricts = std::ranges::any_of(access.slice, &ExplainedRange::restricts);
  if (access.partition.empty() && !restricts) return;
  for (const ExplainedRange& range : access.slice) steps.add("slice", text_of(range));
}

void add_place(const ExplainedAccess& access, Steps& steps) {
  std::string partition;
  for (const ExplainedRange& range : access.partition)
    partition += (partition.empty() ? "" : ", ") + text_of(range);
  steps.add_unless_empty("partition", partition);
  if (access.token) steps.add("token", std::to_string(*access.token));
  if (access.tokens) steps.add("tokens", text_of(*access.tokens));
  for (const ExplainedIndex& index : access.indexes)
    steps.add("index", index.name + " on " + index.target + " finds " + shown(index.question) + " (W417)");
  add_slice(access, steps);
}

/// Why no key serves what a filter asks.
std::string reason_of(const ExplainedFilter& filter) {
  if (filter.rule == "K1") return "a part of the partition key is missing";
  if (filter.rule == "K2") return "no range on the partition key";
  if (filter.rule == "K3") return "a clustering column before " + filter.column + " is missing";
  if (filter.rule == "K4") return filter.column + " is behind the range";
  return filter.column + " is not in the key";
}

void add_read(const ExplainedAccess& access, Steps& steps) {
  add_place(access, steps);
  if (!access.order.empty() && !access.partition.empty()) {
    const char* each = access.partitions == 1 ? "as stored: " : "in each partition as stored: ";
    steps.add("order", each + access.order + (access.reversed ? "; read backwards (W401)" : ""));
  } else if (!access.order.empty() && !access.is_computed) {
    steps.add("order", "by token, then " + access.order);
  }
  for (const ExplainedFilter& filter : access.filters)
    steps.add("filter", shown(filter.relation) + ": each row is tested; " + std::string(filter.rule) + ", " +
                            reason_of(filter));
  steps.add_unless_empty("sort", access.sort);
  steps.add_unless_empty("group", access.group);
  steps.add_unless_empty("distinct", access.distinct);
  if (!access.partition_limit.empty()) steps.add("limit", access.partition_limit + " rows of each partition");
  if (access.limit.empty()) return;
  const std::string rows = access.limit + (access.group.empty() ? " rows" : " rows of the result");
  steps.add("limit", access.sort.empty() ? "the read ends after " + rows : "the first " + rows + " are kept");
}

std::string text_of(const ExplainedEffect& effect) {
  std::string text = effect.target;
  if (effect.what == "range tombstone") text = "range " + text;
  if (effect.what == "partition tombstone") text = "the whole partition";
  if (!effect.value.empty()) {
    const bool is_sum = effect.what == "addition";
    const bool is_removal = effect.what == "tombstone";
    text += (is_sum                      ? " "
             : is_removal                ? ": "
             : effect.what == "elements" ? ": "
                                         : " = ") +
            shown(effect.value);
  }
  if (!effect.why.empty()) text += (text.empty() ? "" : ": ") + std::string(effect.why);
  return text;
}

void add_write(const ExplainedAccess& access, Steps& steps) {
  add_place(access, steps);
  if (!access.condition.empty())
    steps.add("condition", shown(access.condition) + ": the row is read first, and decides");
  for (const ExplainedEffect& effect : access.effects) {
    const bool is_tombstone = effect.what.ends_with("tombstone");
    steps.add(is_tombstone ? std::string_view("tombstone") : effect.what, text_of(effect));
  }
  if (!access.time_to_live.empty()) steps.add("expires", "after " + access.time_to_live + " seconds");
  if (!access.default_time_to_live.empty())
    steps.add("expires",
              "after " + access.default_time_to_live + " seconds, by the table's default_time_to_live");
  if (!access.timestamp.empty()) steps.add("timestamp", access.timestamp + ", not that of the clock");
  steps.add_unless_empty("changes", joined(access.followers, ", "));
}

std::string line_of(const ExplainedAccess& access) {
  return access.kind + " of " + access.table + ": " + partitions_of(access);
}

std::string line_of_batch(const Explanation& explanation) {
  return explanation.kind + ": " + counted(explanation.accesses.size(), "statement", "statements");
}

void add_access(const ExplainedAccess& access, const std::string& step, Steps& steps) {
  if (access.kind.empty()) {
    steps.add("table", access.table);
    steps.add("key", access.key);
    if (!access.order.empty()) steps.add("order", "as stored: " + access.order + ", or all of it reversed");
    return;
  }
  steps.add(step, line_of(access));
  steps.add("key", access.key);
  if (access.is_write) {
    add_write(access, steps);
  } else {
    add_read(access, steps);
  }
}

std::string of_expected(const char* words, std::optional<std::uint64_t> expected) {
  return expected ? std::string(" (expected ") + words + std::to_string(*expected) + ")" : "";
}

/// Many rows were read for few: the rows are in the wrong order, or in the wrong table.
bool is_wasteful(const ExplainedMeasures& measures) {
  constexpr std::uint64_t kFewRows = 10;
  return measures.rows > kFewRows * std::max<std::uint64_t>(measures.returned, 1);
}

void add_read_measures(const ExplainedAccess& access, const ExplainedMeasures& measures, bool makes_rows,
                       Steps& steps) {
  steps.add("measured",
            counted(measures.partitions, "partition", "partitions") + of_expected("", access.partitions));
  steps.add("measured", counted(measures.rows, "row", "rows") + " read, " +
                            std::to_string(measures.returned) + " returned" +
                            of_expected("at most ", access.most_rows));
  steps.add("measured", counted(measures.entries, "entry", "entries") + " visited, " +
                            counted(measures.bytes, "byte", "bytes") + " returned");
  if (!access.sort.empty()) steps.add("measured", counted(measures.rows, "row", "rows") + " sorted");
  if (!is_wasteful(measures) || makes_rows) return;
  const std::string read = counted(measures.rows, "row", "rows");
  steps.add("warning", measures.returned == 0 ? read + " are read, and none is returned"
                                              : std::to_string(measures.rows / measures.returned) +
                                                    " rows are read for each that is returned");
}

void add_write_measures(const ExplainedMeasures& measures, Steps& steps) {
  if (measures.applied)
    steps.add("measured",
              *measures.applied ? "applied: the condition held" : "not applied: nothing is written");
  steps.add("measured", counted(measures.partitions, "partition", "partitions") + ", " +
                            counted(measures.rows, "row", "rows") + " written");
  steps.add("measured", counted(measures.cells, "cell", "cells") + ", " +
                            counted(measures.tombstones, "tombstone", "tombstones"));
  if (measures.entries > 0)
    steps.add("measured", counted(measures.entries, "entry", "entries") + " visited before the write");
}

std::string milliseconds(std::chrono::nanoseconds time) {
  const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(time).count();
  const std::string part = std::to_string(microseconds % 1'000);
  return std::to_string(microseconds / 1'000) + "." + std::string(3 - part.size(), '0') + part + " ms";
}

/// `1 row tombstone`, `2 expired cells`.
std::string counted_of(const ExplainedMeasures::Skipped& skipped) {
  const std::string several(skipped.what);
  return counted(skipped.count, several.substr(0, several.size() - 1).c_str(), several.c_str());
}

void add_measures(const Explanation& explanation, Steps& steps) {
  const ExplainedMeasures& measures = *explanation.measures;
  if (measures.is_write) {
    add_write_measures(measures, steps);
  } else {
    const ExplainedAccess& access = explanation.accesses.front();
    add_read_measures(access, measures, !access.group.empty(), steps);
  }
  std::string skipped;
  for (const ExplainedMeasures::Skipped& each : measures.skipped)
    skipped += (skipped.empty() ? "" : ", ") + counted_of(each);
  if (!skipped.empty()) steps.add("skipped", skipped);
  if (measures.times)
    steps.add("time", "parse " + milliseconds(measures.times->parse) + ", plan " +
                          milliseconds(measures.times->plan) + ", run " + milliseconds(measures.times->run));
}

void add_verdict(const Explanation& explanation, Steps& steps) {
  std::string rules;
  for (const RuleMark& mark : explanation.rules)
    rules += (rules.empty() ? "" : "  ") + std::string(mark.rule) + (mark.holds ? " ✓" : " ✗");
  steps.add_unless_empty("rules", rules);
  if (!explanation.refusal) return steps.add("verdict", "OK");
  steps.add("verdict", "REFUSED " + std::string(explanation.refusal->code()));
}

bool is_planned_batch(const Explanation& explanation) {
  return explanation.statement == "BATCH" && !explanation.refusal;
}

std::vector<std::vector<Value>> rows_of(const Explanation& explanation) {
  Steps steps;
  if (is_planned_batch(explanation)) {
    steps.add("write", line_of_batch(explanation));
    steps.indent();
  }
  for (const ExplainedAccess& access : explanation.accesses) {
    const char* does = access.is_write ? "write" : "read";
    add_access(access, explanation.refusal ? std::string("would ") + does : does, steps);
  }
  steps.end_indent();
  if (explanation.measures) add_measures(explanation, steps);
  steps.add_unless_empty("instead", explanation.instead);
  add_verdict(explanation, steps);
  return steps.take();
}

}  // namespace

std::string summary_of(const Explanation& explanation) {
  const std::vector<ExplainedAccess>& accesses = explanation.accesses;
  std::string summary;
  if (is_planned_batch(explanation))
    summary = line_of_batch(explanation);
  else if (!accesses.empty())
    summary = line_of(accesses.front());
  for (const ExplainedAccess& access : accesses) {
    for (const ExplainedIndex& index : access.indexes) summary += ", through the index " + index.name;
    if (!access.followers.empty()) summary += ", followed by " + joined(access.followers, ", ");
  }
  return summary;
}

AnswerPlan answer_of(const Explanation& explanation, ExplainStatement::Form form) {
  AnswerPlan answer;
  const Type text = native_type(TypeKind::text);
  if (form == ExplainStatement::Form::json) {
    answer.columns.push_back({"[explain]", text});
    answer.rows.push_back({Value(json_of(explanation))});
  } else {
    answer.columns = {{"step", text}, {"detail", text}};
    answer.rows = rows_of(explanation);
  }
  return answer;
}

}  // namespace cellar
