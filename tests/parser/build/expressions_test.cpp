#include "parsing.h"

using namespace cellar;

namespace {

/// The one slot of `INSERT INTO t (a) VALUES (...)`.
SlotSource slot_of(const std::string& value) {
  const Statement statement = parse("INSERT INTO t (a) VALUES (" + value + ")");
  INFO(value);
  REQUIRE(statement.slots.size() == 1);
  return statement.slots[0];
}

Literal literal_of(const std::string& value) { return slot_of(value).literal; }

Expression value_of(const std::string& value) {
  return std::move(parse_as<InsertStatement>("INSERT INTO t (a) VALUES (" + value + ")").values.at(0));
}

Expression selected(const std::string& expression) {
  return std::move(parse_as<SelectStatement>("SELECT " + expression + " FROM t").selectors.at(0).expression);
}

}  // namespace

TEST_CASE("literals") {
  struct Case {
    const char* text;
    LiteralKind kind;
    const char* value;
  };
  const Case kCases[] = {
      {"'it''s'", LiteralKind::string, "it's"},
      {"''", LiteralKind::string, ""},
      {"'; -- /* $$ \"'", LiteralKind::string, "; -- /* $$ \""},
      {"$$it's $ fine$$", LiteralKind::string, "it's $ fine"},
      {"$$$$", LiteralKind::string, ""},
      {"'中文'", LiteralKind::string, "中文"},
      {"0", LiteralKind::integer, "0"},
      {"-12", LiteralKind::integer, "-12"},
      {"123456789012345678901234567890", LiteralKind::integer, "123456789012345678901234567890"},
      {"1.", LiteralKind::float_, "1."},
      {"-1.5", LiteralKind::float_, "-1.5"},
      {"1e10", LiteralKind::float_, "1e10"},
      {"1.E-5", LiteralKind::float_, "1.E-5"},
      {"550E8400-e29b-41d4-a716-446655440000", LiteralKind::uuid, "550E8400-e29b-41d4-a716-446655440000"},
      {"a50e8400-e29b-41d4-a716-446655440000", LiteralKind::uuid, "a50e8400-e29b-41d4-a716-446655440000"},
      {"0xCafe", LiteralKind::blob, "0xCafe"},
      {"0X", LiteralKind::blob, "0X"},
      {"0xabc", LiteralKind::blob, "0xabc"},
      {"1y2mo3w4d5h6m7s8ms9us10ns", LiteralKind::duration, "1y2mo3w4d5h6m7s8ms9us10ns"},
      {"-3µs", LiteralKind::duration, "-3µs"},
      {"P1Y2M3DT4H5M6S", LiteralKind::duration, "P1Y2M3DT4H5M6S"},
      {"PT5M", LiteralKind::duration, "PT5M"},
      {"-P3W", LiteralKind::duration, "-P3W"},
      {"P0001-02-03T04:05:06", LiteralKind::duration, "P0001-02-03T04:05:06"},
  };
  for (const Case& expected : kCases) {
    INFO(expected.text);
    const Literal literal = literal_of(expected.text);
    CHECK(literal.kind == expected.kind);
    CHECK(literal.text == expected.value);
  }
}

TEST_CASE("words for values stay where they are") {
  CHECK(std::holds_alternative<NullLiteral>(value_of("NULL").node));
  CHECK(std::get<Literal>(value_of("TRUE").node).text == "true");
  CHECK(std::get<Literal>(value_of("nan").node).text == "NaN");
  CHECK(std::get<Literal>(value_of("-NaN").node).text == "NaN");
  CHECK(std::get<Literal>(value_of("-infinity").node).text == "-Infinity");
  CHECK(parse("INSERT INTO t (a, b, c) VALUES (null, false, Infinity)").slots.empty());
}

TEST_CASE("a float has bounds, whatever it is for") {
  CHECK(fault("INSERT INTO t (a) VALUES (1e309)") == "float_too_large: 1e309");
  CHECK(fault("SELECT a + 1e400 FROM t") == "float_too_large: 1e400");
  CHECK(fault("INSERT INTO t (a) VALUES (1e308)").empty());
  CHECK(fault("INSERT INTO t (a) VALUES (1e-999)").empty());
}

