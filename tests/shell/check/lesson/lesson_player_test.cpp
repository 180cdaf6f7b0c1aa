// Lessons played: what advances a step, what is said to wrong input, and that one's own data is safe.
#include "shell/check/lesson/lesson_player.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "lesson_world.h"

using namespace cellar;

namespace {

constexpr std::string_view kEnglish = R"(# L1 Cats

About cats.

```cql given
CREATE KEYSPACE cats WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
USE cats;
```

## A table

Make it.

```cql type
CREATE TABLE cats (owner text, name text, age int, PRIMARY KEY (owner, name));
```

<!-- check: serves SELECT age FROM cats WHERE owner = 'ann' -->

### What you see

A table of cats.

### Why

Cats have owners.

### If it goes wrong

- E210: Say the key.
- serves: The owner comes first.

## Two cats

```cql type
INSERT INTO cats (owner, name, age) VALUES ('ann', 'Tom', 3);
INSERT INTO cats (owner, name, age) VALUES ('ann', 'Ada', 5);
```

<!-- check: holds SELECT name, age FROM cats WHERE owner = 'ann' => 'Ada', 5; 'Tom', 3 -->

## Ask

```cql given
INSERT INTO cats (owner, name, age) VALUES ('bob', 'Kim', 1);
```

```cql answer
SELECT name FROM cats WHERE owner = 'bob';
```

<!-- check: answers -->

## A word

Read.

## A refusal

```cql type
SELECT name FROM cats WHERE age = 3;
```

<!-- check: refused E301 -->
)";

constexpr std::string_view kChinese = R"(# L1 猫

## 建表

```cql type
CREATE TABLE cats (owner text, name text, age int, PRIMARY KEY (owner, name));
```

<!-- check: serves SELECT age FROM cats WHERE owner = 'ann' -->
)";

const LessonFile kFiles[] = {{"L1", "en", kEnglish}, {"L1", "zh", kChinese}};

}  // namespace

TEST_CASE("only what a step asks for advances it, and everything else may be typed") {
  LessonWorld world(kFiles);
  CHECK(says(world.type("LEARN"), "L1   Cats"));
  CHECK(world.type("NEXT") == "E671");
  CHECK(world.type("LEARN L7") == "E670");
  CHECK(world.type("LEARN L1 9") == "E670");
  CHECK(says(world.type("learn l1"), "L1, step 1 of 5: A table"));
  CHECK(says(world.type("NEXT"), "not done yet"));
  world.type("DESCRIBE TABLES");
  CHECK(world.lesson.empty());
  CHECK(world.type("CREATE TABLE cats (owner text, name text, age int)") == "E210");
  CHECK(world.lesson == "-- Say the key.\n");
  CHECK(world.type("ALTER TABLE cats ADD PRIMARY KEY (owner)") != "");
  CHECK(world.lesson.empty());
  world.type("CREATE TABLE cats (name text PRIMARY KEY, owner text, age int)");
  CHECK(says(world.lesson, "no table serves this query yet"));
  CHECK(says(world.lesson, "The owner comes first."));
  world.type("DROP TABLE cats");
  CHECK(world.lesson.empty());
  // Another form of the statement does the same.
  world.type("CREATE TABLE cats (name text, age int, owner text, PRIMARY KEY ((owner), name, age))");
  CHECK(says(world.lesson, "A table of cats."));
  CHECK(says(world.lesson, "step 1 of 5 is done"));
  world.type("CREATE TABLE more (id int PRIMARY KEY)");
  CHECK(world.lesson.empty());
  CHECK(says(world.type("WHY"), "Cats have owners."));
  CHECK(says(world.type("NEXT"), "step 2 of 5"));
  CHECK(says(world.type("BACK"), "step 1 of 5"));
  CHECK(says(world.type("BACK"), "the first step"));
  CHECK(says(world.type("NEXT"), "step 2 of 5"));
  CHECK(world.player.steps_done() == 1);
}

