#include "executor/evaluate.h"

#include "executor/select/cell_functions.h"
#include "storage/format/format.h"
#include "types/number/number.h"

namespace cellar {

namespace {

Value slot_value(const Node& node, std::size_t index, const Evaluation& evaluation) {
  const BoundValue& bound = evaluation.slots[index];
  if (bound.unset) refuse("unset_value", node.span);
  return bound.value;
}

/// Returns true if null may be an element: in a tuple or user type, and, in an expression that only reads
/// (`row` is set), in a list or among the values of a map. Sets, keys of maps and vectors cannot hold null.
bool may_be_null(TypeKind kind, std::size_t index, const Evaluation& evaluation) {
  if (kind == TypeKind::tuple || kind == TypeKind::user) return true;
  if (evaluation.row == nullptr) return false;
  return kind == TypeKind::list || (kind == TypeKind::map && index % 2 == 1);
}

Value collection_value(const Node& node, const CollectionNode& collection, const Evaluation& evaluation) {
  std::vector<Value> elements;
  elements.reserve(collection.elements.size());
  for (const Node& element : collection.elements) {
    elements.push_back(evaluate(element, evaluation));
    if (!elements.back() && !may_be_null(node.type.kind, elements.size() - 1, evaluation)) {
      refuse("null_in_collection", element.span.empty() ? node.span : element.span,
             {{"type", to_cql(node.type)}});
    }
  }
  if (node.type.kind == TypeKind::set || node.type.kind == TypeKind::map) sort_elements(node.type, elements);
  return pack(node.type, elements);
}

Value call_value(const Node& node, const CallNode& call, const Evaluation& evaluation) {
  std::vector<Value> arguments;
  arguments.reserve(call.arguments.size());
  for (const Node& argument : call.arguments) arguments.push_back(evaluate(argument, evaluation));
  evaluation.count_call(arguments);
  try {
    Value value = call.function.evaluate(call.function, arguments, *evaluation.context);
    if (value && value->size() > kLargestValue)
      refuse("result_too_long", {}, {{"function", call.function.name}});
    return value;
  } catch (Refusal& refusal) {
    if (refusal.diagnostic.span.empty()) refusal.diagnostic.span = node.span;
    throw;
  }
}

Value key_value(const Node& key, const Evaluation& evaluation) {
  Value value = evaluate(key, evaluation);
  if (!value) refuse("null_element_key", key.span);
  return value;
}

Value element_value(const ElementNode& element, const Evaluation& evaluation) {
  const Type& type = element.operands[0].type;
  const Value collection = evaluate(element.operands[0], evaluation);
  const Value key = key_value(element.operands[1], evaluation);
  if (!collection) return std::nullopt;
  const auto parts = unpack(type, *collection);
  const std::size_t step = type.kind == TypeKind::map ? 2 : 1;
  for (std::size_t index = 0; index + step <= parts.size(); index += step) {
    if (parts[index] && compare(type.arguments[0], *parts[index], *key) == 0) {
      return Value(parts[index + step - 1]);
    }
  }
  return std::nullopt;
}

/// An empty slice of an unfrozen collection is null, as an empty unfrozen collection is.
Value slice_value(const SliceNode& slice, const Evaluation& evaluation) {
  const Type& type = slice.operand[0].type;
  const Value collection = evaluate(slice.operand[0], evaluation);
  const Value from = slice.from.empty() ? std::nullopt : key_value(slice.from[0], evaluation);
  const Value to = slice.to.empty() ? std::nullopt : key_value(slice.to[0], evaluation);
  if (!collection) return std::nullopt;
  const auto parts = unpack(type, *collection);
  const std::size_t step = type.kind == TypeKind::map ? 2 : 1;
  std::vector<Value> chosen;
  for (std::size_t index = 0; index + step <= parts.size(); index += step) {
    const std::string_view key = parts[index].value_or(std::string_view());
    if (from && compare(type.arguments[0], key, *from) < 0) continue;
    if (to && compare(type.arguments[0], key, *to) > 0) break;
    for (std::size_t part = index; part < index + step; ++part) chosen.emplace_back(parts[part]);
  }
  if (chosen.empty() && !type.frozen) return std::nullopt;
  return pack(type, chosen);
}

Value field_value(const FieldNode& field, const Evaluation& evaluation) {
  const Value value = evaluate(field.operand[0], evaluation);
  if (!value) return std::nullopt;
  const auto fields = unpack(field.operand[0].type, *value);
  if (field.field >= fields.size()) return std::nullopt;
  return Value(fields[field.field]);
}

bool is_there(const Node& part, const Evaluation& evaluation) {
  const Value value = evaluate(part, evaluation);
  if (!value) return false;
  return !std::holds_alternative<SliceNode>(part.node) || !unpack(part.type, *value).empty();
}

Value told_of_cell(const CellFunctionNode& node, const Evaluation& evaluation) {
  if (!node.part.empty() && !is_there(node.part[0], evaluation)) return std::nullopt;
  Value key, from, to;
  CellPart part;
  if (!node.key.empty()) part.key = &(key = key_value(node.key[0], evaluation));
  if (!node.from.empty()) part.from = &(from = key_value(node.from[0], evaluation));
  if (!node.to.empty()) part.to = &(to = key_value(node.to[0], evaluation));
  return cell_function(node, *evaluation.row, part, evaluation.now);
}

/// Writes the value of `node` to `value`, which keeps its memory where it can.
struct Evaluator {
  const Node& node;
  const Evaluation& evaluation;
  Value& value;

