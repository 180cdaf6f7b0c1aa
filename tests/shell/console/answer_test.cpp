// What statements and commands answer, as data.
#include "shell/connection/database_connection.h"
#include "shell/console/answer_json.h"
#include "shell/console/commands.h"
#include "shell/console/report/statement_runner.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <thread>

#include "json_schema.h"
#include "run_program.h"

using namespace cellar;
using nlohmann::json;

namespace {

ShellSettings settings_with(StopToken stop) {
  ShellSettings settings;
  settings.stop = stop;
  return settings;
}

/// A console with all that it needs, on a database of its own or of others.
struct World {
  explicit World(std::optional<Database> given = std::nullopt, StopToken stop = {})
      : database(given ? *given : Database::open_temporary({.sync = false})), settings(settings_with(stop)) {}

  Database database;
  DatabaseConnection connection{database, Policy::teach};
  Session& session = connection.session();
  ShellSettings settings;
  KeptOutput output;
  Console console{connection, settings, output};

  std::string text(const std::string& statement, const std::string& comments = {}) {
    return answer_json(console, output, {.text = statement, .annotations = comments});
  }
  json ask(const std::string& statement, const std::string& comments = {}) {
    const json answer = json::parse(text(statement, comments));
    INFO(statement << ": " << answer.dump());
    CHECK(faults_of(answer, read_schema("answer")) == std::vector<std::string>{});
    for (const json& notice : answer["notices"])
      CHECK(faults_of(notice, read_schema("diagnostic")) == std::vector<std::string>{});
    if (answer.contains("refusal"))
      CHECK(faults_of(answer["refusal"], read_schema("diagnostic")) == std::vector<std::string>{});
    return answer;
  }
  void set_up() {
    for (const char* statement :
         {"CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};",
          "USE k;",
          "CREATE TABLE posts (author text, id int, title text, likes int, PRIMARY KEY (author, id));",
          "INSERT INTO posts (author, id, title, likes) VALUES ('ann', 1, 'first', null);",
          "INSERT INTO posts (author, id, title) VALUES ('ann', 2, 'second');"})
      REQUIRE(ask(statement)["outcome"] == "done");
  }
};

}  // namespace

TEST_CASE("a statement answers rows with their types, and what it did to the session") {
  World world;
  world.set_up();
  const json rows = world.ask("SELECT id, title, likes FROM posts WHERE author = 'ann'");
  CHECK(rows["columns"] == json::parse(R"([{"name":"id","type":"int"},{"name":"title","type":"text"},
                                           {"name":"likes","type":"int"}])"));
  CHECK(rows["rows"] == json::parse(R"([[1,"first",null],[2,"second",null]])"));
  CHECK(rows["has_more"] == false);
  CHECK(rows["keyspace"] == "k");
  CHECK(world.ask("EXIT")["outcome"] == "leave");
  const std::string few = answer_json(world.console, world.output,
                                      {.text = "SELECT * FROM posts WHERE author = 'ann'"}, {.rows = 1});
  CHECK(json::parse(few)["rows"].size() == 1);
  CHECK(json::parse(few)["has_more"] == true);
}

TEST_CASE("a refusal is an answer, and ADVISE LAST knows it") {
  World world;
  world.set_up();
  const json refused = world.ask("SELECT * FROM posts WHERE title = 'first'");
  CHECK(refused["outcome"] == "refused");
  CHECK(refused["refusal"]["code"] == "E301");
  CHECK(refused["refusal"]["column"] == 27);
  const json advice = world.ask("ADVISE LAST");
  CHECK(advice["document"]["tables"][0]["name"] == "posts_by_title");
  CHECK(world.ask("EXPLAIN SELECT * FROM posts WHERE title = 'first'")["refusal"]["code"] == "E301");
  CHECK(world.ask("SELEC 1")["outcome"] == "refused");
  CHECK(world.ask("WIDTH wide")["refusal"]["code"] == "E114");
}

namespace {

std::vector<std::string> codes_of(const json& diagnostics) {
  std::vector<std::string> codes;
  for (const json& each : diagnostics) codes.push_back(each["code"]);
  return codes;
}

constexpr const char* kLikes = "CREATE TABLE likes (user text, at timestamp, PRIMARY KEY (user, at))";

}  // namespace

