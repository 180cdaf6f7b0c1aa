// token(key ...) and uuid().

#include "functions/family.h"
#include "functions/random_bits.h"
#include "functions/seeded_bits.h"
#include "types/number/number.h"
#include "types/token.h"
#include "types/uuid.h"

namespace cellar {

namespace {

Value evaluate_token(const Function&, std::span<const Value> arguments, EvaluationContext&) {
  std::vector<std::string> key;
  for (const Value& argument : arguments) {
    if (!argument) return std::nullopt;
    key.push_back(*argument);
  }
  return encode_int64(token_of(key));
}

Value evaluate_uuid(const Function&, std::span<const Value>, EvaluationContext& context) {
  const auto bits = [&context] { return context.seeded != nullptr ? context.seeded->next() : random_bits(); };
  const std::uint64_t high = bits();
  return make_random_uuid(high, bits());
}

Signatures token(const FunctionQuery& query) {
  std::vector<Type> types;
  for (std::size_t i = 0; i < query.arguments.size(); ++i) {
    if (!query.arguments[i]) return unknown_argument(query, i);
    types.push_back(*query.arguments[i]);
  }
  return std::vector{
      scalar_function(query.name, std::move(types), native_type(TypeKind::bigint), evaluate_token)};
}

}  // namespace

FunctionFamily key_functions() {
  static const FunctionEntry kFunctions[] = {
      {"token", "", "the place of a partition in the ring; takes all columns of the partition key",
       DerivedSignatures{"token(partition key) -> bigint", token}},
      {"uuid", "", "a random uuid", NativeSignatures{{{{}, TypeKind::uuid}}, evaluate_uuid}},
  };
  return {"Keys", kFunctions};
}

}  // namespace cellar