TEST_CASE("a step with several statements gives no nudge before they are typed") {
  LessonWorld world(kFiles);
  world.type("LEARN L1 2");
  world.type("INSERT INTO cats (owner, name, age) VALUES ('ann', 'Tom', 3)");
  CHECK(world.lesson.empty());
  world.type("INSERT INTO cats (owner, name, age) VALUES ('ann', 'Ada', 4)");
  CHECK(says(world.lesson, "answers ('Ada', 4)"));
  world.type("UPDATE cats SET age = 5 WHERE owner = 'ann' AND name = 'Ada'");
  CHECK(says(world.lesson, "step 2 of 5 is done"));
}

TEST_CASE("a query is judged by its rows, and what is given for a step is there") {
  LessonWorld world(kFiles);
  world.type("LEARN L1 3");
  world.type("SELECT * FROM cats WHERE owner = 'bob'");
  CHECK(says(world.lesson, "3 columns"));
  world.type("SELECT name FROM cats WHERE owner = 'ann'");
  CHECK(says(world.lesson, "2 rows"));
  world.type("SELECT name FROM cats WHERE name = 'Kim' ALLOW FILTERING");
  CHECK(says(world.lesson, "reads more partitions"));
  CHECK(says(world.lesson, "SKIP"));
  world.type("SELECT name FROM cats WHERE owner = 'bob' LIMIT 5");
  CHECK(says(world.lesson, "step 3 of 5 is done"));
  // A step without a check goes on by NEXT.
  CHECK(says(world.type("NEXT"), "NEXT goes on."));
  CHECK(says(world.type("NEXT"), "step 5 of 5"));
  world.type("SELECT name FROM cats WHERE owner = 'bob'");
  CHECK(says(world.lesson, "this was accepted"));
  CHECK(world.type("SELECT name FROM cats WHERE age = 5") == "E301");
  CHECK(says(world.lesson, "the last step of L1"));
  CHECK(says(world.type("NEXT"), "the last step of L1"));
}

TEST_CASE("SKIP does a step whatever was typed before") {
  LessonWorld world(kFiles);
  world.type("LEARN L1");
  world.type("CREATE TABLE cats (id int PRIMARY KEY)");
  const std::string skipped = world.type("SKIP");
  CHECK(says(skipped, "    CREATE TABLE cats (owner text"));
  CHECK(says(skipped, "step 1 of 5 is done"));
  CHECK(says(world.type("SKIP"), "NEXT goes on."));
  world.type("NEXT");
  CHECK(says(world.type("SKIP"), "step 2 of 5 is done"));
  world.type("LEARN L1 5");
  CHECK(says(world.type("SKIP"), "1:29: error[E301]: the query does not say which partition to read\n"));
}

TEST_CASE("a lesson cannot reach one's own data, which is back with its session afterwards") {
  LessonWorld world(kFiles);
  for (const char* statement :
       {"CREATE KEYSPACE cats WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
        "USE cats", "CREATE TABLE cats (id int PRIMARY KEY)", "INSERT INTO cats (id) VALUES (7)",
        "POLICY cassandra"})
    world.type(statement);
  CHECK(world.console.has_unsaved_data());
  world.type("LEARN L1 2");
  CHECK(world.connection.policy() == Policy::teach);
  world.type("CLOCK '2020-01-01T00:00:00Z'");
  world.type("TRUNCATE cats");
  world.type("DROP KEYSPACE cats");
  CHECK(world.console.has_unsaved_data());
  CHECK(says(world.type("LEARN OFF"), "Your own database is back"));
  CHECK(world.type("LEARN OFF") == "E671");
  CHECK(world.connection.keyspace() == "cats");
  CHECK(world.connection.policy() == Policy::cassandra);
  CHECK_FALSE(world.settings.clock->stands());
  Result rows = world.connection.execute("SELECT id FROM cats");
  REQUIRE(rows.next() != nullptr);
  CHECK(rows.next() == nullptr);
}

