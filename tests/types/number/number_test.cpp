#include "types/number/number.h"
#include "types/number/big_number.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "types/text/hex.h"
#include "values.h"

namespace cellar {

namespace {

std::string random_digits(std::mt19937& random, std::size_t most) {
  std::string digits(1 + random() % most, '0');
  for (char& c : digits) c = static_cast<char>('0' + random() % 10);
  const std::size_t first = digits.find_first_not_of('0');
  if (first == digits.npos) return "0";
  return (random() % 2 ? "-" : "") + digits.substr(first);
}

}  // namespace

TEST_CASE("integers are big-endian two's complement") {
  CHECK(to_hex(encode_int8(-128)) == "80");
  CHECK(to_hex(encode_int16(-2)) == "fffe");
  CHECK(to_hex(encode_int32(0x01020304)) == "01020304");
  CHECK(to_hex(encode_int64(std::numeric_limits<std::int64_t>::min())) == "8000000000000000");
  CHECK(decode_integer(bytes_of("80")) == -128);
  CHECK(decode_integer(bytes_of("fffe")) == -2);
  CHECK(decode_integer(bytes_of("7fffffff")) == 2147483647);
  CHECK(decode_integer(bytes_of("8000000000000000")) == std::numeric_limits<std::int64_t>::min());
}

TEST_CASE("varints take as few bytes as they can") {
  const std::pair<const char*, const char*> cases[] = {{"0", "00"},
                                                       {"-1", "ff"},
                                                       {"127", "7f"},
                                                       {"128", "0080"},
                                                       {"-128", "80"},
                                                       {"-129", "ff7f"},
                                                       {"255", "00ff"},
                                                       {"256", "0100"},
                                                       {"-256", "ff00"},
                                                       {"-257", "feff"},
                                                       {"9223372036854775807", "7fffffffffffffff"},
                                                       {"9223372036854775808", "008000000000000000"},
                                                       {"-9223372036854775808", "8000000000000000"},
                                                       {"-9223372036854775809", "ff7fffffffffffffff"}};
  for (const auto& [digits, hex] : cases) {
    CAPTURE(digits);
    CHECK(to_hex(encode_varint(*parse_integer(digits))) == hex);
    CHECK(to_string(decode_varint(bytes_of(hex))) == digits);
  }
  CHECK(decode_varint(bytes_of("0000000000000000000001")) == 1);
  CHECK(decode_varint(bytes_of("ffffffffffffffffffffff")) == -1);
}

TEST_CASE("random varints come back") {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    const std::string digits = random_digits(random, i < 1900 ? 60 : 5000);
    const std::string bytes = encode_varint(*parse_integer(digits));
    REQUIRE(to_string(decode_varint(bytes)) == digits);
    const bool has_useless_byte =
        bytes.size() > 1 && (bytes[0] == 0 || bytes[0] == '\xff') && ((bytes[0] ^ bytes[1]) & 0x80) == 0;
    REQUIRE_FALSE(has_useless_byte);
  }
}

