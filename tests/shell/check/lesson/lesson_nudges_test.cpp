// What a lesson says to wrong input: when a nudge comes, and what it shows.
#include <catch2/catch.hpp>

#include "lesson_world.h"

using namespace cellar;

namespace {

constexpr std::string_view kLikes = R"(# L1 Likes

```cql given
CREATE KEYSPACE likes WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
USE likes;
CREATE TABLE likes (item text, number int, PRIMARY KEY (item, number));
CREATE TABLE items (item text PRIMARY KEY, number int);
CREATE TABLE others (item text PRIMARY KEY, number int);
CREATE TABLE counts (item text PRIMARY KEY, number counter);
```

## Many rows

```cql type
INSERT INTO likes (item, number) VALUES ('tea', 4);
```

```cql given
INSERT INTO likes (item, number) VALUES ('tea', 1);
INSERT INTO likes (item, number) VALUES ('tea', 2);
INSERT INTO likes (item, number) VALUES ('tea', 3);
```

<!-- check: holds SELECT number FROM likes WHERE item = 'tea' => 1; 2; 3; 4 -->

## A batch

```cql type
BEGIN BATCH
  INSERT INTO likes (item, number) VALUES ('cup', 1);
  UPDATE items SET number = 1 WHERE item = 'cup';
APPLY BATCH;
```

<!-- check: noticed W413 -->
<!-- check: holds SELECT number FROM likes WHERE item = 'cup' => 1 -->

### If it goes wrong

- E312: Name the item.
- noticed: Both belong into one batch.

## A command

```cql type
ADVISE LAST
```

<!-- check: typed ADVISE LAST -->

### If it goes wrong

- E203: Ask for a column that is there.
- E620: Type a query first.

## A counter

```cql type
UPDATE counts SET number = number + 1 WHERE item = 'cup';
```

<!-- check: holds SELECT number FROM counts WHERE item = 'cup' => 1 -->

### If it goes wrong

- E330: Only add.
- E301: Name the item.

## Twice

```cql type
INSERT INTO items (item, number) VALUES ('pot', 1);
INSERT INTO items (item, number) VALUES ('pot', 2);
```

<!-- check: noticed W404 W405 -->
<!-- check: holds SELECT number FROM items WHERE item = 'pot' => 2 -->

## Refused, and then held

```cql type
SELECT item FROM items WHERE number = 2;
INSERT INTO items (item, number) VALUES ('jug', 1);
```

<!-- check: refused E301 -->
<!-- check: holds SELECT number FROM items WHERE item = 'jug' => 1 -->

## The right table

```cql given
INSERT INTO others (item, number) VALUES ('jug', 1);
```

```cql answer
SELECT number FROM items WHERE item = 'jug';
```

<!-- check: answers -->
)";

const LessonFile kLikesFiles[] = {{"L1", "en", kLikes}};

/// A world in which a step is shown.
struct StepWorld : LessonWorld {
  explicit StepWorld(std::size_t step) : LessonWorld(kLikesFiles) {
    type("LEARN L1 " + std::to_string(step));
  }
  /// Whether the lesson has said this, wherever its lines break.
  bool has_said(std::string_view part) const {
    std::string line;
    for (const char each : lesson)
      if (const char one = each == '\n' ? ' ' : each; one != ' ' || !line.ends_with(' ')) line += one;
    return says(line, part);
  }
};

}  // namespace

TEST_CASE("rows that a step asks for are shown from the first that differs") {
  StepWorld world(1);
  world.type("INSERT INTO likes (item, number) VALUES ('tea', 5)");
  CHECK(world.has_said("answers ..., (5), and the step asks for ..., (4)."));
  world.type("DELETE FROM likes WHERE item = 'tea' AND number = 5");
  world.type("INSERT INTO likes (item, number) VALUES ('cup', 4)");
  // One side ends there.
  CHECK(world.has_said("answers ..., (3), and the step asks for ..., (3), (4)."));
}

TEST_CASE("statements that belong into a batch get its nudges when they are typed one by one") {
  StepWorld world(2);
  world.type("INSERT INTO likes (item, number) VALUES ('cup', 1)");
  CHECK(world.has_said("Both belong into one batch."));
  CHECK(world.type("UPDATE items SET number = 1") == "E113");
  CHECK(world.lesson.empty());
  world.type("UPDATE items SET number = 1 WHERE item = 'cup'");
  CHECK(world.player.last_nudge() == "noticed");
  world.type("SELECT number FROM items WHERE item = 'cup'");
  CHECK(world.lesson.empty());
}

TEST_CASE("a code nudges whether the statement or the query that a command reads is refused") {
  StepWorld world(3);
  world.settings.refused_query.clear();
  CHECK(world.type("ADVISE LAST") == "E620");
  CHECK(world.has_said("Type a query first."));
  CHECK(world.type("SELECT colour FROM items WHERE item = 'cup'") == "E203");
  CHECK(world.lesson.empty());
  world.type("ADVISE LAST");
  CHECK(world.has_said("Ask for a column that is there."));
}

TEST_CASE("a code nudges for any write where the step asks for one") {
  StepWorld world(4);
  CHECK(world.type("INSERT INTO counts (item, number) VALUES ('cup', 1)") == "E330");
  CHECK(world.has_said("Only add."));
  CHECK(world.type("SELECT item FROM counts WHERE number = 1") == "E301");
  CHECK(world.lesson.empty());
}

TEST_CASE("the last statement gets a nudge also if it is the first to make another check hold") {
  StepWorld world(5);
  world.type("INSERT INTO items (item, number) VALUES ('pot', 3)");
  CHECK(world.lesson.empty());
  world.type("INSERT INTO items (item, number) VALUES ('pot', 4)");
  CHECK(world.player.last_nudge() == "holds");
  CHECK(world.has_said("answers (4), and the step asks for (2)"));
}

TEST_CASE("a refusal that a step asks for counts as one of its statements") {
  StepWorld world(6);
  CHECK(world.type("SELECT item FROM items WHERE number = 1") == "E301");
  CHECK(world.lesson.empty());
  world.type("INSERT INTO items (item, number) VALUES ('jug', 2)");
  CHECK(world.player.last_nudge() == "holds");
}

TEST_CASE("a query of another table with the same value is not the one that a step asks for") {
  StepWorld world(7);
  world.type("SELECT number FROM others WHERE item = 'jug'");
  CHECK(world.has_said("this reads likes.others, and the step asks for a query of likes.items."));
  CHECK(world.player.steps_done() == 6);
  world.type("SELECT number AS n FROM likes.items WHERE item = 'jug'");
  CHECK(world.player.steps_done() == 7);
}
