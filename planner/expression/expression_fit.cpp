#include <algorithm>

#include "planner/expression/calls.h"
#include "planner/expression/expression_kinds.h"
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

Fit fit_map(const MapLiteral& map, const Type& type, Scope& scope) {
  if (type.kind == TypeKind::user) return fit_fields(map, type, scope);
  if (type.kind != TypeKind::map) return Fit::no;
  Fit all = Fit::exact;
  for (std::size_t index = 0; index < map.elements.size() && all != Fit::no; ++index) {
    all = std::min(all, fit(map.elements[index], type.arguments[index % 2], scope));
  }
  return all;
}

Fit fit_user_type(const UserTypeLiteral& literal, const Type& type, Scope& scope) {
  if (type.kind != TypeKind::user) return Fit::no;
  for (std::size_t index = 0; index < literal.fields.size(); ++index) {
    if (fit_field(literal.fields[index], literal.values[index], type, scope) == Fit::no) return Fit::no;
  }
  return Fit::weak;
}

Fit fit_tuple(const TupleLiteral& tuple, const Type& type, Scope& scope) {
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

Type cell_function_type(const CellFunctionCall& call, Scope& scope) {
  const Type time = native_type(call.function == CellFunction::ttl ? TypeKind::int_ : TypeKind::bigint);
  const std::optional<Type> operand = known_type(call.operand[0], scope);
  const bool many = operand && is_multicell(*operand) && call.function != CellFunction::maxwritetime;
  return many ? list_of(time, true) : time;
}

std::optional<Type> known_call_type(const Expression& expression, Scope& scope) {
  const Call call = *call_of(expression, scope);
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

template <typename Part>
concept NeverTyped = OneOf<Part, NullLiteral, Literal, SlotReference, MapLiteral, UserTypeLiteral>;

/// These have a type of their own in a select list alone.
template <typename Part>
concept TypedInSelection = WrittenAccess<Part> ||
    OneOf<Part, ColumnReference, ListLiteral, SetLiteral, TupleLiteral, CellFunctionCall>;

struct KnownType {
  const Expression& expression;
  Scope& scope;

  template <NeverTyped Part>
  std::optional<Type> operator()(const Part&) const {
    return std::nullopt;
  }

  std::optional<Type> operator()(const TypeHint& hint) const {
    Type type = resolve_type(hint.type, scope.table == nullptr ? "" : scope.table->keyspace, scope.context);
    return scope.in_selection ? freeze(std::move(type)) : type;
  }

  template <WrittenCall Part>
  std::optional<Type> operator()(const Part&) const {
    return known_call_type(expression, scope);
  }
  std::optional<Type> operator()(const Cast& cast) const {
    if (scope.in_selection && cast_vanishes(cast, scope)) return known_type(cast.operand[0], scope);
    return known_call_type(expression, scope);
  }

  template <TypedInSelection Part>
  std::optional<Type> operator()(const Part& part) const {
    return scope.in_selection ? selected(part) : std::nullopt;
  }

 private:
  std::optional<Type> selected(const ColumnReference& column) const {
    return scope.table->columns[resolve_column(*scope.table, column.name)].type;
  }
  std::optional<Type> selected(const ListLiteral& list) const {
    const std::optional<Type> element = first_known(list.elements, scope);
    return element ? std::optional(list_of(*element, true)) : std::nullopt;
  }
  std::optional<Type> selected(const SetLiteral& set) const {
    const std::optional<Type> element = first_known(set.elements, scope);
    return element ? std::optional(set_of(*element, true)) : std::nullopt;
  }
  std::optional<Type> selected(const TupleLiteral& tuple) const { return known_tuple_type(tuple, scope); }
  std::optional<Type> selected(const ElementAccess& access) const {
    return element_type(known_type(access.operands[0], scope));
  }
  std::optional<Type> selected(const SliceAccess& slice) const { return known_type(slice.operand[0], scope); }
  std::optional<Type> selected(const FieldAccess& access) const {
    return field_type(known_type(access.operand[0], scope), access.field.text);
  }
  std::optional<Type> selected(const CellFunctionCall& cells) const {
    return cell_function_type(cells, scope);
  }
};

/// What is wrong with the operand is said when it is planned.
bool vanishes(const Cast& cast, Scope& scope) {
  try {
    return cast_vanishes(cast, scope);
  } catch (const Refusal&) {
    return false;
  }
}

template <typename Part>
concept FitsByType = WrittenAccess<Part> || OneOf<Part, ColumnReference, TypeHint, CellFunctionCall>;

/// How well an expression fits a type.
struct ExpressionFit {
  const Expression& expression;
  const Type& type;
  Scope& scope;

  Fit operator()(const NullLiteral&) const { return type.kind == TypeKind::counter ? Fit::no : Fit::weak; }
  Fit operator()(const Literal& literal) const { return fit_literal(literal, type); }
  Fit operator()(const SlotReference&) const {
    if (is_marker(expression, scope)) return Fit::weak;
    let_text_decide(expression, scope);
    return fit_literal(*literal_of(expression, scope), type);
  }

  Fit operator()(const ListLiteral& list) const {
    const bool vector = type.kind == TypeKind::vector;
    if (!vector && type.kind != TypeKind::list) return Fit::no;
    if (vector && list.elements.size() != type.dimension) return Fit::no;
    return fit_elements(list.elements, type.arguments[0], scope);
  }
  Fit operator()(const SetLiteral& set) const {
    if (type.kind == TypeKind::map && set.elements.empty()) return Fit::weak;
    return type.kind == TypeKind::set ? fit_elements(set.elements, type.arguments[0], scope) : Fit::no;
  }
  Fit operator()(const MapLiteral& map) const { return fit_map(map, type, scope); }
  Fit operator()(const UserTypeLiteral& literal) const { return fit_user_type(literal, type, scope); }
  Fit operator()(const TupleLiteral& tuple) const { return fit_tuple(tuple, type, scope); }

  template <WrittenCall Part>
  Fit operator()(const Part&) const {
    return fit_call(*call_of(expression, scope), type, scope);
  }
  Fit operator()(const Cast& cast) const {
    if (scope.in_selection && vanishes(cast, scope)) return fit(cast.operand[0], type, scope);
    return fit_call(*call_of(expression, scope), type, scope);
  }

  template <FitsByType Part>
  Fit operator()(const Part&) const {
    const std::optional<Type> known = known_type(expression, scope);
    return known ? fit(*known, type) : Fit::no;
  }
};

}  // namespace

std::optional<Type> known_type(const Expression& expression, Scope& scope) {
  const auto found = scope.known_types.find(&expression);
  if (found != scope.known_types.end()) return found->second;
  std::optional<Type> type = std::visit(KnownType{expression, scope}, expression.node);
  scope.known_types.emplace(&expression, type);
  return type;
}

Fit fit(const Expression& expression, const Type& type, Scope& scope) {
  return std::visit(ExpressionFit{expression, type, scope}, expression.node);
}

}  // namespace cellar
