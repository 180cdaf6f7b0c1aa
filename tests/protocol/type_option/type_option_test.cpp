// Types as numbers and as names of classes. The names of classes are what Cassandra 5.0.9 prints for these types.
#include <catch2/catch.hpp>

#include "hex.h"
#include "protocol/protocol_fault.h"
#include "protocol/type_option/class_text.h"
#include "protocol/type_option/type_option.h"
#include "random_messages.h"

namespace cellar {

namespace {

using test::bytes_of;

const std::string kMarshal = "org.apache.cassandra.db.marshal.";

std::string hex_of(const Type& type, ProtocolVersion version) {
  std::string out;
  MessageWriter writer(out, version);
  append_type(writer, type);
  return to_hex(out);
}

Type read_back(std::string_view bytes) {
  MessageReader reader(bytes, "RESULT", ProtocolVersion::v5);
  Type type = read_type(reader);
  CHECK(reader.left() == 0);
  return type;
}

std::string custom_hex(std::string_view name) {
  std::string out;
  MessageWriter writer(out, ProtocolVersion::v5);
  writer.short_integer(0);
  writer.string(kMarshal + std::string(name));
  return to_hex(out);
}

Type address_type() {
  Type type = native_type(TypeKind::user);
  type.keyspace = "ks";
  type.name = "addr";
  type.field_names = {"street", "Zip"};
  type.arguments = {native_type(TypeKind::text), list_of(native_type(TypeKind::int_))};
  return type;
}

}  // namespace

TEST_CASE("types have the numbers of the specification") {
  CHECK(hex_of(native_type(TypeKind::text), ProtocolVersion::v3) == "000d");
  CHECK(hex_of(native_type(TypeKind::inet), ProtocolVersion::v3) == "0010");
  CHECK(hex_of(list_of(native_type(TypeKind::int_), true), ProtocolVersion::v4) == "00200009");
  CHECK(hex_of(map_of(native_type(TypeKind::ascii), set_of(native_type(TypeKind::uuid))),
               ProtocolVersion::v4) == "002100010022000c");
  CHECK(hex_of(tuple_of({native_type(TypeKind::int_), native_type(TypeKind::blob)}), ProtocolVersion::v4) ==
        "0031000200090003");
  CHECK(hex_of(address_type(), ProtocolVersion::v4) ==
        to_hex(bytes_of("0030 0002 6b73 0004 61646472 0002 0006 737472656574 000d 0003 5a6970 0020 0009")));
}

TEST_CASE("a type that a version has no number for is sent by the name of its class") {
  using enum TypeKind;
  const auto v3 = ProtocolVersion::v3;
  const auto v4 = ProtocolVersion::v4;
  CHECK(hex_of(native_type(duration), ProtocolVersion::v5) == "0015");
  CHECK(hex_of(native_type(duration), v4) == custom_hex("DurationType"));
  CHECK(hex_of(native_type(date), v4) == "0011");
  CHECK(hex_of(native_type(date), v3) == custom_hex("SimpleDateType"));
  CHECK(hex_of(native_type(time), v3) == custom_hex("TimeType"));
  CHECK(hex_of(native_type(smallint), v3) == custom_hex("ShortType"));
  CHECK(hex_of(native_type(tinyint), v3) == custom_hex("ByteType"));
  CHECK(hex_of(list_of(native_type(tinyint)), v3) == "0020" + custom_hex("ByteType"));
  CHECK(hex_of(vector_of(native_type(float_), 3), ProtocolVersion::v5) ==
        custom_hex("VectorType(" + kMarshal + "FloatType , 3)"));
}

TEST_CASE("vectors are written as Cassandra writes them") {
  const auto text_of = [](Type element) { return class_text(vector_of(std::move(element), 2)); };
  const Type ints = list_of(native_type(TypeKind::int_), true);
  const std::string list = kMarshal + "ListType(" + kMarshal + "Int32Type)";
  CHECK(text_of(ints) == kMarshal + "VectorType(" + list + " , 2)");
  CHECK(text_of(map_of(native_type(TypeKind::text), set_of(native_type(TypeKind::int_), true), true)) ==
        kMarshal + "VectorType(" + kMarshal + "MapType(" + kMarshal + "UTF8Type," + kMarshal + "SetType(" +
            kMarshal + "Int32Type)) , 2)");
  CHECK(text_of(tuple_of({native_type(TypeKind::int_), ints})) ==
        kMarshal + "VectorType(" + kMarshal + "TupleType(" + kMarshal + "Int32Type," + list + ") , 2)");
  CHECK(text_of(address_type()) == kMarshal + "VectorType(" + kMarshal +
                                       "UserType(ks,61646472,737472656574:" + kMarshal +
                                       "UTF8Type,5a6970:" + list + ") , 2)");
  CHECK(text_of(vector_of(native_type(TypeKind::float_), 3)) ==
        kMarshal + "VectorType(" + kMarshal + "VectorType(" + kMarshal + "FloatType , 3) , 2)");
}

TEST_CASE("classes are read, in the package and without it") {
  CHECK(type_of_class_text("UTF8Type") == native_type(TypeKind::text));
  CHECK(type_of_class_text(kMarshal + "ReversedType(" + kMarshal + "TimestampType)") ==
        native_type(TypeKind::timestamp));
  CHECK(type_of_class_text("VectorType(FloatType, 3)") == vector_of(native_type(TypeKind::float_), 3));
  CHECK(type_of_class_text("FrozenType(ListType(Int32Type))") ==
        freeze(list_of(native_type(TypeKind::int_))));
  CHECK(type_of_class_text("UserType(ks,61646472,737472656574:UTF8Type,5a6970:ListType(Int32Type))") ==
        address_type());
  for (const char* wrong :
       {"", "Unknown", "ListType", "ListType()", "ListType(Int32Type", "MapType(Int32Type)",
        "VectorType(FloatType , x)", "VectorType(FloatType , 0)", "UTF8Type)", "UserType(ks,6)"}) {
    INFO(wrong);
    CHECK_FALSE(type_of_class_text(wrong));
  }
}

TEST_CASE("random types are read as they were written") {
  test::RandomMessages random(7);
  for (int i = 0; i < 2'000; ++i) {
    const Type type = random.type();
    const std::string bytes = bytes_of(hex_of(type, ProtocolVersion::v5));
    CHECK(to_cql(read_back(bytes)) == to_cql(type));
    CHECK(hex_of(read_back(bytes), ProtocolVersion::v5) == to_hex(bytes));
  }
}

TEST_CASE("an unknown class is a blob, an unknown number a fault") {
  CHECK(read_back(bytes_of(custom_hex("EmptyType"))) == native_type(TypeKind::blob));
  CHECK(read_back(bytes_of("000a")) == native_type(TypeKind::text));
  CHECK_THROWS_AS(read_back(bytes_of("0099")), ProtocolFault);
}

TEST_CASE("types within types have a bound") {
  std::string lists;
  for (int i = 0; i < 100'000; ++i) lists += bytes_of("0020");
  CHECK_THROWS_AS(read_back(lists), ProtocolFault);
  std::string classes;
  for (int i = 0; i < 6'000; ++i) classes += "ListType(";
  CHECK_FALSE(type_of_class_text(classes));
}

}  // namespace cellar