TEST_CASE("markers") {
  CHECK_FALSE(slot_of("?").name);
  CHECK(slot_of(":Name").name->text == "name");
  CHECK(slot_of(":\"Na me\"").name->text == "Na me");
  CHECK(slot_of(": key").name->text == "key");
}

TEST_CASE("slots come in the order of the text, with byte positions") {
  const std::string_view text =
      "UPDATE t SET a = {'é': ?, 'b': f(2)}, b['k'] = -3 WHERE c = :n AND d IN ('x', 1.5)";
  const Statement statement = parse(text);
  const std::string_view kSources[] = {"'é'", "?", "'b'", "2", "'k'", "-3", ":n", "'x'", "1.5"};
  REQUIRE(statement.slots.size() == std::size(kSources));
  for (std::size_t i = 0; i < std::size(kSources); ++i)
    CHECK(under(text, statement.slots[i].span) == kSources[i]);
}

TEST_CASE("literals of a selection and of GROUP BY stay inline") {
  const Statement statement =
      parse("SELECT f('x', 1), m['k'], ?, (int) 5 FROM t WHERE a = 1 GROUP BY floor(c, 1h)");
  REQUIRE(statement.slots.size() == 2);
  CHECK(statement.slots[0].kind == SlotSource::Kind::marker);
  CHECK(statement.slots[1].literal.text == "1");
  const auto& select = std::get<SelectStatement>(statement.node);
  const auto& call = std::get<FunctionCall>(select.group_by.at(0).node);
  CHECK(std::get<Literal>(call.arguments.at(1).node).kind == LiteralKind::duration);
}

TEST_CASE("collections") {
  CHECK(std::get<ListLiteral>(value_of("[1, 2, 3]").node).elements.size() == 3);
  CHECK(std::get<ListLiteral>(value_of("[]").node).elements.empty());
  CHECK(std::get<SetLiteral>(value_of("{1, 2}").node).elements.size() == 2);
  CHECK(std::get<SetLiteral>(value_of("{}").node).elements.empty());
  CHECK(std::get<MapLiteral>(value_of("{1: 'a', 2: 'b'}").node).elements.size() == 4);
  CHECK(std::get<TupleLiteral>(value_of("(1)").node).elements.size() == 1);
  const Expression user_type = value_of("{street: 'x', \"No\": 5}");
  const auto& literal = std::get<UserTypeLiteral>(user_type.node);
  CHECK(literal.fields.at(1).text == "No");
  CHECK(literal.values.size() == 2);
  CHECK(std::get<MapLiteral>(value_of("{now(): 1}").node).elements.size() == 2);
}

TEST_CASE("calls, casts and hints") {
  const Expression call = value_of("ks.f(1, g())");
  const auto& function = std::get<FunctionCall>(call.node);
  CHECK(function.function.keyspace->text == "ks");
  CHECK(function.arguments.size() == 2);
  CHECK(std::get<Cast>(value_of("CAST(1 AS text)").node).type.name == "text");
  CHECK(std::get<TypeHint>(value_of("(list<int>) [1]").node).type.arguments.size() == 1);
  CHECK(std::get<FunctionCall>(selected("count(*)").node).star);
  CHECK_FALSE(std::get<FunctionCall>(selected("count(1)").node).star);
  CHECK(std::holds_alternative<ColumnReference>(selected("count").node));
  CHECK(std::get<CellFunctionCall>(selected("writetime(a)").node).function == CellFunction::writetime);
  CHECK(std::get<CellFunctionCall>(selected("MAXWRITETIME(a)").node).function == CellFunction::maxwritetime);
  const Expression ttl = selected("ttl(m['k'])");
  CHECK(std::holds_alternative<ElementAccess>(std::get<CellFunctionCall>(ttl.node).operand.at(0).node));
  CHECK(std::holds_alternative<ColumnReference>(selected("ttl").node));
}

