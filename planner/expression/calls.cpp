#include "planner/expression/calls.h"

#include <algorithm>

#include "functions/functions.h"
#include "planner/expression/expression_kinds.h"
#include "planner/expression/expression_text.h"
#include "planner/expression/expressions.h"
#include "planner/expression/natural_type.h"
#include "planner/expression/type_fit.h"
#include "types/text/similar_names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::string_view kCountRows = "count_rows";

std::string operator_function(ArithmeticOperator op) {
  constexpr const char* kNames[] = {"_add", "_subtract", "_multiply", "_divide", "_modulo"};
  return kNames[static_cast<int>(op)];
}

std::string type_list(const std::vector<Type>& types) {
  std::string text;
  for (const Type& type : types) text += (text.empty() ? "" : ", ") + to_cql(type);
  return text;
}

std::string signatures(const std::vector<Function>& functions) {
  std::vector<std::string> texts;
  for (const Function& function : functions) texts.push_back("(" + type_list(function.argument_types) + ")");
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  std::string text;
  for (std::size_t index = 0; index < texts.size() && index < 4; ++index) {
    text += (index == 0 ? "" : ", ") + texts[index];
  }
  return texts.size() > 4 ? text + " ..." : text;
}

/// As against `(x)`, which is x.
bool is_literal_of_many(const Expression& expression) {
  const auto* tuple = std::get_if<TupleLiteral>(&expression.node);
  return (tuple != nullptr && tuple->elements.size() > 1) ||
         std::holds_alternative<ListLiteral>(expression.node) ||
         std::holds_alternative<SetLiteral>(expression.node);
}

/// Vector functions know their arguments' length from their types, which a list literal has not.
std::vector<std::optional<Type>> with_vectors(const Call& call, std::vector<std::optional<Type>> arguments) {
  for (std::size_t index = 0; index < arguments.size(); ++index) {
    const auto* list = std::get_if<ListLiteral>(&call.arguments[index]->node);
    if (list == nullptr || list->elements.empty()) continue;
    arguments[index] =
        vector_of(native_type(TypeKind::float_), static_cast<std::uint32_t>(list->elements.size()));
  }
  return arguments;
}

std::vector<std::optional<Type>> argument_types(const Call& call, Scope& scope) {
  std::vector<std::optional<Type>> types;
  if (call.name == "token") {
    for (std::size_t index = 0; index < scope.table->partition_key_size; ++index) {
      types.push_back(scope.table->columns[index].type);
    }
    return types;
  }
  for (const Expression* argument : call.arguments) {
    // count() would take a literal of many values for a blob, and refuses it.
    const bool is_unknown = call.name == "count" && is_literal_of_many(*argument);
    types.push_back(is_unknown ? std::nullopt : natural_type_of(*argument, scope));
  }
  // Functions of vectors refuse lists by name, so those of a select list are tried as vectors from the start.
  const bool has_vectors = scope.in_selection && call.name.starts_with("similarity_");
  return has_vectors ? with_vectors(call, std::move(types)) : types;
}

constexpr std::string_view kCast = "cast_as_";

/// Names that the language keeps and that have capitals, so that they are written in quotes: "castAsInt".
std::string todays_name(const std::string& name) {
  constexpr std::string_view kOlderCast = "castAs";
  if (name == "countRows") return std::string(kCountRows);
  if (!name.starts_with(kOlderCast)) return name;
  const std::string type = name.substr(kOlderCast.size());
  const bool is_capitalized = !type.empty() && std::isupper(static_cast<unsigned char>(type.front())) != 0;
  const std::string lower = to_lower(type);
  if (!is_capitalized || type.substr(1) != lower.substr(1)) return name;
  return std::string(kCast) + lower;
}

/// The built-in functions are of the keyspace system and have no capitals in their names.
bool is_built_in(const Call& call) {
  const bool foreign =
      call.written != nullptr && call.written->keyspace && call.written->keyspace->text != "system";
  return !foreign && std::none_of(call.name.begin(), call.name.end(),
                                  [](char letter) { return letter >= 'A' && letter <= 'Z'; });
}

/// The function that counts the rows has no arguments: the constant of count(1) is not one.
Signatures row_counter(const Call& call) {
  Signatures found = find_functions(call.name, {}, std::nullopt);
  auto* functions = std::get_if<std::vector<Function>>(&found);
  if (functions == nullptr) return found;
  std::erase_if(*functions, [](const Function& function) { return !function.argument_types.empty(); });
  return functions->empty() ? find_functions(kCountRows, {}, std::nullopt) : found;
}

