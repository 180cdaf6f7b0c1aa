#include <catch2/catch.hpp>
#include <set>

#include "tests/functions/call.h"

namespace cellar {

using enum TypeKind;

TEST_CASE("a name that is not there has no signatures") {
  for (const std::string_view name :
       {"nosuch", "sqrt", "ceil", "dateof", "unixtimestampof", "median", "mask_unknown", "mapkeys",
        "maskdefault", "countrows", "castasint", "cast_as_list", "cast_as_", "_power", ""}) {
    INFO(name);
    CHECK(signatures(name).empty());
  }
}

TEST_CASE("old names find the functions of today") {
  const std::pair<std::string_view, std::string_view> names[] = {
      {"todate", "to_date"},
      {"totimestamp", "to_timestamp"},
      {"tounixtimestamp", "to_unix_timestamp"},
      {"mintimeuuid", "min_timeuuid"},
      {"maxtimeuuid", "max_timeuuid"},
      {"currenttimeuuid", "current_timeuuid"},
      {"currenttimestamp", "current_timestamp"},
      {"currentdate", "current_date"},
      {"currenttime", "current_time"},
      {"blobasint", "blob_as_int"},
      {"intasblob", "int_as_blob"},
      {"varcharasblob", "varchar_as_blob"},
  };
  for (const auto& [old_name, name] : names) {
    INFO(old_name);
    const std::vector<Function> functions = signatures(old_name);
    REQUIRE_FALSE(functions.empty());
    CHECK(functions[0].name == name);
  }
}

TEST_CASE("every signature says how it is run") {
  for (const std::string_view name :
       {"_add", "_subtract", "_multiply", "_divide", "_modulo", "_negate", "cast_as_text", "cast_as_int",
        "floor", "to_unix_timestamp", "abs", "sum", "avg"}) {
    for (const Function& function : signatures(name)) {
      CHECK(function.name == name);
      CHECK((function.evaluate == nullptr) == function.is_aggregate());
    }
  }
  CHECK(signatures("_add").size() == 87);
  CHECK(signatures("_modulo").size() == 81);
}

TEST_CASE("help shows every function that is run") {
  std::set<std::string_view> names;
  for (const FunctionHelp& help : function_help()) {
    INFO(help.name);
    CHECK(names.insert(help.name).second);
    CHECK_FALSE(help.family.empty());
    CHECK_FALSE(help.text.empty());
    CHECK_FALSE(help.signatures.empty());
    CHECK(find_function_help(help.name) == &help);
  }
  CHECK(names.contains("floor"));
  CHECK(names.contains("from_json"));
}

TEST_CASE("help shows signatures as they are tried") {
  const FunctionHelp* help = find_function_help("todate");
  REQUIRE(help != nullptr);
  CHECK(help == find_function_help("to_date"));
  CHECK(help->signatures ==
        std::vector<std::string>{"to_date(timestamp) -> date", "to_date(timeuuid) -> date"});
  CHECK(find_function_help("floor")->signatures.size() == 3);
  CHECK(find_function_help("uuid")->signatures == std::vector<std::string>{"uuid() -> uuid"});
}

TEST_CASE("functions with a type in their name have help under each of their names") {
  for (const std::string_view name : {"blob_as_<type>", "blob_as_int", "blobasint"}) {
    INFO(name);
    REQUIRE(find_function_help(name) != nullptr);
    CHECK(find_function_help(name)->name == "blob_as_<type>");
  }
  CHECK(find_function_help("blob_as_list") == nullptr);
  CHECK(find_function_help("nosuch") == nullptr);
  CHECK(find_function_help("") == nullptr);
}

TEST_CASE("tokens are Cassandra's") {
  CHECK(call("token", {of(bigint, "0")}) == "2945182322382062539");
  CHECK(call("token", {of(int_, "1")}) == "-4069959284402364209");
  CHECK(call("token", {of(text, "'x'"), of(int_, "1")}) == "6941770900066266162");
  CHECK(call("token", {of(text, "''"), of(int_, "0")}) == "-150644895381498316");
  CHECK(call("token", {of(bigint, "null")}) == "null");
}

TEST_CASE("a random uuid says so") {
  EvaluationContext context = context_at(0);
  const Function function = find("uuid", {});
  const Value first = function.evaluate(function, {}, context);
  const Value second = function.evaluate(function, {}, context);
  CHECK(first != second);
  const std::string literal = to_literal(function.result_type, first);
  CHECK(literal.size() == 36);
  CHECK(literal[14] == '4');
  CHECK(std::string_view("89ab").find(literal[19]) != std::string_view::npos);
}

}  // namespace cellar
