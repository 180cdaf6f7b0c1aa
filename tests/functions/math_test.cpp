#include <catch2/catch.hpp>

#include "tests/functions/call.h"

namespace cellar {

using enum TypeKind;

TEST_CASE("abs of the smallest integer is itself") {
  CHECK(call("abs", {of(tinyint, "-128")}) == "-128");
  CHECK(call("abs", {of(int_, "-2147483648")}) == "-2147483648");
  CHECK(call("abs", {of(bigint, "-5")}) == "5");
  CHECK(call("abs", {of(varint, "-100000000000000000000")}) == "100000000000000000000");
  CHECK(call("abs", {of(double_, "-Infinity")}) == "Infinity");
  CHECK(call("abs", {of(decimal, "-5.50")}) == "5.50");
  CHECK(call("abs", {of(int_, "null")}) == "null");
  CHECK(call("abs", {of(int_, "empty")}) == "null");
}

TEST_CASE("round goes up at halves, and within the integer of its size") {
  CHECK(call("round", {of(double_, "2.5")}) == "3.0");
  CHECK(call("round", {of(double_, "-2.5")}) == "-2.0");
  CHECK(call("round", {of(double_, "0.49999999999999994")}) == "0.0");
  CHECK(call("round", {of(double_, "NaN")}) == "0.0");
  CHECK(call("round", {of(double_, "-Infinity")}) == "-9.223372036854776e+18");
  CHECK(call("round", {of(float_, "1e10")}) == call("round", {of(float_, "Infinity")}));
  CHECK(call("round", {of(decimal, "-5.50")}) == "-6");
  CHECK(call("round", {of(decimal, "0.4")}) == "0");
  CHECK(call("round", {of(decimal, "1e1000000000")}) == "functionfailure number_too_large");
  CHECK(call("round", {of(smallint, "7")}) == "7");
}

TEST_CASE("curves of integers are cut, those of floats are not") {
  CHECK(call("exp", {of(int_, "100")}) == "2147483647");
  CHECK(call("exp", {of(tinyint, "100")}) == "-1");
  CHECK(call("log", {of(int_, "0")}) == "-2147483648");
  CHECK(call("log", {of(int_, "100")}) == "4");
  CHECK(call("log", {of(int_, "-5")}) == "0");
  CHECK(call("log10", {of(varint, "1000")}) == "3");
  CHECK(call("log10", {of(double_, "2.5")}) == "0.3979400086720376");
  CHECK(call("exp", {of(double_, "-Infinity")}) == "0.0");
  CHECK(call("log", {of(double_, "-Infinity")}) == "NaN");
}

TEST_CASE("curves of decimals have 32 digits, or as many as the argument") {
  CHECK(call("exp", {of(decimal, "1")}) == "2.7182818284590452353602874713527");
  CHECK(call("exp", {of(decimal, "0.0")}) == "1");
  CHECK(call("exp", {of(decimal, "-100")}) == "3.7200759760208359629596958038631E-44");
  CHECK(call("exp", {of(decimal, "1e-50")}) == "1.0000000000000000000000000000000");
  CHECK(call("exp", {of(varint, "40")}) == "235385266837019985");
  CHECK(call("log", {of(decimal, "1")}) == "0");
  CHECK(call("log", {of(decimal, "0.999999")}) == "-0.0000010000005000003333335833335333335");
  CHECK(call("log", {of(decimal, "1e-40")}) == "-92.103403719761827360719658187375");
  CHECK(call("log", {of(decimal, "1.0000000000000000000000000000000000000001")}) ==
        "9.9999999999999999999999999999999999999995E-41");
  CHECK(call("log10", {of(decimal, "100")}) == "2");
  CHECK(call("log10", {of(decimal, "2.00")}) == "0.30102999566398119521373889472449");
  CHECK(call("log", {of(decimal, "0")}) == "functionfailure no_logarithm");
  CHECK(call("log10", {of(varint, "-5")}) == "functionfailure no_logarithm");
  CHECK(call("exp", {of(decimal, "1e10")}) == "functionfailure number_too_large");
}

}  // namespace cellar
