// count, min, max, sum, avg: of rows, and of the elements of a collection.
#include <cmath>

#include "functions/family.h"
#include "functions/number/decimal.h"
#include "functions/number/number.h"
#include "types/number/number.h"
#include "types/value/value.h"

namespace cellar {

namespace {

class RowCount : public Accumulator {
 public:
  void add(const ValueView&) override { ++count_; }
  void add_rows(std::uint64_t rows) override { count_ += static_cast<std::int64_t>(rows); }
  Value result() const override { return encode_int64(count_); }

 private:
  std::int64_t count_ = 0;
};

class ValueCount : public Accumulator {
 public:
  void add(const ValueView& value) override { count_ += value ? 1 : 0; }
  Value result() const override { return encode_int64(count_); }

 private:
  std::int64_t count_ = 0;
};

/// Keeps the least value with a sign of -1, the greatest with 1, and the first of equal ones.
class Extreme : public Accumulator {
 public:
  Extreme(Type type, int sign) : type_(std::move(type)), sign_(sign) {}
  void add(const ValueView& value) override {
    if (!value) return;
    if (!value_ || compare(type_, *value, *value_) * sign_ > 0) value_ = *value;
  }
  Value result() const override { return value_; }

 private:
  Type type_;
  int sign_;
  Value value_;
};

/// Skips nulls and empty values.
class NumberAccumulator : public Accumulator {
 public:
  explicit NumberAccumulator(TypeKind kind) : kind_(kind) {}
  void add(const ValueView& value) final {
    if (value && !value->empty()) add_number(*value);
  }

  TypeKind kind() const { return kind_; }

 private:
  virtual void add_number(std::string_view bytes) = 0;

  TypeKind kind_;
};

class IntegerSum : public NumberAccumulator {
 public:
  using NumberAccumulator::NumberAccumulator;
  Value result() const override { return encode_integer(kind(), static_cast<std::int64_t>(sum_)); }

 private:
  void add_number(std::string_view bytes) override {
    sum_ += static_cast<std::uint64_t>(decode_integer(bytes));
  }

  std::uint64_t sum_ = 0;  // wraps around
};

/// The sum of an average never overflows: fewer than 2^63 values are added.
class IntegerAverage : public NumberAccumulator {
 public:
  using NumberAccumulator::NumberAccumulator;
  Value result() const override {
    return encode_integer(kind(), count_ == 0 ? 0 : static_cast<std::int64_t>(sum_ / count_));
  }

 private:
  void add_number(std::string_view bytes) override {
    sum_ += decode_integer(bytes);
    ++count_;
  }

  __extension__ using WideInteger = __int128;
  WideInteger sum_ = 0;
  std::int64_t count_ = 0;
};

class VarintAverage : public NumberAccumulator {
 public:
  using NumberAccumulator::NumberAccumulator;
  Value result() const override {
    return encode_varint(count_ == 0 ? BigInteger(0) : BigInteger(sum_ / count_));
  }

 private:
  void add_number(std::string_view bytes) override {
    sum_ += decode_varint(bytes);
    ++count_;
  }

  BigInteger sum_;
  std::int64_t count_ = 0;
};

class VarintSum : public NumberAccumulator {
 public:
  using NumberAccumulator::NumberAccumulator;
  Value result() const override { return encode_varint(sum_); }

 private:
  void add_number(std::string_view bytes) override { sum_ += decode_varint(bytes); }

  BigInteger sum_;
};

class DecimalSum : public NumberAccumulator {
 public:
  using NumberAccumulator::NumberAccumulator;
  Value result() const override { return encode_decimal(sum_); }

 private:
  void add_number(std::string_view bytes) override { sum_ = cellar::add(sum_, decode_decimal(bytes)); }

  Decimal sum_;
};

/// Each value in turn moves the average, which has no more digits than the values: that of 1, 0, 0 is 1.
class DecimalAverage : public NumberAccumulator {
 public:
  using NumberAccumulator::NumberAccumulator;
  Value result() const override { return encode_decimal(average_); }

 private:
  void add_number(std::string_view bytes) override {
    ++count_;
    const Decimal distance = subtract(decode_decimal(bytes), average_);
    average_ = cellar::add(average_, divide(distance, {count_, 0}, distance.scale, Rounding::half_even));
  }

  Decimal average_;
  std::int64_t count_ = 0;
};

/// A sum of doubles that carries what each addition has rounded away.
class CompensatedSum {
 public:
  void add(double value) {
    simple_sum_ += value;
    const double compensated = value - compensation_;
    const double sum = sum_ + compensated;
    compensation_ = (sum - sum_) - compensated;
    sum_ = sum;
  }
  double raw() const { return sum_; }
  double result() const {
    const double result = sum_ + compensation_;
    // Infinity less infinity is NaN in the compensation; the plain sum knows better.
    return std::isnan(result) && std::isinf(simple_sum_) ? simple_sum_ : result;
  }

 private:
  double sum_ = 0;
  double compensation_ = 0;
  double simple_sum_ = 0;
};

Value encode_fraction(TypeKind kind, double value) {
  return kind == TypeKind::float_ ? encode_float(static_cast<float>(value)) : encode_double(value);
}

double decode_fraction(TypeKind kind, std::string_view bytes) {
  return kind == TypeKind::float_ ? static_cast<double>(decode_float(bytes)) : decode_double(bytes);
}

class FractionSum : public NumberAccumulator {
 public:
  using NumberAccumulator::NumberAccumulator;
  Value result() const override { return encode_fraction(kind(), sum_.result()); }

