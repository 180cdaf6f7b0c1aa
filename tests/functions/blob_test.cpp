#include <catch2/catch.hpp>

#include "tests/functions/call.h"

namespace cellar {

using enum TypeKind;

TEST_CASE("values become their bytes") {
  CHECK(call("int_as_blob", {of(int_, "1")}) == "0x00000001");
  CHECK(call("tinyintasblob", {of(tinyint, "-1")}) == "0xff");
  CHECK(call("varint_as_blob", {of(varint, "128")}) == "0x0080");
  CHECK(call("decimal_as_blob", {of(decimal, "1.00")}) == "0x0000000264");
  CHECK(call("double_as_blob", {of(double_, "-0.0")}) == "0x8000000000000000");
  CHECK(call("varchar_as_blob", {of(text, "'é'")}) == "0xc3a9");
  CHECK(call("date_as_blob", {of(date, "'1970-01-02'")}) == "0x80000001");
  CHECK(call("duration_as_blob", {of(duration, "-1mo2d3s")}) == "0x0103f165a0bbff");
  CHECK(call("counterasblob", {of(counter, "5")}) == "0x0000000000000005");
  CHECK(call("int_as_blob", {of(int_, "null")}) == "null");
  CHECK(call("int_as_blob", {of(int_, "empty")}) == "0x");
}

TEST_CASE("bytes become values") {
  CHECK(call("blob_as_int", {of(blob, "0x00000002")}) == "2");
  CHECK(call("blobasvarint", {of(blob, "0xff7f")}) == "-129");
  CHECK(call("blobasdecimal", {of(blob, "0x0000000105")}) == "0.5");
  CHECK(call("blobasfloat", {of(blob, "0x7fc00000")}) == "NaN");
  CHECK(call("blob_as_boolean", {of(blob, "0x02")}) == "true");
  CHECK(call("blob_as_text", {of(blob, "0x")}) == "''");
  CHECK(call("blob_as_int", {of(blob, "0x")}) == "empty");
  CHECK(call("blob_as_int", {of(blob, "null")}) == "null");
}

TEST_CASE("bytes of another type are refused") {
  constexpr std::string_view kRefused = "invalid blob_of_other_type";
  CHECK(call("blob_as_int", {of(blob, "0x01")}) == kRefused);
  CHECK(call("blob_as_int", {of(blob, "0x0000000001")}) == kRefused);
  CHECK(call("blob_as_text", {of(blob, "0xff")}) == kRefused);
  CHECK(call("blob_as_ascii", {of(blob, "0x80")}) == kRefused);
  CHECK(call("blob_as_timeuuid", {of(blob, "0x550e8400e29b41d4a716446655440000")}) == kRefused);
  CHECK(call("blob_as_inet", {of(blob, "0x010203")}) == kRefused);
}

TEST_CASE("only native types other than blob are converted") {
  CHECK(signatures("blob_as_blob").empty());
  CHECK(signatures("blobasblob").empty());
  CHECK(signatures("listasblob").empty());
  CHECK(signatures("asblob").empty());
}

}  // namespace cellar
