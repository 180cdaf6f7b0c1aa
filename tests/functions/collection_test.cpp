#include <catch2/catch.hpp>

#include "tests/functions/call.h"

namespace cellar {

using enum TypeKind;

namespace {

Type list_type(TypeKind kind) { return list_of(native_type(kind)); }
Type set_type(TypeKind kind) { return set_of(native_type(kind)); }
Type float_vector(std::uint32_t dimension) { return vector_of(native_type(float_), dimension); }

}  // namespace

TEST_CASE("a map is taken apart") {
  const Argument map = of(map_of(native_type(text), native_type(int_)), {"'a'", "9", "'b'", "2"});
  CHECK(call("map_keys", {map}) == "{'a', 'b'}");
  CHECK(call("map_values", {map}) == "[9, 2]");
  CHECK(call("collection_count", {map}) == "2");
  CHECK(call("map_keys", {{map.type, std::nullopt}}) == "null");
}

TEST_CASE("elements of a collection are put together") {
  const Argument ints = of(list_type(int_), {"3", "1", "1"});
  CHECK(call("collection_count", {ints}) == "3");
  CHECK(call("collection_min", {ints}) == "1");
  CHECK(call("collection_max", {ints}) == "3");
  CHECK(call("collection_sum", {ints}) == "5");
  CHECK(call("collection_avg", {ints}) == "1");
  CHECK(call("collection_sum", {of(list_type(tinyint), {"127", "127"})}) == "-2");
  CHECK(call("collection_avg", {of(list_type(tinyint), {"127", "127"})}) == "127");
  CHECK(call("collection_min", {of(set_type(text), {"'B'", "'x'"})}) == "'B'");
  CHECK(call("collection_avg", {of(list_type(double_), {"0.5", "1.5"})}) == "1.0");
}

TEST_CASE("an empty collection has a count, a sum and no least element") {
  const Argument none = of(list_type(int_), {});
  CHECK(call("collection_count", {none}) == "0");
  CHECK(call("collection_sum", {none}) == "0");
  CHECK(call("collection_avg", {none}) == "0");
  CHECK(call("collection_min", {none}) == "null");
  CHECK(call("collection_sum", {{none.type, std::nullopt}}) == "null");
}

TEST_CASE("functions of collections refuse other types by name") {
  const Argument map = of(map_of(native_type(text), native_type(int_)), {});
  constexpr std::string_view kRefused = "invalid function_argument_type";
  CHECK(call("map_keys", {of(list_type(int_), {})}) == kRefused);
  CHECK(call("collection_min", {map}) == kRefused);
  CHECK(call("collection_sum", {of(list_type(text), {})}) == kRefused);
  CHECK(call("collection_count", {of(text, "'x'")}) == kRefused);
  CHECK(call("map_keys", {}) == "invalid function_argument_count");
}

TEST_CASE("similarities of vectors") {
  const Argument right = of(float_vector(2), {"1", "0"});
  const Argument far = of(float_vector(2), {"3", "4"});
  CHECK(call("similarity_cosine", {far, right}) == "0.8");
  CHECK(call("similarity_euclidean", {far, right}) == "0.04761905");
  CHECK(call("similarity_dot_product", {far, right}) == call("abs", {of(float_, "2")}));
  CHECK(call("similarity_cosine", {of(float_vector(2), {"1", "2"}), of(float_vector(2), {"3", "4"})}) ==
        "0.99193496");
  CHECK(call("similarity_cosine", {far, {far.type, std::nullopt}}) == "null");
}

TEST_CASE("a vector of zeros has no direction") {
  const Argument zero = of(float_vector(2), {"0", "0"});
  const Argument one = of(float_vector(2), {"1", "1"});
  CHECK(call("similarity_cosine", {zero, one}) == "invalid cosine_of_zero_vector");
  CHECK(call("similarity_dot_product", {zero, one}) == "0.5");
}

TEST_CASE("vectors are compared with vectors of floats of the same dimension") {
  const Argument two = of(float_vector(2), {"1", "0"});
  CHECK(call("similarity_cosine", {two, of(float_vector(3), {"1", "0", "0"})}) ==
        "invalid vector_dimensions");
  CHECK(call("similarity_cosine", {of(vector_of(native_type(int_), 2), {"1", "2"}), two}) ==
        "invalid function_argument_type");
  CHECK(call("similarity_cosine", {two}) == "invalid function_argument_count");
  const std::vector<std::optional<Type>> unknown(2);
  CHECK_THROWS_AS(signatures("similarity_cosine", unknown), Refusal);
}

TEST_CASE("a list beside a vector is taken as one") {
  const std::vector<std::optional<Type>> arguments{list_type(int_), float_vector(2)};
  const std::vector<Function> functions = signatures("similarity_cosine", arguments);
  REQUIRE(functions.size() == 1);
  CHECK(functions[0].argument_types[0] == float_vector(2));
}

}  // namespace cellar
