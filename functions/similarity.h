// How near vectors of floats are to one of them: the measures of an index of vectors.
//
// In:      vectors of one dimension, in the bytes of the native protocol.
// Out:     a score; a greater one is nearer.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "schema/index_type.h"

namespace cellar {

class SimilarityTo {
 public:
  SimilarityTo(SimilarityFunction function, std::string_view vector);

  /// Returns false if the measure cannot rank anything by this vector: cosine, of one without a direction.
  bool can_rank() const;
  /// Returns nothing for a vector that has no place in the order.
  std::optional<float> score(std::string_view other) const;

 private:
  SimilarityFunction function_;
  std::vector<float> vector_;
  float squared_length_ = 0;
};

/// Returns false for a vector that an index of this measure cannot hold.
bool has_direction(SimilarityFunction function, std::string_view vector);

}  // namespace cellar
