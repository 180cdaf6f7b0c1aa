#include "types/inet.h"

#include <catch2/catch.hpp>

#include "values.h"

namespace cellar {

TEST_CASE("addresses are read as Java reads them") {
  const std::pair<const char*, const char*> cases[] = {
      {"127.0.0.1", "127.0.0.1"},
      {"1.2.3", "1.2.0.3"},
      {"1.2.65535", "1.2.255.255"},
      {"1.16777215", "1.255.255.255"},
      {"4294967295", "255.255.255.255"},
      {"01.02.03.04", "1.2.3.4"},
      {"2001:0DB8:0000:0000:0000:0000:0000:0001", "2001:db8::1"},
      {"::", "::"},
      {"::1", "::1"},
      {"1::", "1::"},
      {"0a00::", "a00::"},
      {"[fe80::2]", "fe80::2"},
      {"::ffff:10.1.2.3", "10.1.2.3"},
      {"::1.2.3.4", "::102:304"},
      {"1:0:0:2:0:0:0:3", "1:0:0:2::3"},
      {"1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"},
      {"1:2:3:0:5:6:7:8", "1:2:3:0:5:6:7:8"}};
  for (const auto& [text, written] : cases) {
    CAPTURE(text);
    const std::string bytes = encode(TypeKind::inet, text);
    CHECK(inet_text(bytes) == written);
    CHECK(parse_inet(inet_text(bytes)) == bytes);
    CHECK(parse_inet(inet_java_text(bytes)) == bytes);
  }
  CHECK(inet_java_text(encode(TypeKind::inet, "::1")) == "0:0:0:0:0:0:0:1");
  CHECK(encode(TypeKind::inet, "").empty());
}

TEST_CASE("addresses are refused") {
  for (const char* text :
       {"localhost", "256.1.1.1",        "1.2.3.4.5",         "1.2.65536",      "1..2", "1.",
        ".1",        "1.2.3.4:80",       "[1.2.3.4]",         "2001:db8::1::2", ":::",  ":1",
        "1:",        "1:2:3:4:5:6:7",    "1:2:3:4:5:6:7:8:9", "12345::",        "g::",  "::1.2.3",
        "::1/64",    "1:2:3:4:5:6:7::8", "1.2.3.4::",         " 1.2.3.4",       "[",    "[]"}) {
    CAPTURE(text);
    CHECK(refused_literal(TypeKind::inet, text) == "not_an_address");
  }
}

}  // namespace cellar