TEST_CASE(
    "what is said beside an answer is the same at a terminal and in JSON, whatever kind of result it is") {
  struct Said {
    const char* statement;
    std::vector<std::string> codes;
  };
  const Said cases[] = {
      {kLikes, {"L501"}},
      {"CREATE INDEX ON posts (likes)", {"L522"}},
      {"INSERT INTO posts (author, id, title, likes) VALUES ('eve', 1, 'x', null)", {"W408"}},
      {"INSERT INTO posts (author, id, title) VALUES ('eve', 1, 'y')", {"W404"}},
      {"INSERT INTO posts (author, id, title) VALUES ('eve', 1, 'y')", {"W405"}},
      {"SELECT * FROM posts WHERE title = 'x' ALLOW FILTERING", {"W402"}},
      {"INSERT INTO posts (author, id) VALUES ('eve', 1) IF NOT EXISTS", {}},
      {"BEGIN UNLOGGED BATCH INSERT INTO posts (author, id) VALUES ('a', 1); INSERT INTO posts (author, id) "
       "VALUES "
       "('b', 1); APPLY BATCH",
       {"W413"}},
      {"EXPLAIN SELECT * FROM posts WHERE title = 'x'", {"E301"}},
      {"USE k", {}},
      {"DROP TABLE likes", {}}};
  World answered;
  World shown;
  for (World* world : {&answered, &shown}) {
    world->set_up();
    world->connection.set_notices(Notices::all);
  }
  shown.settings.diagnostic_form = DiagnosticForm::json;
  for (const Said& each : cases) {
    INFO(each.statement);
    const json answer = answered.ask(each.statement);
    std::vector<std::string> codes = codes_of(answer["notices"]);
    if (answer.contains("refusal")) codes.push_back(answer["refusal"]["code"]);
    CHECK(codes == each.codes);
    KeptOutput output;
    StatementRunner(shown.console, output).run({.text = each.statement}, "");
    std::istringstream lines(output.take_diagnostics());
    json diagnostics = json::array();
    for (std::string line; std::getline(lines, line);) diagnostics.push_back(json::parse(line));
    CHECK(codes_of(diagnostics) == each.codes);
  }
}

TEST_CASE("a comment silences a lint, whichever front end has run the statement") {
  World world;
  world.set_up();
  const auto lints = [&] { return codes_of(world.ask("LINT likes")["document"]["lints"]); };
  SECTION("before a statement that is answered as JSON") {
    CHECK(world.ask(kLikes, "-- @allow L501 likes are rare\n")["notices"].empty());
  }
  SECTION("within one") {
    const std::string statement(kLikes);
    CHECK(world.ask(statement + " -- @allow L501 likes are rare\n;")["notices"].empty());
  }
  SECTION("before a statement that is shown, also if it is only tried") {
    world.settings.dry_run = GENERATE(false, true);
    KeptOutput shown;
    StatementRunner runner(world.console, shown);
    runner.run({.text = kLikes, .annotations = "-- @allow L501 likes are rare\n"}, "");
    CHECK(shown.take_diagnostics().find("L501") == std::string::npos);
    world.settings.dry_run = false;
  }
  CHECK(lints().empty());
  CHECK(world.ask("LINT OFF")["text"] == "Silenced: L501 (k.likes)\n");
  world.ask("LINT ON L501");
  CHECK(lints() == std::vector<std::string>{"L501"});
}

TEST_CASE("a trace that was shown is shown again by SHOW SESSION, as it was") {
  World world;
  world.set_up();
  world.ask("TRACING ON");
  for (const char* statement :
       {"SELECT * FROM posts WHERE author = 'ann'", "SELECT * FROM posts WHERE title = 'x'"}) {
    const std::string trace = world.ask(statement)["trace"];
    const std::string id = trace.substr(trace.find(": ") + 2, 36);
    INFO(trace);
    const json again = world.ask("SHOW SESSION " + id);
    CHECK(again["notices"].empty());
    CHECK(again["text"] == trace);
  }
}