Signatures candidates_of(const Call& call, const std::optional<Type>& receiver, Scope& scope) {
  // varchar is text, but no function casts to it.
  if (!is_built_in(call) || call.name == "cast_as_varchar") return {};
  if (call.counts_rows) return row_counter(call);
  return find_functions(call.name, argument_types(call, scope), receiver);
}

Parameters parameters_of(const Call& call, const Scope& scope) {
  std::string arguments;
  for (const Expression* argument : call.arguments) {
    arguments += (arguments.empty() ? "" : ", ") + told_text_of(*argument, scope.sources);
  }
  return {{"function", call.name},
          {"call", told_text_of(*call.expression, scope.sources)},
          {"arguments", arguments},
          {"provided", std::to_string(call.arguments.size())}};
}

using Why = Unresolved::Why;

Unresolved impossible_cast(const Call& call, const Scope& scope) {
  Parameters parameters = parameters_of(call, scope);
  const Cast& cast = std::get<Cast>(call.expression->node);
  parameters.push_back({"operand", told_text_of(cast.operand[0], scope.sources)});
  parameters.push_back({"type", text_of(cast.type)});
  return {Why::none_fits, Diagnostic{"cast_impossible", call.expression->span, std::move(parameters), {}}};
}

/// Returns the name of a function that Cassandra had under another one until version 5; empty for others.
std::string_view name_since_version_5(std::string_view name) {
  if (is_same_word(name, "dateof")) return "to_timestamp";
  if (is_same_word(name, "unixtimestampof")) return "to_unix_timestamp";
  return {};
}

/// Returns true for what other databases call the function that gives the time now.
bool is_foreign_clock(std::string_view name) {
  constexpr std::string_view kNames[] = {"sysdate",      "getdate",       "curdate",        "curtime",
                                         "getutcdate",   "localtime",     "localtimestamp", "sysdatetime",
                                         "systimestamp", "utc_timestamp", "clock_timestamp"};
  return std::ranges::any_of(kNames, [&](std::string_view each) { return is_same_word(name, each); });
}

Unresolved unknown(const Call& call, const Scope& scope) {
  if (call.kind == Call::Kind::cast) return impossible_cast(call, scope);
  const Span span = call.written != nullptr ? call.written->span : call.expression->span;
  if (is_foreign_clock(call.name))
    return {Why::unknown, Diagnostic{"undefined_clock", span, parameters_of(call, scope), {}}};
  std::vector<std::string> known;
  for (const FunctionHelp& function : function_help()) {
    if (!function.name.starts_with('_')) known.emplace_back(function.name);
  }
  NearestName nearest{std::string(name_since_version_5(call.name)), true};
  if (nearest.name.empty()) nearest = find_nearest(call.name, known);
  Parameters parameters = parameters_of(call, scope);
  parameters.push_back({"nearest", nearest.name});
  const std::string_view id = nearest.name.empty() ? "undefined_function" : "undefined_function_near";
  const bool replaceable = call.written != nullptr && nearest.certain;
  return {Why::unknown, Diagnostic{id, span, std::move(parameters),
                                   replaceable ? std::optional(Fix{span, nearest.name}) : std::nullopt}};
}

/// Returns true for a sum or difference of a time and a whole number: `at - 1`.
bool moves_time_by_number(const Arithmetic& arithmetic, Scope& scope) {
  if (arithmetic.op != ArithmeticOperator::add && arithmetic.op != ArithmeticOperator::subtract) return false;
  const Literal* const number = literal_of(arithmetic.operands[1], scope);
  if (number == nullptr || number->kind != LiteralKind::integer) return false;
  const std::optional<Type> moved = known_type(arithmetic.operands[0], scope);
  return moved && (moved->kind == TypeKind::timestamp || moved->kind == TypeKind::date);
}

Unresolved impossible_operator(const Call& call, Scope& scope) {
  Parameters parameters = parameters_of(call, scope);
  const Arithmetic& arithmetic = std::get<Arithmetic>(call.expression->node);
  parameters.push_back({"operator", text_of(arithmetic.op)});
  parameters.push_back({"left", told_text_of(arithmetic.operands[0], scope.sources)});
  parameters.push_back({"right", told_text_of(arithmetic.operands[1], scope.sources)});
  const std::string_view id =
      moves_time_by_number(arithmetic, scope) ? "time_moved_by_number" : "operator_impossible";
  return {Why::none_fits, Diagnostic{id, call.expression->span, std::move(parameters), {}}};
}

