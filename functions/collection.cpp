// map_keys, map_values, collection_count, collection_min, collection_max, collection_sum, collection_avg.
#include "functions/aggregate.h"
#include "functions/family.h"
#include "refusal/refusal.h"
#include "types/number.h"
#include "types/value.h"

namespace cellar {

namespace {

constexpr std::string_view kPrefix = "collection_";

Value to_value(const ValueView& element) { return element ? Value(std::string(*element)) : std::nullopt; }

// Every second of key, value, key, value.
template <std::size_t first>
Value evaluate_half_of_map(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  const auto pairs = unpack(function.argument_types[0], *arguments[0]);
  std::vector<Value> half;
  for (std::size_t i = first; i < pairs.size(); i += 2) half.push_back(to_value(pairs[i]));
  return pack(function.result_type, half);
}

Value evaluate_count(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  const Type& type = function.argument_types[0];
  const std::size_t parts = unpack(type, *arguments[0]).size();
  const std::size_t count = type.kind == TypeKind::map ? parts / 2 : parts;
  return encode_int32(static_cast<std::int32_t>(count));
}

Value evaluate_aggregate(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  const Type& type = function.argument_types[0];
  const Function aggregate =
      *aggregate_of(std::string_view(function.name).substr(kPrefix.size()), type.arguments[0]);
  const std::unique_ptr<Accumulator> accumulator = aggregate.accumulate(aggregate);
  for (const auto& element : unpack(type, *arguments[0])) accumulator->add(element);
  return accumulator->result();
}

const Type& require(const FunctionQuery& query, bool (*takes)(const Type&), std::string_view wanted) {
  require_arguments(query, 1, 1);
  const Type& type = known_argument(query, 0);
  if (takes(type)) return type;
  refuse("function_argument_type", {},
         {{"function", std::string(query.name)}, {"wanted", std::string(wanted)}, {"type", to_cql(type)}});
}

bool is_map(const Type& type) { return type.kind == TypeKind::map; }
bool is_list_or_set(const Type& type) { return type.kind == TypeKind::list || type.kind == TypeKind::set; }
bool is_list_or_set_of_numbers(const Type& type) {
  return is_list_or_set(type) && is_numeric(type.arguments[0].kind);
}

}  // namespace

std::vector<Function> collection_functions(const FunctionQuery& query) {
  const std::string_view name = query.name;
  if (name == "map_keys") {
    const Type& map = require(query, is_map, "a map");
    return {scalar_function(name, {map}, set_of(map.arguments[0], true), evaluate_half_of_map<0>)};
  }
  if (name == "map_values") {
    const Type& map = require(query, is_map, "a map");
    return {scalar_function(name, {map}, list_of(map.arguments[1], true), evaluate_half_of_map<1>)};
  }
  if (name == "collection_count") {
    const Type& type = require(query, is_collection, "a list, set or map");
    return {scalar_function(name, {type}, native_type(TypeKind::int_), evaluate_count)};
  }
  const bool is_extreme = name == "collection_min" || name == "collection_max";
  if (!is_extreme && name != "collection_sum" && name != "collection_avg") return {};
  const Type& type = is_extreme ? require(query, is_list_or_set, "a list or set")
                                : require(query, is_list_or_set_of_numbers, "a list or set of numbers");
  return {scalar_function(name, {type}, type.arguments[0], evaluate_aggregate)};
}

}  // namespace cellar
