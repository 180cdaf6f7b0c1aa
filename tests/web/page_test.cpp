// The files of the page, and the messages that it sends.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <regex>

#include "web/site/page_files.h"
#include "web_world.h"

using namespace cellar;
using namespace cellar::test;
using nlohmann::json;

namespace {

bool holds(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

/// Returns what a text names of other hosts: behind a quote, a bracket or an equals sign, a scheme or none. The names of
/// languages of the W3C lead nowhere.
std::vector<std::string> hosts_in(const std::string& text) {
  static const std::regex host(R"(["'`(=]\s*(https?:|wss?:)?//\w[^"'`) ]*)");
  std::vector<std::string> found;
  for (std::sregex_iterator each(text.begin(), text.end(), host); each != std::sregex_iterator(); ++each)
    if (!holds(each->str(), "http://www.w3.org/2000/svg")) found.push_back(each->str());
  return found;
}

}  // namespace

TEST_CASE("the page and its files are sent compressed, and not again while they are the same") {
  const WebWorld world;
  std::size_t bytes = 0;
  for (const WebFile& file : page_files()) {
    WebClient client(world.port);
    const WebAnswer packed = client.ask(world.get(file.target, "Accept-Encoding: gzip\r\n"));
    CHECK(packed.status == 200);
    CHECK(holds(packed.head, "content-encoding: gzip"));
    CHECK(packed.body == file.gzip);
    bytes += packed.head.size() + packed.body.size();
    const WebAnswer plain = client.ask(world.get(file.target));
    CHECK_FALSE(holds(plain.head, "content-encoding"));
    CHECK(plain.body == unpacked(file));
    const WebAnswer same = client.ask(world.get(file.target, "If-None-Match: " + file.tag + "\r\n"));
    CHECK(same.status == 304);
    CHECK(same.body.empty());
  }
  CHECK(bytes < 300'000);
}

TEST_CASE("no file of the page names another host, and none has markup from a text") {
  CHECK(hosts_in(R"(src="//other.example/x.js")").size() == 1);
  CHECK(hosts_in("url( http://other.example)").size() == 1);
  CHECK(hosts_in(R"(fetch('https://other.example'))").size() == 1);
  for (const WebFile& file : page_files()) {
    const std::string text = unpacked(file);
    INFO(file.target);
    if (file.target == "/vendor/codemirror.js") continue;
    CHECK(hosts_in(text) == std::vector<std::string>());
    CHECK_FALSE(holds(text, "innerHTML"));
    CHECK_FALSE(holds(text, "insertAdjacentHTML"));
    CHECK_FALSE(holds(text, " style=\""));
    CHECK_FALSE(holds(text, "eval("));
  }
}

TEST_CASE("each response tells the browser to run and show nothing else") {
  const WebWorld world;
  for (const std::string& bytes : {world.get("/"), world.get("/nothing"), world.message("/start", "{}")}) {
    const WebAnswer answer = world.ask(bytes);
    CHECK(holds(answer.head,
                "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';"));
    CHECK(holds(answer.head, "frame-ancestors 'none'"));
    CHECK(holds(answer.head, "x-content-type-options: nosniff"));
    CHECK_FALSE(holds(answer.head, "access-control"));
    CHECK_FALSE(holds(answer.head, "unsafe"));
  }
}

TEST_CASE(
    "a statement is answered by rows, a refusal by its span and its fix, in the language that is asked for") {
  const WebWorld world;
  CHECK(json::parse(world.answer("EXAMPLES"))["outcome"] == "done");
  const json rows = json::parse(world.answer("SELECT id, author FROM posts WHERE author = 'ann' LIMIT 1"));
  CHECK(rows["rows"] == json::parse(R"([[1,"ann"]])"));
  CHECK(rows["keyspace"] == "examples");
  const json refused = json::parse(world.answer("SELECT * FORM posts"));
  CHECK(refused["refusal"]["span"] == json::parse("[9,13]"));
  CHECK(refused["refusal"]["replacement"]["text"] == "FROM");
  const json chinese =
      json::parse(world.ask(world.message("/answer", R"({"statement":"SELEC 1","language":"zh"})")).body);
  CHECK_FALSE(holds(chinese["refusal"]["title"].get<std::string>(), "statement"));
  CHECK(json::parse(world.answer("HELP E301"))["document"]["page"].get<std::string>().starts_with("E301"));
}

TEST_CASE("what the shell completes and how it splits is what the page is told") {
  const WebWorld world;
  world.answer("EXAMPLES");
  const json offered =
      json::parse(world.ask(world.message("/complete", R"({"text":"SELECT * FROM po","cursor":16})")).body);
  CHECK(offered["begin"] == 14);
  CHECK(offered["candidates"][0]["text"] == "posts");
  const json split = json::parse(
      world
          .ask(world.message(
              "/split", R"({"text":"-- a;\nSELECT 'é;' ; HELP\nDESCRIBE x; insert into t (a) values (1);"})"))
          .body);
  REQUIRE(split["statements"].size() == 4);
  CHECK(split["statements"][3]["is_write"] == true);
  CHECK_FALSE(split["statements"][2].contains("is_write"));
  CHECK(split["statements"][0]["text"] == "SELECT 'é;' ;");
  CHECK(split["statements"][0]["line"] == 2);
  CHECK(split["statements"][1]["column"] == 15);
}

TEST_CASE("the tables of a database are listed with their keys, and without those of the system") {
  const WebWorld world;
  world.answer("EXAMPLES");
  world.answer("CREATE TYPE place (city text)");
  world.answer(
      "CREATE TABLE \"Odd\" (a int, b int, s text STATIC, v list<text>, PRIMARY KEY (a, b)) WITH CLUSTERING "
      "ORDER BY (b "
      "DESC)");
  world.answer("CREATE INDEX odd_v ON \"Odd\" (v)");
  world.answer(
      "CREATE MATERIALIZED VIEW by_b AS SELECT a, b, v FROM \"Odd\" WHERE a IS NOT NULL AND b IS NOT NULL "
      "PRIMARY "
      "KEY (b, a)");
  const json listed = json::parse(world.ask(world.message("/schema", "{}")).body);
  REQUIRE(listed["keyspaces"].size() == 1);
  const json& tables = listed["keyspaces"][0]["tables"];
  const auto found = std::find_if(tables.begin(), tables.end(),
                                  [](const json& table) { return table["name"] == "\"Odd\""; });
  REQUIRE(found != tables.end());
  CHECK(
      (*found)["columns"] ==
      json::parse(
          R"([{"name":"a","type":"int","kind":"partition_key"},{"name":"b","type":"int","kind":"descending"},
                        {"name":"s","type":"text","kind":"static"},{"name":"v","type":"list<text>","kind":"regular"}])"));
  CHECK((*found)["base"].is_null());
  CHECK((*found)["indexes"][0]["name"] == "odd_v");
  CHECK((*found)["indexes"][0]["target"] == "values(v)");
  CHECK((*std::next(found))["name"] == "by_b");
  CHECK((*std::next(found))["base"] == "\"Odd\"");
  const json& types = listed["keyspaces"][0]["types"];
  CHECK(types.back() == json::parse(R"({"name":"place","fields":[{"name":"city","type":"text"}]})"));
  CHECK(listed["has_more"] == false);
}

TEST_CASE("values come back as data, whatever they look like") {
  const WebWorld world;
  const std::string value = "</script><img src=x onerror=alert(1)>\"\\\u2028\x01";
  world.answer("EXAMPLES");
  world.answer("INSERT INTO posts (author, id, body) VALUES ('x', 1, '" + value + "')");
  const WebAnswer answer =
      world.ask(world.message("/answer", R"({"statement":"SELECT body FROM posts WHERE author = 'x'"})"));
  CHECK(holds(answer.head, "content-type: application/json"));
  CHECK(json::parse(answer.body)["rows"][0][0] == value);
}

TEST_CASE("an answer has bounds: rows, their bytes, texts") {
  WebOptions options{.address = {"127.0.0.1", 0}};
  options.notebook.answer.rows = 3;
  options.notebook.answer.row_bytes = 1'000;
  options.notebook.answer.text = 2'000;
  const WebWorld world(options);
  world.answer("EXAMPLES");
  world.answer("CREATE TABLE many (p int, c int, v text, PRIMARY KEY (p, c))");
  Session loader(world.database);
  const Prepared insert = loader.prepare("INSERT INTO examples.many (p, c, v) VALUES (1, ?, ?)");
  loader.begin_group();
  for (int i = 0; i < 20'000; ++i) loader.execute(insert, i, std::string(100, 'v'));
  loader.commit_group();
  const json rows = json::parse(world.answer("SELECT c FROM many WHERE p = 1"));
  CHECK(rows["rows"].size() == 3);
  CHECK(rows["has_more"] == true);
  world.answer("INSERT INTO many (p, c, v) VALUES (2, 1, '" + std::string(1'500, 'w') + "')");
  world.answer("INSERT INTO many (p, c, v) VALUES (2, 2, 'w')");
  const json wide = json::parse(world.answer("SELECT c, v FROM many WHERE p = 2"));
  CHECK(wide["rows"].size() == 1);
  CHECK(wide["has_more"] == true);
  const json cells = json::parse(world.answer("CELLS many"));
  CHECK(cells["text"].get<std::string>().size() < 2'100);
  CHECK_FALSE(cells.contains("document"));
}

TEST_CASE("no command reaches a file of the machine, whether it is there or not") {
  const WebWorld world;
  world.answer("EXAMPLES");
  for (const char* const command :
       {"SOURCE '/etc/passwd'", "SOURCE '/nosuch'", "OUTPUT '/tmp/cellar_web_test'",
        "CAPTURE '/tmp/cellar_web_test'", "DUMP '/tmp/cellar_web_test'",
        "COPY posts TO '/tmp/cellar_web_test'", "COPY posts FROM '/etc/passwd'",
        "COPY posts TO STDOUT WITH CONFIGFILE = '/etc/passwd'", "COPY posts FROM STDIN",
        "MATRIX '/etc/passwd'", "CHEBOTKO '/etc/passwd'", "CHEBOTKO SVG '/tmp/cellar_web_test'",
        "RING 4 WRITES '/etc/passwd'", "ADVISE FILE '/etc/passwd'", "EDIT '/etc/passwd'",
        "... SOURCE '/etc/passwd'", ".source '/etc/passwd'", "\\source '/etc/passwd'"}) {
    INFO(command);
    const json answer = json::parse(world.answer(command));
    CHECK(answer["outcome"] == "refused");
    CHECK_FALSE(holds(answer.dump(), "root:"));
    CHECK_FALSE(std::filesystem::exists("/tmp/cellar_web_test"));
  }
  CHECK(json::parse(world.answer("SOURCE '/etc/passwd'"))["refusal"]["code"] == "E600");
  const WebAnswer files = world.ask(world.message("/complete", R"({"text":"SOURCE '/e","cursor":10})"));
  CHECK(json::parse(files.body)["candidates"].empty());
  CHECK(json::parse(world.answer("RING 4 posts WHERE author = 'ann'"))["outcome"] == "done");
  CHECK(json::parse(world.answer("DUMP"))["outcome"] == "done");
  CHECK(json::parse(world.answer("CHEBOTKO"))["outcome"] == "done");
}

TEST_CASE("short statements that define more than memory holds are refused before they run") {
  const WebWorld world;
  world.answer("EXAMPLES");
  world.answer("CREATE TYPE small (a int)");
  const auto define = [&](const std::string& name, const std::string& of) {
    std::string fields;
    for (int field = 0; field < 8; ++field)
      fields += (field == 0 ? "f" : ", f") + std::to_string(field) + " " + of;
    const json answer = json::parse(world.answer("CREATE TYPE " + name + " (" + fields + ")"));
    return answer.contains("refusal") ? answer["refusal"]["code"].get<std::string>() : "";
  };
  CHECK(define("t0", "int").empty());
  CHECK(define("t1", "frozen<t0>").empty());
  std::string columns = "p int PRIMARY KEY";
  for (int column = 0; column < 400; ++column) columns += ", c" + std::to_string(column) + " frozen<small>";
  CHECK(json::parse(world.answer("CREATE TABLE wide (" + columns + ")"))["outcome"] == "done");
  CHECK(json::parse(world.answer("ALTER TYPE small ADD b frozen<t1>"))["refusal"]["code"] == "E536");
  std::string refusal;
  for (int level = 1; level < 12 && refusal.empty(); ++level)
    refusal = define("t" + std::to_string(level + 1), "frozen<t" + std::to_string(level) + ">");
  CHECK(refusal == "E536");
}
