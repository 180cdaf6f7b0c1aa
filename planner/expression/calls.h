// Calls of functions, and operators and casts, which are functions, too.
//
// In:      the name and the arguments as they are written, and the type that the result is wanted as, if any.
// Out:     the one signature that is meant: one that fits exactly before one that merely fits.
// Refused: unknown functions, arguments that no signature takes, calls that fit several signatures alike.
#pragma once

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

/// Nothing where the expression is no call.
std::optional<Call> call_of(const Expression& expression, const Scope& scope);

Function resolve(const Call& call, const std::optional<Type>& receiver, Scope& scope);

/// What the argument of a function is wanted for.
Receiver argument_receiver(const Function& function, std::size_t index);

}  // namespace cellar
