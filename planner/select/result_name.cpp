#include "planner/select/result_name.h"

#include "planner/expression/calls.h"
#include "planner/expression/expression_kinds.h"
#include "planner/expression/expression_text.h"
#include "planner/expression/expressions.h"

namespace cellar {

namespace {

std::string type_text(const TypeName& type, bool frozen, const std::string& keyspace);

std::string type_arguments(const TypeName& type, bool frozen, const std::string& keyspace) {
  std::string text;
  for (const TypeName& argument : type.arguments)
    text += (text.empty() ? "" : ", ") + type_text(argument, frozen, keyspace);
  if (type.dimension != 0) text += ", " + std::to_string(type.dimension);
  return type.name + "<" + text + ">";
}

/// `frozen<>` goes with collections and user types, also with those that a tuple freezes.
std::string type_text(const TypeName& type, bool frozen, const std::string& keyspace) {
  if (type.custom) {
    const bool is_short = type.name.find('.') == std::string::npos;
    return "'" + (is_short ? "org.apache.cassandra.db.marshal." : std::string()) + type.name + "'";
  }
  if (type.name == "frozen" && !type.arguments.empty()) return type_text(type.arguments[0], true, keyspace);
  if (type.name == "tuple" && !type.arguments.empty()) return type_arguments(type, true, keyspace);
  if (type.name == "vector" && !type.arguments.empty()) return type_arguments(type, false, keyspace);
  if (!type.arguments.empty()) {
    const std::string text = type_arguments(type, frozen, keyspace);
    return frozen ? "frozen<" + text + ">" : text;
  }
  if (!type.quoted && !type.keyspace && native_kind(type.name)) return type.name;
  const std::string text = keyspace + "." + type.name;
  return frozen ? "frozen<" + text + ">" : text;
}

const char* operator_in_name(ArithmeticOperator op) {
  constexpr const char* kNames[] = {"_add", "_substract", "_multiply", "_divide", "_modulo"};  // sic
  return kNames[static_cast<int>(op)];
}

/// In names of result columns a named marker is written as `?`, too.
std::optional<std::string> marker_text(const SlotReference& slot, const std::vector<SlotSource>& sources) {
  const bool is_marker = sources[slot.index].kind == SlotSource::Kind::marker;
  return is_marker ? std::optional<std::string>("?") : std::nullopt;
}

template <typename Part>
concept SameInBrackets =
    WrittenValue<Part> || WrittenAccess<Part> || OneOf<Part, ColumnReference, TypeHint, CellFunctionCall>;

/// A value between brackets: calls are written as they came, operators and casts as calls.
class BracketText {
 public:
  explicit BracketText(const std::vector<SlotSource>& sources) : sources_(sources) {}

  std::string of(const Expression& expression) const {
    return text_of(expression, sources_,
                   [this](const Expression& part) { return std::visit(*this, part.node); });
  }

  std::string list(const std::vector<Expression>& expressions) const {
    std::string text;
    for (const Expression& expression : expressions) text += (text.empty() ? "" : ", ") + of(expression);
    return text;
  }

  std::optional<std::string> operator()(const SlotReference& slot) const {
    return marker_text(slot, sources_);
  }
  std::optional<std::string> operator()(const Arithmetic& sum) const {
    return std::string("system.\"") + operator_in_name(sum.op) + "\"(" + list(sum.operands) + ")";
  }
  std::optional<std::string> operator()(const Negation& negation) const {
    return "system.\"_negate\"(" + list(negation.operand) + ")";
  }
  std::optional<std::string> operator()(const Cast& cast) const {
    return "system.cast_as_" + text_of(cast.type) + "(" + list(cast.operand) + ")";
  }
  std::optional<std::string> operator()(const FunctionCall& call) const {
    const std::string keyspace = call.function.keyspace ? call.function.keyspace->text + "." : "";
    return keyspace + call.function.name.text + "(" + list(call.arguments) + ")";
  }
  template <SameInBrackets Part>
  std::optional<std::string> operator()(const Part&) const {
    return std::nullopt;
  }

 private:
  const std::vector<SlotSource>& sources_;
};

template <typename Part>
concept SameInName =
    WrittenValue<Part> || OneOf<Part, ColumnReference, Arithmetic, Negation, FieldAccess, CellFunctionCall>;

class ResultName {
 public:
  explicit ResultName(Scope& scope) : scope_(scope), brackets_(scope.sources) {}

  std::string of(const Expression& expression) const {
    return text_of(expression, scope_.sources,
                   [this](const Expression& part) { return std::visit(*this, part.node); });
  }

  std::optional<std::string> operator()(const SlotReference& slot) const {
    return marker_text(slot, scope_.sources);
  }
  std::optional<std::string> operator()(const FunctionCall& call) const {
    if (counts_rows(call, scope_) || is_count_of_rows(call)) return "count";
    const std::optional<std::string> target = cast_target(call);
    if (!target || call.arguments.size() != 1) return std::nullopt;
    return "cast(" + of(call.arguments[0]) + " as " + *target + ")";
  }
  std::optional<std::string> operator()(const Cast& cast) const {
    return cast_vanishes(cast, scope_) ? std::optional(of(cast.operand[0])) : std::nullopt;
  }
  std::optional<std::string> operator()(const TypeHint& hint) const {
    return "(" + type_text(hint.type, false, scope_.table->keyspace) + ")" + of(hint.operand[0]);
  }
  std::optional<std::string> operator()(const ElementAccess& access) const {
    return of(access.operands[0]) + "[" + brackets_.of(access.operands[1]) + "]";
  }
  std::optional<std::string> operator()(const SliceAccess& slice) const {
    return of(slice.operand[0]) + "[" + brackets_.list(slice.from) + ".." + brackets_.list(slice.to) + "]";
  }
  template <SameInName Part>
  std::optional<std::string> operator()(const Part&) const {
    return std::nullopt;
  }

 private:
  Scope& scope_;
  BracketText brackets_;
};

}  // namespace

std::string result_name(const Selector& selector, Scope& scope) {
  if (selector.alias) return selector.alias->text;
  return ResultName(scope).of(selector.expression);
}

}  // namespace cellar
