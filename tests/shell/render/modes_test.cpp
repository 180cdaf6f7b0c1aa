// The modes, by the program itself.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "run_program.h"

namespace {

using Json = nlohmann::json;

constexpr const char* kSchema =
    "CREATE KEYSPACE \"MyKeys\" WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "USE \"MyKeys\";\n"
    "CREATE TYPE address (street text, \"No\" int);\n"
    "CREATE TABLE \"T\" (p int, c text, s text STATIC, a ascii, b blob, bi bigint, bo boolean, d date, de "
    "decimal,\n"
    "  dou double, du duration, f float, ip inet, si smallint, t text, ti time, ts timestamp, tu timeuuid, "
    "ty tinyint,\n"
    "  u uuid, v varint, l list<int>, st set<text>, m map<text, double>, ad address, tup tuple<int, text>,\n"
    "  vec vector<float, 2>, \"Weird \"\"name\" int, PRIMARY KEY (p, c)) WITH CLUSTERING ORDER BY (c DESC);\n"
    "INSERT INTO \"T\" (p, c, s, a, b, bi, bo, d, de, dou, du, f, ip, si, t, ti, ts, tu, ty, u, v, l, st, m, "
    "ad, tup, "
    "vec, \"Weird \"\"name\") VALUES (1, 'it''s', 'static', 'a', 0xcafe, -9223372036854775808, true, "
    "'-0001-01-01', "
    "12.340, 0.1, -1y2d, NaN, '::1', -1, 'line\nbreak, \"quoted\" | <b>&\t中文', '23:59:59.999999999', "
    "-62135596800001, "
    "50554d6e-29bb-11e5-b345-feff819cdc9f, -128, 8f8a0e3b-2a5b-4a0c-9a55-1f2e3d4c5b6a, "
    "-123456789012345678901234567890, [3, 1], {'x''y', ''}, {'k': -Infinity, 'n': NaN}, {street: 'S', "
    "\"No\": null}, "
    "(1, null), [1.5, -0.0], 5);\n"
    "INSERT INTO \"T\" (p, c) VALUES (1, 'empty');\n"
    "INSERT INTO \"T\" (p, c, a, t, bi, b) VALUES (2, '', '', '', blob_as_bigint(0x), 0x);\n"
    "INSERT INTO \"T\" (p, s) VALUES (3, 'alone');\n"
    "CREATE TABLE hits (page text, day int, n counter, m counter, PRIMARY KEY (page, day));\n"
    "UPDATE hits SET n = n + 5, m = m - 2 WHERE page = 'home' AND day = 1;\n"
    "UPDATE hits SET n = n + 1 WHERE page = 'a''b' AND day = 2;\n"
    "CREATE TABLE many (p int, c int, PRIMARY KEY (p, c));\n";

/// A database with the rows above.
class Rows {
 public:
  Rows() {
    folder.write("schema.cql", kSchema);
    const ProgramRun run = folder.run("db -f schema.cql");
    INFO(run.errors);
    REQUIRE(run.status == 0);
  }
  ProgramRun run(const std::string& mode, const std::string& statement, const std::string& more = "") const {
    folder.write("q.cql", statement);
    return folder.run("db --policy cassandra --mode " + mode + " -k MyKeys -f q.cql " + more);
  }
  std::string answer(const std::string& mode, const std::string& statement) const {
    const ProgramRun ran = run(mode, statement);
    INFO(ran.errors);
    CHECK(ran.status == 0);
    return ran.output;
  }

  ScratchFolder folder;
};

}  // namespace

TEST_CASE("json is an array of what SELECT JSON gives, for each type") {
  const Rows rows;
  const Json all = Json::parse(rows.answer("json", "SELECT * FROM \"T\";"));
  REQUIRE(all.size() == 4);
  const Json of_select = Json::parse(rows.answer("json", "SELECT JSON * FROM \"T\";"));
  REQUIRE(of_select.size() == 4);
  for (std::size_t i = 0; i < all.size(); ++i)
    CHECK(all[i] == Json::parse(of_select[i]["[json]"].get<std::string>()));
  std::istringstream lines(rows.answer("jsonl", "SELECT * FROM \"T\";"));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) CHECK(Json::parse(line) == all.at(count));
  CHECK(count == 4);
}