Unresolved none_fits(const Call& call, const std::vector<Function>& candidates, Scope& scope) {
  if (call.kind == Call::Kind::cast) return impossible_cast(call, scope);
  if (call.kind == Call::Kind::arithmetic) return impossible_operator(call, scope);
  Parameters parameters = parameters_of(call, scope);
  parameters.push_back({"signatures", signatures(candidates)});
  const Span span = call.expression->span;
  return {Why::none_fits, Diagnostic{"arguments_do_not_fit", span, std::move(parameters), {}}};
}

Unresolved wrong_count(const Call& call, std::size_t wanted, const Scope& scope) {
  Parameters parameters = parameters_of(call, scope);
  parameters.push_back({"wanted", std::to_string(wanted)});
  return {Why::none_fits,
          Diagnostic{"number_of_arguments", call.expression->span, std::move(parameters), {}}};
}

/// One signature alone is not tried but required, so that the reason can say which argument is wrong.
Resolution only_candidate(const Call& call, Function function, Scope& scope) {
  const std::vector<Type>& types = function.argument_types;
  if (call.arguments.size() != types.size()) return wrong_count(call, types.size(), scope);
  for (std::size_t index = 0; index < call.arguments.size(); ++index) {
    const Expression& argument = *call.arguments[index];
    if (fit(argument, types[index], scope) != Fit::no) continue;
    Parameters parameters = parameters_of(call, scope);
    parameters.push_back({"argument", told_text_of(argument, scope.sources)});
    parameters.push_back({"type", to_cql(types[index])});
    return Unresolved{Why::none_fits,
                      Diagnostic{"argument_of_wrong_type", argument.span, std::move(parameters), {}}};
  }
  return function;
}

Fit fit_arguments(const Call& call, const Function& function, Scope& scope) {
  if (call.arguments.size() != function.argument_types.size()) return Fit::no;
  Fit all = Fit::exact;
  for (std::size_t index = 0; index < call.arguments.size() && all != Fit::no; ++index) {
    all = std::min(all, fit(*call.arguments[index], function.argument_types[index], scope));
  }
  return all;
}

/// If `1 + ?` could be anything, the type that the result is wanted as decides.
const Function* operator_of_receiver(const Call& call, const std::vector<const Function*>& fitting,
                                     const std::optional<Type>& receiver, const Scope& scope) {
  if (call.kind != Call::Kind::arithmetic || !receiver) return nullptr;
  for (const Expression* argument : call.arguments) {
    if (is_marker(*argument, scope)) return nullptr;
  }
  for (const Function* function : fitting) {
    if (same_type(function->argument_types[0], *receiver) &&
        same_type(function->argument_types[1], *receiver)) {
      return function;
    }
  }
  return nullptr;
}

Unresolved ambiguous(const Call& call, const std::vector<const Function*>& fitting, Scope& scope) {
  const auto* const arithmetic = std::get_if<Arithmetic>(&call.expression->node);
  if (arithmetic != nullptr && moves_time_by_number(*arithmetic, scope))
    return impossible_operator(call, scope);
  std::vector<Function> alike;
  for (const Function* function : fitting) alike.push_back(*function);
  Parameters parameters = parameters_of(call, scope);
  parameters.push_back({"signatures", signatures(alike)});
  return {Why::ambiguous, Diagnostic{"call_is_ambiguous", call.expression->span, std::move(parameters), {}}};
}

Resolution best_fit(const Call& call, const std::vector<Function>& candidates,
                    const std::optional<Type>& receiver, Scope& scope) {
  std::vector<const Function*> fitting;
  for (const Function& candidate : candidates) {
    if (receiver && fit(candidate.result_type, *receiver) == Fit::no) continue;
    const Fit arguments = fit_arguments(call, candidate, scope);
    if (arguments == Fit::exact) return candidate;
    if (arguments == Fit::weak) fitting.push_back(&candidate);
  }
  if (fitting.empty()) return none_fits(call, candidates, scope);
  if (fitting.size() == 1) return *fitting.front();
  if (const Function* chosen = operator_of_receiver(call, fitting, receiver, scope)) return *chosen;
  return ambiguous(call, fitting, scope);
}