  void operator()(const NullNode&) const { value.reset(); }
  void operator()(const ConstantNode& constant) const { value = constant.value; }
  void operator()(const SlotNode& slot) const { value = slot_value(node, slot.index, evaluation); }
  void operator()(const ColumnNode& column) const { read_column(*evaluation.row, column.column, value); }
  void operator()(const CollectionNode& collection) const {
    value = collection_value(node, collection, evaluation);
  }
  void operator()(const CallNode& call) const { value = call_value(node, call, evaluation); }
  void operator()(const ElementNode& element) const { value = element_value(element, evaluation); }
  void operator()(const SliceNode& slice) const { value = slice_value(slice, evaluation); }
  void operator()(const FieldNode& field) const { value = field_value(field, evaluation); }
  void operator()(const CellFunctionNode& cell) const { value = told_of_cell(cell, evaluation); }
  void operator()(const AggregateNode& aggregate) const { value = evaluation.aggregates[aggregate.index]; }
};

}  // namespace

void StepMeter::ask() {
  steps_ = 0;
  if (interrupted_ && interrupted_()) refuse("interrupted");
}

void Evaluation::count_call(std::span<const Value> arguments) const {
  constexpr std::size_t kBytesOfStep = 64;
  if (steps == nullptr) return;
  std::size_t bytes = 0;
  for (const Value& argument : arguments) bytes += argument ? argument->size() : 0;
  steps->count(1 + bytes / kBytesOfStep);
}

Value evaluate(const Node& node, const Evaluation& evaluation) {
  Value value;
  evaluate_into(node, evaluation, value);
  return value;
}

void evaluate_into(const Node& node, const Evaluation& evaluation, Value& value) {
  std::visit(Evaluator{node, evaluation, value}, node.node);
}

bool is_ready(const Node& node) {
  return std::holds_alternative<SlotNode>(node.node) || std::holds_alternative<ConstantNode>(node.node) ||
         std::holds_alternative<NullNode>(node.node);
}

ValueView ready_value(const Node& node, const Evaluation& evaluation) {
  if (const auto* slot = std::get_if<SlotNode>(&node.node)) {
    const BoundValue& bound = evaluation.slots[slot->index];
    return bound.value && !bound.unset ? ValueView(*bound.value) : std::nullopt;
  }
  const auto* constant = std::get_if<ConstantNode>(&node.node);
  return constant != nullptr && constant->value ? ValueView(*constant->value) : std::nullopt;
}

std::optional<std::int64_t> evaluate_integer(const Node& node, const Evaluation& evaluation) {
  const Value value = evaluate(node, evaluation);
  if (!value || value->empty()) return std::nullopt;
  return decode_integer(*value);
}

bool is_unset(const Node& node, const Evaluation& evaluation) {
  const auto* slot = std::get_if<SlotNode>(&node.node);
  return slot && evaluation.slots[slot->index].unset;
}

std::optional<std::int32_t> limit_value(const std::optional<Node>& limit, const Evaluation& evaluation) {
  if (!limit || is_unset(*limit, evaluation)) return std::nullopt;
  const std::optional<std::int64_t> count = evaluate_integer(*limit, evaluation);
  if (!count) refuse("null_limit", limit->span);
  if (*count <= 0) refuse("limit_not_positive", limit->span, {{"limit", std::to_string(*count)}});
  return static_cast<std::int32_t>(*count);
}

}  // namespace cellar
