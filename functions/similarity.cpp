#include "functions/similarity.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace cellar {

namespace {

/// Sums are kept in as many lanes, so that the compiler uses vector instructions without reordering a sum.
constexpr std::size_t kLanes = 16;
constexpr std::size_t kFloatSize = sizeof(float);

float float_at(const char* bytes) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  return std::bit_cast<float>(__builtin_bswap32(word));
}

/// Adds `term(left, right)` over all elements.
template <typename Term>
float sum_of(const std::vector<float>& left, std::string_view right, Term term) {
  std::array<float, kLanes> lanes{};
  const std::size_t size = left.size();
  std::size_t index = 0;
  for (; index + kLanes <= size; index += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      lanes[lane] += term(left[index + lane], float_at(right.data() + (index + lane) * kFloatSize));
  }
  float sum = 0;
  for (; index < size; ++index) sum += term(left[index], float_at(right.data() + index * kFloatSize));
  for (const float lane : lanes) sum += lane;
  return sum;
}

float product(float left, float right) { return left * right; }
float squared_distance(float left, float right) { return (left - right) * (left - right); }
float squared(float, float right) { return right * right; }

std::vector<float> floats_of(std::string_view bytes) {
  std::vector<float> floats(bytes.size() / kFloatSize);
  for (std::size_t index = 0; index < floats.size(); ++index)
    floats[index] = float_at(bytes.data() + index * kFloatSize);
  return floats;
}

bool is_all_zero(const std::vector<float>& vector) {
  return std::ranges::all_of(vector, [](float number) { return number == 0; });
}

}  // namespace

SimilarityTo::SimilarityTo(SimilarityFunction function, std::string_view vector)
    : function_(function), vector_(floats_of(vector)), squared_length_(sum_of(vector_, vector, squared)) {}

bool SimilarityTo::can_rank() const {
  return std::isfinite(squared_length_) && (function_ != SimilarityFunction::cosine || !is_all_zero(vector_));
}

std::optional<float> SimilarityTo::score(std::string_view other) const {
  if (other.size() != vector_.size() * kFloatSize) return std::nullopt;
  const float squared_length = sum_of(vector_, other, squared);
  if (!std::isfinite(squared_length)) return std::nullopt;
  if (function_ == SimilarityFunction::euclidean) return 1 / (1 + sum_of(vector_, other, squared_distance));
  const float dot_product = sum_of(vector_, other, product);
  if (function_ == SimilarityFunction::dot_product) return (1 + dot_product) / 2;
  const float squared_lengths = squared_length * squared_length_;
  if (!std::isnormal(squared_lengths)) return cosine_of_extremes(floats_of(other));
  return (1 + dot_product / std::sqrt(squared_lengths)) / 2;
}

/// Computes with doubles, in which no product of floats vanishes or overflows.
std::optional<float> SimilarityTo::cosine_of_extremes(const std::vector<float>& other) const {
  if (is_all_zero(other)) return std::nullopt;
  double dot_product = 0, length = 0, own_length = 0;
  for (std::size_t index = 0; index < other.size(); ++index) {
    const double left = vector_[index], right = other[index];
    dot_product += left * right;
    length += right * right;
    own_length += left * left;
  }
  return static_cast<float>((1 + dot_product / (std::sqrt(length) * std::sqrt(own_length))) / 2);
}

bool can_rank(SimilarityFunction function, std::string_view vector) {
  return SimilarityTo(function, vector).can_rank();
}

}  // namespace cellar