TEST_CASE("fields, elements and slices") {
  const Expression field = selected("a.b.c");
  CHECK(std::get<FieldAccess>(field.node).field.text == "c");
  CHECK(std::holds_alternative<ElementAccess>(selected("m['x']").node));
  const Expression both = selected("s[1..3]");
  CHECK(std::get<SliceAccess>(both.node).from.size() == 1);
  CHECK(std::get<SliceAccess>(both.node).to.size() == 1);
  CHECK(std::get<SliceAccess>(selected("s[1..]").node).to.empty());
  CHECK(std::get<SliceAccess>(selected("s[..3]").node).from.empty());
  CHECK(std::get<SliceAccess>(selected("s[..3]").node).to.size() == 1);
}

TEST_CASE("arithmetic: products before sums, from the left") {
  const Expression sum = selected("a - b * c - d");
  const auto& outer = std::get<Arithmetic>(sum.node);
  CHECK(outer.op == ArithmeticOperator::subtract);
  const auto& left = std::get<Arithmetic>(outer.operands[0].node);
  CHECK(left.op == ArithmeticOperator::subtract);
  CHECK(std::get<Arithmetic>(left.operands[1].node).op == ArithmeticOperator::multiply);
  CHECK(std::holds_alternative<Negation>(selected("- a").node));
  CHECK(std::holds_alternative<Negation>(std::get<Negation>(selected("- - a").node).operand[0].node));
  CHECK(std::holds_alternative<Negation>(value_of("- 5").node));
  CHECK(std::get<Arithmetic>(value_of("5 - 2").node).op == ArithmeticOperator::subtract);
  const std::string_view text = "SELECT a + b * c FROM t";
  CHECK(under(text, parse_as<SelectStatement>(text).selectors[0].expression.span) == "a + b * c");
}

TEST_CASE("a number's minus belongs to it") {
  CHECK(fault("SELECT v - 1 FROM t").empty());
  CHECK(mended("SELECT v -1 FROM t") == "SELECT v - 1 FROM t");
  CHECK(mended("SELECT v-1 FROM t") == "SELECT v- 1 FROM t");
  CHECK(fault("SELECT -n FROM t") == "minus_glued: -n");
}

TEST_CASE("names") {
  const auto column = [](const std::string& text) {
    return std::get<ColumnReference>(selected(text).node).name;
  };
  CHECK(column("MixedCase").text == "mixedcase");
  CHECK_FALSE(column("a").quoted);
  CHECK(column("\"Mixed \"\"Case\"\"\"").text == "Mixed \"Case\"");
  CHECK(column("\"a\"").quoted);
  for (const char* word :
       {"key", "type", "values", "json", "ttl", "user", "as", "text", "list", "vector", "count"})
    CHECK(column(word).text == word);
  CHECK(fault("SELECT order FROM t") == "reserved_name: order");
}

TEST_CASE("comments and blanks") {
  CHECK(fault("/* a */ SELECT -- b\n * // c\r\n FROM t -- the end").empty());
  CHECK(fault("SELECT /* '\" ** */ a /**/ FROM t;;  ;").empty());
  CHECK(fault("SELECT a FROM t /* open") == "unclosed_comment: /*");
}

TEST_CASE("types refused by the grammar itself") {
  CHECK(fault("CREATE TABLE t (a frozen<int> PRIMARY KEY)") == "frozen_scalar: frozen<int>");
  CHECK(fault("CREATE TABLE t (a frozen<'X'> PRIMARY KEY)") == "frozen_scalar: frozen<'X'>");
  CHECK(fault("CREATE TABLE t (a frozen<vector<int, 2>> PRIMARY KEY)").empty());
  CHECK(fault("CREATE TABLE t (a vector<int, 99999999999> PRIMARY KEY)") ==
        "number_out_of_range: 99999999999");
  CHECK(fault("CREATE TYPE byte (a int)") == "reserved_type_name: byte");
  CHECK(fault("CREATE TYPE \"byte\" (a int)").empty());
}