TEST_CASE("json is valid if there are no rows, and if the read is refused half-way, which the status tells") {
  const Rows rows;
  CHECK(rows.answer("json", "SELECT * FROM many;") == "[]\n");
  CHECK(rows.answer("jsonl", "SELECT * FROM many;").empty());
  std::string script;
  for (int i = 0; i < 300; ++i)
    script += "INSERT INTO many (p, c) VALUES (" + std::to_string(i % 2) + ", " + std::to_string(i) + ");\n";
  rows.answer("table", script);
  const ProgramRun refused = rows.run("json", "SELECT c, 100 / (290 - c) AS share FROM many WHERE p = 0;");
  CHECK(refused.status == 2);
  const Json read = Json::parse(refused.output);
  CHECK(read.size() == 145);
  CHECK(Json::parse(rows.answer("json", "SELECT c FROM many;")).size() == 300);
}

TEST_CASE("csv is quoted as RFC 4180 says, and tells null from an empty text") {
  const Rows rows;
  CHECK(rows.answer("csv", "SELECT p, c, s, t, \"Weird \"\"name\", f, de FROM \"T\";") ==
        "p,c,s,t,\"Weird \"\"name\",f,de\n"
        "1,it's,static,\"line\nbreak, \"\"quoted\"\" | <b>&\t中文\",5,NaN,12.340\n"
        "1,empty,static,,,,\n"
        "2,\"\",,\"\",,,\n"
        "3,,alone,,,,\n");
  CHECK(rows.answer("tsv", "SELECT t, dou, tup FROM \"T\" WHERE p = 1 AND c = 'it''s';") ==
        "t\tdou\ttup\n\"line\nbreak, \"\"quoted\"\" | <b>&\t中文\"\t0.1\t(1, null)\n");
  CHECK(rows.answer("csv", "FORMAT NULL 'null'\nFORMAT DOUBLE 1\nSELECT c, t, dou FROM \"T\" WHERE p = 2;") ==
        "c,t,dou\n,,null\n");
}

TEST_CASE("markdown and html escape what would be their own") {
  const Rows rows;
  CHECK(rows.answer("markdown", "SELECT p, t, bo FROM \"T\" WHERE p = 1;") ==
        "| p | t | bo |\n| ---: | --- | --- |\n"
        "| 1 | line<br>break, \"quoted\" \\| \\<b\\>\\&\t中文 | True |\n"
        "| 1 | null | null |\n\n");
  CHECK(rows.answer("html", "SELECT p, t FROM \"T\" WHERE p = 1;") ==
        "<table>\n<thead>\n<tr><th>p</th><th>t</th></tr>\n</thead>\n<tbody>\n"
        "<tr><td>1</td><td>line<br>break, &quot;quoted&quot; | &lt;b&gt;&amp;\t中文</td></tr>\n"
        "<tr><td>1</td><td class=\"null\">null</td></tr>\n</tbody>\n</table>\n");
}

TEST_CASE("what MODE insert prints makes the same rows again") {
  const Rows rows;
  const std::string inserts = rows.answer("insert", "SELECT * FROM \"T\"; SELECT * FROM hits;");
  CHECK_THAT(inserts,
             Catch::Contains("INSERT INTO \"MyKeys\".\"T\" (p, c") && Catch::Contains("blob_as_bigint(0x)") &&
                 Catch::Contains("UPDATE \"MyKeys\".hits SET m = m + -2, n = n + 5 WHERE page = 'home'"));
  const std::string all = "SELECT * FROM \"T\"; SELECT * FROM hits;";
  const std::string before = rows.answer("jsonl", all);
  rows.answer("table",
              "TRUNCATE \"T\"; DROP TABLE hits; CREATE TABLE hits (page text, day int, n counter, m counter, "
              "PRIMARY KEY (page, day));");
  CHECK(rows.answer("jsonl", all).empty());
  rows.answer("table", inserts);
  CHECK(rows.answer("jsonl", all) == before);
}

