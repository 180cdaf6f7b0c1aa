// What an index holds, derived from its column: types, the text of its target, how vectors are compared.
//
// In:      an index and its table.
// Out:     the type of its entries' values; the target as system_schema and DESCRIBE write it; the options of
//          a storage-attached index as values.
// Refused: nothing.
#pragma once

#include "schema/schema.h"

namespace cellar {

/// Returns the type of the values that an index holds of a column; of entries it is tuple<key, value>.
Type indexed_type(IndexTarget target, const Type& column);

/// The indexed column. The index belongs to the table.
const Column& column_of(const Index& index, const Table& table);

/// `v`, `values(c)`, `keys(m)`, `entries(m)` or `full(c)`, names quoted if CQL requires it.
std::string target_text(const Index& index, const Table& table);

enum class SimilarityFunction : std::uint8_t { cosine, dot_product, euclidean };
/// Returns how an index of vectors compares them; cosine unless its options say otherwise.
SimilarityFunction similarity_of(const Index& index);

/// How a storage-attached index changes texts before it compares them.
struct TextAnalysis {
  bool ignores_case = false;
  bool normalizes = false;  // to Unicode's NFC
  bool folds_to_ascii = false;

  bool any() const { return ignores_case || normalizes || folds_to_ascii; }
};
TextAnalysis analysis_of(const Index& index);
/// Returns the text that is compared instead of `text`.
std::string analyzed(const TextAnalysis& analysis, std::string_view text);

}  // namespace cellar
