#include <algorithm>

#include "planner/explain/explain.h"
#include "planner/explain/explanation_json.h"
#include "planner/plan.h"
#include "planner/words/planner_words.h"

namespace cellar {

namespace {

/// The rows of the answer while they are made: a step, and what there is to say about it.
class Steps {
 public:
  explicit Steps(Language language) : language_(language) {}

  void add(PlannerWords::Text step, std::string detail) {
    rows_.push_back({Value(indent_ + std::string(step.in(language_))), Value(std::move(detail))});
  }
  void add_unless_empty(PlannerWords::Text step, std::string detail) {
    if (!detail.empty()) add(step, std::move(detail));
  }
  void indent() { indent_ = "  "; }
  void end_indent() { indent_.clear(); }
  std::vector<std::vector<Value>> take() { return std::move(rows_); }

 private:
  Language language_;
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

/// The values of IN, as CQL writes them.
std::string list_of(const std::vector<std::string>& values) {
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "" : ", ") + shown(value);
  return text;
}

/// The words of an explanation, in its language.
class ExplainedText {
 public:
  explicit ExplainedText(Language language) : language_(language) {}

  std::string say(PlannerWords::Text text, const Parameters& parameters = {}) const {
    return PlannerWords::say(language_, text, parameters);
  }
  std::string kind(std::string_view kind) const;
  std::string range(const ExplainedRange& range) const;
  std::string partitions_of(const ExplainedAccess& access) const;
  std::string effect(const ExplainedEffect& effect) const;
  std::string reason_of(const ExplainedFilter& filter) const;
  std::string joined(const std::vector<std::string>& parts, PlannerWords::Text between) const;
  std::string line_of(const ExplainedAccess& access) const {
    return say("{kind} of {table}: {partitions}",
               {{"kind", kind(access.kind)}, {"table", access.table}, {"partitions", partitions_of(access)}});
  }
  std::string line_of_batch(const Explanation& explanation) const {
    return say("{kind}: {count|statement|statements}",
               {{"kind", kind(explanation.kind)}, {"count", std::to_string(explanation.accesses.size())}});
  }
  Language language() const { return language_; }

