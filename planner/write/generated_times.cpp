#include "planner/write/generated_times.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <type_traits>

#include "functions/functions.h"
#include "functions/timeuuid.h"
#include "types/time/time.h"

namespace cellar {

namespace {

bool is_time_of_statement(const Function& function) {
  return function.evaluate == timeuuid_of_statement || function.name == "current_timestamp" ||
         function.name == "current_date" || function.name == "current_time";
}

bool gives_new_uuid(const Function& function) {
  if (function.evaluate == timeuuid_of_statement) return false;
  return function.name == "now" || function.name == "current_timeuuid" || function.name == "uuid";
}

/// Returns true if the function takes the time out of a timeuuid.
bool takes_time(const Function& function) {
  const TypeKind kind = function.result_type.kind;
  return kind == TypeKind::timestamp || kind == TypeKind::date || kind == TypeKind::bigint;
}

/// Calls `visit` with each call in a node; `AnyNode` is Node, or const Node.
template <typename AnyNode, typename Visit>
struct CallVisitor {
  template <typename Part>
  using Any = std::conditional_t<std::is_const_v<AnyNode>, const Part, Part>;

  const Visit& visit;

  void in(AnyNode& node) const { std::visit(*this, node.node); }
  void in(Any<std::vector<Node>>& nodes) const {
    for (AnyNode& node : nodes) in(node);
  }

  void operator()(Any<NullNode>&) const {}
  void operator()(Any<ConstantNode>&) const {}
  void operator()(Any<SlotNode>&) const {}
  void operator()(Any<ColumnNode>&) const {}
  void operator()(Any<CollectionNode>& collection) const { in(collection.elements); }
  void operator()(Any<CallNode>& call) const {
    visit(call);
    in(call.arguments);
  }
  void operator()(Any<ElementNode>& element) const { in(element.operands); }
  void operator()(Any<SliceNode>& slice) const {
    in(slice.operand);
    in(slice.from);
    in(slice.to);
  }
  void operator()(Any<FieldNode>& field) const { in(field.operand); }
  void operator()(Any<CellFunctionNode>&) const {}
  void operator()(Any<AggregateNode>&) const {}
};

template <typename AnyNode, typename Visit>
void each_call(AnyNode& node, const Visit& visit) {
  CallVisitor<AnyNode, Visit>{visit}.in(node);
}

bool calls(const Node& node, bool (*is_one)(const Function&)) {
  bool found = false;
  each_call(node, [&](const CallNode& call) { found = found || is_one(call.function); });
  return found;
}

bool is_of(const Function& function, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, std::string_view(function.name)) != names.end();
}

/// Returns true if the function gives another value for each millisecond of its argument that depends on the time.
bool tells_milliseconds(const Function& function) {
  const TypeKind kind = function.result_type.kind;
  const std::string_view name = function.name;
  if (kind == TypeKind::float_ || kind == TypeKind::int_ || kind == TypeKind::smallint ||
      kind == TypeKind::tinyint || kind == TypeKind::date)
    return false;
  if (name == "_divide") return kind == TypeKind::double_;
  return is_of(function, {"to_timestamp", "to_unix_timestamp", "min_timeuuid", "max_timeuuid", "_add",
                          "_subtract", "_multiply", "_negate", "abs", "round", "to_json"}) ||
         name.starts_with("cast_as_") || name.starts_with("blob_as_") || name.ends_with("_as_blob");
}

/// Returns true if another millisecond gives another value. A remainder or a day comes again: the key of a shard or of
/// a bucket, which is meant to be the same.
bool tells_milliseconds(const Node& node) {
  if (const auto* const collection = std::get_if<CollectionNode>(&node.node))
    return std::ranges::any_of(collection->elements,
                               [](const Node& element) { return tells_milliseconds(element); });
  const auto* const call = std::get_if<CallNode>(&node.node);
  if (call == nullptr) return false;
  if (is_time_of_statement(call->function)) return call->function.name != "current_date";
  const auto depends = [](const Node& argument) { return depends_on_time(argument); };
  return tells_milliseconds(call->function) && std::ranges::count_if(call->arguments, depends) == 1 &&
         tells_milliseconds(*std::ranges::find_if(call->arguments, depends));
}

/// Replaces the text 'now' in a timestamp.
void settle_now(Node& node, Scope& scope) {
  if (auto* const collection = std::get_if<CollectionNode>(&node.node)) {
    for (Node& element : collection->elements) settle_now(element, scope);
  }
  if (auto* const call = std::get_if<CallNode>(&node.node)) {
    for (Node& argument : call->arguments) settle_now(argument, scope);
  }
  const auto* const slot = std::get_if<SlotNode>(&node.node);
  if (slot == nullptr || node.type.kind != TypeKind::timestamp || slot->index >= scope.sources.size()) return;
  const SlotSource& source = scope.sources[slot->index];
  if (source.kind != SlotSource::Kind::literal || source.literal.kind != LiteralKind::string) return;
  scope.slots[slot->index].now_decides = true;
  if (!is_now(source.literal.text)) return;
  scope.slots[slot->index].text_decides = true;
  const Signatures found = find_functions("current_timestamp", {}, std::nullopt);
  node.node = CallNode{std::get<std::vector<Function>>(found).front(), {}};
}

void settle(Node& node, Scope& scope) {
  settle_now(node, scope);
  each_call(node, [](CallNode& call) {
    if (!takes_time(call.function)) return;
    for (Node& argument : call.arguments) {
      auto* const inner = std::get_if<CallNode>(&argument.node);
      if (inner != nullptr && inner->arguments.empty() && gives_new_uuid(inner->function) &&
          inner->function.result_type.kind == TypeKind::timeuuid)
        inner->function.evaluate = timeuuid_of_statement;
    }
  });
}

/// Calls `visit` with each value of the key, each a `Node&` or a `const Node&`.
template <typename AnyPlan, typename Visit>
void each_key_value(AnyPlan& plan, const Visit& visit) {
  for (auto& choices : plan.partition_key) std::ranges::for_each(choices.values, visit);
  for (auto& step : plan.clustering) {
    for (auto& values : step.alternatives) std::ranges::for_each(values, visit);
  }
}

bool gives_new_value(const Node& node) {
  return calls(node, [](const Function& each) { return is_time_of_statement(each) || gives_new_uuid(each); });
}
bool gives_new_value(const std::optional<Node>& node) { return node && gives_new_value(*node); }

bool give_new_value(const std::vector<Node>& nodes) {
  return std::ranges::any_of(nodes, [](const Node& node) { return gives_new_value(node); });
}
bool give_new_value(const std::vector<Choices>& key) {
  return std::ranges::any_of(key, [](const Choices& choices) { return give_new_value(choices.values); });
}
bool give_new_value(const std::vector<ClusteringStep>& steps) {
  return std::ranges::any_of(steps, [](const ClusteringStep& step) {
    return std::ranges::any_of(step.alternatives, [](const auto& values) { return give_new_value(values); });
  });
}
bool gives_new_value(const std::optional<ClusteringBound>& bound) {
  return bound && give_new_value(bound->values);
}

struct HasGeneratedTime {
  bool operator()(const UpsertPlan& plan) const { return has_generated_time(plan); }
  bool operator()(const DeletePlan&) const { return false; }
  bool operator()(const BatchPlan& plan) const {
    return std::ranges::any_of(plan.statements, [this](const auto& each) { return std::visit(*this, each); });
  }
  bool operator()(const ConditionalPlan& plan) const {
    return std::ranges::any_of(plan.writes,
                               [this](const auto& each) { return std::visit(*this, each.write); });
  }
};

}  // namespace

