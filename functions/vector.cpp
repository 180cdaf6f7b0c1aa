// similarity_cosine, similarity_euclidean, similarity_dot_product: from 0 (far) to 1 (near) for vectors of
// length one, of two vectors of floats.
#include <algorithm>
#include <cmath>

#include "functions/family.h"
#include "refusal/refusal.h"
#include "types/number/number.h"
#include "types/value/value.h"

namespace cellar {

namespace {

using Floats = std::vector<float>;

Floats decode_floats(const Type& type, std::string_view bytes) {
  Floats floats;
  for (const auto& element : unpack(type, bytes)) floats.push_back(decode_float(*element));
  return floats;
}

float dot_product(const Floats& left, const Floats& right) {
  float sum = 0;
  for (std::size_t i = 0; i < left.size(); ++i) sum += left[i] * right[i];
  return sum;
}

bool is_zero(const Floats& floats) {
  return std::all_of(floats.begin(), floats.end(), [](float value) { return value == 0; });
}

float cosine(const Floats& left, const Floats& right) {
  if (is_zero(left) || is_zero(right)) refuse("cosine_of_zero_vector");
  const double lengths = std::sqrt(static_cast<double>(dot_product(left, left)) *
                                   static_cast<double>(dot_product(right, right)));
  return (1 + static_cast<float>(static_cast<double>(dot_product(left, right)) / lengths)) / 2;
}

float euclidean(const Floats& left, const Floats& right) {
  float sum = 0;
  for (std::size_t i = 0; i < left.size(); ++i) sum += (left[i] - right[i]) * (left[i] - right[i]);
  return 1 / (1 + sum);
}

float scaled_dot_product(const Floats& left, const Floats& right) {
  return (1 + dot_product(left, right)) / 2;
}

template <float (*similarity)(const Floats&, const Floats&)>
Value evaluate(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  const Type& type = function.argument_types[0];
  return encode_float(similarity(decode_floats(type, *arguments[0]), decode_floats(type, *arguments[1])));
}

bool is_vector(const std::optional<Type>& type) { return type && type->kind == TypeKind::vector; }

// The type of both arguments, which is the type of the one that is a vector: [1, 2] alone is a list.
std::variant<Type, Misfit> vector_type(const FunctionQuery& query) {
  const std::size_t which = is_vector(query.arguments[0]) ? 0 : 1;
  if (!is_vector(query.arguments[which]) && is_vector(query.receiver)) return *query.receiver;
  const std::optional<Type>& type = query.arguments[which];
  if (!type) return unknown_argument(query, which);
  if (type->kind == TypeKind::vector && type->arguments[0].kind == TypeKind::float_) return *type;
  return misfit_of_type(query, "vectors of floats", *type);
}

template <float (*similarity)(const Floats&, const Floats&)>
Signatures of_vectors(const FunctionQuery& query) {
  if (std::optional<Misfit> misfit = misfit_of_count(query, 2, 2)) return *std::move(misfit);
  const std::variant<Type, Misfit> found = vector_type(query);
  if (const auto* misfit = std::get_if<Misfit>(&found)) return *misfit;
  const Type& type = std::get<Type>(found);
  const std::optional<Type>& other = query.arguments[1];
  if (is_vector(other) && other->dimension != type.dimension) {
    return Misfit{"vector_dimensions",
                  {{"left", std::to_string(type.dimension)}, {"right", std::to_string(other->dimension)}}};
  }
  return std::vector{
      scalar_function(query.name, {type, type}, native_type(TypeKind::float_), evaluate<similarity>)};
}

}  // namespace

FunctionFamily vector_functions() {
  static const FunctionEntry kFunctions[] = {
      {"similarity_cosine", "", "how near two directions are: from 0 to 1",
       DerivedSignatures{"similarity_cosine(vector<float, n>, vector<float, n>) -> float",
                         of_vectors<cosine>}},
      {"similarity_euclidean", "", "how near two points are: from 0 to 1",
       DerivedSignatures{"similarity_euclidean(vector<float, n>, vector<float, n>) -> float",
                         of_vectors<euclidean>}},
      {"similarity_dot_product", "", "how near two vectors of length 1 are: from 0 to 1",
       DerivedSignatures{"similarity_dot_product(vector<float, n>, vector<float, n>) -> float",
                         of_vectors<scaled_dot_product>}},
  };
  return {"Vectors", kFunctions};
}

}  // namespace cellar
