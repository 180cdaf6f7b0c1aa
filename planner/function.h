// What the planner must know about a function, and what the executor offers to it.
//
// In:  a name and what is known of the arguments' types. Out: every signature of that name, with the
// code that runs it. Arithmetic and casts are functions, too: `_add`, `_subtract`, `_multiply`,
// `_divide`, `_modulo`, `_negate`, `cast_as_int` ... The executor's catalogue (executor/functions)
// implements FunctionLookup; the planner gets it handed in, so that a function has one home.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "types/type.h"

namespace cellar {

/// The services of a running statement to its functions.
struct EvaluationContext {
  std::int64_t now_microseconds = 0;  // the statement's time
  std::function<std::int64_t()>
      next_tick;  // strictly increasing 100 ns ticks for now(): a fresh one each call
};

/// Collects the rows of an aggregate.
class Accumulator {
 public:
  virtual ~Accumulator() = default;
  /// The value of a row in native bytes, as long as the call; null also where there is no argument.
  virtual void add(const std::optional<std::string_view>& value) = 0;
  virtual Value result() const = 0;
};

struct Function;
/// Refuses what cannot be computed (class functionfailure or invalid), without a span.
using Evaluate = Value (*)(const Function& function, std::span<const Value> arguments,
                           EvaluationContext& context);
using Accumulate = std::unique_ptr<Accumulator> (*)(const Function& function);

struct Function {
  std::string name;  // canonical: "to_timestamp", "count"
  std::vector<Type> argument_types;
  Type result_type;
  Evaluate evaluate = nullptr;      // of a scalar function
  Accumulate accumulate = nullptr;  // of an aggregate
  bool monotonic = false;           // may close a GROUP BY

  bool is_aggregate() const { return accumulate != nullptr; }
};

/// Every signature of `name` (lower case; old names such as `totimestamp` included, result-column
/// names use the name as it was called). Signatures that depend on the arguments (min of any type,
/// map_keys, collection_sum, similarity_cosine ...) are made from `arguments`, nothing where a type is not
/// known, and from `receiver`, the type that the result is wanted as. Empty: there is no such function.
using FunctionLookup = std::vector<Function> (*)(std::string_view name,
                                                 std::span<const std::optional<Type>> arguments,
                                                 const std::optional<Type>& receiver);

}  // namespace cellar
