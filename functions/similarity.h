// How near vectors of floats are to one of them: the measures of an index of vectors.
//
// In:      vectors of one dimension, in the bytes of the native protocol.
// Out:     a score; a greater one is nearer.
// Refused: nothing.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "schema/index_type.h"

namespace cellar {

class SimilarityTo {
 public:
  SimilarityTo(SimilarityFunction function, std::string_view vector);

  /// Returns false if the measure cannot rank anything by this vector: one of zeros by cosine, or one whose
  /// squared length is no finite float, as with NaN.
  bool can_rank() const;
  /// Returns nothing for a vector that has no place in the order.
  std::optional<float> score(std::string_view other) const;

 private:
  std::optional<float> cosine_of_extremes(const std::vector<float>& other) const;

  SimilarityFunction function_;
  std::vector<float> vector_;
  float squared_length_;
};

/// Returns false for a vector that an index of this measure cannot hold.
bool can_rank(SimilarityFunction function, std::string_view vector);

}  // namespace cellar