TEST_CASE("MODE insert says what it cannot do, before it prints a row") {
  const Rows rows;
  for (const char* statement :
       {"SELECT count(*) FROM many;", "SELECT p, c, writetime(t) FROM \"T\";", "SELECT c FROM many;",
        "SELECT p, t FROM \"T\";", "SELECT JSON * FROM many;"}) {
    INFO(statement);
    const ProgramRun run = rows.run("insert", statement, "--diagnostics short");
    CHECK(run.status == 2);
    CHECK(run.output.empty());
    CHECK_THAT(run.errors, Catch::Contains("error[E631]"));
  }
  CHECK(rows.answer("insert", "SELECT DISTINCT p, s FROM \"T\" WHERE p = 3;") ==
        "INSERT INTO \"MyKeys\".\"T\" (p, s) VALUES (3, 'alone');\n");
  CHECK(rows.answer("insert", "SELECT c AS first, p AS p, c FROM many;").empty());
  CHECK(rows.answer("insert", "INSERT INTO many (p, c) VALUES (9, 9) IF NOT EXISTS;") == "-- applied\n");
}

TEST_CASE("MODE alone says which one is set, and EXPAND goes back to the mode before") {
  const Rows rows;
  CHECK(
      rows.answer("csv",
                  "MODE\nMODE box\nMODE\nEXPAND ON\nMODE\nEXPAND OFF\nMODE\nMODE vertical\nEXPAND\n") ==
      "Mode: csv\nMode: box\nEXPAND set to ON\nMode: vertical\nEXPAND set to OFF\nMode: box\nEXPAND is ON\n");
  CHECK(rows.run("table", "MODE nosuch").status == 2);
  CHECK(rows.run("nosuch", "MODE").status == 1);
}

TEST_CASE("OUTPUT sends results to a file, and CAPTURE appends them") {
  const Rows rows;
  rows.folder.write("out.csv", "old");
  const std::string shown =
      rows.answer("csv",
                  "INSERT INTO many (p, c) VALUES (1, 2);\nOUTPUT 'out.csv'\nSELECT * FROM many;\nOUTPUT\n"
                  "DESCRIBE TABLE many;\nOUTPUT OFF\nSELECT c FROM many;\n");
  CHECK(shown == "Results go to out.csv.\nc\n2\n");
  CHECK_THAT(rows.folder.read("out.csv"), Catch::StartsWith("p,c\n1,2\n") && Catch::Contains("CREATE TABLE"));
  const std::string captured = rows.answer("csv",
                                           "CAPTURE\nCAPTURE 'c.csv'\nSELECT * FROM many;\nCAPTURE\nCAPTURE "
                                           "OFF\nCAPTURE 'c.csv'\nSELECT c FROM many;");
  CHECK(captured ==
        "Currently not capturing query output.\nNow capturing query output to 'c.csv'.\n"
        "Currently capturing query output to 'c.csv'.\nNow capturing query output to 'c.csv'.\n");
  CHECK(rows.folder.read("c.csv") == "p,c\n1,2\nc\n2\n");
}

TEST_CASE("a file that cannot be written is refused, and results go where they went before") {
  const Rows rows;
  const ProgramRun unopened = rows.run(
      "csv",
      "INSERT INTO many (p, c) VALUES (1, 2);\nOUTPUT 'a.csv'\nOUTPUT '/nosuch/b.csv'\nSELECT p FROM many;\n"
      "CAPTURE 'c'\nOUTPUT OFF\nCAPTURE OFF\nSELECT c FROM many;",
      "--diagnostics short");
  CHECK(unopened.status == 2);
  CHECK_THAT(unopened.errors, Catch::Contains("error[E630]: cannot open /nosuch/b.csv for results: ") &&
                                  Catch::Contains("error[E633]: already capturing output to a.csv") &&
                                  Catch::Contains("error[E633]: not currently capturing output"));
  CHECK(rows.folder.read("a.csv") == "p\n1\n");
  CHECK(unopened.output == "c\n2\n");
  // A full disk, at the end of the run and before.
  const ProgramRun full = rows.run("csv", "OUTPUT '/dev/full'\nSELECT p FROM many;", "--diagnostics short");
  CHECK(full.status == 1);
  CHECK_THAT(full.errors, Catch::Contains("cannot write results to /dev/full"));
  const ProgramRun ended =
      rows.run("csv", "OUTPUT '/dev/full'\nSELECT p FROM many;\nOUTPUT OFF\nSELECT c FROM many;",
               "--diagnostics short");
  CHECK(ended.status == 2);
  CHECK(ended.output == "c\n2\n");
}