void settle_generated_times(UpsertPlan& plan, Scope& scope) {
  each_key_value(plan, [&](Node& node) { settle(node, scope); });
  for (AssignmentPlan& assignment : plan.assignments) {
    settle(assignment.value, scope);
    if (assignment.key) settle(*assignment.key, scope);
  }
}

void settle_generated_times(DeletePlan& plan, Scope& scope) {
  const auto settle_all = [&](std::vector<Node>& nodes) {
    for (Node& node : nodes) settle(node, scope);
  };
  for (Choices& choices : plan.partition_key) settle_all(choices.values);
  for (ClusteringStep& step : plan.clustering.steps) std::ranges::for_each(step.alternatives, settle_all);
  for (std::optional<ClusteringBound>* bound : {&plan.clustering.lower, &plan.clustering.upper}) {
    if (*bound) settle_all((*bound)->values);
  }
  for (DeletionPlan& deletion : plan.columns) {
    if (deletion.key) settle(*deletion.key, scope);
  }
}

bool has_generated_time(const UpsertPlan& plan) {
  bool holds_time = false, holds_new_uuid = false;
  each_key_value(plan, [&](const Node& node) {
    holds_time = holds_time || tells_milliseconds(node);
    holds_new_uuid = holds_new_uuid || calls(node, gives_new_uuid);
  });
  return holds_time && !holds_new_uuid;
}

bool gives_new_values(const UpsertPlan& plan) {
  return give_new_value(plan.partition_key) || give_new_value(plan.clustering) ||
         std::ranges::any_of(plan.assignments, [](const AssignmentPlan& assignment) {
           return gives_new_value(assignment.value) || gives_new_value(assignment.key);
         });
}

bool gives_new_values(const DeletePlan& plan) {
  return give_new_value(plan.partition_key) || give_new_value(plan.clustering.steps) ||
         gives_new_value(plan.clustering.lower) || gives_new_value(plan.clustering.upper) ||
         std::ranges::any_of(plan.columns,
                             [](const DeletionPlan& deletion) { return gives_new_value(deletion.key); });
}

Span span_of_generated_time(const UpsertPlan& plan) {
  Span span;
  each_key_value(plan, [&](const Node& node) {
    if (span.empty() && depends_on_time(node)) span = node.span;
  });
  return span;
}

bool depends_on_time(const Node& node) { return calls(node, is_time_of_statement); }

bool depends_on_time(const Choices& choices) {
  return std::ranges::any_of(choices.values, [](const Node& node) { return depends_on_time(node); });
}

bool depends_on_time(const ClusteringStep& step) {
  return std::ranges::any_of(step.alternatives, [](const std::vector<Node>& values) {
    return std::ranges::any_of(values, [](const Node& node) { return depends_on_time(node); });
  });
}

bool has_generated_time(const WritePlan& plan) { return std::visit(HasGeneratedTime{}, plan); }

}  // namespace cellar