Call call_with(const Expression& expression, Call::Kind kind, std::string name,
               const std::vector<Expression>& arguments) {
  Call call;
  call.kind = kind;
  call.name = std::move(name);
  call.expression = &expression;
  for (const Expression& argument : arguments) call.arguments.push_back(&argument);
  return call;
}

template <typename Part>
concept NoCall =
    WrittenValue<Part> || WrittenAccess<Part> || OneOf<Part, ColumnReference, TypeHint, CellFunctionCall>;

struct CallOf {
  const Expression& expression;
  const Scope& scope;

  std::optional<Call> operator()(const FunctionCall& function) const {
    Call call = call_with(expression, Call::Kind::function, todays_name(function.function.name.text),
                          function.arguments);
    call.written = &function.function;
    call.counts_rows = counts_rows(function, scope);
    if (call.counts_rows) call.arguments.clear();
    return call;
  }
  std::optional<Call> operator()(const Arithmetic& arithmetic) const {
    return call_with(expression, Call::Kind::arithmetic, operator_function(arithmetic.op),
                     arithmetic.operands);
  }
  std::optional<Call> operator()(const Negation& negation) const {
    return call_with(expression, Call::Kind::negation, "_negate", negation.operand);
  }
  std::optional<Call> operator()(const Cast& cast) const {
    return call_with(expression, Call::Kind::cast, "cast_as_" + cast.type.name, cast.operand);
  }
  template <NoCall Part>
  std::optional<Call> operator()(const Part&) const {
    return std::nullopt;
  }
};

}  // namespace

std::optional<std::string> cast_target(const FunctionCall& call) {
  const std::string name = todays_name(call.function.name.text);
  if (!name.starts_with(kCast)) return std::nullopt;
  return name.substr(kCast.size());
}

bool is_count_of_rows(const FunctionCall& call) { return todays_name(call.function.name.text) == kCountRows; }

bool counts_rows(const FunctionCall& call, const Scope& scope) {
  if (call.star) return true;
  // count(1) asks nothing of its constant, count(null) does: null is not counted.
  return scope.in_selection && call.function.name.text == "count" && call.arguments.size() == 1 &&
         std::holds_alternative<Literal>(call.arguments[0].node);
}

std::optional<Call> call_of(const Expression& expression, const Scope& scope) {
  return std::visit(CallOf{expression, scope}, expression.node);
}

Resolution resolve(const Call& call, const std::optional<Type>& receiver, Scope& scope) {
  Signatures found = candidates_of(call, receiver, scope);
  if (auto* misfit = std::get_if<Misfit>(&found)) {
    return Unresolved{Why::none_fits,
                      Diagnostic{misfit->message, call.expression->span, std::move(misfit->parameters), {}}};
  }
  auto& candidates = std::get<std::vector<Function>>(found);
  if (candidates.empty()) return unknown(call, scope);
  if (call.counts_rows) return std::move(candidates.front());
  const bool counts_nothing = call.name == "count" && call.arguments.empty();
  if (counts_nothing) return wrong_count(call, 1, scope);
  if (candidates.size() == 1) return only_candidate(call, std::move(candidates.front()), scope);
  return best_fit(call, candidates, receiver, scope);
}

namespace {

/// Returns the function that takes the arguments of a call, but whose result is none for the receiver.
std::optional<Function> function_of_another_type(const Call& call, const Type& receiver, Scope& scope) {
  if (call.kind != Call::Kind::function) return std::nullopt;
  Resolution resolution = resolve(call, std::nullopt, scope);
  auto* const function = std::get_if<Function>(&resolution);
  if (function == nullptr || fit(function->result_type, receiver) != Fit::no) return std::nullopt;
  return std::move(*function);
}

}  // namespace

Function require_function(const Call& call, const std::optional<Type>& receiver, Scope& scope) {
  Resolution resolution = resolve(call, receiver, scope);
  if (receiver && std::holds_alternative<Unresolved>(resolution)) {
    // The arguments are not to blame: the caller refuses the type of the result.
    if (std::optional<Function> other = function_of_another_type(call, *receiver, scope))
      return std::move(*other);
  }
  if (auto* unresolved = std::get_if<Unresolved>(&resolution)) throw Refusal(std::move(unresolved->reason));
  return std::get<Function>(std::move(resolution));
}

Receiver argument_receiver(const Function& function, std::size_t index) {
  return {function.argument_types[index], "arg" + std::to_string(index) + "(system." + function.name + ")"};
}

}  // namespace cellar
