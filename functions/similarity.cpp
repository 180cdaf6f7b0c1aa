#include "functions/similarity.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

namespace cellar {

namespace {

constexpr std::size_t kFloatSize = sizeof(float);

float float_at(const char* bytes) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  return std::bit_cast<float>(__builtin_bswap32(word));
}

/// The sums over the elements of two vectors from which each measure is computed.
struct Sums {
  float product = 0;           // left * right
  float squared_distance = 0;  // (left - right)^2
  float squared_length = 0;    // right^2
};

void add(Sums& sums, float left, float right) {
  sums.product += left * right;
  sums.squared_distance += (left - right) * (left - right);
  sums.squared_length += right * right;
}

/// Vectors of the compiler: it uses the widest instructions that the function around them may use.
using WordLanes [[gnu::vector_size(32)]] = std::uint32_t;
using FloatLanes [[gnu::vector_size(32)]] = float;
constexpr std::size_t kLanes = sizeof(FloatLanes) / kFloatSize;

/// One pass over the vectors. Inlined into functions for several processors, which add in the same order and so
/// return the same sums.
[[gnu::always_inline]] inline Sums sums_of_lanes(const float* left, const char* right, std::size_t size) {
  FloatLanes product{}, squared_distance{}, squared_length{};
  std::size_t index = 0;
  for (; index + kLanes <= size; index += kLanes) {
    WordLanes words;
    FloatLanes own;
    std::memcpy(&words, right + index * kFloatSize, sizeof(words));
    std::memcpy(&own, left + index, sizeof(own));
    words = (words >> 24) | ((words >> 8) & 0xff00) | ((words << 8) & 0xff0000) | (words << 24);
    const auto other = reinterpret_cast<FloatLanes>(words);
    const FloatLanes difference = own - other;
    product += own * other;
    squared_distance += difference * difference;
    squared_length += other * other;
  }
  Sums sums;
  for (; index < size; ++index) add(sums, left[index], float_at(right + index * kFloatSize));
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    sums.product += product[lane];
    sums.squared_distance += squared_distance[lane];
    sums.squared_length += squared_length[lane];
  }
  return sums;
}

Sums sums_on_any_processor(const float* left, const char* right, std::size_t size) {
  return sums_of_lanes(left, right, size);
}

#ifdef __x86_64__
[[gnu::target("avx2")]] Sums sums_with_avx2(const float* left, const char* right, std::size_t size) {
  return sums_of_lanes(left, right, size);
}

bool has_avx2() {
#ifdef CPU_FEATURE_ACTIVE
  return CPU_FEATURE_ACTIVE(AVX2);  // the C library has asked the processor already
#else
  // Asks the processor again at each start: CPUID traps on a virtual machine, a hundredth of the time of a start.
  return __builtin_cpu_supports("avx2");
#endif
}

const auto sums_of_floats = has_avx2() ? sums_with_avx2 : sums_on_any_processor;
#else
constexpr auto sums_of_floats = sums_on_any_processor;
#endif

Sums sums_of(const std::vector<float>& left, std::string_view right) {
  return sums_of_floats(left.data(), right.data(), left.size());
}

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
    : function_(function),
      vector_(floats_of(vector)),
      squared_length_(sums_of(vector_, vector).squared_length) {}

bool SimilarityTo::can_rank() const {
  return std::isfinite(squared_length_) && (function_ != SimilarityFunction::cosine || !is_all_zero(vector_));
}

std::optional<float> SimilarityTo::score(std::string_view other) const {
  if (other.size() != vector_.size() * kFloatSize) return std::nullopt;
  const Sums sums = sums_of(vector_, other);
  if (!std::isfinite(sums.squared_length)) return std::nullopt;
  if (function_ == SimilarityFunction::euclidean) return 1 / (1 + sums.squared_distance);
  if (function_ == SimilarityFunction::dot_product) return (1 + sums.product) / 2;
  const float squared_lengths = sums.squared_length * squared_length_;
  if (!std::isnormal(squared_lengths)) return cosine_of_extremes(floats_of(other));
  return (1 + sums.product / std::sqrt(squared_lengths)) / 2;
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
