#include <catch2/catch.hpp>

#include "program/options/options.h"

using namespace cellar;

namespace {

std::variant<Options, LeaveNow> read_arguments(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "cellar");
  return read_options(static_cast<int>(arguments.size()), arguments.data());
}

}  // namespace

TEST_CASE("without arguments: a temporary database, the policy teach") {
  const Options options = std::get<Options>(read_arguments({}));
  CHECK_FALSE(options.database);
  CHECK(options.sources.empty());
  CHECK(options.policy == Policy::teach);
  CHECK(options.sync == SyncMode::group);
  CHECK_FALSE(options.check);
}

TEST_CASE("scripts and statements keep the order of the command line") {
  const Options options =
      std::get<Options>(read_arguments({"db", "-e", "SELECT 1", "-f", "a.cql", "-f", "-", "-e", "x"}));
  CHECK(options.database == "db");
  REQUIRE(options.sources.size() == 4);
  CHECK(options.sources[0].text == "SELECT 1");
  CHECK_FALSE(options.sources[0].is_file);
  CHECK(options.sources[1].text == "a.cql");
  CHECK(options.sources[1].is_file);
  CHECK(options.sources[2].text == "-");
  CHECK(options.sources[3].text == "x");
}

TEST_CASE("the database may come after the options") {
  const Options options =
      std::get<Options>(read_arguments({"--policy", "cassandra", "--stop-on-error", "--report-commits", "-k",
                                        "ks", "--read-only", "--diag", "json", "--general-path", "db"}));
  CHECK(options.database == "db");
  CHECK(options.policy == Policy::cassandra);
  CHECK(options.stop_on_error);
  CHECK(options.report_commits);
  CHECK(options.read_only);
  CHECK(options.path == StatementPath::general);
  CHECK(options.keyspace == "ks");
  CHECK(options.diagnostic_form == DiagnosticForm::json);
}

TEST_CASE("how refusals are shown has two names, and they have a language") {
  const auto form = [](std::vector<const char*> arguments) {
    return std::get<Options>(read_arguments(std::move(arguments))).diagnostic_form;
  };
  CHECK(form({"--diagnostics", "SHORT"}) == DiagnosticForm::one_line);
  CHECK(form({"--diag", "json"}) == DiagnosticForm::json);
  CHECK(std::get<Options>(read_arguments({"--language", "zh"})).language == find_language("zh"));
  CHECK(std::get<LeaveNow>(read_arguments({"--language", "la"})).status == 1);
  CHECK_THAT(std::get<LeaveNow>(read_arguments({"--help"})).text,
             Catch::Contains("--diagnostics") && !Catch::Contains("--diag "));
}

TEST_CASE("what a script writes is synced as wished") {
  CHECK(std::get<Options>(read_arguments({"--sync", "each"})).sync == SyncMode::each);
  CHECK(std::get<Options>(read_arguments({"--sync", "group"})).sync == SyncMode::group);
  CHECK(std::get<Options>(read_arguments({"--sync=OFF"})).sync == SyncMode::off);
}

TEST_CASE("check has options of its own") {
  const Options options =
      std::get<Options>(read_arguments({"check", "--summary", "--update", "--known", "known.txt", "--policy",
                                        "teach", "--general-path", "a", "b"}));
  REQUIRE(options.check);
  CHECK(options.check->paths == std::vector<std::filesystem::path>{"a", "b"});
  CHECK(options.check->policy == Policy::teach);
  CHECK(options.check->path == StatementPath::general);
  CHECK(options.check->summary);
  CHECK(options.check->update);
  CHECK(options.check->known == "known.txt");
  const Options plain = std::get<Options>(read_arguments({"check", "a"}));
  CHECK(plain.check->policy == Policy::cassandra);
  CHECK(plain.check->path == StatementPath::shortest);
}

TEST_CASE("grade has options of its own") {
  const Options options =
      std::get<Options>(read_arguments({"grade", "--report", "junit", "--reports", "out", "a.cql", "b"}));
  REQUIRE(options.grade);
  CHECK(options.grade->exercise == "a.cql");
  CHECK(options.grade->answer == "b");
  CHECK(options.grade->report == GradeReport::junit);
  CHECK(options.grade->reports == "out");
  CHECK(std::get<Options>(read_arguments({"grade", "--test", "a"})).grade->test);
  CHECK(std::get<Options>(read_arguments({"grade", "--test", "a", "--language", "zh"})).language ==
        *find_language("zh"));
  CHECK(std::get<LeaveNow>(read_arguments({"grade", "a.cql"})).status == 1);
}

