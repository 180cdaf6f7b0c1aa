// `cellar grade` as a program: exit statuses, files, folders; and the exercises that are handed out with it.
#include <catch2/catch.hpp>
#include <filesystem>

#include "exercise_texts.h"
#include "run_program.h"

using Catch::Contains;

namespace {

const std::string kRight =
    "-- @answer T1\nCREATE TABLE p (author text, at int, id int, title text, PRIMARY KEY (author, at, "
    "id));\n";
const std::string kLoses =
    "-- @answer T1\nCREATE TABLE p (author text, at int, id int, title text, PRIMARY KEY (author, at));\n";

void write_homework(const ScratchFolder& folder) {
  std::filesystem::create_directories(folder.path / "answers" / "cid");
  folder.write("posts.cql", kPosts);
  folder.write("posts.answers.cql",
               kHiddenPosts + "-- @right \"r\"\n" + kRight + "-- @wrong \"w\" loses T1.MR5\n" + kLoses);
  folder.write("answers/ann.cql", kRight);
  folder.write("answers/bob.cql", kPosts + kLoses);
  folder.write("answers/cid/posts.cql", "-- @answer T1\nDROP TABLE p;\n");
  folder.write("answers/other.cql", "-- @exercise gyms \"another\" points=1\n" + kRight);
}

}  // namespace

TEST_CASE("the exit status says whether an answer has all points") {
  const ScratchFolder folder;
  write_homework(folder);
  CHECK(folder.run("grade posts.cql answers/ann.cql").status == 0);
  CHECK(folder.run("grade posts.cql answers/bob.cql").status == 2);
  CHECK(folder.run("grade posts.cql answers").status == 0);
  CHECK(folder.run("grade --test posts.cql").status == 0);
  CHECK(folder.run("grade --test posts.cql").output == "posts.cql: 1 right, 1 wrong, 0 misjudged\n");
  CHECK(folder.run("grade posts.cql").status == 1);
  CHECK(folder.run("grade posts.cql nobody.cql").status == 1);
  CHECK(folder.run("grade posts.cql answers --report xml").status == 1);
  CHECK(folder.run("grade --test posts.cql answers").status == 1);
  folder.write("posts.answers.cql", "-- @wrong \"w\" loses T1.MR4\n" + kLoses);
  const ProgramRun misjudged = folder.run("grade --test posts.cql");
  CHECK(misjudged.status == 1);
  CHECK_THAT(misjudged.output,
             Contains("posts.answers.cql:1: \"w\": it should lose T1.MR4, and loses nothing\n"));
}

TEST_CASE("a class is graded from its folder, and each answer has a report") {
  const ScratchFolder folder;
  write_homework(folder);
  const ProgramRun run = folder.run("grade posts.cql answers --report csv --reports marked");
  CHECK(run.output ==
        "answer,score,max_score,T1,missed\nann.cql,10,10,10,\nbob.cql,8.19,10,8.19,T1.MR5\n"
        "cid/posts.cql,0,10,0,T1.MR1 T1.MR2 T1.MR3 T1.MR4 T1.MR5 T1.types\nmissed most,,,,T1.MR5 (2 of 3)\n"
        "passed over,,,,answers to gyms: other.cql\n");
  CHECK_THAT(folder.read("marked/bob.txt"), Contains("replaced by: (ann, 2, 2, Second)"));
  CHECK(std::filesystem::exists(folder.path / "marked/cid/posts.txt"));
  CHECK(folder.run("grade posts.cql answers --report csv").output == run.output);
}

TEST_CASE("a wrong exercise is reported with its place") {
  const ScratchFolder folder;
  folder.write("posts.cql", kPosts + "-- @expects T1\n");
  folder.write("ann.cql", kRight);
  const ProgramRun run = folder.run("grade posts.cql ann.cql --report json");
  CHECK(run.status == 1);
  CHECK(run.output.empty());
  CHECK_THAT(run.errors,
             Contains("error[E660]: @expects is no directive of this file\n --> posts.cql:15:1\n"));
  CHECK_THAT(folder.run("grade --test posts.cql").errors, Contains("E660"));
  CHECK_THAT(folder.run("grade --test .").errors, Contains("E660"));
}

TEST_CASE("the exercises that are handed out judge their own answers as they should") {
  const ScratchFolder folder;
  const ProgramRun run = folder.run("grade --test " CELLAR_SOURCE_DIR "/examples/exercises");
  CHECK(run.errors.empty());
  CHECK_THAT(run.output, !Contains(" 1 misjudged"));
  INFO(run.output);
  CHECK(run.status == 0);
}

TEST_CASE("exercises run in any shell, and nobody needs the grader to read them") {
  for (const auto& entry : std::filesystem::directory_iterator(CELLAR_SOURCE_DIR "/examples/exercises")) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".answers.cql")) continue;
    const ScratchFolder folder;
    INFO(name);
    const ProgramRun run = folder.run(
        "-e \"CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; USE "
        "k;\" -f " +
        entry.path().string());
    CHECK(run.status == 0);
  }
}
