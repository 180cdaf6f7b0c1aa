// Displays at terminals of each width and in each language.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "refusal/language.h"
#include "refusal/width.h"
#include "shell/connection/database_connection.h"
#include "shell/console/console.h"
#include "shell/teach/figure/figure.h"

#include "run_program.h"

using namespace cellar;

namespace {

/// An output of a terminal that is so wide.
class WideOutput : public Output {
 public:
  std::optional<std::size_t> terminal_columns() const override { return columns; }
  std::size_t columns = 80;

 private:
  int put_results(std::string_view) override { return 0; }
  void put_diagnostic(std::string_view) override {}
};

struct DisplayWorld {
  DatabaseConnection connection{Database::open_temporary({.sync = false}), Policy::teach};
  ShellSettings settings;
  WideOutput output;
  Console console{connection, settings, output};

  DisplayWorld() {
    for (const char* statement :
         {"CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3};",
          "USE shop;",
          "CREATE TABLE readings (station_of_the_sensor text, day_of_reading date, reading_time timeuuid, "
          "value_that_was_read double, remark text, motto text STATIC, PRIMARY KEY ((station_of_the_sensor, "
          "day_of_reading), reading_time)) WITH CLUSTERING ORDER BY (reading_time DESC);",
          "INSERT INTO readings (station_of_the_sensor, day_of_reading, reading_time, value_that_was_read) "
          "VALUES ('Vienna', '2025-01-01', 50554d6e-29bb-11e5-b345-feff819cdc9f, 1.5);",
          "INSERT INTO readings (station_of_the_sensor, day_of_reading, reading_time, remark) VALUES "
          "('Paris', '2025-01-01', 50554d6e-29bb-11e5-b345-feff819cdc9f, 'cold');",
          "CREATE TABLE maps (k int PRIMARY KEY, tags map<text, int>);",
          "DELETE FROM readings WHERE station_of_the_sensor = 'Paris' AND day_of_reading = '2025-01-02';"})
      answer(statement);
  }
  Answer answer(const std::string& text) {
    Answer answer = console.answer(text);
    INFO(text << ": " << (answer.refusal ? answer.refusal->id : ""));
    CHECK(answer.outcome == Outcome::done);
    return answer;
  }
  std::string text(const std::string& command) { return answer(command).text; }
};

constexpr const char* kDisplays[] = {
    "SIZE readings ROWS 1000 remark=20", "HISTOGRAM readings", "TOMBSTONES readings",
    "RING 5 RF 3 ADD readings WHERE station_of_the_sensor = 'Paris' AND day_of_reading = '2025-01-01'",
    "RING 5 RF 3 VNODES 16 ADD readings WHERE station_of_the_sensor = 'Paris' AND day_of_reading = "
    "'2025-01-01'"};

constexpr const char* kQueries =
    "SELECT * FROM readings WHERE station_of_the_sensor = ? AND day_of_reading = ? LIMIT 10;\n"
    "SELECT * FROM readings WHERE station_of_the_sensor = ? AND day_of_reading = ? ORDER BY reading_time;\n"
    "SELECT * FROM readings WHERE remark = ?;\n";
constexpr const char* kWrites =
    "INSERT INTO maps (k) VALUES (1) USING TIMESTAMP 1735725600000000;\n"
    "DELETE FROM maps USING TIMESTAMP 1735729200000000 WHERE k IN (2, 3);\n";

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, display_width(line));
  return widest;
}

}  // namespace

TEST_CASE("displays fit terminals of 40 to 200 columns, in each language") {
  DisplayWorld world;
  const ScratchFolder folder;
  folder.write("queries.cql", kQueries);
  folder.write("writes.cql", kWrites);
  const std::string watch =
      "TIMELINE readings WHERE station_of_the_sensor = 'Rome' AND day_of_reading = '2025-01-01'";
  world.answer(watch);
  world.answer(
      "UPDATE readings SET remark = 'warm' WHERE station_of_the_sensor = 'Rome' AND day_of_reading = "
      "'2025-01-01' AND reading_time = 50554d6e-29bb-11e5-b345-feff819cdc9f;");
  std::vector<std::string> displays(std::begin(kDisplays), std::end(kDisplays));
  for (const char* command : {"MATRIX", "CHEBOTKO"})
    displays.push_back(std::string(command) + " '" + (folder.path / "queries.cql").string() + "'");
  displays.push_back(watch);
  displays.push_back("RING 4 WRITES '" + (folder.path / "writes.cql").string() + "'");
  for (std::size_t language = 0; language < languages().size(); ++language) {
    world.settings.language = static_cast<Language>(language);
    for (const std::string& display : displays) {
      for (std::size_t columns = 40; columns <= 200; ++columns) {
        world.output.columns = columns;
        const std::string text = world.text(display);
        INFO(columns << ":\n" << text);
        CHECK(!text.empty());
        CHECK(widest_line(text) <= columns);
      }
    }
  }
}

