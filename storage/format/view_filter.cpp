#include "storage/format/view_filter.h"

#include <algorithm>
#include <vector>

#include "types/value/value.h"

namespace cellar {

namespace {

using Operator = ViewFilter::Operator;

bool compares(Operator op, int order) {
  switch (op) {
    case Operator::equal:
    case Operator::in:
      return order == 0;
    case Operator::less:
      return order < 0;
    case Operator::less_equal:
      return order <= 0;
    case Operator::greater:
      return order > 0;
    case Operator::greater_equal:
      return order >= 0;
    case Operator::contains:
    case Operator::contains_key:
      break;
  }
  return false;
}

/// The column is a frozen collection.
bool contains(Operator op, const Type& type, std::string_view value, std::string_view sought) {
  const bool is_map = type.kind == TypeKind::map;
  const std::size_t step = is_map ? 2 : 1;
  const std::size_t first = is_map && op == Operator::contains ? 1 : 0;
  const auto parts = unpack(type, value);
  for (std::size_t i = first; i < parts.size(); i += step) {
    if (parts[i] && compare(type.arguments[first], *parts[i], sought) == 0) return true;
  }
  return false;
}

}  // namespace

bool passes(const ViewLayout::Filter& bound, const ValueOf& value_of) {
  const ViewFilter& filter = *bound.filter;
  std::vector<std::string_view> values;
  for (const ValuePlace& place : bound.places) {
    const auto value = value_of(place);
    if (!value) return false;
    values.push_back(*value);
  }
  const auto passes_one = [&](const std::vector<std::string>& sought) {
    const Type& first = bound.places[0].column->type;
    if (filter.op == Operator::contains || filter.op == Operator::contains_key) {
      return contains(filter.op, first, values[0], sought[0]);
    }
    int order = 0;
    for (std::size_t i = 0; i < values.size() && order == 0; ++i) {
      order = compare(bound.places[i].column->type, values[i], sought[i]);
    }
    return compares(filter.op, order);
  };
  return std::ranges::any_of(filter.alternatives, passes_one);
}

}  // namespace cellar