TEST_CASE("a statement that was not run is answered with all that an answer has") {
  World world;
  world.set_up();
  world.ask("POLICY cassandra");
  const json answer = json::parse(
      refusal_json(world.console, world.output, "SELECT 1", {"memory_used_up", {}, {}, std::nullopt}));
  CHECK(faults_of(answer, read_schema("answer")) == std::vector<std::string>{});
  CHECK(answer["outcome"] == "broken");
  CHECK(answer["session"]["policy"] == "cassandra");
}

TEST_CASE("a refusal after which nothing can succeed says so") {
  Answer answer;
  refuse_in(answer, {"memory_used_up", {}, {}, std::nullopt});
  CHECK(answer.outcome == Outcome::broken);
  refuse_in(answer, {"empty_statement", {}, {}, std::nullopt});
  CHECK(answer.outcome == Outcome::refused);
}

TEST_CASE("values with parts are also answered as CQL writes them") {
  World world;
  world.set_up();
  world.ask("CREATE TYPE address (street text, id uuid)");
  world.ask(
      "CREATE TABLE odd (k int PRIMARY KEY, s set<text>, m map<int, blob>, a frozen<address>, t tuple<int, "
      "text>)");
  world.ask(
      "INSERT INTO odd (k, s, m, a, t) VALUES (1, {'it''s'}, {1: 0xff}, "
      "{street: 'x', id: 00000000-0000-0000-0000-000000000001}, (1, '1'))");
  world.ask("INSERT INTO odd (k) VALUES (2)");
  const json answer = world.ask("SELECT k, s, m, a, t FROM odd ALLOW FILTERING");
  CHECK(faults_of(answer, read_schema("answer")) == std::vector<std::string>{});
  const json& literals = answer["literals"];
  CHECK(literals["1"] == json::parse(R"(["{'it''s'}",null])"));
  CHECK(literals["2"] == json::parse(R"(["{1: 0xff}",null])"));
  CHECK(literals["3"][0] == "{street: 'x', id: 00000000-0000-0000-0000-000000000001}");
  CHECK(literals["4"][0] == "(1, '1')");
  CHECK(literals.size() == 4);
  CHECK_FALSE(world.ask("SELECT k FROM odd ALLOW FILTERING").contains("literals"));
}

TEST_CASE("values are also answered as FORMAT shows them, once it was asked to") {
  World world;
  world.set_up();
  world.ask("CREATE TABLE times (k int PRIMARY KEY, t timestamp, l list<timestamp>, d double)");
  world.ask(
      "INSERT INTO times (k, t, l, d) VALUES (1, '2026-01-31 12:00:00Z', ['2026-01-31 12:00:00Z'], "
      "0.123456789)");
  world.ask("INSERT INTO times (k) VALUES (2)");
  const char* const select = "SELECT k, t, l, d FROM times ALLOW FILTERING";
  const json before = world.ask(select);
  CHECK_FALSE(before.contains("shown"));
  world.ask("FORMAT ZONE '+02:00'");
  const json zoned = world.ask(select);
  CHECK(zoned["shown"] == json::parse(R"({"1":["2026-01-31 14:00:00.000000+0200",null],
                                          "2":["['2026-01-31 14:00:00.000000+0200']",null]})"));
  CHECK(zoned["rows"] == before["rows"]);
  CHECK(zoned["literals"] == before["literals"]);
  world.ask("FORMAT ZONE DEFAULT");
  world.ask("FORMAT DOUBLE 3");
  CHECK(world.ask(select)["shown"] == json::parse(R"({"3":["0.1235",null]})"));
  world.ask("FORMAT DEFAULT");
  CHECK_FALSE(world.ask(select).contains("shown"));
}