TEST_CASE("what is read from a pipe is never cut, and has no colours unless they are asked for") {
  const Rows rows;
  rows.answer("table", "INSERT INTO \"T\" (p, c, t) VALUES (7, 'wide', '" + std::string(500, 'w') + "');");
  const std::string query = "SELECT t FROM \"T\" WHERE p = 7;";
  CHECK_THAT(rows.answer("table", "WIDTH 20\n" + query), Catch::Contains(std::string(500, 'w')));
  CHECK_THAT(rows.answer("table", query), !Catch::Contains("\033["));
  const ProgramRun coloured = rows.run("table", "SELECT p, c, s, t FROM \"T\" WHERE p = 7;", "-C");
  CHECK_THAT(coloured.output,
             Catch::Contains("\033[0;1;31mp\033[0m") && Catch::Contains("\033[0;1;36mc\033[0m") &&
                 Catch::Contains("\033[0;1;37ms\033[0m") && Catch::Contains("\033[0;1;35mt\033[0m"));
}

TEST_CASE("FORMAT says how times and numbers are written, and what it cannot do") {
  const Rows rows;
  CHECK(rows.answer(
            "csv",
            "FORMAT TIMESTAMP '%d.%m.%Y %H:%M:%S.%f %z'\nFORMAT ZONE 'Europe/Vienna'\n"
            "UPDATE \"T\" SET ts = '2024-07-01 12:00:00+0000', dou = 2.123456789 WHERE p = 8 AND c = '';\n"
            "FORMAT DOUBLE 3\nSELECT ts, dou FROM \"T\" WHERE p = 8;\nFORMAT\nFORMAT DEFAULT\nFORMAT\n") ==
        "ts,dou\n01.07.2024 14:00:00.000000 +0200,2.123\n"
        "TIMESTAMP '%d.%m.%Y %H:%M:%S.%f %z'\nZONE      Europe/Vienna\nFLOAT     DEFAULT\nDOUBLE    3\nNULL  "
        "    DEFAULT\n"
        "TIMESTAMP DEFAULT\nZONE      DEFAULT\nFLOAT     DEFAULT\nDOUBLE    DEFAULT\nNULL      DEFAULT\n");
  for (const char* wrong :
       {"FORMAT ZONE 'Nowhere'", "FORMAT FLOAT 18", "FORMAT FLOAT x", "FORMAT NULL x", "FORMAT BLOB 1",
        "FORMAT TIMESTAMP", "WIDTH 0", "WRAP maybe", "OUTPUT file", "CAPTURE", "OUTPUT ''"}) {
    INFO(wrong);
    CHECK(rows.run("table", wrong).status == (std::string(wrong) == "CAPTURE" ? 0 : 2));
  }
}

TEST_CASE("where the system has no zones, FORMAT ZONE says which package brings them, and offsets work") {
  const Rows rows;
  setenv("TZDIR", "/nosuch/zones", 1);
  const ProgramRun run =
      rows.run("csv", "FORMAT ZONE 'Europe/Vienna'\nFORMAT ZONE '+02:00'\nSELECT p FROM many;", "--no-color");
  unsetenv("TZDIR");
  CHECK(run.status == 2);
  CHECK(run.output == "p\n");
  CHECK_THAT(run.errors, Catch::Contains("error[E632]: this system has no zone database") &&
                             Catch::Contains("apt-get install tzdata"));
}
