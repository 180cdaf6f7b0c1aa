#include "planner/select/result_name.h"

#include "planner/expression/calls.h"
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

const char* operator_function(ArithmeticOperator op) {
  constexpr const char* kNames[] = {"_add", "_substract", "_multiply", "_divide", "_modulo"};  // sic
  return kNames[static_cast<int>(op)];
}

/// A value between brackets: calls are written as they came, operators and casts as calls.
class BracketText {
 public:
  explicit BracketText(const std::vector<SlotSource>& sources) : sources_(sources) {}

  std::string of(const Expression& expression) const {
    return text_of(expression, sources_, [this](const Expression& part) { return instead(part); });
  }

  std::string list(const std::vector<Expression>& expressions) const {
    std::string text;
    for (const Expression& expression : expressions) text += (text.empty() ? "" : ", ") + of(expression);
    return text;
  }

 private:
  std::optional<std::string> instead(const Expression& expression) const {
    if (const auto* sum = std::get_if<Arithmetic>(&expression.node))
      return std::string("system.\"") + operator_function(sum->op) + "\"(" + list(sum->operands) + ")";
    if (const auto* negation = std::get_if<Negation>(&expression.node))
      return "system.\"_negate\"(" + list(negation->operand) + ")";
    if (const auto* cast = std::get_if<Cast>(&expression.node))
      return "system.cast_as_" + text_of(cast->type) + "(" + list(cast->operand) + ")";
    const auto* call = std::get_if<FunctionCall>(&expression.node);
    if (call == nullptr) return std::nullopt;
    const std::string keyspace = call->function.keyspace ? call->function.keyspace->text + "." : "";
    return keyspace + call->function.name.text + "(" + list(call->arguments) + ")";
  }

  const std::vector<SlotSource>& sources_;
};

class ResultName {
 public:
  explicit ResultName(Scope& scope) : scope_(scope), brackets_(scope.sources) {}

  std::string of(const Expression& expression) const {
    return text_of(expression, scope_.sources, [this](const Expression& part) { return instead(part); });
  }

 private:
  std::optional<std::string> instead(const Expression& expression) const {
    const std::optional<Call> call = call_of(expression, scope_);
    if (call && call->counts_rows) return "count";
    if (const auto* cast = std::get_if<Cast>(&expression.node)) {
      return cast_vanishes(*cast, scope_) ? std::optional(of(cast->operand[0])) : std::nullopt;
    }
    if (const auto* hint = std::get_if<TypeHint>(&expression.node))
      return "(" + type_text(hint->type, false, scope_.table->keyspace) + ")" + of(hint->operand[0]);
    if (const auto* access = std::get_if<ElementAccess>(&expression.node))
      return of(access->operands[0]) + "[" + brackets_.of(access->operands[1]) + "]";
    if (const auto* slice = std::get_if<SliceAccess>(&expression.node)) {
      return of(slice->operand[0]) + "[" + brackets_.list(slice->from) + ".." + brackets_.list(slice->to) +
             "]";
    }
    return std::nullopt;
  }

  Scope& scope_;
  BracketText brackets_;
};

}  // namespace

std::string result_name(const Selector& selector, Scope& scope) {
  if (selector.alias) return selector.alias->text;
  return ResultName(scope).of(selector.expression);
}

}  // namespace cellar