TEST_CASE("commands that draw, report or list answer documents") {
  World world;
  world.set_up();
  CHECK(world.ask("CELLS JSON posts")["document"][0]["partition"]["key"][0] == "ann");
  const json cells = world.ask("CELLS posts")["document"];
  CHECK(faults_of(cells, read_schema("cells")) == std::vector<std::string>{});
  CHECK(cells["partitions"][0]["key"]["author"] == "'ann'");
  CHECK(cells["partitions"][0]["items"][1]["cells"][0]["value"] == "'second'");
  const json map = world.ask("MAP posts")["document"];
  CHECK(map["partitions"][0]["rows"][1]["cells"]["title"] == "'second'");
  CHECK(map["partitions"][0]["key"]["author"] == "'ann'");
  const json size = world.ask("SIZE posts ROWS 10 title=5")["document"];
  CHECK(faults_of(size, read_schema("size")) == std::vector<std::string>{});
  CHECK(size["bytes"] == 3 + 10 * (4 + 4 + 5) + 8 * 20);
  const json histogram = world.ask("HISTOGRAM posts")["document"];
  CHECK(faults_of(histogram, read_schema("histogram")) == std::vector<std::string>{});
  CHECK(histogram["percentiles"][6]["rows"] == 2);
  const json ring = world.ask("RING 4 RF 2 ADD posts WHERE author = 'ann'")["document"];
  CHECK(faults_of(ring, read_schema("ring")) == std::vector<std::string>{});
  CHECK(ring["place"]["replicas"].size() == 2);
  CHECK(ring["nodes"][ring["place"]["replicas"][0].get<std::size_t>() - 1]["rows"] == 2);
  CHECK(ring["vnodes"].is_null());
  const json vnodes = world.ask("RING 4 VNODES 8 ADD posts")["document"];
  CHECK(faults_of(vnodes, read_schema("ring")) == std::vector<std::string>{});
  CHECK(vnodes["vnodes"] == 8);
  CHECK(vnodes["nodes"][3]["tokens"].size() == 8);
  CHECK(vnodes["joins"][0]["bytes"].is_number());
  const ScratchFolder folder;
  folder.write("writes.cql", "UPDATE posts SET title = 'x' WHERE author = 'ann' AND id = 1;");
  const json replay = world.ask("RING 4 WRITES '" + (folder.path / "writes.cql").string() + "'")["document"];
  CHECK(faults_of(replay, read_schema("replay")) == std::vector<std::string>{});
  CHECK(replay["slices"].size() == 1);
  folder.write("queries.cql", "SELECT * FROM posts WHERE author = ?; SELECT id FROM posts WHERE title = ?;");
  const std::string queries = "'" + (folder.path / "queries.cql").string() + "'";
  const json matrix = world.ask("MATRIX " + queries)["document"];
  CHECK(faults_of(matrix, read_schema("matrix")) == std::vector<std::string>{});
  CHECK(matrix["queries"][1]["cells"][0]["code"] == "E301");
  const json diagram = world.ask("CHEBOTKO " + queries)["document"];
  CHECK(faults_of(diagram, read_schema("chebotko")) == std::vector<std::string>{});
  CHECK(diagram["tables"][0]["queries"] == json::parse("[0]"));
  CHECK(diagram["svg"].get<std::string>().starts_with("<svg "));
  world.settings.reaches_files = false;
  const std::string typed =
      "QUERIES 'SELECT * FROM posts WHERE author = ''ann''; SELECT id FROM posts WHERE title = ?'";
  CHECK(world.ask("CHEBOTKO " + typed)["document"]["tables"] == diagram["tables"]);
  CHECK(world.ask("MATRIX " + typed)["document"]["queries"][1]["cells"] == matrix["queries"][1]["cells"]);
  CHECK(world.ask("CHEBOTKO QUERIES ''")["document"]["queries"].empty());
  CHECK(world.ask("CHEBOTKO " + typed + " SVG 'model.svg'")["refusal"]["code"] == "E600");
  CHECK(world.ask("MATRIX QUERIES")["refusal"]["code"] == "E114");
  std::string many = "CHEBOTKO QUERIES '";
  for (int i = 0; i < 101; ++i) many += "/* @query q after=q */ SELECT * FROM posts;";
  CHECK(world.ask(many + "'")["refusal"]["code"] == "E536");
  CHECK(world.ask("CHEBOTKO QUERIES 'SELECT * FROM nosuch'")["placed"][0]["code"] == "E201");
  world.settings.reaches_files = true;
  world.ask("TIMELINE posts WHERE author = 'ann'");
  world.ask("UPDATE posts SET title = 'new' WHERE author = 'ann' AND id = 1");
  const json timeline = world.ask("TIMELINE")["document"];
  CHECK(faults_of(timeline, read_schema("timeline")) == std::vector<std::string>{});
  CHECK(timeline["steps"][0]["changes"][0]["cell"] == "id = 1: title");
  const json tombstones = world.ask("TOMBSTONES posts")["document"];
  CHECK(faults_of(tombstones, read_schema("tombstones")) == std::vector<std::string>{});
  CHECK(tombstones["kinds"][4]["number"] == 1);
  CHECK(size["measured"]["largest"]["key"] == "author = 'ann'");
  const json lints = world.ask("LINT")["document"];
  CHECK(lints["tables"] == 1);
  CHECK(lints["lints"].is_array());
  CHECK(world.ask("HELP E301")["document"]["page"].get<std::string>().find("E301") != std::string::npos);
  CHECK(
      world.ask("DESCRIBE TABLE posts")["rows"][0][3].get<std::string>().starts_with("CREATE TABLE k.posts"));
  CHECK(world.ask("DUMP")["text"].get<std::string>().find("INSERT INTO") != std::string::npos);
  CHECK(world.ask("CONSISTENCY")["text"] == "Current consistency level is ONE.\n");
}

