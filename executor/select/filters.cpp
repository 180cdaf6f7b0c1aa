#include "executor/select/filters.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "executor/select/bounds/listed_tuples.h"
#include "planner/plan/read_plan.h"
#include "planner/select/index_choice.h"

namespace cellar {

namespace {

using enum RelationOperator;

Value filter_value(const Table& table, const Filter& filter, const Node& node, const Evaluation& evaluation) {
  const Span span = node.span.empty() ? filter.span : node.span;
  if (is_unset(node, evaluation)) refuse("unset_value", span);
  Value value = evaluate(node, evaluation);
  if (!value && filter.op != in) {
    refuse("null_filter", span, {{"column", quote_name(table.columns[filter.column].name)}});
  }
  return value;
}

/// Types whose equal values have equal bytes; of the others some have several forms of one value.
bool has_one_form(TypeKind kind) {
  switch (kind) {
    case TypeKind::ascii:
    case TypeKind::bigint:
    case TypeKind::blob:
    case TypeKind::int_:
    case TypeKind::smallint:
    case TypeKind::text:
    case TypeKind::timestamp:
    case TypeKind::tinyint:
      return true;
    default:
      return false;
  }
}

/// Types whose values are in the order of their bytes.
bool is_in_order_of_bytes(TypeKind kind) {
  return kind == TypeKind::ascii || kind == TypeKind::text || kind == TypeKind::blob;
}

bool can_compare_bytes(RelationOperator op, TypeKind kind) {
  if (op == equal) return has_one_form(kind);
  return op != in && is_in_order_of_bytes(kind);
}

/// As ==. Values of a column often have one size, and a call of memcmp costs more than a comparison of words.
bool are_equal(std::string_view left, std::string_view right) {
  const auto are_words_equal = [&]<typename Word>(Word left_word, Word right_word) {
    std::memcpy(&left_word, left.data(), sizeof(Word));
    std::memcpy(&right_word, right.data(), sizeof(Word));
    return left_word == right_word;
  };
  if (left.size() != right.size()) return false;
  if (left.size() == sizeof(std::uint32_t)) return are_words_equal(std::uint32_t{}, std::uint32_t{});
  if (left.size() == sizeof(std::uint64_t)) return are_words_equal(std::uint64_t{}, std::uint64_t{});
  return left == right;
}

/// IN of one value is an equality, to an index as well.
bool is_equality(const Filter& filter) {
  return filter.op == equal || (filter.op == in && !filter.list && filter.values.size() == 1);
}

TextAnalysis analysis_for(const Table& table, const Filter& filter) {
  const RelationOperator op = is_equality(filter) ? equal : filter.op;
  for (const Index& index : table.indexes) {
    if (index.kind != IndexKind::sai || index.options.empty()) continue;
    if (supports(index, table.columns[filter.column], op, filter.key.has_value())) return analysis_of(index);
  }
  return {};
}

BoundFilter bind_filter(const Table& table, const Filter& filter, const Evaluation& evaluation) {
  BoundFilter bound;
  bound.filter = &filter;
  bound.type = &table.columns[filter.column].type;
  bound.analysis = analysis_for(table, filter);
  bound.steps = evaluation.steps;
  const bool looks_inside = filter.key || filter.op == contains || filter.op == contains_key;
  bound.compares_bytes =
      !looks_inside && !bound.analysis.any() && can_compare_bytes(filter.op, bound.type->kind);
  if (!looks_inside) bound.column = SimpleColumn::of(table, filter.column);
  const Parameters column = {{"column", quote_name(table.columns[filter.column].name)}};
  if (filter.key) {
    bound.key = evaluate(*filter.key, evaluation);
    if (!bound.key) refuse("null_filter", filter.key->span, column);
  }
  for (const Node& node : filter.values) {
    Value& value = bound.values.emplace_back(filter_value(table, filter, node, evaluation));
    if (value && bound.analysis.any()) value = analyzed(bound.analysis, *value);
  }
  if (filter.list) {
    const Value list = evaluate(*filter.list, evaluation);
    if (!list) refuse("null_filter", filter.list->span, column);
    const Type& element_type = filter.list->type.arguments[0];
    const bool are_tuples = lists_tuples_of_one(filter.list->type, table.columns[filter.column].type);
    for (const auto& element : unpack(filter.list->type, *list)) {
      evaluation.count_step();
      const auto parts = are_tuples && element ? unpack(element_type, *element) : std::vector{element};
      bound.values.emplace_back(parts.empty() ? std::nullopt : parts.front());
    }
  }
  return bound;
}

bool value_passes(const BoundFilter& bound, const Type& type, std::string_view bytes) {
  if (bound.analysis.any()) return bound.values[0] && analyzed(bound.analysis, bytes) == *bound.values[0];
  if (bound.filter->op == in) {
    return std::any_of(bound.values.begin(), bound.values.end(), [&](const Value& value) {
      if (bound.steps != nullptr) bound.steps->count();
      return value && compare(type, bytes, *value) == 0;
    });
  }
  return satisfies(bound.filter->op, compare(type, bytes, *bound.values[0]));
}

/// The type that CONTAINS compares with in a collection: the values of a map, else the elements.
const Type& contained_type(const Type& type, RelationOperator op) {
  return type.kind == TypeKind::map && op == contains ? type.arguments[1] : type.arguments[0];
}

/// Calls `test(key, value)` for each element until it is true; a list or set hands the same twice.
template <typename Test>
bool any_element(const RowView& view, std::size_t column, Test test) {
  const Type& type = view.table->columns[column].type;
  if (is_multicell(type)) {
    const std::vector<StoredElement>* elements = elements_of(view, column);
    return elements && std::any_of(elements->begin(), elements->end(), [&](const StoredElement& element) {
             const std::string_view path = element.path;
             return test(type.kind == TypeKind::list ? element.cell.value : path,
                         type.kind == TypeKind::set ? path : element.cell.value);
           });
  }
  const ValueView bytes = simple_value(view, column);
  if (!bytes) return false;
  const auto parts = unpack(type, *bytes);
  const std::size_t step = type.kind == TypeKind::map ? 2 : 1;
  for (std::size_t index = 0; index + step <= parts.size(); index += step) {
    if (test(parts[index].value_or(""), parts[index + step - 1].value_or(""))) return true;
  }
  return false;
}

bool element_passes(const BoundFilter& bound, const RowView& view) {
  const Filter& filter = *bound.filter;
  const Type& type = view.table->columns[filter.column].type;
  return any_element(view, filter.column, [&](std::string_view key, std::string_view value) {
    if (bound.key) {
      return compare(type.arguments[0], key, *bound.key) == 0 &&
             value_passes(bound, type.arguments[1], value);
    }
    const std::string_view looked_at = filter.op == contains ? value : key;
    if (bound.analysis.any()) return analyzed(bound.analysis, looked_at) == *bound.values[0];
    return compare(contained_type(type, filter.op), looked_at, *bound.values[0]) == 0;
  });
}

}  // namespace

std::vector<BoundFilter> bind_filters(const Table& table, const std::vector<Filter>& filters,
                                      const Evaluation& evaluation) {
  std::vector<BoundFilter> bound;
  bound.reserve(filters.size());
  for (const Filter& filter : filters) bound.push_back(bind_filter(table, filter, evaluation));
  return bound;
}

bool satisfies(RelationOperator op, int order) {
  switch (op) {
    case equal:
    case in:
      return order == 0;
    case not_equal:
      return order != 0;
    case less:
      return order < 0;
    case less_or_equal:
      return order <= 0;
    case greater:
      return order > 0;
    case greater_or_equal:
      return order >= 0;
    default:
      assert(false && "no comparison");
      return false;
  }
}

bool passes(const BoundFilter& bound, const RowView& view) {
  if (bound.column) {
    const ValueView bytes = bound.column->bytes(view);
    if (!bytes) return false;
    if (!bound.compares_bytes) return value_passes(bound, *bound.type, *bytes);
    const std::string_view value = *bound.values[0];
    const RelationOperator op = bound.filter->op;
    return op == equal ? are_equal(*bytes, value) : satisfies(op, bytes->compare(value));
  }
  const Filter& filter = *bound.filter;
  if (bound.key || filter.op == contains || filter.op == contains_key) return element_passes(bound, view);
  Value packed;
  read_column(view, filter.column, packed);
  return packed && value_passes(bound, *bound.type, *packed);
}

bool passes(const std::vector<BoundFilter>& filters, const RowView& view) {
  for (const BoundFilter& filter : filters) {
    if (!passes(filter, view)) return false;
  }
  return true;
}

}  // namespace cellar
