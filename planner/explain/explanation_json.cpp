#include "planner/explain/explanation_json.h"

#include <fmt/format.h>

#include "functions/json/json_value.h"
#include "refusal/messages.h"

namespace cellar {

namespace {

/// An object or an array while its members are written.
class JsonParts {
 public:
  explicit JsonParts(char open) : json_(1, open) {}

  void add(std::string_view json) {
    if (json_.size() > 1) json_ += ", ";
    json_ += json;
  }
  void add(std::string_view name, const std::string& json) { add(json_string(name) + ": " + json); }
  void add_text(std::string_view name, std::string_view text) { add(name, json_string(text)); }
  void add_text_unless_empty(std::string_view name, std::string_view text) {
    if (!text.empty()) add_text(name, text);
  }
  void add_flag(std::string_view name, bool flag) { add(name, flag ? "true" : "false"); }
  void add_count(std::string_view name, std::uint64_t count) { add(name, std::to_string(count)); }
  std::string end(char close) && { return std::move(json_) + close; }

 private:
  std::string json_;
};

template <typename Elements, typename ToJson>
std::string array_of(const Elements& elements, ToJson to_json) {
  JsonParts parts('[');
  for (const auto& element : elements) parts.add(to_json(element));
  return std::move(parts).end(']');
}

std::string array_of_strings(const std::vector<std::string>& texts) {
  return array_of(texts, [](const std::string& text) { return json_string(text); });
}

std::string bound_json(const ExplainedBound& bound) {
  JsonParts parts('{');
  parts.add_text("value", bound.value);
  parts.add_flag("inclusive", bound.inclusive);
  return std::move(parts).end('}');
}

std::string range_json(const ExplainedRange& range) {
  JsonParts parts('{');
  parts.add_text("columns", range.columns);
  if (!range.values.empty() || range.is_in) parts.add("values", array_of_strings(range.values));
  if (range.lower) parts.add("lower", bound_json(*range.lower));
  if (range.upper) parts.add("upper", bound_json(*range.upper));
  return std::move(parts).end('}');
}

std::string filter_json(const ExplainedFilter& filter) {
  JsonParts parts('{');
  parts.add_text("relation", filter.relation);
  parts.add_text("column", filter.column);
  parts.add_text("rule", filter.rule);
  return std::move(parts).end('}');
}

std::string index_json(const ExplainedIndex& index) {
  JsonParts parts('{');
  parts.add_text("name", index.name);
  parts.add_text("target", index.target);
  parts.add_text("relation", index.question);
  return std::move(parts).end('}');
}

std::string effect_json(const ExplainedEffect& effect) {
  JsonParts parts('{');
  parts.add_text("what", effect.what);
  parts.add_text_unless_empty("target", effect.target);
  parts.add_text_unless_empty("value", effect.value);
  parts.add_text_unless_empty("why", effect.why);
  return std::move(parts).end('}');
}

void add_read(const ExplainedAccess& access, JsonParts& parts) {
  if (access.most_rows) parts.add_count("most_rows", *access.most_rows);
  parts.add_text_unless_empty("order", access.order);
  parts.add_flag("reversed", access.reversed);
  parts.add("filters", array_of(access.filters, filter_json));
  parts.add("indexes", array_of(access.indexes, index_json));
  parts.add_text_unless_empty("sort", access.sort);
  parts.add_text_unless_empty("group", access.group);
  parts.add_text_unless_empty("distinct", access.distinct);
  parts.add_text_unless_empty("limit", access.limit);
  parts.add_text_unless_empty("partition_limit", access.partition_limit);
}

void add_write(const ExplainedAccess& access, JsonParts& parts) {
  parts.add_text_unless_empty("condition", access.condition);
  parts.add("effects", array_of(access.effects, effect_json));
  parts.add_text_unless_empty("timestamp", access.timestamp);
  parts.add_text_unless_empty("time_to_live", access.time_to_live);
  parts.add_text_unless_empty("default_time_to_live", access.default_time_to_live);
  parts.add("followers", array_of_strings(access.followers));
}

std::string access_json(const ExplainedAccess& access) {
  JsonParts parts('{');
  parts.add_text_unless_empty("kind", access.kind);
  parts.add_text("table", access.table);
  parts.add_text("key", access.key);
  if (access.kind.empty()) {  // of a refused statement
    parts.add_text_unless_empty("order", access.order);
    return std::move(parts).end('}');
  }
  parts.add("partition", array_of(access.partition, range_json));
  if (access.partitions) parts.add_count("partitions", *access.partitions);
  // As text, since most readers of JSON keep 53 bits of a number.
  if (access.token) parts.add_text("token", std::to_string(*access.token));
  if (access.tokens) parts.add("tokens", range_json(*access.tokens));
  parts.add("slice", array_of(access.slice, range_json));
  if (access.is_write) {
    add_write(access, parts);
  } else {
    add_read(access, parts);
  }
  return std::move(parts).end('}');
}

std::string rule_json(const RuleMark& mark) {
  JsonParts parts('{');
  parts.add_text("rule", mark.rule);
  parts.add_flag("holds", mark.holds);
  return std::move(parts).end('}');
}

std::string measures_json(const ExplainedMeasures& measures) {
  JsonParts parts('{');
  parts.add_count("partitions", measures.partitions);
  parts.add_count("rows", measures.rows);
  parts.add_count("entries", measures.entries);
  if (measures.is_write) {
    parts.add_count("cells", measures.cells);
    parts.add_count("tombstones", measures.tombstones);
    if (measures.applied) parts.add_flag("applied", *measures.applied);
  } else {
    parts.add_count("returned", measures.returned);
    parts.add_count("bytes", measures.bytes);
  }
  JsonParts skipped('{');
  for (const ExplainedMeasures::Skipped& each : measures.skipped) skipped.add_count(each.what, each.count);
  parts.add("skipped", std::move(skipped).end('}'));
  if (measures.times) {
    const auto microseconds = [](std::chrono::nanoseconds time) {
      return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(time).count());
    };
    JsonParts times('{');
    times.add_count("parse", microseconds(measures.times->parse));
    times.add_count("plan", microseconds(measures.times->plan));
    times.add_count("run", microseconds(measures.times->run));
    parts.add("microseconds", std::move(times).end('}'));
  }
  return std::move(parts).end('}');
}

}  // namespace

std::string json_of(const Explanation& explanation) {
  JsonParts parts('{');
  parts.add_text("statement", explanation.statement);
  parts.add_text("verdict", explanation.refusal ? "refused" : "ok");
  if (explanation.refusal) {
    parts.add_text("code", explanation.refusal->code());
    parts.add_text("title", title_of(*explanation.refusal));
  }
  parts.add_text_unless_empty("kind", explanation.kind);
  parts.add("accesses", array_of(explanation.accesses, access_json));
  parts.add("rules", array_of(explanation.rules, rule_json));
  parts.add_text_unless_empty("instead", explanation.instead);
  if (explanation.measures) parts.add("measured", measures_json(*explanation.measures));
  return std::move(parts).end('}');
}

}  // namespace cellar
