// A file of each format that programs have written is opened, read and written by every later one.

#include <filesystem>

#include "fixture.h"
#include "storage/verify/verify.h"

namespace cellar {

namespace {

std::filesystem::path copy_of(const std::string& file) {
  const auto source = std::filesystem::path(CELLAR_SOURCE_DIR) / "tests/database/data" / file;
  std::string folder = (std::filesystem::temp_directory_path() / "cellar-format-XXXXXX").string();
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  std::filesystem::path copy = std::filesystem::path(folder) / file;
  std::filesystem::copy_file(source, copy);
  return copy;
}

std::uint64_t damages_of(const std::filesystem::path& path) {
  return verify_file(path, {.on_damage = [](const Damage&) {}, .interrupted = [] { return false; }}).damages;
}

Rows read_rows(Session& session, std::string_view statement) {
  Result result = session.execute(statement);
  return rows_of(result);
}

}  // namespace

TEST_CASE("a file of format 3 is read, written and compacted") {
  const std::filesystem::path path = copy_of("format_3.db");
  CHECK(damages_of(path) == 0);
  const std::string all = "SELECT c, d, fixed, tags, a, b, home, places, m, v, writetime(a) FROM all_kinds";
  const std::string one =
      "'x'|1|'still'|{1, 3}|'text'|0x00ff|{street: 'Elm', number: 5}|[{street: 'Oak', number: null}]|{'k': "
      "1.5, 'l': -2.0}|[1.0, 2.5]|1700000000000000";
  {
    const Database database = Database::open(path);
    Session session(database);
    session.use("k");
    CHECK(read_rows(session, all) ==
          Rows{"''|3|'still'|{1, 3}|'before 1970'|null|null|null|null|null|-5",
               "'w'|2|'still'|{1, 3}|null|null|null|null|null|null|null",
               "'w'|1|'still'|{1, 3}|'since 2025'|null|null|null|null|null|1735689600000258",
               "'x'|2|'still'|{1, 3}|'expires'|null|null|null|null|null|1700000000000000", one});
    CHECK(read_rows(session, "SELECT n, x, f, w, v FROM keys_of_types") ==
          Rows{"-123456789012345678901234567890|1.50|-0.5|'2023-01-02 03:04:05.678+0000'|1",
               "5|-1E+3|2.0|'1969-12-31 23:59:59.999+0000'|2"});
    const Rows lengths = read_rows(session, "SELECT p, v FROM long");
    REQUIRE(lengths.size() == 1);
    CHECK(lengths[0].size() == 1'200 + 6'000 + 5);
    session.execute("ALTER TABLE all_kinds ADD gone int");
    CHECK(read_rows(session, "SELECT gone FROM all_kinds WHERE p = 'one' AND q = 1 AND c = 'x' AND d = 1") ==
          Rows{"null"});
    // What was deleted stays so, also for writes that are older and come later.
    session.execute(
        "INSERT INTO all_kinds (p, q, c, d) VALUES ('one', 1, 'y', 1) USING TIMESTAMP 1700000000000001");
    session.execute(
        "INSERT INTO all_kinds (p, q, c, d) VALUES ('one', 1, 'z', 1) USING TIMESTAMP 1700000000000001");
    session.execute(
        "INSERT INTO all_kinds (p, q, c, d) VALUES ('two', 2, 'x', 1) USING TIMESTAMP 1700000000000001");
    CHECK(read_rows(session, all).size() == 5);
    session.execute("UPDATE all_kinds SET m['n'] = 3 WHERE p = 'one' AND q = 1 AND c = 'x' AND d = 1");
  }
  CHECK(damages_of(path) == 0);
  Database::open(path).compact();
  CHECK(damages_of(path) == 0);
  const Database database = Database::open(path);
  Session session(database);
  session.use("k");
  CHECK(read_rows(session, "SELECT m FROM all_kinds WHERE p = 'one' AND q = 1 AND c = 'x' AND d = 1") ==
        Rows{"{'k': 1.5, 'l': -2.0, 'n': 3.0}"});
  CHECK(read_rows(session, all).size() == 5);
  std::filesystem::remove_all(path.parent_path());
}

}  // namespace cellar
