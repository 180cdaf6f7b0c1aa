// `cellar readiness` as a program: exit statuses, levels, and files that cannot be read.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "run_program.h"

using Catch::Contains;

namespace {

const std::string kReadyShop =
    "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3};\n"
    "CREATE TABLE shop.letters (author text, id int, body text, PRIMARY KEY (author, id));\n"
    "INSERT INTO shop.letters (author, id, body) VALUES ('ann', 1, 'x');\n";

void make_shop(const ScratchFolder& folder, const std::string& further = "") {
  folder.write("shop.cql", kReadyShop + further);
  REQUIRE(folder.run("shop.cellar -f shop.cql").status == 0);
}

nlohmann::json judged_json(const ScratchFolder& folder, const std::string& arguments) {
  return nlohmann::json::parse(folder.run("readiness " + arguments + " --json").output);
}

void overwrite(const std::filesystem::path& path, std::uintmax_t begin, std::uintmax_t end) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(static_cast<std::streamoff>(begin));
  for (std::uintmax_t at = begin; at < end; ++at) file.put('\x5a');
}

}  // namespace

TEST_CASE("the exit status of readiness says whether there are errors, or something could not be read") {
  const ScratchFolder folder;
  make_shop(folder);
  folder.write("fine.cql", "SELECT body FROM shop.letters WHERE author = ?;\n");
  folder.write("costly.cql", "SELECT count(*) FROM shop.letters;\n");
  folder.write("wrong.cql", "SELECT titel FROM shop.letters WHERE author = ?;\nSELEC;\n");
  CHECK(folder.run("readiness shop.cellar").status == 0);
  CHECK(folder.run("readiness shop.cellar").output ==
        "table         partitions  rows  bytes  largest partition  busiest of 3 nodes\n"
        "shop.letters           1     1     16              100 %               100 %\n"
        "\n"
        "Read: 1 table, 1 row, 16 B\n"
        "shop.cellar: ready for a cluster (0 errors, 0 warnings, 0 remarks)\n");
  CHECK(folder.run("readiness shop.cellar --scripts fine.cql").status == 0);
  const ProgramRun costly = folder.run("readiness shop.cellar --scripts costly.cql");
  CHECK(costly.status == 0);
  CHECK_THAT(costly.output, Contains("costly.cql:1:22: warn[E311]: "));
  CHECK(folder.run("readiness shop.cellar --scripts costly.cql --level E311=error").status == 1);
  CHECK(folder.run("readiness shop.cellar --scripts wrong.cql").status == 1);
  CHECK(folder.run("readiness shop.cellar --scripts wrong.cql --level all=warn").status == 0);
  CHECK(folder.run("readiness shop.cellar --scripts nosuch.cql").status == 2);
  CHECK(folder.run("readiness --scripts shop.cql --scripts fine.cql").status == 0);
  CHECK(folder.run("readiness").status == 1);
  CHECK(folder.run("readiness shop.cellar --level L599=warn").status == 1);
  CHECK_THAT(folder.run("readiness shop.cellar --level L533").errors,
             Contains("--level: takes L530=error ..., and not \"L533\""));
  CHECK_THAT(folder.run("readiness shop.cellar --nodes 1").output, Contains("busiest of 1 node\n"));
  CHECK(folder.run("readiness shop.cellar --nodes 0").status == 1);
}

TEST_CASE("scripts of a folder are judged together, whichever comes first") {
  const ScratchFolder folder;
  folder.write("cql/a-queries.cql",
               "SELECT body FROM shop.letters WHERE author = 'ann';\n"
               "INSERT INTO shop.letters (author, id) VALUES ('bob', 1);\n");
  folder.write("cql/deep/schema.cql", kReadyShop);
  folder.write("cql/notes.txt", "no script");
  const nlohmann::json report = judged_json(folder, "--scripts cql");
  CHECK(report["findings"].empty());
  CHECK((report["scripts"] == 2 && report["statements"] == 5 && report["refused"] == 0));
  CHECK(report["tables"][0]["rows"] == 2);
  CHECK(report["file"].is_null());
}

TEST_CASE("the scripts that have made a database are judged on it, and define nothing twice") {
  const ScratchFolder folder;
  const std::string further =
      "CREATE TYPE shop.address (city text);\nCREATE INDEX by_body ON shop.letters (body);\nCREATE INDEX ON "
      "shop.letters (id);\n"
      "CREATE MATERIALIZED VIEW shop.by_id AS SELECT id, author FROM shop.letters WHERE id IS NOT NULL AND "
      "author IS NOT "
      "NULL PRIMARY KEY (id, author);\n";
  make_shop(folder, further);
  folder.write("wrong.cql",
               "CREATE INDEX by_titel ON shop.letters (titel);\nCREATE TYPE shop.letters (city txt);\n");
  const nlohmann::json same = judged_json(folder, "shop.cellar --scripts shop.cql");
  CHECK((same["statements"] == 7 && same["refused"] == 0 && same["error"] == 0));
  const nlohmann::json wrong = judged_json(folder, "shop.cellar --scripts wrong.cql");
  CHECK((wrong["statements"] == 2 && wrong["refused"] == 2 && wrong["error"] == 2));
}

