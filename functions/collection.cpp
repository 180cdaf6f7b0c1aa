// map_keys, map_values, collection_count, collection_min, collection_max, collection_sum, collection_avg.
#include "functions/family.h"
#include "types/number/number.h"
#include "types/value/value.h"

namespace cellar {

namespace {

Value to_value(const ValueView& element) { return element ? Value(std::string(*element)) : std::nullopt; }

// Returns every second part of key, value, key, value.
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

// Runs an aggregate over the elements.
template <Accumulate accumulate>
Value evaluate_aggregate(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  const std::unique_ptr<Accumulator> accumulator = accumulate(function);
  for (const auto& element : unpack(function.argument_types[0], *arguments[0])) accumulator->add(element);
  return accumulator->result();
}

bool is_map(const Type& type) { return type.kind == TypeKind::map; }
bool is_list_or_set(const Type& type) { return type.kind == TypeKind::list || type.kind == TypeKind::set; }
bool is_list_or_set_of_numbers(const Type& type) {
  return is_list_or_set(type) && is_numeric(type.arguments[0].kind);
}

// Why the one argument is not what the function takes.
std::optional<Misfit> misfit(const FunctionQuery& query, bool (*takes)(const Type&),
                             std::string_view wanted) {
  if (std::optional<Misfit> misfit = misfit_of_count(query, 1, 1)) return misfit;
  if (!query.arguments[0]) return unknown_argument(query, 0);
  if (takes(*query.arguments[0])) return std::nullopt;
  return misfit_of_type(query, wanted, *query.arguments[0]);
}

Signatures keys(const FunctionQuery& query) {
  if (auto wrong = misfit(query, is_map, "a map")) return *std::move(wrong);
  const Type& map = *query.arguments[0];
  return std::vector{
      scalar_function(query.name, {map}, set_of(map.arguments[0], true), evaluate_half_of_map<0>)};
}

Signatures values(const FunctionQuery& query) {
  if (auto wrong = misfit(query, is_map, "a map")) return *std::move(wrong);
  const Type& map = *query.arguments[0];
  return std::vector{
      scalar_function(query.name, {map}, list_of(map.arguments[1], true), evaluate_half_of_map<1>)};
}

Signatures count_of_elements(const FunctionQuery& query) {
  if (auto wrong = misfit(query, is_collection, "a list, set or map")) return *std::move(wrong);
  return std::vector{
      scalar_function(query.name, {*query.arguments[0]}, native_type(TypeKind::int_), evaluate_count)};
}

Signatures of_elements(const FunctionQuery& query, Evaluate evaluate) {
  const Type& type = *query.arguments[0];
  return std::vector{scalar_function(query.name, {type}, type.arguments[0], evaluate)};
}

template <Accumulate accumulate>
Signatures extreme_element(const FunctionQuery& query) {
  if (auto wrong = misfit(query, is_list_or_set, "a list or set")) return *std::move(wrong);
  return of_elements(query, evaluate_aggregate<accumulate>);
}

template <Accumulate accumulate>
Signatures of_number_elements(const FunctionQuery& query) {
  if (auto wrong = misfit(query, is_list_or_set_of_numbers, "a list or set of numbers"))
    return *std::move(wrong);
  return of_elements(query, evaluate_aggregate<accumulate>);
}

}  // namespace

FunctionFamily collection_functions() {
  static const FunctionEntry kFunctions[] = {
      {"map_keys", "", "the keys of a map", DerivedSignatures{"map_keys(map<K, V>) -> set<K>", keys}},
      {"map_values", "", "the values of a map",
       DerivedSignatures{"map_values(map<K, V>) -> list<V>", values}},
      {"collection_count", "", "the number of elements",
       DerivedSignatures{"collection_count(list | set | map) -> int", count_of_elements}},
      {"collection_min", "", "the least element",
       DerivedSignatures{"collection_min(list<T> | set<T>) -> T", extreme_element<accumulate_min>}},
      {"collection_max", "", "the greatest element",
       DerivedSignatures{"collection_max(list<T> | set<T>) -> T", extreme_element<accumulate_max>}},
      {"collection_sum", "", "the sum of the elements, in their type",
       DerivedSignatures{"collection_sum(list<number> | set<number>) -> number",
                         of_number_elements<accumulate_sum>}},
      {"collection_avg", "", "the average of the elements, in their type",
       DerivedSignatures{"collection_avg(list<number> | set<number>) -> number",
                         of_number_elements<accumulate_average>}},
  };
  return {"Collections", kFunctions};
}

}  // namespace cellar