TEST_CASE("a lesson goes on where it was left, also in another run of the program") {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "cellar_lessons_test";
  std::ofstream(file) << "something else\n";
  {
    LessonWorld world(kFiles, file);
    world.type("LEARN L1");
    world.type("SKIP");
    world.type("NEXT");
    world.type("SKIP");
  }
  LessonWorld world(kFiles, file);
  CHECK(says(world.type("LEARN"), "2 of 5 steps done"));
  CHECK(says(world.type("LEARN L1"), "step 3 of 5"));
  world.type("SELECT name FROM cats WHERE owner = 'bob'");
  CHECK(says(world.lesson, "step 3 of 5 is done"));
  CHECK(LessonProgressFile(file).steps_done("L1") == 3);
  CHECK(says(world.type("LEARN L1 1"), "step 1 of 5"));
  CHECK(says(world.type("LEARN"), "3 of 5 steps done"));
  // An early step that is done again takes nothing away.
  world.type("SKIP");
  CHECK(says(world.type("LEARN"), "3 of 5 steps done"));
  world.type("LEARN OFF");
  CHECK(says(world.type("LEARN L1"), "step 4 of 5"));
  std::ifstream kept(file);
  CHECK(std::string(std::istreambuf_iterator<char>(kept), {}) == "L1 3\nsomething else\n");
  std::filesystem::remove(file);
}

TEST_CASE("a file of progress that cannot be read stays as it is, and a link stays a link") {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "cellar_progress_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "real") << "L1 3\n";
  std::filesystem::create_symlink("real", folder / "link");
  CHECK(LessonProgressFile(folder / "link").note("L2", 1));
  CHECK(std::filesystem::is_symlink(folder / "link"));
  std::ifstream kept(folder / "real");
  CHECK(std::string(std::istreambuf_iterator<char>(kept), {}) == "L1 3\nL2 1\n");
  // Nobody can read what leads to itself.
  std::filesystem::create_symlink("loop", folder / "loop");
  CHECK_FALSE(LessonProgressFile(folder / "loop").note("L2", 1));
  CHECK(std::filesystem::is_symlink(folder / "loop"));
  CHECK(LessonProgressFile(folder / "new").note("L2", 1));
  std::filesystem::permissions(folder / "real", std::filesystem::perms::none);
  if (std::ifstream(folder / "real")) {  // who may read everything
    std::filesystem::remove_all(folder);
    return;
  }
  CHECK_FALSE(LessonProgressFile(folder / "real").note("L4", 1));
  std::filesystem::permissions(folder / "real", std::filesystem::perms::owner_read);
  CHECK_FALSE(LessonProgressFile(folder / "real").note("L4", 1));
  CHECK(LessonProgressFile(folder / "real").steps_done("L1") == 3);
  CHECK(LessonProgressFile(folder / "real").steps_done("L4") == 0);
  std::filesystem::remove_all(folder);
}

TEST_CASE("each lesson that is played says once that it is not kept, from wherever it goes on") {
  LessonWorld world(kFiles);
  const std::string unkept = "how far you have come cannot be kept in a file";
  world.type("LEARN L1 2");
  CHECK(says(world.type("SKIP"), unkept));
  world.type("NEXT");
  CHECK_FALSE(says(world.type("SKIP"), unkept));
  world.type("LEARN OFF");
  world.type("LEARN L1 2");
  CHECK(says(world.type("SKIP"), unkept));
}

TEST_CASE("the file of progress is beside that of the history") {
  CHECK(lessons_beside("/home/ann/.cellar_history") == "/home/ann/.cellar_lessons");
  CHECK(lessons_beside("/home/ann/state/cellar/history") == "/home/ann/state/cellar/lessons");
  CHECK(lessons_beside("/home/ann/typed") == "/home/ann/typed_lessons");
  CHECK(lessons_beside("").empty());
  CHECK(lessons_beside("/dev/null").empty());
}

TEST_CASE("a lesson follows the language that is set") {
  LessonWorld world(kFiles);
  world.type("LEARN L1");
  world.type("LANGUAGE zh");
  CHECK(says(world.type("LEARN L1"), "第 1 步，共 1 步：建表"));
  world.type("CREATE TABLE cats (id int PRIMARY KEY)");
  CHECK(says(world.lesson, "还没有表能回答这个查询"));
}
