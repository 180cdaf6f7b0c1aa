// Answers that mean harm, or are no answers at all: each loses its own points, says why, and stays within its limits.
#include <sys/stat.h>
#include <unistd.h>
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "exercise_texts.h"
#include "run_program.h"
#include "shell/check/grade/grade_report.h"

using namespace cellar;
using Catch::Contains;
using Catch::EndsWith;

namespace {

const std::string kHostile = R"(-- @exercise e "E" points=4 memory=4MiB
-- @given
CREATE TABLE posts (author text, at int, title text, PRIMARY KEY (author, at));
-- @data posts (author text, at int, title text)
-- | ann, 1, First
-- |*90 bob, {i}, Title
-- @task T1 design 1pt "d"
-- @query T1.Q1 SELECT title FROM $T1 WHERE author = 'ann'
-- @expect T1.Q1 plan partitions=1 filtered=no
-- @expect T1.Q1 rows set from posts
-- @task T2 query 1pt "q"
-- @expect T2 rows set
-- | First
-- @task T3 predict 1pt "p"
-- @query T3.a SELECT title FROM posts WHERE author = 'ann'
-- @expect T3.a verdict count
-- @task T4 layout 1pt "l"
-- @expect T4 layout posts
)";
const std::string kTable = "CREATE TABLE p (author text, at int, title text, PRIMARY KEY (author, at));\n";
const std::string kSelect = "SELECT title FROM posts WHERE author = 'ann';\n";

std::string repeated_text(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

std::string numbered_list(const std::string& before, std::size_t count, const std::string& behind) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += (i == 0 ? "" : ", ") + before + std::to_string(i) + behind;
  return all;
}

/// The grade of one part; the other parts are right as far as they are there.
TaskGrade graded_part(const std::string& task, const std::string& part) {
  std::string answer;
  for (const auto& [id, right] : {std::pair<std::string, std::string>{"T1", kTable}, {"T2", kSelect}})
    answer += "-- @answer " + id + "\n" + (id == task ? part : right) + "\n";
  if (task == "T3" || task == "T4") answer += "-- @answer " + task + "\n" + part;
  const Grade grade = grade_of(exercise_of(kHostile), answer + "\n");
  for (const TaskGrade& one : grade.tasks) {
    const bool is_right = one.id != task && (one.id == "T1" || one.id == "T2");
    CHECK((!is_right || one.score() == 100));
  }
  CHECK(grade_text(grade, Language::english).size() < 20'000);
  CHECK(nlohmann::json::accept(grade_json(grade, Language::english)));
  return grade.tasks[static_cast<std::size_t>(task[1] - '1')];
}

/// Why the last check of the task has failed.
std::string reason_of(const std::string& task, const std::string& part) {
  const TaskGrade grade = graded_part(task, part);
  const std::optional<Shortfall>& shortfall = grade.checks.back().shortfall;
  return shortfall ? shortfall->reason.in(Language::english) : "nothing is lost";
}

}  // namespace