TEST_CASE("wishes and mistakes leave at once") {
  CHECK(std::get<LeaveNow>(read_arguments({"--version"})).status == 0);
  CHECK_THAT(std::get<LeaveNow>(read_arguments({"--version"})).text, Catch::StartsWith("cellar "));
  CHECK_THAT(std::get<LeaveNow>(read_arguments({"--help"})).text, Catch::Contains("--stop-on-error"));
  CHECK(std::get<LeaveNow>(read_arguments({"--nonsense"})).status == 1);
  CHECK(std::get<LeaveNow>(read_arguments({"--policy", "strict"})).status == 1);
  CHECK(std::get<LeaveNow>(read_arguments({"--sync", "always"})).text ==
        "cellar: --sync: takes each|group|off, and not \"always\"\nRun cellar --help for the options.\n");
  CHECK(std::get<LeaveNow>(read_arguments({"-f"})).status == 1);
  CHECK(std::get<LeaveNow>(read_arguments({"check"})).status == 1);
}

TEST_CASE("options of cqlsh are taken") {
  const Options options = std::get<Options>(read_arguments({"--ssl",
                                                            "-u",
                                                            "ann",
                                                            "-p",
                                                            "secret",
                                                            "-k",
                                                            "ks",
                                                            "-e",
                                                            "SELECT",
                                                            "--debug",
                                                            "--coverage",
                                                            "--encoding",
                                                            "utf8",
                                                            "--cqlshrc",
                                                            "mine",
                                                            "--credentials",
                                                            "file",
                                                            "--cqlversion",
                                                            "3.4.7",
                                                            "--protocol-version",
                                                            "5",
                                                            "--connect-timeout=10",
                                                            "--request-timeout",
                                                            "30",
                                                            "--browser",
                                                            "firefox",
                                                            "--insecure-password-without-warning",
                                                            "--disable-history",
                                                            "-t",
                                                            "-C",
                                                            "db"}));
  CHECK(options.database == "db");
  CHECK(options.keyspace == "ks");
  CHECK(options.cqlshrc == "mine");
  CHECK(options.color == true);
  CHECK(options.tty);
  CHECK(options.disable_history);
  CHECK(std::get<Options>(read_arguments({"--no-color"})).color == false);
  CHECK(std::get<LeaveNow>(read_arguments({"-v"})).status == 0);
  CHECK_THAT(std::get<LeaveNow>(read_arguments({"--help"})).text,
             !Catch::Contains("--ssl") && !Catch::Contains("PORT") && !Catch::Contains("--username"));
}

TEST_CASE("a program that is called cqlsh sends statements to a server") {
  const auto read = [](std::vector<const char*> arguments) {
    return *std::get<Options>(read_options(static_cast<int>(arguments.size()), arguments.data())).cqlsh;
  };
  const CqlshOptions options = read({"/usr/bin/cqlsh", "-u", "cassandra", "-p", "cassandra", "--no-color",
                                     "10.0.0.7", "9043", "-k", "shop", "-e", "SELECT 1", "-e", "SELECT 2"});
  CHECK(options.host == "10.0.0.7");
  CHECK(options.port == 9043);
  CHECK(options.keyspace == "shop");
  CHECK(options.statements == std::vector<std::string>{"SELECT 1", "SELECT 2"});
  CHECK_FALSE(options.file);
  CHECK(read({"cqlsh", "-f", "shop.cql"}).file == "shop.cql");
  CHECK(read({"cqlsh"}).host == "127.0.0.1");
  CHECK(read({"cellar", "cqlsh", "/run/cellar.socket"}).host == "/run/cellar.socket");
}

TEST_CASE("the host and port of a server are no database") {
  for (const std::vector<const char*>& arguments : std::vector<std::vector<const char*>>{
           {"127.0.0.1"}, {"localhost"}, {"10.0.0.7", "9042"}, {"db.example.org", "9042"}}) {
    const auto wish = read_arguments(arguments);
    INFO(arguments[0]);
    REQUIRE(std::holds_alternative<LeaveNow>(wish));
    CHECK(std::get<LeaveNow>(wish).status == 1);
    CHECK_THAT(std::get<LeaveNow>(wish).text, Catch::Contains("opens a file"));
  }
  CHECK(std::get<Options>(read_arguments({"./shop.2024.1"})).database == "./shop.2024.1");
  CHECK(std::get<LeaveNow>(read_arguments({"one", "two"})).status == 1);
}

TEST_CASE("a command that is mistyped is no database") {
  for (const std::vector<const char*>& arguments : std::vector<std::vector<const char*>>{
           {"servee"}, {"sreve"}, {"servee", "--port", "0"}, {"sreve", "shop.cellar"}}) {
    const auto wish = read_arguments(arguments);
    INFO(arguments[0]);
    REQUIRE(std::holds_alternative<LeaveNow>(wish));
    CHECK(std::get<LeaveNow>(wish).status == 1);
    CHECK_THAT(std::get<LeaveNow>(wish).text, Catch::Contains("did you mean `cellar serve`?") &&
                                                  Catch::Contains(std::string("./") + arguments[0]));
  }
  for (const char* meant : {"./server", "server.cellar", "shop", "data/server", "chess"})
    CHECK(std::get<Options>(read_arguments({meant})).database == meant);
}
