// Narrow rows: two ints in the key, a text of 20 bytes, a double and an int.
#pragma once

#include <cstddef>
#include <filesystem>

#include "bench/data.h"

namespace cellar::bench {

/// How many partitions the rows are in, and in which order they are written: at random, or in the order of their
/// clustering column (time), each into one of a thousand partitions at random.
enum class Shape { hundred_partitions, one_row_each, time_order };
inline constexpr Shape kShapesInRandomOrder[] = {Shape::hundred_partitions, Shape::one_row_each};

const char* words_of(Shape shape);
inline constexpr const char* kSelectNarrowRows = "SELECT p, c, a, d, i FROM b.n";

/// Databases of so many rows as a load leaves them; each is made when it is first asked for.
std::filesystem::path narrow_cellar_file(Data& data, Shape shape, std::size_t rows);
std::filesystem::path narrow_sqlite_file(Data& data, Shape shape, std::size_t rows);

}  // namespace cellar::bench