 private:
  Language language_;
};

std::string ExplainedText::kind(std::string_view kind) const {
  constexpr std::string_view kConditional = "conditional ", kReverse = "reverse ";
  constexpr std::string_view kSeveral = "multi-partition(", kBatch = "batch of ";
  if (kind.starts_with(kConditional))
    return say("conditional {kind}", {{"kind", this->kind(kind.substr(kConditional.size()))}});
  if (kind.starts_with(kReverse))
    return say("reverse {kind}", {{"kind", this->kind(kind.substr(kReverse.size()))}});
  if (kind.starts_with(kSeveral)) {
    const std::string_view count = kind.substr(kSeveral.size(), kind.find(')') - kSeveral.size());
    return say("multi-partition({count})", {{"count", std::string(count)}});
  }
  if (kind.starts_with(kBatch)) {
    const std::string_view count = kind.substr(kBatch.size(), kind.rfind(' ') - kBatch.size());
    return say("batch of {partitions|partition|partitions}", {{"partitions", std::string(count)}});
  }
  const std::optional<PlannerWords::Text> words = PlannerWords::find(kind);
  return words ? say(*words) : std::string(kind);
}

std::string ExplainedText::joined(const std::vector<std::string>& parts, PlannerWords::Text between) const {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : say(between)) + shown(part);
  return text;
}

/// `k = 1`, `k IN (1, 2)`, `1 <= c < 5`, `c: all`.
std::string ExplainedText::range(const ExplainedRange& range) const {
  const bool is_marker = range.values.size() == 1 &&
                         (range.values.front().starts_with('?') || range.values.front().starts_with(':'));
  if (range.is_in && is_marker) return range.columns + " IN " + range.values.front();
  const bool is_list = range.is_in && range.values.size() != 1;
  if (!range.values.empty() && !is_list) return range.columns + " = " + shown(range.values.front());
  if (!range.values.empty() || range.is_in) return range.columns + " IN (" + list_of(range.values) + ")";
  if (!range.lower && !range.upper) return say("{columns}: all", {{"columns", range.columns}});
  const auto sign = [](const ExplainedBound& bound) { return bound.inclusive ? " <= " : " < "; };
  if (!range.lower) return range.columns + sign(*range.upper) + shown(range.upper->value);
  if (!range.upper)
    return range.columns + (range.lower->inclusive ? " >= " : " > ") + shown(range.lower->value);
  return shown(range.lower->value) + sign(*range.lower) + range.columns + sign(*range.upper) +
         shown(range.upper->value);
}

std::string ExplainedText::partitions_of(const ExplainedAccess& access) const {
  if (access.is_computed) return say("computed from the schema, without reading the file");
  if (access.partition.empty()) {
    if (access.tokens) return say("the partitions of some tokens");
    if (!access.indexes.empty()) return say("the partitions that the index names");
    return say("every partition");
  }
  if (!access.partitions) return say("as many partitions as the list has values");
  if (*access.partitions == 0) return say("no partition: the list is empty");
  return say("{count|partition|partitions}", {{"count", std::to_string(*access.partitions)}});
}

/// Without a restriction, the slice of a scan goes without saying.
void add_slice(const ExplainedAccess& access, const ExplainedText& text, Steps& steps) {
  const bool restricts = std::ranges::any_of(access.slice, &ExplainedRange::restricts);
  if (access.partition.empty() && !restricts) return;
  for (const ExplainedRange& range : access.slice) steps.add("slice", text.range(range));
}

void add_place(const ExplainedAccess& access, const ExplainedText& text, Steps& steps) {
  std::string partition;
  for (const ExplainedRange& range : access.partition)
    partition += (partition.empty() ? "" : ", ") + text.range(range);
  steps.add_unless_empty("partition", partition);
  if (access.token) steps.add("token", std::to_string(*access.token));
  if (access.tokens) steps.add("tokens", text.range(*access.tokens));
  for (const ExplainedIndex& index : access.indexes)
    steps.add(
        "index",
        text.say("{index} on {target} finds {relation} (W417)",
                 {{"index", index.name}, {"target", index.target}, {"relation", shown(index.question)}}));
  add_slice(access, text, steps);
}

/// Why no key serves what a filter asks.
std::string ExplainedText::reason_of(const ExplainedFilter& filter) const {
  const Parameters column = {{"column", filter.column}};
  if (filter.rule == "K1") return say("a part of the partition key is missing");
  if (filter.rule == "K2") return say("no range on the partition key");
  if (filter.rule == "K3") return say("a clustering column before {column} is missing", column);
  if (filter.rule == "K4") return say("{column} is behind the range", column);
  return say("{column} is not in the key", column);
}

void add_order(const ExplainedAccess& access, const ExplainedText& text, Steps& steps) {
  if (access.order.empty()) return;
  const Parameters order = {{"order", access.order}};
  if (!access.partition.empty()) {
    const std::string stored = access.partitions == 1
                                   ? text.say("as stored: {order}", order)
                                   : text.say("in each partition as stored: {order}", order);
    steps.add("order", stored + (access.reversed ? text.say("; read backwards (W401)") : ""));
  } else if (!access.is_computed) {
    steps.add("order", text.say("by token, then {order}", order));
  }
}

void add_limit(const ExplainedAccess& access, const ExplainedText& text, Steps& steps) {
  if (access.limit.empty()) return;
  const bool is_of_result = !access.group.empty();
  const Parameters limit = {{"limit", access.limit}};
  const PlannerWords::Text ends = is_of_result
                                      ? PlannerWords::Text("the read ends after {limit} rows of the result")
                                      : PlannerWords::Text("the read ends after {limit} rows");
  const PlannerWords::Text keeps = is_of_result
                                       ? PlannerWords::Text("the first {limit} rows of the result are kept")
                                       : PlannerWords::Text("the first {limit} rows are kept");
  steps.add("limit", text.say(access.sort.empty() ? ends : keeps, limit));
}

void add_read(const ExplainedAccess& access, const ExplainedText& text, Steps& steps) {
  add_place(access, text, steps);
  add_order(access, text, steps);
  for (const ExplainedFilter& filter : access.filters)
    steps.add("filter", text.say("{relation}: each row is tested; {rule}, {reason}",
                                 {{"relation", shown(filter.relation)},
                                  {"rule", std::string(filter.rule)},
                                  {"reason", text.reason_of(filter)}}));
  steps.add_unless_empty("sort", access.sort);
  steps.add_unless_empty("group", access.group);
  steps.add_unless_empty("distinct", access.distinct);
  if (!access.partition_limit.empty())
    steps.add("limit", text.say("{limit} rows of each partition", {{"limit", access.partition_limit}}));
  add_limit(access, text, steps);
}

std::string ExplainedText::effect(const ExplainedEffect& effect) const {
  std::string target = effect.target;
  if (effect.what == "range tombstone") target = say("range {target}", {{"target", target}});
  if (effect.what == "partition tombstone") target = say("the whole partition");
  if (!effect.value.empty()) {
    const std::string value = shown(effect.value);
    if (effect.what == "tombstone" || effect.what == "elements")
      target = say("{target}: {value}", {{"target", target}, {"value", value}});
    else
      target += (effect.what == "addition" ? " " : " = ") + value;
  }
  if (effect.why.empty()) return target;
  if (target.empty()) return effect.why;
  return say("{target}: {value}", {{"target", target}, {"value", effect.why}});
}

/// The step of what a write stores.
PlannerWords::Text step_of(const ExplainedEffect& effect) {
  if (effect.what.ends_with("tombstone")) return "tombstone";
  return PlannerWords::find(effect.what).value_or(PlannerWords::Text("cell"));
}

void add_write(const ExplainedAccess& access, const ExplainedText& text, Steps& steps) {
  add_place(access, text, steps);
  if (!access.condition.empty())
    steps.add("condition", text.say("{condition}: the row is read first, and decides",
                                    {{"condition", shown(access.condition)}}));
  for (const ExplainedEffect& effect : access.effects) steps.add(step_of(effect), text.effect(effect));
  if (!access.time_to_live.empty())
    steps.add("expires", text.say("after {seconds} seconds", {{"seconds", access.time_to_live}}));
  if (!access.default_time_to_live.empty())
    steps.add("expires", text.say("after {seconds} seconds, by the table's default_time_to_live",
                                  {{"seconds", access.default_time_to_live}}));
  if (!access.timestamp.empty())
    steps.add("timestamp", text.say("{timestamp}, not that of the clock", {{"timestamp", access.timestamp}}));
  steps.add_unless_empty("changes", text.joined(access.followers, ", "));
}

void add_access(const ExplainedAccess& access, PlannerWords::Text step, const ExplainedText& text,
                Steps& steps) {
  if (access.kind.empty()) {
    steps.add("table", access.table);
    steps.add("key", access.key);
    if (!access.order.empty())
      steps.add("order", text.say("as stored: {order}, or all of it reversed", {{"order", access.order}}));
    return;
  }
  steps.add(step, text.line_of(access));
  steps.add("key", access.key);
  if (access.is_write) {
    add_write(access, text, steps);
  } else {
    add_read(access, text, steps);
  }
}

std::string of_expected(PlannerWords::Text words, std::optional<std::uint64_t> expected,
                        const ExplainedText& text) {
  return expected ? text.say(words, {{"count", std::to_string(*expected)}}) : "";
}

/// Many rows were read for few: the rows are in the wrong order, or in the wrong table.
bool is_wasteful(const ExplainedMeasures& measures) {
  constexpr std::uint64_t kFewRows = 10;
  return measures.rows > kFewRows * std::max<std::uint64_t>(measures.returned, 1);
}

/// The numbers of the measures, for the words that name some of them.
Parameters numbers_of(const ExplainedMeasures& measures) {
  return {{"partitions", std::to_string(measures.partitions)}, {"rows", std::to_string(measures.rows)},
          {"returned", std::to_string(measures.returned)},     {"entries", std::to_string(measures.entries)},
          {"bytes", std::to_string(measures.bytes)},           {"cells", std::to_string(measures.cells)},
          {"tombstones", std::to_string(measures.tombstones)}};
}

void add_read_measures(const ExplainedAccess& access, const ExplainedMeasures& measures, bool makes_rows,
                       const ExplainedText& text, Steps& steps) {
  const Parameters numbers = numbers_of(measures);
  steps.add("measured", text.say("{partitions|partition|partitions}", numbers) +
                            of_expected(" (expected {count})", access.partitions, text));
  steps.add("measured", text.say("{rows|row|rows} read, {returned} returned", numbers) +
                            of_expected(" (expected at most {count})", access.most_rows, text));
  steps.add("measured", text.say("{entries|entry|entries} visited, {bytes|byte|bytes} returned", numbers));
  if (!access.sort.empty()) steps.add("measured", text.say("{rows|row|rows} sorted", numbers));
  if (!is_wasteful(measures) || makes_rows) return;
  if (measures.returned == 0)
    steps.add("warning", text.say("{rows|row|rows} are read, and none is returned", numbers));
  else
    steps.add("warning", text.say("{times} rows are read for each that is returned",
                                  {{"times", std::to_string(measures.rows / measures.returned)}}));
}

void add_write_measures(const ExplainedMeasures& measures, const ExplainedText& text, Steps& steps) {
  const Parameters numbers = numbers_of(measures);
  if (measures.applied)
    steps.add("measured", *measures.applied ? text.say("applied: the condition held")
                                            : text.say("not applied: nothing is written"));
  steps.add("measured", text.say("{partitions|partition|partitions}, {rows|row|rows} written", numbers));
  steps.add("measured", text.say("{cells|cell|cells}, {tombstones|tombstone|tombstones}", numbers));
  if (measures.entries > 0)
    steps.add("measured", text.say("{entries|entry|entries} visited before the write", numbers));
}

std::string milliseconds(std::chrono::nanoseconds time) {
  const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(time).count();
  const std::string part = std::to_string(microseconds % 1'000);
  return std::to_string(microseconds / 1'000) + "." + std::string(3 - part.size(), '0') + part + " ms";
}

void add_measures(const Explanation& explanation, const ExplainedText& text, Steps& steps) {
  const ExplainedMeasures& measures = *explanation.measures;
  if (measures.is_write) {
    add_write_measures(measures, text, steps);
  } else {
    const ExplainedAccess& access = explanation.accesses.front();
    add_read_measures(access, measures, !access.group.empty(), text, steps);
  }
  std::string skipped;
  for (const ExplainedMeasures::Skipped& each : measures.skipped)
    skipped += (skipped.empty() ? "" : text.say(", ")) + skipped_text(each, text.language());
  steps.add_unless_empty("skipped", skipped);
  if (measures.times)
    steps.add("time", text.say("parse {parse}, plan {plan}, run {run}",
                               {{"parse", milliseconds(measures.times->parse)},
                                {"plan", milliseconds(measures.times->plan)},
                                {"run", milliseconds(measures.times->run)}}));
}

void add_verdict(const Explanation& explanation, const ExplainedText& text, Steps& steps) {
  std::string rules;
  for (const RuleMark& mark : explanation.rules)
    rules += (rules.empty() ? "" : "  ") + std::string(mark.rule) + (mark.holds ? " ✓" : " ✗");
  steps.add_unless_empty("rules", rules);
  if (!explanation.refusal) return steps.add("verdict", text.say("OK"));
  steps.add("verdict", text.say("REFUSED {code}", {{"code", std::string(explanation.refusal->code())}}));
}

bool is_planned_batch(const Explanation& explanation) {
  return explanation.statement == "BATCH" && !explanation.refusal;
}

PlannerWords::Text first_step(const ExplainedAccess& access, bool is_refused) {
  if (access.is_write) return is_refused ? PlannerWords::Text("would write") : PlannerWords::Text("write");
  return is_refused ? PlannerWords::Text("would read") : PlannerWords::Text("read");
}

std::vector<std::vector<Value>> rows_of(const Explanation& explanation) {
  const ExplainedText text(explanation.language);
  Steps steps(explanation.language);
  if (is_planned_batch(explanation)) {
    steps.add("write", text.line_of_batch(explanation));
    steps.indent();
  }
  for (const ExplainedAccess& access : explanation.accesses)
    add_access(access, first_step(access, explanation.refusal.has_value()), text, steps);
  steps.end_indent();
  if (explanation.measures) add_measures(explanation, text, steps);
  steps.add_unless_empty("instead", explanation.instead);
  add_verdict(explanation, text, steps);
  return steps.take();
}

}  // namespace

std::string skipped_text(const ExplainedMeasures::Skipped& skipped, Language language) {
  const Parameters count = {{"count", std::to_string(skipped.count)}};
  const auto say = [&](PlannerWords::Text text) { return PlannerWords::say(language, text, count); };
  if (skipped.what == "partition tombstones") return say("{count|partition tombstone|partition tombstones}");
  if (skipped.what == "range tombstones") return say("{count|range tombstone|range tombstones}");
  if (skipped.what == "row tombstones") return say("{count|row tombstone|row tombstones}");
  if (skipped.what == "cell tombstones") return say("{count|cell tombstone|cell tombstones}");
  return say("{count|expired cell|expired cells}");
}

std::string summary_of(const Explanation& explanation) {
  const ExplainedText text(explanation.language);
  const std::vector<ExplainedAccess>& accesses = explanation.accesses;
  std::string summary;
  if (is_planned_batch(explanation))
    summary = text.line_of_batch(explanation);
  else if (!accesses.empty())
    summary = text.line_of(accesses.front());
  for (const ExplainedAccess& access : accesses) {
    for (const ExplainedIndex& index : access.indexes)
      summary += text.say(", through the index {index}", {{"index", index.name}});
    if (!access.followers.empty())
      summary += text.say(", followed by {names}", {{"names", text.joined(access.followers, ", ")}});
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
