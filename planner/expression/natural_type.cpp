#include "planner/expression/natural_type.h"

#include <utility>
#include <vector>

#include "planner/expression/expressions.h"
#include "planner/expression/type_fit.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// The type of the elements at `begin`, `begin` + `step` ...: that of the first one; text, where some are
/// ascii and others are not.
std::optional<Type> natural_element(const std::vector<Expression>& elements, Scope& scope,
                                    std::size_t begin = 0, std::size_t step = 1) {
  std::optional<Type> element;
  for (std::size_t index = begin; index < elements.size(); index += step) {
    std::optional<Type> type = natural_type_of(elements[index], scope);
    const bool is_wider = element && type && element->kind == TypeKind::ascii && type->kind == TypeKind::text;
    if (index == begin || is_wider) element = std::move(type);
  }
  return element ? std::optional(freeze(*element)) : std::nullopt;
}

std::optional<Type> natural_tuple_of(const TupleLiteral& tuple, Scope& scope) {
  // (x) is x or a tuple, as its place wants.
  if (!scope.in_selection || tuple.elements.size() < 2) return std::nullopt;
  std::vector<Type> components;
  for (const Expression& element : tuple.elements) {
    const std::optional<Type> component = natural_type_of(element, scope);
    if (!component) return std::nullopt;
    components.push_back(freeze(*component));
  }
  return tuple_of(std::move(components));
}

/// `[a, b]` may be a list or a vector in a value, and `{a: b}` a map or a user type in a select list.
std::optional<Type> natural_collection_of(const Expression& expression, Scope& scope) {
  if (const auto* list = std::get_if<ListLiteral>(&expression.node)) {
    const std::optional<Type> element = natural_element(list->elements, scope);
    return element && scope.in_selection ? std::optional(list_of(*element, true)) : std::nullopt;
  }
  if (const auto* set = std::get_if<SetLiteral>(&expression.node)) {
    const std::optional<Type> element = natural_element(set->elements, scope);
    return element ? std::optional(set_of(*element, true)) : std::nullopt;
  }
  const auto* map = std::get_if<MapLiteral>(&expression.node);
  if (map == nullptr || scope.in_selection) return std::nullopt;
  const std::optional<Type> key = natural_element(map->elements, scope, 0, 2);
  const std::optional<Type> value = natural_element(map->elements, scope, 1, 2);
  return key && value ? std::optional(map_of(*key, *value, true)) : std::nullopt;
}

}  // namespace

std::optional<Type> natural_type_of(const Expression& expression, Scope& scope) {
  if (const Literal* literal = literal_of(expression, scope)) {
    let_text_decide(expression, scope);
    const bool is_ascii_text = literal->kind == LiteralKind::string && is_ascii(literal->text);
    return is_ascii_text ? native_type(TypeKind::ascii) : natural_type(literal->kind, literal->text);
  }
  if (std::optional<Type> type = known_type(expression, scope)) return type;
  if (const auto* tuple = std::get_if<TupleLiteral>(&expression.node)) return natural_tuple_of(*tuple, scope);
  return natural_collection_of(expression, scope);
}

}  // namespace cellar
