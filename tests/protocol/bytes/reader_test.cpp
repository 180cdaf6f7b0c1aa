// The notations of the specification, and what runs past their end.
#include <catch2/catch.hpp>

#include "hex.h"
#include "protocol/bytes/reader.h"
#include "protocol/bytes/writer.h"
#include "protocol/protocol_fault.h"

namespace cellar {

namespace {

using test::bytes_of;

template <typename Read>
std::string fault_of(std::string_view digits, Read read, ProtocolVersion version = ProtocolVersion::v4) {
  const std::string body = bytes_of(digits);
  MessageReader reader(body, "QUERY", version);
  try {
    read(reader);
  } catch (const ProtocolFault& fault) {
    return fault.text();
  }
  return "no fault";
}

}  // namespace

TEST_CASE("a fault names the message, the byte, the field and the reason") {
  CHECK(fault_of("01", [](MessageReader& reader) {
          reader.read_byte("one");
          reader.read_int("the page size");
        }) == "QUERY, byte 1: the page size has 4 bytes, of which 0 are there");
  CHECK(fault_of("0005 6162", [](MessageReader& reader) { reader.read_string("the keyspace"); }) ==
        "QUERY, byte 2: the keyspace has 5 bytes, of which 2 are there");
  CHECK(fault_of("7fffffff", [](MessageReader& reader) { reader.read_long_string("the statement"); }) ==
        "QUERY, byte 4: the statement has 2147483647 bytes, of which 0 are there");
  CHECK(fault_of("ffffffff", [](MessageReader& reader) { reader.read_long_string("the statement"); }) ==
        "QUERY, byte 4: the statement has the length -1");
  CHECK(fault_of("000c", [](MessageReader& reader) { reader.read_consistency("the level"); }) ==
        "QUERY, byte 2: Unknown code 12 for a consistency level");
  CHECK(fault_of("ffff 0000", [](MessageReader& reader) { reader.read_string_list("the events"); }) ==
        "QUERY, byte 2: the events are 65535, for which 2 bytes are too few");
  CHECK(fault_of("05 0102030405", [](MessageReader& reader) { reader.read_inet_address("the address"); }) ==
        "QUERY, byte 1: the address has 5 bytes and not 4 or 16");
}

TEST_CASE("a value is null or unset by its length, and nothing else") {
  const std::string body = bytes_of("ffffffff fffffffe 00000000 00000001 61");
  MessageReader reader(body, "QUERY", ProtocolVersion::v4);
  CHECK_FALSE(reader.read_value("a value").value);
  CHECK(reader.read_value("a value").unset);
  CHECK(reader.read_value("a value").value == "");
  CHECK(reader.read_value("a value").value == "a");
  CHECK(fault_of("fffffffd", [](MessageReader& one) { one.read_value("a value"); }) ==
        "QUERY, byte 4: a value has the length -3");
  // Version 3 has no unset value: it means null there.
  CHECK(fault_of(
            "fffffffd", [](MessageReader& one) { one.read_value("a value"); }, ProtocolVersion::v3) ==
        "no fault");
  std::string out;
  MessageWriter(out, ProtocolVersion::v3).value({.value = std::nullopt, .unset = true});
  CHECK(to_hex(out) == "ffffffff");
}

TEST_CASE("what is too long for its notation is not written") {
  std::string out;
  MessageWriter writer(out, ProtocolVersion::v5);
  const std::string longest(65'535, 'x');
  writer.string(longest);
  CHECK(out.size() == 65'537);
  CHECK_THROWS_AS(writer.string(longest + "x"), ProtocolFault);
  CHECK_THROWS_AS(writer.string_list(StringList(65'536)), ProtocolFault);
  CHECK_THROWS_AS(writer.inet_address("12345"), ProtocolFault);
}

TEST_CASE("consistency levels have the numbers and names of the protocol") {
  CHECK(consistency_of(6) == Consistency::local_quorum);
  CHECK(consistency_name(Consistency::local_one) == "LOCAL_ONE");
  CHECK(consistency_name(Consistency::any) == "ANY");
  CHECK(consistency_name(*consistency_of(11)) == "NODE_LOCAL");
  CHECK_FALSE(consistency_of(12));
}

}  // namespace cellar