TEST_CASE("each command that answers a document has a schema for it") {
  const ScratchFolder folder;
  // By the words of commands: what is typed, and the name of the schema; empty: it answers none.
  const std::map<std::string, std::pair<std::string, std::string>> documents{
      {"HELP", {"HELP LIMIT", "help"}},
      {"EXAMPLES", {"EXAMPLES", "examples"}},
      {"LINT", {"LINT", "lints"}},
      {"ADVISE", {"ADVISE SELECT * FROM posts WHERE title = 'x';", "advice"}},
      {"CELLS", {"CELLS posts", "cells"}},
      {"MAP", {"MAP posts", "map"}},
      {"SIZE", {"SIZE posts", "size"}},
      {"HISTOGRAM", {"HISTOGRAM posts", "histogram"}},
      {"TOMBSTONES", {"TOMBSTONES posts", "tombstones"}},
      {"TIMELINE", {"TIMELINE posts WHERE author = 'ann'", "timeline"}},
      {"RING", {"RING 4 posts", "ring"}},
      {"MATRIX", {"MATRIX QUERIES 'SELECT * FROM posts WHERE author = ?'", "matrix"}},
      {"CHEBOTKO", {"CHEBOTKO", "chebotko"}},
      {"COPY", {"COPY posts TO '" + (folder.path / "posts.csv").string() + "';", "copy"}}};
  World world;
  world.set_up();
  for (const Command* command : all_commands()) {
    const std::string word(command->word);
    const auto found = documents.find(word);
    const std::string typed = found == documents.end() ? word : found->second.first;
    INFO(typed);
    const json answer = world.ask(typed);
    CHECK(answer.contains("document") == (found != documents.end()));
    if (found == documents.end() || !answer.contains("document")) continue;
    CHECK(faults_of(answer["document"], read_schema(found->second.second)) == std::vector<std::string>{});
    world.ask("USE k");
  }
}

TEST_CASE("text that is drawn without an end is cut") {
  World world;
  world.set_up();
  const json cut =
      json::parse(answer_json(world.console, world.output, {.text = "CELLS posts"}, {.text = 20}));
  CHECK(cut["text"].get<std::string>().size() <= 24);
  CHECK(cut["text"].get<std::string>().ends_with("...\n"));
  CHECK(cut["is_cut"] == true);
  CHECK(faults_of(cut, read_schema("answer")) == std::vector<std::string>{});
  CHECK(!world.ask("CELLS posts").contains("is_cut"));
}

TEST_CASE("what commands set is in the answers") {
  World world;
  CHECK(world.ask("POLICY cassandra")["session"]["policy"] == "cassandra");
  CHECK(world.ask("CONSISTENCY QUORUM")["session"]["consistency"] == "QUORUM");
  CHECK(world.ask("SERIAL CONSISTENCY LOCAL_SERIAL")["session"]["serial_consistency"] == "LOCAL_SERIAL");
  const json traced = world.ask("TRACING ON");
  CHECK(traced["session"]["tracing"] == true);
  CHECK(!traced.contains("seconds"));
  world.ask("TIMING ON");
  CHECK(world.ask("SELECT release_version FROM system.local")["seconds"].is_number());
}