TEST_CASE("integers of a hundred thousand digits are read and written") {
  const std::string digits = "1" + std::string(100'000, '0') + "7";
  const BigInteger value = *parse_integer(digits);
  CHECK(value % 1000 == 7);
  CHECK(to_string(value) == digits);
  CHECK(to_string(*parse_integer(std::string(100'000, '0') + "12")) == "12");
}

TEST_CASE("only digits make an integer") {
  for (const char* text : {"", "-", "+", "1.0", "1e3", " 1", "1 ", "0x10", "--1"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_integer(text));
  }
  CHECK(parse_integer("+12") == BigInteger(12));
  CHECK(parse_integer("-007") == BigInteger(-7));
}

TEST_CASE("floats are rounded correctly and overflow to infinity") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  CHECK(parse_float("16777217") == 16777216.0F);
  CHECK(parse_float("1e39") == kInfinity);
  CHECK(parse_float("-3.5e38") == -kInfinity);
  CHECK(parse_float("1e-60") == 0.0F);
  CHECK(std::signbit(*parse_float("-1e-60")));
  CHECK(parse_float("0.00000000000000000000000000000000000000000000000000001") == 0.0F);
  CHECK(parse_double("4.9e-324") == std::numeric_limits<double>::denorm_min());
  CHECK(parse_double(std::string(400, '9')) == std::numeric_limits<double>::infinity());
  CHECK(parse_double("0." + std::string(400, '0') + "1") == 0.0);
  CHECK(parse_double("0e99999999999999999999") == 0.0);
  CHECK(parse_double("1e99999999999999999999") == std::numeric_limits<double>::infinity());
  CHECK(parse_double("1e-99999999999999999999") == 0.0);
  CHECK(std::isnan(*parse_double("-nan")));
  CHECK(parse_double("-INFINITY") == -std::numeric_limits<double>::infinity());
  for (const char* text :
       {"", ".", "-", "1e", "1e+", "e5", "1.2.3", "0x10", "1f", "inf", " 1", "1-2", "--1"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_double(text));
  }
  CHECK(parse_double("5.") == 5.0);
  CHECK(parse_double(".5") == 0.5);
}

TEST_CASE("floats are written short, as cqlsh and as Java do") {
  CHECK(to_string(1.5F) == "1.5");
  CHECK(to_string(0.1F) == "0.1");
  CHECK(to_string(0.1) == "0.1");
  CHECK(to_string(1.0) == "1.0");
  CHECK(to_string(-0.0) == "-0.0");
  CHECK(to_string(1e16) == "1e+16");
  CHECK(to_string(1234567890123456.0) == "1234567890123456.0");
  CHECK(to_string(0.0001) == "0.0001");
  CHECK(to_string(0.00001) == "1e-05");
  CHECK(to_string(1.5e-300) == "1.5e-300");
  CHECK(to_string(5e-324) == "5e-324");
  CHECK(to_string(std::nan("")) == "NaN");
  CHECK(to_string(-std::numeric_limits<double>::infinity()) == "-Infinity");
  CHECK(to_java_string(1e20) == "1.0E20");
  CHECK(to_java_string(1e7) == "1.0E7");
  CHECK(to_java_string(9999999.0) == "9999999.0");
  CHECK(to_java_string(0.001) == "0.001");
  CHECK(to_java_string(0.0001) == "1.0E-4");
  CHECK(to_java_string(0.0F) == "0.0");
  CHECK(to_java_string(5e-324) == "4.9E-324");
  CHECK(to_java_string(1e-45F) == "1.4E-45");
  CHECK(to_java_string(1e-323) == "9.9E-324");
  CHECK(to_java_string(2e-323) == "2.0E-323");
  CHECK(to_java_string(123.25F) == "123.25");
}

TEST_CASE("random doubles come back from their text") {
  std::mt19937_64 random(2);
  for (int i = 0; i < 2000; ++i) {
    const double value = decode_double(encode_int64(static_cast<std::int64_t>(random())));
    if (std::isnan(value)) continue;
    REQUIRE(parse_double(to_string(value)) == value);
    REQUIRE(parse_double(to_java_string(value)) == value);
    const float narrow = decode_float(encode_int32(static_cast<std::int32_t>(random())));
    if (!std::isnan(narrow)) REQUIRE(parse_float(to_string(narrow)) == narrow);
  }
}

TEST_CASE("decimals keep their scale") {
  const std::pair<const char*, const char*> cases[] = {{"1", "1"},
                                                       {"1.0", "1.0"},
                                                       {"1.00", "1.00"},
                                                       {"-0.00", "0.00"},
                                                       {"1e3", "1E+3"},
                                                       {"1E+3", "1E+3"},
                                                       {"100e-2", "1.00"},
                                                       {"2.", "2"},
                                                       {"00.10", "0.10"},
                                                       {"1.5e-20", "1.5E-20"},
                                                       {"0.000001", "0.000001"},
                                                       {"0.0000001", "1E-7"},
                                                       {"12.5e2", "1.25E+3"},
                                                       {"12.5e3", "1.25E+4"},
                                                       {"0e5", "0E+5"},
                                                       {"-1.50e-02", "-0.0150"},
                                                       {"1e2147483647", "1E+2147483647"},
                                                       {"1e-2147483647", "1E-2147483647"}};
  for (const auto& [text, written] : cases) {
    CAPTURE(text);
    CHECK(to_string(parse_decimal(text)) == written);
    const std::string bytes = encode_decimal(parse_decimal(text));
    CHECK(to_string(decode_decimal(bytes)) == written);
  }
  CHECK(to_hex(encode_decimal(parse_decimal("1e3"))) == "fffffffd01");
  CHECK(refused([] { parse_decimal("1e2147483649"); }) == "decimal_exponent");
  CHECK(refused([] { parse_decimal("1e99999999999"); }) == "decimal_exponent");
  CHECK(refused([] { parse_decimal("1.0e-2147483647"); }) == "decimal_exponent");
  for (const char* text : {"", "NaN", "1.2.3", "1e", "1.-5", "0x1", "1e1.5", " 1"}) {
    CAPTURE(text);
    CHECK(refused([&] { parse_decimal(text); }) == "not_a_number");
  }
}

TEST_CASE("decimals are compared by value, however far apart") {
  const char* ascending[] = {"-1e2147483647",
                             "-10",
                             "-1.5",
                             "-1.4999",
                             "-1e-2147483647",
                             "0",
                             "1e-2147483647",
                             "1e-30",
                             "0.999999999999999999999999999",
                             "1",
                             "1.0000000000000000000000001",
                             "9.99",
                             "10",
                             "99",
                             "1e2",
                             "1e2000000000",
                             "1e2147483647"};
  for (std::size_t i = 0; i < std::size(ascending); ++i) {
    for (std::size_t j = 0; j < std::size(ascending); ++j) {
      CAPTURE(ascending[i], ascending[j]);
      const int expected = i < j ? -1 : i > j ? 1 : 0;
      CHECK(compare(parse_decimal(ascending[i]), parse_decimal(ascending[j])) == expected);
    }
  }
  CHECK(compare(parse_decimal("1.0"), parse_decimal("1.00")) == 0);
  CHECK(compare(parse_decimal("1000"), parse_decimal("1e3")) == 0);
  CHECK(compare(parse_decimal("0e2147483647"), parse_decimal("0e-2147483647")) == 0);
}

TEST_CASE("random decimals come back, and compare as their doubles do") {
  std::mt19937 random(3);
  const auto random_decimal = [&] {
    return Decimal{*parse_integer(random_digits(random, 12)), static_cast<std::int32_t>(random() % 30) - 15};
  };
  for (int i = 0; i < 2000; ++i) {
    const Decimal left = random_decimal();
    const Decimal right = random_decimal();
    const Decimal again = parse_decimal(to_string(left));
    REQUIRE(again.unscaled == left.unscaled);
    REQUIRE(again.scale == left.scale);
    const double difference = to_double(left) - to_double(right);
    const int order = compare(left, right);
    REQUIRE((difference < 0 ? order < 0 : difference > 0 ? order > 0 : true));
  }
  CHECK(to_double(parse_decimal("0.1")) == 0.1);
  CHECK(std::isinf(to_double(parse_decimal("1e400"))));
}

}  // namespace cellar
