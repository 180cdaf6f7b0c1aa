// The examples of docs/advise.md, and what the advisor says where it has no table.
#include "planner/advise/advice.h"

#include "planner/plan.h"
#include "planner/plan/definition_plan.h"
#include "planning.h"

namespace cellar::test {

namespace {

Schema with_table(std::initializer_list<const char*> definitions) {
  Schema schema;
  Keyspace& keyspace = schema.keyspaces.edit("class");
  for (const char* definition : definitions) {
    const Plan created = plan(parse(definition), {schema, "class", kDefaultNodeNames, Policy::cassandra});
    const auto& change = schema_changes_in(created.node)->changes.front();
    keyspace.tables.put(std::make_shared<const Table>(std::get<PutTable>(change).table));
  }
  return schema;
}

Advice advice_on(const Schema& schema, std::string_view text) {
  return advise(text, parse(text), {schema, "class", kDefaultNodeNames, Policy::teach});
}

/// The key with its rules: "(title MR2) liked_on- MR4 cust_id+ MR5 static name"; the code if there is no table.
std::string key_of(const Advice& advice) {
  if (const auto* none = std::get_if<NoAdvice>(&advice)) return std::string(none->reason.code());
  if (const auto* served = std::get_if<ServedAlready>(&advice)) return "served by " + served->table->name;
  const AdvisedTable& advised = std::get<Advised>(advice).table;
  std::string text = advised.table->name + ":";
  for (const ColumnReason& reason : advised.reasons) {
    if (reason.part == KeyPart::regular) continue;
    text += " " + std::string(name(reason.part)) + " " + advised.table->columns[reason.column].name;
    if (!reason.rule.empty()) text += " " + std::string(reason.rule);
  }
  return text;
}

std::string rewritten(const Advice& advice) {
  if (const auto* served = std::get_if<ServedAlready>(&advice)) return served->rewritten;
  return std::get<Advised>(advice).rewritten;
}

}  // namespace

TEST_CASE("equality makes the partition key, and the source's key makes it unique") {
  const Schema schema = with_table({"CREATE TABLE hotels (hotel_id text PRIMARY KEY, name text, phone text)",
                                    "CREATE TABLE users (user_id uuid PRIMARY KEY, state text, city text)"});
  const Advice hotel = advice_on(schema, "SELECT hotel_id FROM hotels WHERE name = 'Clarion';");
  CHECK(key_of(hotel) == "hotels_by_name: partition name MR2 ascending hotel_id MR5");
  CHECK(rewritten(hotel) == "SELECT hotel_id FROM hotels_by_name WHERE name = 'Clarion';");
  CHECK(key_of(advice_on(schema, "SELECT * FROM users WHERE state = ? AND city = ?")) ==
        "users_by_state_city: partition state MR2 partition city MR2 ascending user_id MR5");
}

TEST_CASE("an order makes clustering columns") {
  const Schema schema =
      with_table({"CREATE TABLE posts (post_id timeuuid PRIMARY KEY, user_id text, content text)",
                  "CREATE TABLE likes (cust_id text, product_id text, liked_on timestamp, title text static, "
                  "PRIMARY KEY (product_id, cust_id))",
                  "CREATE TABLE gyms (name text PRIMARY KEY, country_code text, state text, city text, "
                  "opening_date date)"});
  CHECK(key_of(advice_on(schema, "SELECT * FROM posts WHERE user_id = ? ORDER BY post_id DESC LIMIT 20")) ==
        "posts_by_user_id: partition user_id MR2 descending post_id MR4");
  CHECK(
      key_of(advice_on(schema, "SELECT * FROM likes WHERE product_id = ? ORDER BY liked_on DESC LIMIT 10")) ==
      "likes_by_product_id_liked_on: partition product_id MR2 descending liked_on MR4 ascending cust_id MR5 "
      "static title");
  CHECK(key_of(advice_on(schema,
                         "SELECT * FROM gyms WHERE country_code = 'us' AND state = 'Arizona' AND city = "
                         "'Phoenix' ORDER BY opening_date LIMIT 10")) ==
        "gyms_by_country_code_state_city: partition country_code MR2 partition state MR2 partition city MR2 "
        "ascending opening_date MR4 ascending name MR5");
}

TEST_CASE("a table that serves the query is found") {
  const Schema schema =
      with_table({"CREATE TABLE hotels (hotel_id text PRIMARY KEY, name text)",
                  "CREATE TABLE hotels_by_name (name text, hotel_id text, PRIMARY KEY ((name), hotel_id))"});
  const Advice found = advice_on(schema, "SELECT * FROM hotels WHERE name = 'Clarion' ALLOW FILTERING");
  CHECK(key_of(found) == "served by hotels_by_name");
  CHECK(rewritten(found) == "SELECT * FROM hotels_by_name WHERE name = 'Clarion'");
  CHECK(key_of(advice_on(schema, "SELECT * FROM hotels WHERE hotel_id = 'x'")) == "served by hotels");
  const Advice in = advice_on(schema, "SELECT * FROM hotels WHERE hotel_id IN ('x', 'y')");
  CHECK(rewritten(in) == "SELECT * FROM hotels WHERE hotel_id = 'x'");
  CHECK(std::get<ServedAlready>(in).notes.front().code() == "A614");
}

TEST_CASE("no key serves some queries") {
  const Schema schema =
      with_table({"CREATE TABLE t (k int, c int, v int, w int, d duration, at timestamp, tags set<text>, "
                  "PRIMARY KEY (k, "
                  "c))",
                  "CREATE TABLE hits (page text, day int, n counter, PRIMARY KEY (page, day))"});
  const std::initializer_list<std::pair<const char*, const char*>> cases = {
      {"INSERT INTO t (k, c) VALUES (1, 1)", "A600"},
      {"SELECT * FROM t WHERE v != 1", "A601"},
      {"SELECT * FROM t WHERE token(k) > 5", "A601"},
      {"SELECT * FROM t", "A602"},
      {"SELECT * FROM t WHERE at > 5", "A602"},
      {"SELECT * FROM t WHERE v = 1 AND w > 2 ORDER BY at", "A603"},
      {"SELECT * FROM t WHERE v = 1 AND w > 2 AND at > 3", "A604"},
      {"SELECT count(*) FROM t", "A607"},
      {"SELECT * FROM hits WHERE day = 1", "A608"},
      {"SELECT * FROM t WHERE v = 1 PER PARTITION LIMIT 1", "A609"},
      {"SELECT * FROM t WHERE tags CONTAINS 'a' AND tags CONTAINS 'b'", "A610"},
      {"SELECT * FROM t WHERE d = 1h", "A616"},
      {"SELECT * FROM t WHERE vv = 1", "E203"},
      {"SELECT * FROM t WHERE v = 'x'", "E204"}};
  for (const auto& [text, code] : cases) {
    INFO(text);
    CHECK(key_of(advice_on(schema, text)) == code);
  }
}

TEST_CASE("an element of a collection becomes a column of the key") {
  const Schema schema = with_table({"CREATE TABLE t (k int PRIMARY KEY, tags set<text>, m map<text, int>)"});
  const Advice tags = advice_on(schema, "SELECT k FROM t WHERE tags CONTAINS 'a'");
  CHECK(rewritten(tags) == "SELECT k FROM t_by_tags WHERE tags_value = 'a'");
  CHECK(!std::get<Advised>(tags).table.elements.empty());
  CHECK(rewritten(advice_on(schema, "SELECT k FROM t WHERE m['x'] = 1")) ==
        "SELECT k FROM t_by_m WHERE m_key = 'x' AND m_value = 1");
}

}  // namespace cellar::test
