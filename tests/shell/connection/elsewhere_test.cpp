// A console in front of something else than a database of this process: it has the Connection alone.
#include <catch2/catch.hpp>

#include "run_program.h"
#include "shell/connection/database_connection.h"
#include "shell/console/console.h"
#include "shell/render/output.h"

using namespace cellar;
using Catch::Matchers::Contains;

namespace {

/// Runs statements like a database, and has no file that a command could look into.
class Elsewhere : public DatabaseConnection {
 public:
  using DatabaseConnection::DatabaseConnection;
  const Database* database() const override { return nullptr; }
};

struct ElsewhereWorld {
  Elsewhere connection{Database::open_temporary({.sync = false}), Policy::teach};
  ShellSettings settings;
  KeptOutput output;
  Console console{connection, settings, output};

  Answer answer(const std::string& text) {
    Answer answer = console.answer(text);
    if (answer.draw) answer.draw(output);
    return answer;
  }
  void run(const std::string& text) {
    const Answer given = answer(text);
    INFO(text << ": " << (given.refusal ? given.refusal->id : ""));
    CHECK(given.outcome == Outcome::done);
  }
  std::string refused_for(const std::string& text) {
    const Answer given = answer(text);
    return std::string(given.refusal ? given.refusal->id : "");
  }
};

}  // namespace

TEST_CASE("a console needs no more than its Connection") {
  const ScratchFolder folder;
  ElsewhereWorld world;
  const std::string file = "'" + (folder.path / "rows.csv").string() + "'";
  for (const std::string& text :
       {std::string(
            "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};"),
        std::string("USE k;"),
        std::string("CREATE TABLE posts (author text, id int, title text, PRIMARY KEY (author, id));"),
        std::string("INSERT INTO posts (author, id, title) VALUES ('ann', 1, 'first') USING TTL 900;"),
        std::string("INSERT INTO posts (author, id, title) VALUES ('ann', 2, 'second');"),
        std::string("SELECT title FROM posts WHERE author = 'ann';"),
        std::string("EXPLAIN SELECT title FROM posts WHERE author = 'ann';"),
        std::string("DESCRIBE TABLE posts"), std::string("LINT posts"), std::string("SIZE posts"),
        std::string("HISTOGRAM posts"), std::string("ADVISE SELECT * FROM posts WHERE title = 'first';"),
        std::string("TRACING ON"), "COPY posts TO " + file + ";", std::string("TRUNCATE posts;"),
        "COPY posts FROM " + file + ";", std::string("POLICY cassandra"), std::string("HELP")})
    world.run(text);
  CHECK(world.answer("SELECT * FROM posts WHERE author = 'ann';").outcome == Outcome::done);
  world.output.take_results();
  world.run("DUMP;");
  CHECK_THAT(world.output.take_results(), Contains("INSERT INTO k.posts") && Contains("'second'"));
  CHECK_FALSE(world.console.has_unsaved_data());
}

TEST_CASE("a command that looks into the file says so where there is none") {
  ElsewhereWorld world;
  world.run("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};");
  world.run("CREATE TABLE k.t (id int PRIMARY KEY);");
  for (const char* command :
       {"CELLS k.t", "CELLS RAW k.t", "MAP k.t", "TOMBSTONES k.t", "TIMELINE k.t WHERE id = 1", "COMPACT",
        "CLOCK '2025-01-01'", "ADVANCE 10s", "SEED 42"}) {
    INFO(command);
    CHECK(world.refused_for(command) == "needs_database_file");
  }
}
