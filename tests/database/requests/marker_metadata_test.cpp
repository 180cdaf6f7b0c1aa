#include <filesystem>
#include <fstream>

#include "fixture.h"

using namespace cellar;

namespace {

const char* const kSchema[] = {
    "CREATE TYPE u (a int, b text)",
    "CREATE TABLE t (k int, c text, d int, v int, s int static, l list<int>, st set<text>, m map<text, int>, "
    "f frozen<list<int>>, ud frozen<u>, uu u, tp tuple<int, text>, b blob, dbl double, vec vector<float, 3>, "
    "PRIMARY KEY (k, c, d))",
    "CREATE TABLE p2 (a int, b text, c int, v int, PRIMARY KEY ((a, b), c))",
    "CREATE TABLE plain (k int PRIMARY KEY, v int, x text)",
};

std::string without_frozen(std::string type) {
  const std::string word = "frozen<";
  for (std::size_t at = type.find(word); at != type.npos; at = type.find(word)) {
    std::size_t end = at + word.size();
    for (int depth = 1; depth > 0; ++end) depth += type[end] == '<' ? 1 : type[end] == '>' ? -1 : 0;
    type = type.substr(0, at) + type.substr(at + word.size(), end - 1 - at - word.size()) + type.substr(end);
  }
  return type;
}

/// The lines of the file that follow a statement.
std::string described(const Prepared& prepared) {
  std::string text, positions;
  for (const Slot& marker : prepared.markers()) {
    text += (text.empty() ? "  " : "; ") + marker.name + ": " + without_frozen(to_cql(marker.type));
  }
  for (const std::size_t position : prepared.partition_key_markers()) {
    positions += (positions.empty() ? "\n  key " : ", ") + std::to_string(position);
  }
  return text + positions;
}

struct Recorded {
  std::string statement, answer;
};

std::vector<Recorded> recorded() {
  std::ifstream file(std::filesystem::path(CELLAR_SOURCE_DIR) / "tests" / "database" / "data" /
                     "markers.txt");
  std::vector<Recorded> all;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("--")) continue;
    if (!line.starts_with(" ")) {
      all.push_back({line, ""});
    } else {
      all.back().answer += (all.back().answer.empty() ? "" : "\n") + line;
    }
  }
  return all;
}

}  // namespace

TEST_CASE("drivers are told of markers what Cassandra tells them") {
  Fixture f;
  for (const char* const statement : kSchema) f.session.execute(statement);
  const std::vector<Recorded> all = recorded();
  REQUIRE(all.size() > 80);
  for (const Recorded& each : all) {
    INFO(each.statement);
    CHECK(described(f.session.prepare(each.statement)) == each.answer);
  }
}

TEST_CASE("names of quoted columns are told without their quotes") {
  Fixture f;
  f.run({"CREATE TABLE q (\"Key\" int PRIMARY KEY, \"a\"\"b\" int, \"M\" map<text, int>)"});
  const Prepared update = f.session.prepare("UPDATE q SET \"a\"\"b\" = ?, \"M\"[?] = ? WHERE \"Key\" = ?");
  CHECK(described(update) == "  a\"b: int; key(M): text; value(M): int; Key: int\n  key 3");
}

TEST_CASE("a key of which one column is no marker has no positions") {
  Fixture f;
  f.run({"CREATE TABLE p (a int, b int, v int, PRIMARY KEY ((a, b)))"});
  const auto positions = [&](const std::string& statement) {
    return f.session.prepare(statement).partition_key_markers();
  };
  CHECK(positions("SELECT * FROM p WHERE b = ? AND a = ?") == std::vector<std::size_t>{1, 0});
  CHECK(positions("SELECT * FROM p WHERE a = 1 AND b = ?").empty());
  CHECK(positions("SELECT * FROM p WHERE a IN (?, ?) AND b = ?").empty());
  CHECK(positions("SELECT * FROM p WHERE a IN ? AND b = ?").empty());
  CHECK(positions("SELECT * FROM p WHERE a = abs(?) AND b = ?").empty());
  CHECK(positions("CREATE TABLE other (k int PRIMARY KEY)").empty());
}
