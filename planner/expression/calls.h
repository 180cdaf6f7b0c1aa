// Calls of functions, and operators and casts, which are functions, too.
//
// In:      the name and the arguments as they are written, and the type that the result is wanted as, if any.
// Out:     the one signature that is meant (one that fits exactly before one that merely fits), or why there
//          is none.
// Refused: by require_function, unknown functions, arguments that no signature takes, calls that fit several
//          signatures alike. By all, arguments that are wrong in themselves, whatever the function: columns
//          and types that do not exist, constants that no type has.
#pragma once

#include <variant>

#include "functions/function.h"
#include "planner/scope.h"

namespace cellar {

struct Call {
  enum class Kind { function, arithmetic, negation, cast };
  Kind kind = Kind::function;
  std::string name;                        // as it is looked up
  const QualifiedName* written = nullptr;  // of a function
  std::vector<const Expression*> arguments;
  bool counts_rows = false;  // count(*), count(1)
  const Expression* expression = nullptr;
};

/// count(*), and in a select list count(1).
bool counts_rows(const FunctionCall& call, const Scope& scope);
/// count_rows(), whether it has arguments that it does not take or not.
bool is_count_of_rows(const FunctionCall& call);
/// Returns the type that a cast written as a function makes, cast_as_int(x); nothing for other calls.
std::optional<std::string> cast_target(const FunctionCall& call);

/// Returns nothing if the expression is no call.
std::optional<Call> call_of(const Expression& expression, const Scope& scope);

/// A call for which no signature, or more than one, was found.
struct Unresolved {
  enum class Why {
    unknown,    // there is no such function
    none_fits,  // no signature takes these arguments and gives the wanted type
    ambiguous,  // several signatures fit alike
  };
  Why why;
  Diagnostic reason;
};

using Resolution = std::variant<Function, Unresolved>;

Resolution resolve(const Call& call, const std::optional<Type>& receiver, Scope& scope);

/// As resolve(), but refuses an unresolved call with its reason.
Function require_function(const Call& call, const std::optional<Type>& receiver, Scope& scope);

/// Returns the receiver of an argument: its type, and its name in refusals.
Receiver argument_receiver(const Function& function, std::size_t index);

}  // namespace cellar
