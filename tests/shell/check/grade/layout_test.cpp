// Layouts: what CELLS shows is a right answer, each fault loses the points of its rule, and no fault is free.
#include "shell/check/grade/layout/layout.h"

#include <catch2/catch.hpp>

#include "exercise_texts.h"
#include "run_program.h"

using namespace cellar;
using Losses = std::vector<std::string>;

namespace {

const std::string kStatements = R"(
CREATE TYPE place (town text, zip int);
CREATE TABLE t (a text, b int, c int, d timestamp, s text STATIC, n int, v text, m map<text, int>, e set<int>,
  l list<text>, p place, f frozen<list<int>>, PRIMARY KEY ((a, b), c, d)) WITH CLUSTERING ORDER BY (c DESC, d ASC);
INSERT INTO t (a, b, c, d, s, n, v, m, e, l, p, f)
  VALUES ('x', 1, 5, '2025-01-01 00:00:00+0000', 'it''s, "so"', 3, 'a = b', {'k': 1, 'j': 2}, {4, 2}, ['one', 'two'],
    {town: 'Linz', zip: 4020}, [1, 2]);
UPDATE t USING TTL 60 SET v = 'later' WHERE a = 'x' AND b = 1 AND c = 6 AND d = '2025-01-02 00:00:00+0000';
UPDATE t SET m['k'] = null, l[0] = 'uno', n = null WHERE a = 'x' AND b = 1 AND c = 5 AND d = '2025-01-01 00:00:00+0000';
INSERT INTO t (a, b, c, d) VALUES ('x', 1, 7, '2025-01-03 00:00:00+0000') USING TTL 90;
INSERT INTO t (a, b, c, d, v) VALUES ('y', 2, 1, '2025-01-03 00:00:00+0000', 'gone');
DELETE FROM t WHERE a = 'y' AND b = 2;
DELETE FROM t WHERE a = 'x' AND b = 1 AND c < 3;
DELETE FROM t WHERE a = 'x' AND b = 1 AND c = 9 AND d = '2025-01-03 00:00:00+0000';
UPDATE t SET s = 'two' WHERE a = 'z' AND b = 0;
)";
const std::string kLayout =
    "-- @exercise e \"E\" points=10\n-- @given\n" + kStatements +
    "-- @task T1 layout 10pt \"t\"\n-- @expect T1 layout t order static markers deletions ttl\n";

/// What CELLS shows of the table.
std::string cells_of(const std::string& statements, const std::string& language = "en") {
  const ScratchFolder folder;
  folder.write("t.cql",
               "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
               "USE k;\n" +
                   statements + "CELLS t;\n");
  const ProgramRun run = folder.run("-f t.cql --language " + language);
  REQUIRE(run.status == 0);
  return run.output;
}

Losses losses_of(const std::string& answer) {
  return grade_of(exercise_of(kLayout), "-- @answer T1\n" + answer).losses();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
    lines.push_back(text.substr(begin, text.find('\n', begin) + 1 - begin));
  return lines;
}

std::string without(const std::vector<std::string>& lines, std::size_t left_out) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (i != left_out) text += lines[i];
  return text;
}

}  // namespace

TEST_CASE("what CELLS shows is a right layout, as it is and behind the signs of a comment") {
  const std::string cells = cells_of(kStatements);
  INFO(cells);
  CHECK(losses_of(cells) == Losses());
  std::string comments;
  for (const std::string& line : lines_of(cells)) comments += "-- " + line;
  CHECK(losses_of(comments) == Losses());
}

TEST_CASE("what CELLS shows in Chinese is a right layout, too, and so are the words of a Chinese keyboard") {
  const std::string cells = cells_of(kStatements, "zh");
  INFO(cells);
  CHECK(losses_of(cells) == Losses());
  const std::vector<std::string> lines = lines_of(cells);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    INFO(lines[i]);
    if (lines[i].starts_with("  静态行") && lines[i - 1].starts_with("分区")) continue;
    CHECK(losses_of(without(lines, i)) != Losses());
  }
  const std::string given =
      "-- @exercise e \"E\" points=10\n-- @given\nCREATE TABLE t (k text, c text, v text, PRIMARY KEY (k, "
      "c));\n"
      "INSERT INTO t (k, c, v) VALUES ('行', '删除', '分区');\nDELETE FROM t WHERE k = '行' AND c = 'b';\n"
      "-- @task T1 layout 10pt \"t\"\n-- @expect T1 layout t markers deletions\n";
  const auto losses = [&](const std::string& answer) {
    return grade_of(exercise_of(given), "-- @answer T1\n" + answer).losses();
  };
  CHECK(losses("-- 分区 k = '行'\n--   行 c = '删除'\n--     （行标记）\n--     v = '分区'\n--   行 c = 'b' "
               "删除\n") == Losses());
  CHECK(losses("-- 分区 '行'\n-- 行 '删除'\n-- 行标记\n-- v = '分区'\n-- 行 'b'\n-- 整行已删除\n") ==
        Losses());
  CHECK(losses("-- 分区 k = '行'\n--   行 c = '删除'\n--     v = '分区'\n--   行 c = 'b' 删除\n") ==
        Losses{"T1.marker"});
}

