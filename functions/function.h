// A function of CQL: its signature, which the planner reads, and its code, which the executor runs.
//
// In:      arguments in native bytes; the clock and the uuids of the statement.
// Out:     the value, or an aggregate that collects the rows.
// Refused: what cannot be computed (class functionfailure or invalid), without a place.
//
// Arithmetic and casts are functions, too: `_add`, `_subtract`, `_multiply`, `_divide`, `_modulo`, `_negate`,
// `cast_as_int` ... All there are: functions/functions.h.
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

class SeededBits;
/// The clock and the uuids that a running statement offers its functions.
struct EvaluationContext {
  std::int64_t now_microseconds = 0;        // the statement's time
  std::function<std::int64_t()> next_tick;  // a new tick of 100 ns for each now(), strictly increasing
  SeededBits* seeded = nullptr;  // the bits of uuids, if a seed decides them (functions/seeded_bits.h)
};

/// Collects the rows of an aggregate.
class Accumulator {
 public:
  virtual ~Accumulator() = default;
  /// Takes the value of one row, in native bytes that live as long as the call. It is null where the row has
  /// null or the aggregate no argument.
  virtual void add(const ValueView& value) = 0;
  /// Takes as many rows, for an aggregate without an argument.
  virtual void add_rows(std::uint64_t rows) {
    for (; rows > 0; --rows) add(std::nullopt);
  }
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

}  // namespace cellar
