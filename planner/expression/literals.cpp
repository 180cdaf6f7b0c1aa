#include "planner/expression/literals.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "planner/expression/expression_text.h"
#include "planner/expression/type_fit.h"
#include "planner/names.h"
#include "types/number/big_number.h"
#include "types/number/number.h"
#include "types/text/text.h"
#include "types/time/duration_text.h"
#include "types/uuid.h"

namespace cellar {

namespace {

std::string bare(const Literal& literal) { return literal.text; }

/// What a constant of a type that is written without quotes looks like.
std::string example(TypeKind kind) {
  if (kind == TypeKind::boolean) return "true";
  if (kind == TypeKind::duration) return "1h30m";
  return is_numeric(kind) ? "42" : "550e8400-e29b-11d4-a716-446655440000";
}

template <typename Integer>
bool is_integer(std::string_view text) {
  Integer value = 0;
  const char* const end = text.data() + text.size();
  return std::from_chars(text.data(), end, value) == std::from_chars_result{end, std::errc()};
}

/// A fraction beyond the range of double is refused, whatever its type.
bool is_float(std::string_view text) {
  const std::optional<double> value = parse_double(text);
  return value && (std::isfinite(*value) || text.find('.') == text.npos);
}

bool is_timeuuid(std::string_view text) {
  const std::optional<std::string> bytes = parse_uuid(text);
  return bytes && uuid_version(*bytes) == 1;
}

bool is_numeric_constant(const std::string& text, TypeKind kind) {
  if (text.find_first_not_of("0123456789.-") != text.npos) return false;
  switch (kind) {
    case TypeKind::tinyint:
      return is_integer<std::int8_t>(text);
    case TypeKind::smallint:
      return is_integer<std::int16_t>(text);
    case TypeKind::int_:
      return is_integer<std::int32_t>(text);
    case TypeKind::bigint:
    case TypeKind::counter:
      return is_integer<std::int64_t>(text);
    case TypeKind::varint:
      return parse_integer(text).has_value();
    default:
      return is_float(text);
  }
}

/// Whether the text would be a constant of the type, which takes no text, without its quotes.
bool is_constant(const std::string& text, TypeKind kind) {
  switch (kind) {
    case TypeKind::boolean:
      return to_lower(text) == "true" || to_lower(text) == "false";
    case TypeKind::duration:
      return std::holds_alternative<Duration>(read_duration(text));
    case TypeKind::uuid:
      return parse_uuid(text).has_value();
    case TypeKind::timeuuid:
      return is_timeuuid(text);
    default:
      return is_numeric_constant(text, kind);
  }
}

/// Returns the list or set of a literal that would be one of its elements.
std::optional<std::string> collection_of(const Literal& literal, const Type& type) {
  const bool is_list = type.kind == TypeKind::list;
  if (!is_list && type.kind != TypeKind::set) return std::nullopt;
  const TypeKind element = type.arguments.front().kind;
  const bool is_text = element == TypeKind::text || element == TypeKind::ascii;
  const bool fits = literal.kind == LiteralKind::string
                        ? is_text
                        : is_numeric(element) && is_numeric_constant(literal.text, element);
  if (!fits || literal.text.find_first_of("{[(") == 0) return std::nullopt;
  const std::string written =
      literal.kind == LiteralKind::string ? quote_text(literal.text) : std::string(literal.text);
  return is_list ? "[" + written + "]" : "{" + written + "}";
}

/// The refusal that fits the slip best: all of them are one rule, constants are never converted.
[[noreturn]] void refuse_literal(const Literal& literal, const Receiver& receiver, Span span) {
  const Type& type = receiver.type;
  Parameters parameters = {
      {"literal", literal.kind == LiteralKind::string ? "'" + literal.text + "'" : bare(literal)},
      {"kind", std::string(name(literal.kind))},
      {"column", receiver.name},
      {"type", to_cql(type)},
      {"bare", bare(literal)}};
  const bool wants_text = type.kind == TypeKind::text || type.kind == TypeKind::ascii;
  if (wants_text && literal.kind != LiteralKind::string) {
    refuse("text_without_quotes", span, parameters, Fix{span, "'" + literal.text + "'"});
  }
  const bool without_quotes = is_numeric(type.kind) || type.kind == TypeKind::boolean ||
                              type.kind == TypeKind::uuid || type.kind == TypeKind::timeuuid ||
                              type.kind == TypeKind::duration;
  if (literal.kind == LiteralKind::string && without_quotes) {
    const bool mends = is_constant(literal.text, type.kind);
    parameters.push_back({"form", mends ? literal.text : example(type.kind)});
    refuse("value_in_quotes", span, parameters,
           mends ? std::optional(Fix{span, literal.text}) : std::nullopt);
  }
  const bool has_brackets =
      literal.text.starts_with('[') || literal.text.starts_with('{') || literal.text.starts_with('(');
  if (literal.kind == LiteralKind::string && !type.arguments.empty() && has_brackets)
    refuse("collection_in_quotes", span, parameters);
  if (literal.kind == LiteralKind::float_ && is_numeric(type.kind)) {
    refuse("fraction_for_integer", span, parameters);
  }
  if (const std::optional<std::string> form = collection_of(literal, type)) {
    parameters.push_back({"form", *form});
    refuse("element_for_collection", span, parameters, Fix{span, *form});
  }
  refuse("literal_of_wrong_type", span, parameters);
}

/// How a literal of the type is written.
std::string form_of(const Type& type) {
  switch (type.kind) {
    case TypeKind::list:
      return "[a, b]";
    case TypeKind::vector:
      return "[a, b, ...]";
    case TypeKind::set:
      return "{a, b}";
    case TypeKind::map:
      return "{key: value}";
    case TypeKind::tuple:
      return "(a, b)";
    case TypeKind::user:
      return "{field: value}";
    case TypeKind::text:
    case TypeKind::ascii:
      return "'text'";
    default:
      return "a constant of type " + to_cql(type);
  }
}

[[noreturn]] void refuse_shape(const Expression& expression, const Receiver& receiver, const Scope& scope) {
  refuse("literal_of_wrong_shape", expression.span,
         {{"literal", text_of(expression, scope.sources)},
          {"column", receiver.name},
          {"type", to_cql(receiver.type)},
          {"form", form_of(receiver.type)}});
}

/// Returns the name of a marker's place for drivers: without the quotes around names of columns.
std::string marker_name(const Receiver& receiver, const Scope& scope) {
  if (scope.in_selection) return "[selection]";
  std::string name;
  for (std::size_t index = 0; index < receiver.name.size(); ++index) {
    if (receiver.name[index] == '"' && receiver.name.substr(index + 1, 1) != "\"") continue;
    index += receiver.name[index] == '"' ? 1 : 0;
    name += receiver.name[index];
  }
  return name;
}

Node slot_node(std::size_t index, const Receiver& receiver, Span span, Scope& scope) {
  Slot& slot = scope.slots[index];
  slot.type = receiver.type;
  slot.name = marker_name(receiver, scope);
  slot.has_place = true;
  return {receiver.type, SlotNode{index}, span};
}

Node constant_node(const Literal& literal, const Receiver& receiver, Span span) {
  try {
    return {receiver.type, ConstantNode{encode_literal(literal.kind, literal.text, receiver.type)}, span};
  } catch (Refusal& refusal) {
    if (refusal.diagnostic.span.empty()) refusal.diagnostic.span = span;
    throw;
  }
}

}  // namespace

bool is_tuple_of_one(const Type& type, const Scope& scope) {
  return scope.in_selection ? type.kind == TypeKind::tuple : is_tuple(type);
}

Node LiteralPlanner::plan(const NullLiteral&) const { return {receiver_.type, NullNode{}, expression_.span}; }

Node LiteralPlanner::plan(const Literal& literal) const {
  if (!literal_fits(literal.kind, receiver_.type)) refuse_literal(literal, receiver_, expression_.span);
  return constant_node(literal, receiver_, expression_.span);
}

Node LiteralPlanner::plan(const SlotReference& slot) const {
  const Literal* const literal = literal_of(expression_, scope_);
  if (literal != nullptr && !literal_fits(literal->kind, receiver_.type))
    refuse_literal(*literal, receiver_, expression_.span);
  return slot_node(slot.index, receiver_, expression_.span, scope_);
}

Node LiteralPlanner::plan(const ListLiteral& list) const {
  const Type& type = receiver_.type;
  if (type.kind == TypeKind::vector && list.elements.size() != type.dimension) {
    refuse("vector_of_wrong_length", expression_.span,
           {{"column", receiver_.name},
            {"type", to_cql(type)},
            {"wanted", std::to_string(type.dimension)},
            {"provided", std::to_string(list.elements.size())}});
  }
  if (type.kind != TypeKind::list && type.kind != TypeKind::vector)
    refuse_shape(expression_, receiver_, scope_);
  return plan_elements(list.elements);
}

Node LiteralPlanner::plan(const SetLiteral& set) const {
  const bool empty_map = receiver_.type.kind == TypeKind::map && set.elements.empty();
  if (receiver_.type.kind != TypeKind::set && !empty_map) refuse_shape(expression_, receiver_, scope_);
  return plan_elements(set.elements);
}

Node LiteralPlanner::plan(const MapLiteral& map) const {
  if (receiver_.type.kind == TypeKind::user) return plan_fields(map);
  if (receiver_.type.kind != TypeKind::map) refuse_shape(expression_, receiver_, scope_);
  CollectionNode node;
  for (std::size_t index = 0; index < map.elements.size(); ++index) {
    const bool is_key = index % 2 == 0;
    const Receiver receiver = is_key ? key_receiver(receiver_) : element_receiver(receiver_);
    node.elements.push_back(plan_element(map.elements[index], receiver, !is_key && scope_.in_selection));
  }
  return {receiver_.type, std::move(node), expression_.span};
}

Node LiteralPlanner::plan(const UserTypeLiteral& literal) const {
  if (receiver_.type.kind != TypeKind::user) refuse_shape(expression_, receiver_, scope_);
  CollectionNode node = no_fields();
  for (std::size_t index = 0; index < literal.fields.size(); ++index)
    plan_field(literal.fields[index], literal.values[index], node);
  return {receiver_.type, std::move(node), expression_.span};
}

Node LiteralPlanner::plan(const TupleLiteral& tuple) const {
  if (tuple.elements.size() == 1 && !is_tuple_of_one(receiver_.type, scope_))
    return plan_part_(tuple.elements[0], receiver_);
  // A frozen user type is a tuple, too.
  if (!is_tuple(receiver_.type) || is_multicell(receiver_.type)) refuse_shape(expression_, receiver_, scope_);
  if (tuple.elements.size() > receiver_.type.arguments.size()) {
    refuse("tuple_too_long", expression_.span,
           {{"column", receiver_.name},
            {"type", to_cql(receiver_.type)},
            {"wanted", std::to_string(receiver_.type.arguments.size())},
            {"provided", std::to_string(tuple.elements.size())}});
  }
  CollectionNode node;
  for (std::size_t index = 0; index < tuple.elements.size(); ++index) {
    node.elements.push_back(plan_part_(tuple.elements[index], field_receiver(receiver_, index)));
  }
  return {receiver_.type, std::move(node), expression_.span};
}

/// In a select list `{a: 1}` is read as a map whose key is a column; only the type tells that `a` is a
/// field.
Node LiteralPlanner::plan_fields(const MapLiteral& map) const {
  CollectionNode node = no_fields();
  for (std::size_t index = 0; index + 1 < map.elements.size(); index += 2) {
    const auto* field = std::get_if<ColumnReference>(&map.elements[index].node);
    if (field == nullptr) refuse_shape(expression_, receiver_, scope_);
    plan_field(field->name, map.elements[index + 1], node);
  }
  return {receiver_.type, std::move(node), expression_.span};
}

CollectionNode LiteralPlanner::no_fields() const {
  CollectionNode node;
  for (const Type& field : receiver_.type.arguments)
    node.elements.push_back({field, NullNode{}, expression_.span});
  return node;
}

void LiteralPlanner::plan_field(const Name& name, const Expression& value, CollectionNode& node) const {
  const std::size_t field = resolve_field(receiver_.type, name);
  node.elements[field] = plan_part_(value, field_receiver(receiver_, field));
}

Node LiteralPlanner::plan_elements(const std::vector<Expression>& expressions) const {
  CollectionNode node;
  const bool takes_null = scope_.in_selection && receiver_.type.kind == TypeKind::list;
  for (const Expression& part : expressions)
    node.elements.push_back(plan_element(part, element_receiver(receiver_), takes_null));
  return {receiver_.type, std::move(node), expression_.span};
}

Node LiteralPlanner::plan_element(const Expression& part, const Receiver& receiver, bool takes_null) const {
  if (is_null(part) && !takes_null)
    refuse("null_in_collection", part.span, {{"type", to_cql(receiver_.type)}});
  const bool takes_marker = scope_.in_selection || receiver_.type.kind == TypeKind::vector;
  if (!takes_marker && is_marker(part, scope_))
    refuse("marker_in_collection", part.span, {{"column", receiver_.name}});
  return plan_part_(part, receiver);
}

Receiver element_receiver(const Receiver& collection) {
  return {collection.type.arguments.back(), "value(" + collection.name + ")"};
}

Receiver key_receiver(const Receiver& map) { return {map.type.arguments.front(), "key(" + map.name + ")"}; }

Receiver field_receiver(const Receiver& structure, std::size_t field) {
  const bool named = structure.type.kind == TypeKind::user;
  return {structure.type.arguments[field], structure.name + (named ? "." + structure.type.field_names[field]
                                                                   : "[" + std::to_string(field) + "]")};
}

std::size_t resolve_field(const Type& type, const Name& field) {
  const auto found = std::find(type.field_names.begin(), type.field_names.end(), field.text);
  if (found != type.field_names.end()) return static_cast<std::size_t>(found - type.field_names.begin());
  const std::string nearest = nearest_name(field.text, type.field_names);
  std::string fields;
  for (const std::string& name : type.field_names) fields += (fields.empty() ? "" : ", ") + quote_name(name);
  const Parameters parameters = {{"field", quote_name(field.text)},
                                 {"type", quote_name(type.name)},
                                 {"fields", fields},
                                 {"nearest", quote_name(nearest)}};
  if (nearest.empty()) refuse("undefined_field", field.span, parameters);
  refuse("undefined_field_near", field.span, parameters, Fix{field.span, quote_name(nearest)});
}

}  // namespace cellar