TEST_CASE("a table without a partition is answered by what CELLS shows of it, in each language") {
  const std::string given =
      "-- @exercise e \"E\" points=4\n-- @given\nCREATE TABLE t (k int PRIMARY KEY, v int);\n"
      "-- @task T1 layout 4pt \"t\"\n-- @expect T1 layout t\n";
  const auto losses = [&](const std::string& answer) {
    return grade_of(exercise_of(given), "-- @answer T1\n" + answer).losses();
  };
  CHECK(losses("-- (no partition)\n") == Losses());
  CHECK(losses("-- （没有分区 (partition)）\n") == Losses());
  CHECK(losses("--\n") != Losses());
  CHECK(losses("-- (no partition)\n-- partition k = 1\n--   v = 1\n") != Losses());
}

TEST_CASE("where a partition is one row, either of them may be said to be deleted") {
  const std::string given =
      "-- @exercise e \"E\" points=10\n-- @given\nCREATE TABLE t (k int PRIMARY KEY, v int);\n"
      "INSERT INTO t (k, v) VALUES (1, 1);\nDELETE FROM t WHERE k = 1;\nDELETE v FROM t WHERE k = 2;\n"
      "-- @task T1 layout 10pt \"t\"\n-- @expect T1 layout t markers deletions\n";
  const auto losses = [&](const std::string& answer) {
    return grade_of(exercise_of(given), "-- @answer T1\n" + answer).losses();
  };
  for (const std::string deleted : {"partition k = 1 deleted\n", "partition k = 1\npartition deleted\n",
                                    "partition k = 1\nrow deleted\n"})
    CHECK(losses(deleted + "partition k = 2\nv deleted\n") == Losses());
  CHECK(losses("partition k = 1\npartition k = 2\nv deleted\n") == Losses{"T1.deletion"});
}

TEST_CASE("no line of a layout can be left out") {
  const std::vector<std::string> lines = lines_of(cells_of(kStatements));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    // A row comes into being by its first line, and cells below none belong to the one before.
    INFO(lines[i]);
    if (lines[i] == "  static\n" && lines[i - 1].starts_with("partition")) continue;
    CHECK(losses_of(without(lines, i)) != Losses());
  }
}

namespace {

const std::string kSmall =
    "-- @exercise e \"E\" points=10\n-- @given\nCREATE TABLE t (k int, c text, v int, w int, s int STATIC, "
    "PRIMARY KEY (k, "
    "c));\nINSERT INTO t (k, c, v, s) VALUES (1, 'a', 1, 9);\nUPDATE t USING TTL 50 SET w = 2 WHERE k = 1 "
    "AND c = 'b';\n"
    "DELETE v FROM t WHERE k = 1 AND c = 'b';\nINSERT INTO t (k, c) VALUES (2, 'a');\n";
const std::string kAll =
    "-- @task T1 layout 10pt \"t\"\n-- @expect T1 layout t order static markers deletions ttl\n";
const std::string kPlain = "-- @task T1 layout 10pt \"t\"\n-- @expect T1 layout t\n";
const std::string kRightLayout =
    "partition k = 1\nstatic\ns = 9\nrow c = 'a'\n(marker)\nv = 1\nrow c = 'b'\nw = 2 ttl 50\nv "
    "deleted\npartition "
    "k = 2\nrow c = 'a'\n(marker)\n";

Losses of_small(const std::string& from, const std::string& to, const std::string& task = kAll) {
  std::string answer = kRightLayout;
  const std::size_t at = answer.find(from);
  REQUIRE(at != answer.npos);
  answer.replace(at, from.size(), to);
  return grade_of(exercise_of(kSmall + task), "-- @answer T1\n" + answer).losses();
}

}  // namespace