 private:
  void add_number(std::string_view bytes) override { sum_.add(decode_fraction(kind(), bytes)); }

  CompensatedSum sum_;
};

/// Continues with decimals when the sum of finite numbers exceeds the range of a double.
class FractionAverage : public NumberAccumulator {
 public:
  using NumberAccumulator::NumberAccumulator;
  Value result() const override {
    if (count_ == 0) return encode_fraction(kind(), 0);
    if (!large_sum_) return encode_fraction(kind(), sum_.result() / static_cast<double>(count_));
    const Decimal average = divide(*large_sum_, {count_, 0}, large_sum_->scale, Rounding::half_even);
    return encode_fraction(kind(), to_double(average));
  }

 private:
  void add_number(std::string_view bytes) override {
    ++count_;
    const double value = decode_fraction(kind(), bytes);
    if (large_sum_) {
      large_sum_ = cellar::add(*large_sum_, to_decimal(value));
      return;
    }
    const double before = sum_.raw();
    sum_.add(value);
    if (std::isinf(sum_.raw()) && !std::isinf(value)) {
      large_sum_ = cellar::add(to_decimal(before), to_decimal(value));
    }
  }

  CompensatedSum sum_;
  std::optional<Decimal> large_sum_;
  std::int64_t count_ = 0;
};

std::unique_ptr<Accumulator> accumulate_rows(const Function&) { return std::make_unique<RowCount>(); }
std::unique_ptr<Accumulator> accumulate_count(const Function&) { return std::make_unique<ValueCount>(); }

Function aggregate(std::string_view name, std::vector<Type> arguments, Type result, Accumulate accumulate) {
  Function function = scalar_function(name, std::move(arguments), std::move(result), nullptr);
  function.accumulate = accumulate;
  return function;
}

Signatures row_count(const FunctionQuery& query) {
  return std::vector{aggregate(query.name, {}, native_type(TypeKind::bigint), accumulate_rows)};
}

Signatures count(const FunctionQuery& query) {
  if (query.arguments.empty()) return row_count(query);
  if (std::optional<Misfit> misfit = misfit_of_count(query, 1, 1)) return *std::move(misfit);
  // Nothing is known of a null or a marker; their bytes do not matter.
  const Type type = query.arguments[0].value_or(native_type(TypeKind::blob));
  return std::vector{aggregate(query.name, {type}, native_type(TypeKind::bigint), accumulate_count)};
}

template <Accumulate accumulate>
Signatures extreme(const FunctionQuery& query) {
  if (std::optional<Misfit> misfit = misfit_of_count(query, 1, 1)) return *std::move(misfit);
  // The extreme of a literal alone takes the type that is wanted.
  const std::optional<Type>& type = query.arguments[0] ? query.arguments[0] : query.receiver;
  if (!type) return unknown_argument(query, 0);
  return std::vector{aggregate(query.name, {*type}, *type, accumulate)};
}

template <Accumulate accumulate>
Signatures of_numbers(const FunctionQuery& query) {
  std::vector<Function> functions;
  for (const TypeKind kind : numeric_kinds()) {
    functions.push_back(aggregate(query.name, {native_type(kind)}, native_type(kind), accumulate));
  }
  return functions;
}

}  // namespace

std::unique_ptr<Accumulator> accumulate_min(const Function& function) {
  return std::make_unique<Extreme>(function.result_type, -1);
}

std::unique_ptr<Accumulator> accumulate_max(const Function& function) {
  return std::make_unique<Extreme>(function.result_type, 1);
}

std::unique_ptr<Accumulator> accumulate_sum(const Function& function) {
  const TypeKind kind = function.result_type.kind;
  if (is_integer(kind)) return std::make_unique<IntegerSum>(kind);
  if (kind == TypeKind::varint) return std::make_unique<VarintSum>(kind);
  if (kind == TypeKind::decimal) return std::make_unique<DecimalSum>(kind);
  return std::make_unique<FractionSum>(kind);
}

std::unique_ptr<Accumulator> accumulate_average(const Function& function) {
  const TypeKind kind = function.result_type.kind;
  if (is_integer(kind)) return std::make_unique<IntegerAverage>(kind);
  if (kind == TypeKind::varint) return std::make_unique<VarintAverage>(kind);
  if (kind == TypeKind::decimal) return std::make_unique<DecimalAverage>(kind);
  return std::make_unique<FractionAverage>(kind);
}

FunctionFamily aggregate_functions() {
  static const FunctionEntry kFunctions[] = {
      {"count", "", "the number of rows; of a column, the rows in which it is not null",
       DerivedSignatures{"count(*) -> bigint\ncount(1) -> bigint\ncount(any) -> bigint", count}},
      {"count_rows", "", "the number of rows, as count(*)",
       DerivedSignatures{"count_rows() -> bigint", row_count}},
      {"min", "", "the least value", DerivedSignatures{"min(any) -> any", extreme<accumulate_min>}},
      {"max", "", "the greatest value", DerivedSignatures{"max(any) -> any", extreme<accumulate_max>}},
      {"sum", "", "the sum, in the type of its values: one out of its range wraps around",
       DerivedSignatures{"sum(number) -> number", of_numbers<accumulate_sum>}},
      {"avg", "", "the average, in the type of its values: that of integers is cut",
       DerivedSignatures{"avg(number) -> number", of_numbers<accumulate_average>}},
  };
  return {"Aggregates", kFunctions};
}

}  // namespace cellar
