#include <algorithm>

#include "planner/expression/calls.h"
#include "planner/expression/expressions.h"
#include "planner/expression/literals.h"
#include "planner/expression/type_fit.h"
#include "planner/names.h"

namespace cellar {

namespace {

Fit fit_literal(const Literal& literal, const Type& type) {
  if (!literal_fits(literal.kind, type)) return Fit::no;
  return literal_fits_exactly(literal.kind, literal.text, type) ? Fit::exact : Fit::weak;
}

Fit fit_elements(const std::vector<Expression>& elements, const Type& type, Scope& scope) {
  if (elements.empty()) return Fit::weak;
  Fit all = Fit::exact;
  for (const Expression& element : elements) {
    if (all != Fit::no) all = std::min(all, fit(element, type, scope));
  }
  return all;
}

Fit fit_node(const ListLiteral& list, const Type& type, Scope& scope) {
  const bool vector = type.kind == TypeKind::vector;
  if (!vector && type.kind != TypeKind::list) return Fit::no;
  if (vector && list.elements.size() != type.dimension) return Fit::no;
  return fit_elements(list.elements, type.arguments[0], scope);
}

Fit fit_node(const SetLiteral& set, const Type& type, Scope& scope) {
  if (type.kind == TypeKind::map && set.elements.empty()) return Fit::weak;
  return type.kind == TypeKind::set ? fit_elements(set.elements, type.arguments[0], scope) : Fit::no;
}

/// A field that the type does not have is refused by its name when the literal is planned.
Fit fit_field(const Name& name, const Expression& value, const Type& type, Scope& scope) {
  const auto found = std::find(type.field_names.begin(), type.field_names.end(), name.text);
  if (found == type.field_names.end()) return Fit::weak;
  return fit(value, type.arguments[static_cast<std::size_t>(found - type.field_names.begin())], scope);
}

/// `{a: 1}` of a select list, whose keys are names of fields where a user type is wanted.
Fit fit_fields(const MapLiteral& map, const Type& type, Scope& scope) {
  for (std::size_t index = 0; index + 1 < map.elements.size(); index += 2) {
    const auto* field = std::get_if<ColumnReference>(&map.elements[index].node);
    if (field == nullptr || fit_field(field->name, map.elements[index + 1], type, scope) == Fit::no)
      return Fit::no;
  }
  return Fit::weak;
}

Fit fit_node(const MapLiteral& map, const Type& type, Scope& scope) {
  if (type.kind == TypeKind::user) return fit_fields(map, type, scope);
  if (type.kind != TypeKind::map) return Fit::no;
  Fit all = Fit::exact;
  for (std::size_t index = 0; index < map.elements.size() && all != Fit::no; ++index) {
    all = std::min(all, fit(map.elements[index], type.arguments[index % 2], scope));
  }
  return all;
}

Fit fit_node(const UserTypeLiteral& literal, const Type& type, Scope& scope) {
  if (type.kind != TypeKind::user) return Fit::no;
  for (std::size_t index = 0; index < literal.fields.size(); ++index) {
    if (fit_field(literal.fields[index], literal.values[index], type, scope) == Fit::no) return Fit::no;
  }
  return Fit::weak;
}

Fit fit_node(const TupleLiteral& tuple, const Type& type, Scope& scope) {
  if (tuple.elements.size() == 1 && !is_tuple_of_one(type, scope)) return fit(tuple.elements[0], type, scope);
  if (!is_tuple(type) || tuple.elements.size() > type.arguments.size()) return Fit::no;
  for (std::size_t index = 0; index < tuple.elements.size(); ++index) {
    if (fit(tuple.elements[index], type.arguments[index], scope) == Fit::no) return Fit::no;
  }
  return Fit::weak;
}

/// A call whose arguments are wrong fits everything: it is refused for its own sake when it is planned.
Fit fit_call(const Call& call, const Type& type, Scope& scope) {
  const auto key = std::pair(call.expression, to_cql(freeze(type)));
  if (const auto found = scope.fits.find(key); found != scope.fits.end()) return found->second;
  const std::optional<Type> receiver = scope.in_selection ? std::nullopt : std::optional(type);
  const Resolution resolution = resolve(call, receiver, scope);
  const auto* function = std::get_if<Function>(&resolution);
  const Fit result = function == nullptr ? Fit::weak : fit(function->result_type, type);
  scope.fits.emplace(key, result);
  return result;
}

Fit fit_known(const Expression& expression, const Type& type, Scope& scope) {
  const std::optional<Type> known = known_type(expression, scope);
  return known ? fit(*known, type) : Fit::no;
}

Type cell_function_type(const CellFunctionCall& call, Scope& scope) {
  const Type time = native_type(call.function == CellFunction::ttl ? TypeKind::int_ : TypeKind::bigint);
  const std::optional<Type> operand = known_type(call.operand[0], scope);
  const bool many = operand && is_multicell(*operand) && call.function != CellFunction::maxwritetime;
  return many ? list_of(time, true) : time;
}

std::optional<Type> known_call_type(const Expression& expression, const Call& call, Scope& scope) {
  const auto* cast = std::get_if<Cast>(&expression.node);
  if (cast != nullptr && scope.in_selection && cast_vanishes(*cast, scope)) {
    return known_type(cast->operand[0], scope);
  }
  if (scope.in_selection) return require_function(call, std::nullopt, scope).result_type;
  // Without the type that it is wanted as, a call may be ambiguous that is not ambiguous with it.
  Resolution resolution = resolve(call, std::nullopt, scope);
  const auto* function = std::get_if<Function>(&resolution);
  return function == nullptr ? std::nullopt : std::optional(function->result_type);
}

std::optional<Type> known_tuple_type(const TupleLiteral& tuple, Scope& scope) {
  // `(x)` may be a tuple of one or x in parentheses.
  if (tuple.elements.size() == 1) return std::nullopt;
  std::vector<Type> components;
  for (const Expression& element : tuple.elements) {
    const std::optional<Type> component = known_type(element, scope);
    if (!component) return std::nullopt;
    components.push_back(freeze(*component));
  }
  return tuple_of(std::move(components));
}

std::optional<Type> first_known(const std::vector<Expression>& elements, Scope& scope) {
  for (const Expression& element : elements) {
    if (std::optional<Type> type = known_type(element, scope)) return freeze(*type);
  }
  return std::nullopt;
}

std::optional<Type> element_type(const std::optional<Type>& collection) {
  if (!collection || (collection->kind != TypeKind::map && collection->kind != TypeKind::set))
    return std::nullopt;
  return collection->arguments.back();
}

std::optional<Type> field_type(const std::optional<Type>& structure, const std::string& field) {
  if (!structure || structure->kind != TypeKind::user) return std::nullopt;
  const auto found = std::find(structure->field_names.begin(), structure->field_names.end(), field);
  if (found == structure->field_names.end()) return std::nullopt;
  return structure->arguments[static_cast<std::size_t>(found - structure->field_names.begin())];
}

std::optional<Type> find_known_type(const Expression& expression, Scope& scope) {
  if (const auto* hint = std::get_if<TypeHint>(&expression.node)) {
    Type type = resolve_type(hint->type, scope.table == nullptr ? "" : scope.table->keyspace, scope.context);
    return scope.in_selection ? freeze(std::move(type)) : type;
  }
  if (const std::optional<Call> call = call_of(expression, scope))
    return known_call_type(expression, *call, scope);
  if (!scope.in_selection) return std::nullopt;
  if (const auto* column = std::get_if<ColumnReference>(&expression.node)) {
    return scope.table->columns[resolve_column(*scope.table, column->name)].type;
  }
  if (const auto* list = std::get_if<ListLiteral>(&expression.node)) {
    const std::optional<Type> element = first_known(list->elements, scope);
    return element ? std::optional(list_of(*element, true)) : std::nullopt;
  }
  if (const auto* set = std::get_if<SetLiteral>(&expression.node)) {
    const std::optional<Type> element = first_known(set->elements, scope);
    return element ? std::optional(set_of(*element, true)) : std::nullopt;
  }
  if (const auto* tuple = std::get_if<TupleLiteral>(&expression.node)) return known_tuple_type(*tuple, scope);
  if (const auto* access = std::get_if<ElementAccess>(&expression.node)) {
    return element_type(known_type(access->operands[0], scope));
  }
  if (const auto* slice = std::get_if<SliceAccess>(&expression.node))
    return known_type(slice->operand[0], scope);
  if (const auto* field = std::get_if<FieldAccess>(&expression.node)) {
    return field_type(known_type(field->operand[0], scope), field->field.text);
  }
  if (const auto* cells = std::get_if<CellFunctionCall>(&expression.node))
    return cell_function_type(*cells, scope);
  return std::nullopt;
}

/// What is wrong with the operand is said when it is planned.
bool vanishes(const Cast& cast, Scope& scope) {
  try {
    return cast_vanishes(cast, scope);
  } catch (const Refusal&) {
    return false;
  }
}

}  // namespace

std::optional<Type> known_type(const Expression& expression, Scope& scope) {
  const auto found = scope.known_types.find(&expression);
  if (found != scope.known_types.end()) return found->second;
  std::optional<Type> type = find_known_type(expression, scope);
  scope.known_types.emplace(&expression, type);
  return type;
}

Fit fit(const Expression& expression, const Type& type, Scope& scope) {
  if (is_null(expression)) return type.kind == TypeKind::counter ? Fit::no : Fit::weak;
  if (is_marker(expression, scope)) return Fit::weak;
  if (const Literal* literal = literal_of(expression, scope)) {
    let_text_decide(expression, scope);
    return fit_literal(*literal, type);
  }
  if (const auto* list = std::get_if<ListLiteral>(&expression.node)) return fit_node(*list, type, scope);
  if (const auto* set = std::get_if<SetLiteral>(&expression.node)) return fit_node(*set, type, scope);
  if (const auto* map = std::get_if<MapLiteral>(&expression.node)) return fit_node(*map, type, scope);
  if (const auto* user = std::get_if<UserTypeLiteral>(&expression.node)) return fit_node(*user, type, scope);
  if (const auto* tuple = std::get_if<TupleLiteral>(&expression.node)) return fit_node(*tuple, type, scope);
  if (const auto* cast = std::get_if<Cast>(&expression.node);
      cast != nullptr && scope.in_selection && vanishes(*cast, scope)) {
    return fit(cast->operand[0], type, scope);
  }
  const std::optional<Call> call = call_of(expression, scope);
  return call ? fit_call(*call, type, scope) : fit_known(expression, type, scope);
}

}  // namespace cellar
