#include <catch2/catch.hpp>

#include "functions/digest.h"
#include "tests/functions/call.h"
#include "types/text/hex.h"

namespace cellar {

using enum TypeKind;

namespace {

std::string inner(std::string_view text_literal, std::string_view begin, std::string_view end) {
  return call("mask_inner", {of(text, text_literal), of(int_, begin), of(int_, end)});
}

std::string outer(std::string_view text_literal, std::string_view begin, std::string_view end) {
  return call("mask_outer", {of(text, text_literal), of(int_, begin), of(int_, end)});
}

}  // namespace

TEST_CASE("whole values are masked, nulls too") {
  CHECK(call("mask_null", {of(text, "'Maria'")}) == "null");
  CHECK(call("mask_default", {of(text, "'Maria'")}) == "'****'");
  CHECK(call("mask_default", {of(text, "null")}) == "'****'");
  CHECK(call("mask_default", {of(int_, "77")}) == "0");
  CHECK(call("mask_default", {of(varint, "77")}) == "0");
  CHECK(call("mask_default", {of(decimal, "7.70")}) == "0");
  CHECK(call("mask_default", {of(date, "'1990-05-06'")}) == "'1970-01-01'");
  CHECK(call("mask_default", {of(boolean, "true")}) == "false");
  CHECK(call("mask_default", {of(blob, "0x0102")}) == "0x");
  CHECK(call("mask_default", {of(inet, "'10.0.0.1'")}) == "'0.0.0.0'");
  CHECK(call("mask_default", {of(timeuuid, "null")}) == "13814000-1dd2-11b2-8080-808080808080");
  CHECK(call("mask_default", {of(list_of(native_type(int_)), {"1", "2"})}) == "[]");
  CHECK(call("mask_default", {{tuple_of({native_type(int_), native_type(text)}), std::nullopt}}) ==
        "(0, '****')");
  CHECK(call("mask_default", {{vector_of(native_type(int_), 2), std::nullopt}}) == "[0, 0]");
  CHECK(call("mask_replace", {of(text, "'Maria'"), of(text, "'hidden'")}) == "'hidden'");
  CHECK(call("mask_replace", {of(text, "'Maria'"), of(text, "null")}) == "null");
}

TEST_CASE("parts of text are masked") {
  CHECK(inner("'Maria'", "1", "1") == "'M***a'");
  CHECK(inner("'1234-5678-9012'", "null", "4") == "'**********9012'");
  CHECK(inner("'1234-5678-9012'", "null", "null") == "'**************'");
  CHECK(inner("'Maria'", "100", "100") == "'Maria'");
  CHECK(inner("'Maria'", "-1", "2") == "'***ia'");
  CHECK(inner("'中'", "1", "1") == "'中'");
  CHECK(inner("''", "0", "0") == "''");
  CHECK(inner("null", "0", "0") == "null");
  CHECK(outer("'1234-5678-9012'", "4", "0") == "'****-5678-9012'");
  CHECK(outer("'Maria'", "100", "100") == "'*****'");
  CHECK(outer("'Maria'", "-2147483648", "2147483647") == "'*****'");
}

TEST_CASE("characters beyond 16 bits count twice") {
  CHECK(inner("'😀x'", "0", "0") == "'***'");
  CHECK(inner("'😀x'", "1", "0") == "'?**'");
  CHECK(inner("'😀x'", "2", "0") == "'😀*'");
}

TEST_CASE("the padding is one character") {
  const auto pad = [](TypeKind type, std::string_view padding) {
    return call("mask_inner", {of(type, "'card'"), of(int_, "1"), of(int_, "1"), of(text, padding)});
  };
  CHECK(pad(text, "'#'") == "'c##d'");
  CHECK(pad(text, "'é'") == "'cééd'");
  CHECK(pad(ascii, "'é'") == "'c??d'");
  CHECK(pad(text, "null") == "'c**d'");
  CHECK(pad(text, "''") == "invalid mask_padding");
  CHECK(pad(text, "'ab'") == "invalid mask_padding");
  CHECK(pad(text, "'😀'") == "invalid mask_padding");
}

TEST_CASE("masks refuse other numbers of arguments") {
  CHECK(call("mask_default", {}) == "invalid function_argument_count");
  CHECK(call("mask_inner", {of(text, "'x'")}) == "invalid function_argument_count");
  CHECK(call("mask_null", {of(text, "'x'"), of(text, "'x'")}) == "invalid function_argument_count");
  CHECK_THROWS_AS(find("mask_inner", {of(int_, "1"), of(int_, "1"), of(int_, "1")}), std::runtime_error);
}

TEST_CASE("a hash of the bytes") {
  CHECK(call("mask_hash", {of(text, "'Maria'")}) ==
        "0x9ff18ebe7449349f358e3af0b57cf7a032c1c6b2272cb2656ff85eb112232f16");
  CHECK(call("mask_hash", {of(int_, "77")}) ==
        "0x0a62d0f80072eafa5d94b92a01043d978e9ec6a473f4d4c883db99221a78fe2f");
  CHECK(call("mask_hash", {of(text, "'Maria'"), of(text, "'SHA-1'")}) ==
        "0x3e182b1ea9376483a38614d916a0b666ef531b6d");
  CHECK(call("mask_hash", {of(text, "'Maria'"), of(text, "'md5'")}) == "0xcbc19b07662418d5f14cc55657295924");
  CHECK(call("mask_hash", {of(text, "null")}) == "null");
  CHECK(call("mask_hash", {of(text, "'Maria'"), of(text, "'no such'")}) == "invalid unknown_hash");
}

TEST_CASE("digests of the published examples") {
  const auto hex = [](std::string_view algorithm, std::string_view message) {
    return to_hex(digest(algorithm, message).value());
  };
  CHECK(hex("MD5", "") == "d41d8cd98f00b204e9800998ecf8427e");
  CHECK(hex("SHA-1", "abc") == "a9993e364706816aba3e25717850c26c9cd0d89d");
  CHECK(hex("SHA-224", "abc") == "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7");
  CHECK(hex("SHA-256", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(hex("SHA-384", "abc") ==
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
        "8086072ba1e7cc2358baeca134c825a7");
  CHECK(hex("SHA-512", "abc") ==
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f");
  CHECK(hex("SHA-512/256", "abc") == "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23");
  CHECK(hex("SHA-256", std::string(1'000, 'a')) ==
        "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
  CHECK_FALSE(digest("SHA-3", "abc"));
}

}  // namespace cellar
