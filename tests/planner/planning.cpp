#include "planning.h"

#include <algorithm>
#include <regex>

namespace cellar::test {

namespace {

constexpr const char* kTables[] = {
    "CREATE TYPE address (street text, number int)",
    "CREATE TABLE posts (author text, id int, title text, views int, tags set<text>, PRIMARY KEY (author, "
    "id))",
    "CREATE TABLE log (host text, day int, hour int, minute int, line text, note text static, level int, "
    "PRIMARY KEY ((host), day, hour, minute)) WITH CLUSTERING ORDER BY (day DESC, hour ASC, minute ASC)",
    "CREATE TABLE orders (region text, year int, number int, total int, boss text static, "
    "PRIMARY KEY ((region, year), number))",
    "CREATE TABLE things (k int PRIMARY KEY, i int, b bigint, t text, u uuid, d double, ts timestamp, du "
    "duration, "
    "l list<int>, s set<text>, m map<text, int>, fl frozen<list<int>>, fm frozen<map<text, int>>, "
    "tu tuple<int, text>, a address, fa frozen<address>, v vector<float, 2>)",
    "CREATE TABLE hits (page text, day int, n counter, PRIMARY KEY (page, day))",
    "CREATE TABLE paths (k frozen<list<int>>, c frozen<set<int>>, v int, PRIMARY KEY (k, c))",
};

void apply(Schema& schema, const Plan& plan) {
  Keyspace& keyspace = schema.keyspaces.edit("class");
  for (const SchemaEdit& change : schema_changes_in(plan.node)->changes) {
    if (const auto* table = std::get_if<PutTable>(&change)) {
      keyspace.tables.put(std::make_shared<const Table>(table->table));
    } else if (const auto* type = std::get_if<PutUserType>(&change)) {
      put_user_type(keyspace, type->user_type);
    }
  }
}

/// The first word between braces that the words of a message promised and a refusal did not give.
std::string unfilled(std::string_view words, const std::string& filled) {
  const std::regex parameter(R"(\{([a-z_]+)\})");
  for (auto found = std::sregex_iterator(filled.begin(), filled.end(), parameter);
       found != std::sregex_iterator(); ++found) {
    if (words.find(found->str()) != words.npos) return found->str();
  }
  return "";
}

}  // namespace

const Schema& school() {
  static const Schema schema = [] {
    Schema made;
    made.keyspaces.edit("class");
    for (const char* text : kTables) {
      apply(made, plan(parse(text), {made, "class", kDefaultNodeNames, Policy::cassandra, 0}));
    }
    return made;
  }();
  return schema;
}

Plan plan_text(std::string_view text, Policy policy) {
  return plan(parse(text), {school(), "class", kDefaultNodeNames, policy, 0});
}

Refused refused(std::string_view text, Policy policy) {
  try {
    plan_text(text, policy);
  } catch (const Refusal& refusal) {
    const Diagnostic& diagnostic = refusal.diagnostic;
    const Message* message = find_message(diagnostic.id);
    REQUIRE(message != nullptr);
    Refused result;
    for (const std::string_view words : {message->title, message->why, message->fix}) {
      const std::string filled = fill(words, diagnostic.parameters);
      INFO(diagnostic.id << ": " << filled);
      CHECK(unfilled(words, filled) == "");
      result.words += filled + "\n";
    }
    for (const Parameter& parameter : diagnostic.parameters) {
      if (parameter.name == "table_fix") result.table = parameter.value;
    }
    result.code = diagnostic.code();
    result.id = diagnostic.id;
    result.error_class = diagnostic.error_class();
    result.blamed = text.substr(diagnostic.span.begin, diagnostic.span.end - diagnostic.span.begin);
    return result;
  }
  return {};
}

void check(const std::vector<Case>& cases, Policy policy) {
  for (const Case& each : cases) {
    INFO(each.text);
    const Refused refusal = refused(each.text, policy);
    INFO(refusal.id << ": " << refusal.words);
    CHECK(refusal.code == each.code);
    CHECK(refusal.blamed == each.blamed);
  }
}

void check_accepted(const std::vector<const char*>& texts, Policy policy) {
  for (const char* text : texts) {
    INFO(text);
    const Refused refusal = refused(text, policy);
    INFO(refusal.words);
    CHECK(refusal.code == "");
  }
}

}  // namespace cellar::test