TEST_CASE("what cannot be read is named, and all else is judged") {
  const ScratchFolder folder;
  make_shop(folder);
  std::filesystem::create_directories(folder.path / "none");
  folder.write("empty.cellar", "");
  folder.write("garbage.cellar", std::string(100'000, 'x'));
  folder.write("utf16.cql", std::string("\xFF\xFES\0E\0", 6));
  for (const char* const unread :
       {"nosuch.cellar", "empty.cellar", "garbage.cellar", "none", "shop.cql", "shop.cellar --scripts none",
        "shop.cellar --scripts utf16.cql", "shop.cellar --scripts none --scripts shop.cql"}) {
    INFO(unread);
    const ProgramRun run = folder.run(std::string("readiness ") + unread + " --json");
    CHECK(run.status == 2);
    const nlohmann::json report = nlohmann::json::parse(run.output);
    CHECK(report["unread"].size() == 1);
    CHECK(report["complete"] == false);
  }
  CHECK_THAT(folder.run("readiness nosuch.cellar").output, Contains("nosuch.cellar: could not be judged\n"));
  CHECK_FALSE(std::filesystem::exists(folder.path / "nosuch.cellar"));
  const nlohmann::json partly = judged_json(folder, "shop.cellar --scripts none --scripts shop.cql");
  CHECK((partly["scripts"] == 1 && partly["tables"][0]["rows"] == 1));
}

TEST_CASE("a script that may not be read is named") {
  if (geteuid() == 0) {
    WARN("root may read everything");
    return;
  }
  const ScratchFolder folder;
  make_shop(folder);
  folder.write("secret.cql", "SELEC;\n");
  std::filesystem::permissions(folder.path / "secret.cql", std::filesystem::perms::none);
  CHECK(folder.run("readiness shop.cellar --scripts secret.cql").status == 2);
}

TEST_CASE("a damaged file is read as far as it goes") {
  const ScratchFolder folder;
  std::string rows;
  for (int i = 0; i < 2'000; ++i)
    rows += "INSERT INTO shop.letters (author, id, body) VALUES ('a" + std::to_string(i) + "', 1, '" +
            std::string(200, 'x') + "');\n";
  make_shop(folder, rows);
  const std::uintmax_t size = std::filesystem::file_size(folder.path / "shop.cellar");
  overwrite(folder.path / "shop.cellar", size / 2, size / 2 + 40'000);
  const ProgramRun run = folder.run("readiness shop.cellar --json");
  CHECK(run.status == 2);
  const nlohmann::json report = nlohmann::json::parse(run.output);
  CHECK(report["complete"] == false);
  REQUIRE_FALSE(report["unread"].empty());
}

TEST_CASE("names with quotes and values in Chinese are shown as they are written") {
  const ScratchFolder folder;
  folder.write(
      "names.cql",
      "CREATE KEYSPACE \"Laden\" WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
      "CREATE TABLE \"Laden\".\"T\" (\"K'\" text, \"城市\" int, v text, PRIMARY KEY (\"K'\", \"城市\"));\n"
      "INSERT INTO \"Laden\".\"T\" (\"K'\", \"城市\", v) VALUES ('上海''s', 1, 'x') USING TIMESTAMP "
      "1900000000000000000;\n");
  REQUIRE(folder.run("n.cellar -f names.cql").status == 0);
  const ProgramRun run = folder.run("--language zh readiness n.cellar");
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("\"Laden\".\"T\": 警告[L535]: "));
  CHECK_THAT(run.output, Contains("\"Laden\": 警告[L533]: "));
  const nlohmann::json report = judged_json(folder, "n.cellar");
  CHECK(report["tables"][0]["largest"]["partition"] == "\"K'\" = '上海''s'");
}

TEST_CASE("a file that another process writes is read as of one commit") {
  const ScratchFolder folder;
  std::string rows;
  for (int i = 0; i < 20'000; ++i)
    rows += "INSERT INTO shop.letters (author, id, body) VALUES ('a" + std::to_string(i) + "', 1, 'x');\n";
  make_shop(folder);
  folder.write("load.cql", rows);
  const ProgramRun run =
      folder.run("shop.cellar -f load.cql >/dev/null & for i in 1 2 3 4 5; do " CELLAR_PROGRAM
                 " readiness shop.cellar || exit 9; done; wait");
  CHECK(run.status == 0);
  CHECK(run.errors.find("error") == std::string::npos);
  CHECK(judged_json(folder, "shop.cellar")["tables"][0]["rows"] == 20'001);
}