TEST_CASE("answers without an end are cut short by their length") {
  const std::string too_long = "the answer has more than 50 statements or 64 KiB";
  CHECK(reason_of("T1", std::string(1'000'000, 'x')) == too_long);
  CHECK(reason_of("T1", repeated_text("CREATE TYPE a (b int);\n", 100'000)) == too_long);
  CHECK(reason_of("T1", "CREATE TABLE p (" + numbered_list("column", 10'000, " int") +
                            ", PRIMARY KEY (column1));") == too_long);
  CHECK(reason_of("T2", "SELECT title FROM posts WHERE author = '" + std::string(1'000'000, 'a') + "';") ==
        too_long);
  CHECK(reason_of("T3", repeated_text("-- a: 1 row\n", 10'000)) == too_long);
  CHECK(reason_of("T4", repeated_text("-- partition author = 'ann'\n", 10'000)) == too_long);
  CHECK(reason_of("T1", repeated_text("CREATE TYPE a (b int);\n", 60)) == too_long);
}

TEST_CASE("what is short and names much is refused before it is run") {
  std::string doubled = "CREATE TYPE t0 (a int, b int);\n";
  for (int i = 1; i < 40; ++i) {
    const std::string type = " frozen<t" + std::to_string(i - 1) + ">";
    doubled += "CREATE TYPE t" + std::to_string(i) + " (a" + type + ", b" + type + ");\n";
  }
  const std::string too_many = "the types have more than 10000 parts, the most there may be";
  CHECK(reason_of("T1", doubled + kTable) == too_many);
  CHECK(reason_of("T1", "CREATE TYPE t (" + numbered_list("f", 900, " int") +
                            ");\nCREATE TABLE p (author text PRIMARY KEY, " +
                            numbered_list("c", 900, " frozen<t>") + ");") == too_many);
  const std::string rows = "the lists behind IN name more than 10000 rows, the most there may be";
  CHECK(reason_of("T2", "SELECT title FROM posts WHERE author IN (" + numbered_list("'", 2'000, "'") +
                            ") AND at IN (" + numbered_list("", 2'000, "") + ") ALLOW FILTERING;") == rows);
  CHECK(reason_of("T2",
                  "SELECT " + numbered_list("title AS t", 3'000, "") + " FROM posts WHERE author = 'bob';") ==
        "the query and its rows need more than 4 MiB, the most there may be");
}

TEST_CASE("what a query computes is bounded as its rows are, however little of it comes") {
  const ScratchFolder folder;
  folder.write("e.cql", kHostile);
  folder.write("ann.cql", "-- @answer T2\nSELECT mask_hash(" + repeated_text("to_json(", 24) + "title" +
                              repeated_text(")", 24) + ") FROM posts WHERE author = 'ann';");
  CHECK_THAT(folder.run("grade e.cql ann.cql").output,
             Contains("the query and its rows need more than 4 MiB, the most there may be"));
}

TEST_CASE("texts that nest without an end are refused") {
  for (const std::string& part :
       {"SELECT title FROM posts WHERE author = " + repeated_text("[", 30'000) + repeated_text("]", 30'000) +
            ";",
        "SELECT title FROM posts WHERE " + repeated_text("(", 60'000),
        "SELECT " + repeated_text("-", 60'000) + "at FROM posts;",
        "SELECT " + repeated_text("blobasint(", 5'000) + "at" + repeated_text(")", 5'000) + " FROM posts;",
        "SELECT title FROM posts WHERE " + numbered_list("author = '", 3'000, "' AND ") + "at = 1;"})
    CHECK(graded_part("T2", part).score() == 0);
  CHECK(graded_part("T1", "CREATE TABLE p (author " + repeated_text("list<frozen<", 4'000) + "int" +
                              repeated_text(">>", 4'000) + " PRIMARY KEY);")
            .score() == 0);
  for (const std::string& literal :
       {repeated_text("[", 60'000), repeated_text("[", 30'000) + repeated_text("]", 30'000)})
    CHECK(graded_part("T4", "-- partition author = " + literal + "\n-- row at = " + literal).score() == 0);
  CHECK(graded_part("T3", "-- a" + repeated_text("：", 20'000)).score() == 0);
}

TEST_CASE("statements that are not finished, and bytes that are no text, are refused with their reason") {
  for (const std::string unfinished :
       {"BEGIN BATCH INSERT INTO posts (author, at) VALUES ('x', 1);", "CREATE TABLE p (author text 'x",
        "CREATE \"TABLE p", "/* no end", "$$", "CREATE TABLE p\xff\xfe (a int PRIMARY KEY);", "SELECT '\xff'",
        std::string("a\0b", 3).c_str()}) {
    INFO(unfinished);
    CHECK(graded_part("T1", unfinished + "\n").score() == 0);
    CHECK(graded_part("T2", unfinished + "\n").score() == 0);
    CHECK(graded_part("T3", "-- a: " + unfinished + "\n").score() == 0);
    CHECK(graded_part("T4", "-- partition author = " + unfinished + "\n").score() == 0);
  }
}

TEST_CASE("an answer neither changes what is given nor takes it for its own") {
  const std::string alone = "an answer to this task is made of CREATE TABLE and CREATE TYPE alone";
  for (const std::string statement :
       {"ALTER TABLE posts RENAME author TO x;", "DROP TABLE posts;", "TRUNCATE posts;",
        "CREATE INDEX ON posts (title);", "USE numbered_rows;",
        "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};",
        "CREATE MATERIALIZED VIEW v AS SELECT * FROM posts WHERE author IS NOT NULL AND at IS NOT NULL "
        "PRIMARY KEY (at, author);",
        "EXPLAIN SELECT title FROM posts;",
        "BEGIN BATCH INSERT INTO posts (author, at) VALUES ('x', 1); APPLY BATCH;"}) {
    INFO(statement);
    CHECK(reason_of("T1", statement + "\n" + kTable) == alone);
    CHECK(reason_of("T1", kTable + statement) == alone);
    CHECK(reason_of("T2", statement) == "an answer to this task is one SELECT");
  }
  CHECK(reason_of("T1", "CREATE TABLE IF NOT EXISTS posts (x int PRIMARY KEY);") ==
        "the exercise gives the table posts; make one of another name");
  CHECK(reason_of(
            "T1",
            "CREATE TABLE IF NOT EXISTS own (author text, at int, title text, PRIMARY KEY (author, at));") ==
        "nothing is lost");
  CHECK_THAT(reason_of("T1", "CREATE TABLE posts (x int PRIMARY KEY);"), Contains("E214"));
  CHECK_THAT(reason_of("T2", "SELECT title FROM numbered_rows.posts WHERE author = 'ann' ALLOW FILTERING;"),
             Contains("the keyspace in use alone"));
}

TEST_CASE("what lies in the folder of a class besides answers keeps none from its grade") {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder.path / "class/folder.cql");
  folder.write("e.cql", kHostile);
  folder.write("secret.cql", "-- @answer T2\n" + kSelect);
  folder.write("class/=ann.cql", "-- @answer T2\n" + kSelect);
  folder.write("class/bob\nok 99 - all.cql", "-- @answer T2\n" + kSelect);
  folder.write("class/large.cql", std::string(3'000'000, 'x'));
  folder.write("class/zero.cql", std::string(100, '\0'));
  folder.write("class/folder.cql/cid.cql", "-- @answer T2\n" + kSelect);
  std::filesystem::create_symlink("../secret.cql", folder.path / "class/link.cql");
  std::filesystem::create_symlink("/nowhere", folder.path / "class/nowhere.cql");
  REQUIRE(mkfifo((folder.path / "class/pipe.cql").c_str(), 0600) == 0);
  const ProgramRun run = folder.run("grade e.cql class");
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("=ann.cql") && Contains("folder.cql/cid.cql"));
  CHECK_THAT(run.output, Contains("bob?ok 99 - all.cql"));
  CHECK_THAT(run.output, Contains("the file has more than 1024 KiB"));
  CHECK_THAT(run.output, Contains("nowhere.cql              0 of 4  the file is a link to another one"));
  CHECK_THAT(run.output, Contains("pipe.cql                 0 of 4  it is no file that holds text"));
  CHECK_THAT(run.output, Contains("the file cannot be read: class/zero.cql is no text"));
  CHECK_THAT(run.output, Contains("missed most: T1.MR1, by 3 of 3"));
  CHECK_THAT(folder.run("grade e.cql class --report csv").output, Contains("\n'=ann.cql,1,4,"));
  CHECK_THAT(folder.run("grade e.cql class --report tap").output, !Contains("\nok 99"));
  CHECK(nlohmann::json::accept(folder.run("grade e.cql class --report json").output));
}

TEST_CASE("what is handed in is either graded or named with the reason why not") {
  const ScratchFolder folder;
  const std::string answer = "-- @answer T2\n" + kSelect;
  folder.write("e.cql", kHostile);
  folder.write("e.answers.cql", "-- @right \"r\"\n-- @answer T1\n" + kTable + answer);
  for (const char* sub : {"class", "class/sub", "class/other"})
    std::filesystem::create_directories(folder.path / sub);
  folder.write("class/ann.cql", "-- @exercise E \"named in capitals\"\n" + answer);
  folder.write("class/bob.cql", "-- @exercise e:\n" + answer);
  folder.write("class/cid.answers.cql", "-- @exercise e\n" + answer);
  folder.write("class/DAN.CQL", answer);
  folder.write("class/eve.cql",
               "-- @exercise e\r-- @answer T2\rSELECT title FROM posts WHERE author = 'ann';\r");
  folder.write("class/sub/fay.cql", "-- @exercise likes\n" + answer);
  folder.write("class/gus.cql", "-- @exercise gyms\n" + answer);
  folder.write("class/hal.cql", "-- @exercise likes\n" + answer);
  folder.write("class/ida.cql.txt", answer);
  folder.write("class/.DS_Store", "system");
  folder.write("class/other/x.cql", "-- @exercise x\n");
  folder.write("class/other/x.answers.cql", "-- @right \"r\"\n");
  std::filesystem::copy_file(folder.path / "e.cql", folder.path / "class/e.cql");
  const ProgramRun run = folder.run("grade e.cql class");
  CHECK(run.output.starts_with(
      "DAN.CQL              1 of 4  lost T1.MR1, T1.MR2, T3.count, T3.verdict, T4.clustering, "));
  for (const char* name :
       {"\nann.cql              1 of 4", "\nbob.cql              1 of 4", "\ncid.answers.cql      1 of 4",
        "\ne.cql                0 of 4", "\neve.cql              1 of 4"})
    CHECK_THAT(run.output, Contains(name));
  CHECK_THAT(run.output, EndsWith("passed over (answers to gyms): gus.cql\n"
                                  "passed over (answers to likes): hal.cql, sub/fay.cql\n"
                                  "passed over (not called .cql): ida.cql.txt\n"
                                  "passed over (a teacher's answers): other/x.answers.cql\n"
                                  "passed over (answers to x): other/x.cql\n"));
  CHECK_THAT(folder.run("grade e.cql class --report csv").output,
             Contains("\npassed over,,,,,,,\"answers to likes: hal.cql, sub/fay.cql\"\n"));
  CHECK_THAT(folder.run("grade e.cql class --report tap").output,
             EndsWith("# passed over (answers to x): other/x.cql\n"));
  const nlohmann::json json = nlohmann::json::parse(folder.run("grade e.cql class --report json").output);
  CHECK(json["grades"].size() == 6);
  CHECK(json["passed_over"][0] == nlohmann::json{{"file", "gus.cql"}, {"reason", "answers to gyms"}});
  CHECK_THAT(folder.run("grade e.cql class --language zh").output,
             Contains("未评分（likes 的答案）：hal.cql, sub/fay.cql"));
  // The teacher's own file is none of what was handed in, wherever it lies.
  std::filesystem::copy_file(folder.path / "e.answers.cql", folder.path / "class/key.cql");
  CHECK_THAT(folder.run("grade e.cql class --answers class/key.cql").output, !Contains("key.cql"));
  CHECK_THAT(folder.run("grade e.cql class/ann.cql").output, Contains("1 of 4 points"));
}

TEST_CASE("a folder of a class that cannot be read is a line of its own") {
  const ScratchFolder folder;
  folder.write("e.cql", kHostile);
  std::filesystem::create_directories(folder.path / "class");
  folder.write("class/ann.cql", "-- @answer T2\n" + kSelect);
  if (geteuid() == 0) return;  // who may read everything
  std::filesystem::create_directories(folder.path / "class/locked");
  chmod((folder.path / "class/locked").c_str(), 0);
  const std::string output = folder.run("grade e.cql class").output;
  chmod((folder.path / "class/locked").c_str(), 0700);
  CHECK_THAT(output, Contains("locked       0 of 4  the folder cannot be read: "));
}

TEST_CASE("an answer that cannot be read is named, and reports stay in their folder") {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder.path / "class");
  folder.write("e.cql", kHostile);
  folder.write("class/ann.cql", "-- @answer T2\n" + kSelect);
  CHECK(folder.run("grade e.cql class/ann.cql --reports marked").status == 2);
  CHECK(folder.run("grade e.cql " + (folder.path / "class/ann.cql").string() + " --reports marked2").status ==
        2);
  CHECK(std::filesystem::exists(folder.path / "marked/ann.txt"));
  CHECK(std::filesystem::exists(folder.path / "marked2/ann.txt"));
  CHECK_FALSE(std::filesystem::exists(folder.path / "class/ann.txt"));
  CHECK(folder.run("grade e.cql class/none.cql").status == 1);
  if (geteuid() == 0) return;  // who may read everything
  chmod((folder.path / "class/ann.cql").c_str(), 0);
  CHECK(folder.run("grade e.cql class/ann.cql").status == 1);
  CHECK_THAT(folder.run("grade e.cql class").output, Contains("the file cannot be read"));
}