TEST_CASE("each fault of a layout loses the points of its rule alone") {
  CHECK(of_small("k = 1", "k=1  token 7") == Losses());
  CHECK(of_small("k = 1", "1") == Losses());
  CHECK(of_small("row c = 'a'", "ROW C = 'a'") == Losses());
  CHECK(of_small("k = 1", "k = 3") == Losses{"T1.partition"});
  CHECK(of_small("k = 1", "k = one") == Losses{"T1.partition"});
  CHECK(of_small("c = 'b'", "c = 'x'") == Losses{"T1.clustering"});
  CHECK(of_small("c = 'b'", "c = b") == Losses{"T1.clustering"});
  CHECK(of_small("v = 1", "x = 1") == Losses{"T1.name"});
  CHECK(of_small("v = 1", "v = 1\nw = null") == Losses{"T1.name"});
  CHECK(of_small("v = 1", "v = 1\nk = 1") == Losses{"T1.name"});
  CHECK(of_small("v = 1", "v = '1'") == Losses{"T1.value"});
  CHECK(of_small("v = 1", "v = 1\nv = 2") == Losses{"T1.value"});
  CHECK(of_small("s = 9", "s = 8") == Losses{"T1.static"});
  CHECK(of_small("s = 9\n", "") == Losses{"T1.static"});
  CHECK(of_small("(marker)\n", "") == Losses{"T1.marker"});
  CHECK(of_small("v deleted", "(marker)\nv deleted") == Losses{"T1.marker"});
  CHECK(of_small("v deleted\n", "") == Losses{"T1.deletion"});
  CHECK(of_small("v deleted", "v = null") == Losses{"T1.deletion"});
  CHECK(of_small("v deleted", "v deleted\nrow deleted") == Losses{"T1.deletion"});
  CHECK(of_small("ttl 50", "ttl 51") == Losses{"T1.ttl"});
  CHECK(of_small("v = 1", "v = 1 ttl 50") == Losses{"T1.ttl"});
  CHECK(of_small("row c = 'a'\n(marker)\nv = 1\nrow c = 'b'\nw = 2 ttl 50\nv deleted",
                 "row c = 'b'\nw = 2 ttl 50\nv deleted\nrow c = 'a'\n(marker)\nv = 1") == Losses{"T1.order"});
  CHECK(of_small("row c = 'b'\nw = 2 ttl 50\nv deleted\n", "").size() > 3);
}

TEST_CASE("a partition that holds deletions alone is known by its key") {
  const std::string text =
      "-- @exercise e \"E\" points=9\n-- @given\nCREATE TABLE t (k int, c text, v int, PRIMARY KEY (k, c));\n"
      "INSERT INTO t (k, c, v) VALUES (1, 'a', 1);\nDELETE FROM t WHERE k = 1 AND c = 'b';\n"
      "DELETE FROM t WHERE k = 2 AND c = 'a';\nDELETE FROM t WHERE k = 3;\n"
      "-- @task T1 layout 9pt \"t\"\n-- @expect T1 layout t markers deletions\n";
  const auto losses = [&](const std::string& first, const std::string& second, const std::string& third) {
    return grade_of(exercise_of(text),
                    "-- @answer T1\n-- partition k = " + first +
                        "\n-- row c = 'a'\n-- (marker)\n-- v = 1\n-- row c = 'b' deleted\n" +
                        "-- partition k = " + second + "\n-- row c = 'a' deleted\n" +
                        "-- partition k = " + third + " deleted\n")
        .losses();
  };
  CHECK(losses("1", "2", "3") == Losses());
  CHECK(losses("1", "8", "3") == Losses{"T1.deletion"});
  CHECK(losses("1", "2", "8") == Losses{"T1.deletion"});
  CHECK(losses("1", "3", "2") == Losses{"T1.deletion"});
  // The rule `partition` has charged the name of one that has a row.
  CHECK(losses("8", "2", "3") == Losses{"T1.partition"});
}

TEST_CASE("what an exercise does not ask for is passed over") {
  CHECK(of_small("s = 9\n", "", kPlain) == Losses());
  CHECK(of_small("(marker)\n", "", kPlain) == Losses());
  CHECK(of_small("v deleted\n", "", kPlain) == Losses());
  CHECK(of_small(" ttl 50", "", kPlain) == Losses());
  CHECK(of_small("v deleted", "v = 5", kPlain) == Losses{"T1.name"});
}

TEST_CASE("the first difference of a layout is shown, and the lines that are not read") {
  const Grade grade =
      grade_of(exercise_of(kSmall + kAll),
               "-- @answer T1\n-- partition k = 1\n--   row c = 'a'\n--     v = 1\n--     so it is\n");
  const GradedCheck& rows = grade.tasks.front().checks[1];
  REQUIRE(rows.shortfall);
  CHECK(rows.shortfall->reason.in(Language::english) == "a row is missing");
  CHECK(said(rows.shortfall->example) == Losses{"in the partition k = 1", "expected: c = 'b'"});
  // Such a line is told of once.
  CHECK(said(grade.tasks.front().checks[0].shortfall->example) ==
        Losses{"expected: k = 2", "line 5: it is no line of a layout: so it is"});
  CHECK(grade_of(exercise_of(kSmall + kAll), "-- @answer T1\n").score() == 0);
  CHECK(grade_of(exercise_of(kSmall + kAll), "-- @answer T1\n-- partition k = 7\n").losses().size() == 9);
}

TEST_CASE("a layout of a table that there is not is a wrong exercise") {
  CHECK_THROWS_AS(grade_of(exercise_of(kSmall + "-- @task T1 layout 10pt \"t\"\n-- @expect T1 layout u\n"),
                           "-- @answer T1\n-- partition k = 1\n"),
                  WrongExercise);
}