namespace {

struct Zone {
  const char* name;
  const char* shown;  // 2020-01-01 00:00:00Z
};

/// Asks a console to stop when the first of its rows are written.
class StoppingOutput : public Output {
 public:
  explicit StoppingOutput(std::atomic<int>* stop) : stop_(stop) {}
  std::string text;

 private:
  int put_results(std::string_view results) override {
    if (stop_ != nullptr) *stop_ = 1;
    text += results;
    return 0;
  }
  void put_diagnostic(std::string_view diagnostic) override { text += diagnostic; }

  std::atomic<int>* const stop_;
};

/// What a person is shown.
std::string shown(World& world, const std::string& statement, std::atomic<int>* stop = nullptr) {
  StoppingOutput output(stop);
  StatementRunner runner(world.console, output);
  runner.run({.text = statement}, "");
  output.flush();
  return output.text;
}

/// Works in a console of its own until it has asked so often.
void work(World& world, const std::string& table, const Zone& zone, int rounds, std::atomic<int>& faults) {
  const auto expect = [&](const std::string& statement, const std::string& part) {
    if (world.text(statement).find(part) == std::string::npos) ++faults;
  };
  world.text("USE k");
  expect("FORMAT ZONE '" + std::string(zone.name) + "'", "\"done\"");
  expect("CREATE TABLE " + table + " (p int, c int, v text, at timestamp, PRIMARY KEY (p, c))", "\"done\"");
  for (int i = 0; i < rounds; ++i) {
    const std::string at = std::to_string(i);
    expect("INSERT INTO " + table + " (p, c, v, at) VALUES (1, " + at + ", 'x', '2020-01-01 00:00:00Z')",
           "\"done\"");
    expect("SELECT v FROM " + table + " WHERE p = 1 AND c = " + at, "[\"x\"]");
    expect("SELECT v FROM " + table + " WHERE v = 'x'", "\"E301\"");
    expect("EXPLAIN SELECT v FROM " + table + " WHERE p = 1", "\"done\"");
    expect("CELLS " + table + " WHERE p = 1", "partition");
    expect("PARAMETER :n = " + at, "\"done\"");
    expect("SELECT c FROM " + table + " WHERE p = 1 AND c = :n", "[[" + at + "]]");
    const std::string time = shown(world, "SELECT at FROM " + table + " WHERE p = 1 AND c = " + at + ";");
    if (time.find(zone.shown) == std::string::npos) ++faults;
  }
}

}  // namespace

TEST_CASE(
    "a hundred consoles live in one process, on one database and on many, and know nothing of each other") {
  constexpr int kConsoles = 100, kRounds = 3, kMany = 20'000;
  const Zone zones[] = {{"UTC", "01-01 00:00:00"},
                        {"Europe/Vienna", "01-01 01:00:00"},
                        {"Asia/Shanghai", "01-01 08:00:00"},
                        {"+02:00", "01-01 02:00:00"}};
  const Database shared = Database::open_temporary({.sync = false});
  Session(shared).execute(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  Session loader(shared);
  loader.execute("CREATE TABLE k.many (p int PRIMARY KEY)");
  const Prepared insert = loader.prepare("INSERT INTO k.many (p) VALUES (?)");
  for (int i = 0; i < kMany; ++i) loader.execute(insert, i);
  std::atomic<int> faults = 0;
  std::vector<std::thread> threads;
  std::atomic<int> stops[kConsoles] = {};
  for (int i = 0; i < kConsoles; ++i) {
    threads.emplace_back([&, i] {
      World world(i % 2 == 0 ? std::optional(shared) : std::nullopt, StopToken(stops[i]));
      if (i % 2 == 1)
        world.text(
            "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
      work(world, "t" + std::to_string(i), zones[i % 4], kRounds, faults);
      // Those that are asked to stop while they read are the only ones that stop.
      if (i % 2 == 1) return;
      const bool stops_here = i % 10 == 4;
      const std::string rows =
          shown(world, "SELECT p FROM many ALLOW FILTERING;", stops_here ? &stops[i] : nullptr);
      const bool is_whole = rows.find("(20000 rows)") != std::string::npos;
      const bool is_stopped = rows.find(" rows, stopped)") != std::string::npos;
      if (is_whole == stops_here || is_stopped != stops_here) ++faults;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(faults == 0);
}