TEST_CASE("a drawing is the same in each run, and names each table once") {
  DisplayWorld world;
  const ScratchFolder folder;
  folder.write("queries.cql", kQueries);
  const std::string queries = "'" + (folder.path / "queries.cql").string() + "'";
  std::string drawings[2];
  for (std::string& drawing : drawings) {
    world.answer("CHEBOTKO " + queries + " SVG '" + (folder.path / "model.svg").string() + "'");
    drawing = folder.read("model.svg");
  }
  CHECK(drawings[0] == drawings[1]);
  CHECK(drawings[0].starts_with("<svg "));
  CHECK(drawings[0].ends_with("</svg>\n"));
  const std::string group = "<g id=\"table-readings\">";
  const std::size_t place = drawings[0].find(group);
  REQUIRE(place != std::string::npos);
  CHECK(drawings[0].find(group, place + 1) == std::string::npos);
  CHECK(drawings[0].find("&lt;tags&gt;") != std::string::npos);
  CHECK(drawings[0].find(">Q1, Q2<") != std::string::npos);
  CHECK(world.console.answer("CHEBOTKO SVG '/nosuch/model.svg'").refusal->code() == "E630");
}

TEST_CASE("a drawing shows what XML cannot hold") {
  DisplayWorld world;
  const ScratchFolder folder;
  world.answer("CREATE TABLE odd (k int PRIMARY KEY, \"a\xef\xbf\xbf\x01&\" int)");
  world.answer("CHEBOTKO SVG '" + (folder.path / "model.svg").string() + "'");
  const std::string drawing = folder.read("model.svg");
  CHECK(drawing.find("a\\uffff\\x01&amp;") != std::string::npos);
  CHECK(drawing.find('\x01') == std::string::npos);
  CHECK(drawing.find("\xef\xbf\xbf") == std::string::npos);
}

TEST_CASE("the drawing of a workflow is the reviewed one") {
  DisplayWorld world;
  const ScratchFolder folder;
  const std::filesystem::path displays = std::filesystem::path(CELLAR_SOURCE_DIR) / "tests/cql/displays";
  world.answer(
      "CREATE KEYSPACE hotel WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};");
  world.answer("USE hotel;");
  std::ifstream script(displays / "chebotko_workflow.cql");
  for (std::string line; std::getline(script, line);) {
    if (line.starts_with("CREATE TABLE")) world.answer(line);
  }
  world.answer("CHEBOTKO '" + (displays / "workflow.queries").string() + "' SVG '" +
               (folder.path / "model.svg").string() + "'");
  const std::string drawing = folder.read("model.svg");
  const std::filesystem::path reviewed = displays / "workflow.svg";
  if (std::getenv("CELLAR_UPDATE") != nullptr) std::ofstream(reviewed) << drawing;
  std::stringstream expected;
  expected << std::ifstream(reviewed).rdbuf();
  CHECK(drawing == expected.str());
}

TEST_CASE("a narrow terminal gets boxes in rows, and arrows in lines") {
  DisplayWorld world;
  const ScratchFolder folder;
  folder.write("queries.cql",
               "SELECT * FROM maps WHERE k = ?;\n-- @query read after=Q1\nSELECT remark FROM readings WHERE "
               "station_of_the_sensor = ? AND day_of_reading = ?;\n");
  const std::string command = "CHEBOTKO '" + (folder.path / "queries.cql").string() + "'";
  world.output.columns = 60;
  CHECK(world.text(command).find("maps ─ read ─▶ readings\n") != std::string::npos);
  world.output.columns = 120;
  const std::string drawn = world.text(command);
  CHECK(drawn.find("maps ─ read ─▶ readings\n") == std::string::npos);
  CHECK(drawn.find(" read ─▶ ┌ readings ─") != std::string::npos);
}

TEST_CASE("a statement of several lines is shown in one") {
  CHECK(in_one_line("SELECT  *\n  FROM t\r\n\tWHERE k = 'a b'\n") == "SELECT  * FROM t WHERE k = 'a b'");
  CHECK(in_one_line("SELECT '\x1b'") == "SELECT '\\x1b'");
  CHECK(in_one_line("").empty());
}

TEST_CASE("numbers of displays") {
  CHECK(with_commas(0) == "0");
  CHECK(with_commas(999) == "999");
  CHECK(with_commas(1'095'005) == "1,095,005");
  CHECK(short_number(5) == "5");
  CHECK(short_number(4'771.16) == "4,771.2");
  CHECK(short_number(9.96) == "10");
  CHECK(bytes_text(999) == "999 B");
  CHECK(bytes_text(80'640'008) == "80.6 MB");
  CHECK(bar(1, 1'000, 10) == "█");
  CHECK(bar(0, 1'000, 10).empty());
  CHECK(display_width(bar(1'000, 1'000, 10)) == 10);
}
