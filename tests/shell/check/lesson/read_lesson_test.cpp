// The form of lessons, and what is refused of it.
#include "shell/teach/lesson/read_lesson.h"

#include <catch2/catch.hpp>

#include "refusal/messages.h"
#include "shell/teach/lesson/lesson_text.h"

using namespace cellar;

namespace {

std::string fault_of(std::string_view text, std::string_view language = "en") {
  try {
    read_lesson("L9.md", language, text);
    return "";
  } catch (const WrongLesson& wrong) {
    const Diagnostic refusal{
        "wrong_lesson", {}, {{"place", "L9.md:1"}, {"reason", wrong.reason}}, std::nullopt};
    const std::string chinese = words_of(refusal, *find_language("zh")).title;
    INFO(chinese);
    CHECK(chinese.find(wrong.reason) == std::string::npos);
    return wrong.what();
  }
}

constexpr std::string_view kLesson = R"(# L9 Cats

About cats.

```cql given
CREATE KEYSPACE k;
```

## Make a table

Type **this** and see
what comes.

```cql type
CREATE TABLE cats (id int PRIMARY KEY);
```

<!-- a remark -->
<!-- check: serves SELECT * FROM cats WHERE id = 1; -->
<!-- check: holds SELECT id FROM cats WHERE id = 1 => 1, 'a'; 2, null -->

### What you see

A table.

### Why

Because.

### If it goes wrong

- E210: A key
  is missing.
- serves: No.
- else: Hm.

## Ask

<details><summary>Answer</summary>

```cql answer
SELECT * FROM cats WHERE id = 1;
```

</details>

<!-- check: answers -->

## The end

Nothing.
)";

std::string with(std::string_view old, std::string_view put) {
  std::string text(kLesson);
  return text.replace(text.find(old), old.size(), put);
}

}  // namespace

TEST_CASE("a lesson is read with all that its steps have") {
  const Lesson lesson = read_lesson("L9.md", "en", kLesson);
  CHECK(lesson.id == "L9");
  CHECK(lesson.title == "Cats");
  CHECK(lesson.text == "About cats.");
  CHECK(lesson.given.front().text == "CREATE KEYSPACE k;\n");
  REQUIRE(lesson.steps.size() == 3);
  const LessonStep& table = lesson.steps[0];
  CHECK(table.title == "Make a table");
  CHECK(table.asked.front().line == 15);
  CHECK(table.seen == "A table.");
  CHECK(table.why == "Because.");
  CHECK(table.nudges.at("E210") == "A key\nis missing.");
  CHECK(table.nudges.size() == 3);
  CHECK(std::get<ServesCheck>(table.checks[0]).query == "SELECT * FROM cats WHERE id = 1");
  CHECK(std::get<HoldsCheck>(table.checks[1]).rows == std::vector<std::string>{"1, 'a'", "2, null"});
  CHECK(lesson_text(table.text, 20) ==
        "Type this and see\nwhat comes.\n\n    CREATE TABLE cats (id int PRIMARY KEY);\n");
  CHECK(std::get<AnswersCheck>(lesson.steps[1].checks[0]).query == "SELECT * FROM cats WHERE id = 1");
  CHECK(lesson.steps[1].text.find("SELECT") == std::string::npos);
  CHECK(lesson.steps[2].checks.empty());
}

TEST_CASE("a lesson of the wrong form is refused with its place and the reason") {
  CHECK(fault_of("") == "L9.md:1: a lesson begins with a heading: # L2 The newest posts of a user");
  CHECK(fault_of("Cats\n") == "L9.md:1: the first line is the heading of the lesson");
  CHECK(fault_of("# L9\n") == "L9.md:1: the heading has an id and a title: # L2 The newest posts of a user");
  CHECK(fault_of("# L9 Cats\n") == "L9.md:1: the lesson has no step: ## Title");
  CHECK(fault_of(with("## Ask", "# Ask")) == "L9.md:37: a lesson has one heading of the first level");
  CHECK(fault_of(with("### Why", "### Because")) ==
        "L9.md:26: a step has no part \"Because\": What you see; Why; If it goes wrong");
  CHECK(fault_of(kLesson, "zh").starts_with("L9.md:22: a step has no part \"What you see\""));
  CHECK(fault_of(with("<!-- check: answers -->", "")) ==
        "L9.md:37: the step asks for something, and has no check");
  CHECK(fault_of(with("Nothing.", "<!-- check: typed MAP -->")) ==
        "L9.md:49: the step has a check, and no fence `cql type` or `cql answer`");
  CHECK(fault_of(with("cql type", "cql typed")) ==
        "L9.md:14: no fence is called `cql typed` here: type, answer, given");
  CHECK(fault_of(with("check: serves", "check: serve"))
            .starts_with("L9.md:19: no check is written \"serve SELECT"));
  CHECK(fault_of(with("=> 1", "= 1")).starts_with("L9.md:20: no check is written \"holds SELECT"));
  CHECK(fault_of(with("check: answers", "check: refused 301")) ==
        "L9.md:47: no code is called 301: write one such as E301");
  CHECK(fault_of(with("- serves:", "- answers:")) ==
        "L9.md:34: a nudge begins with a code, a check of this step, or else, and not with answers");
  CHECK(fault_of(with("- serves:", "- E210:")) == "L9.md:34: the step has two nudges for E210");
  CHECK(fault_of(with("SELECT * FROM cats WHERE id = 1;\n```", "MAP cats\n```")) ==
        "L9.md:37: `answers` needs a SELECT: the step asks for none");
  CHECK(fault_of(with("Nothing.", "```\nopen")) == "L9.md:51: the fence is not closed");
  CHECK(fault_of(with("Nothing.", "<!-- open")) == "L9.md:51: the comment is not closed");
  CHECK(fault_of(with("Because.", "```cql type\nMAP\n```")) ==
        "L9.md:28: a fence of this kind belongs to the text of a step");
}

TEST_CASE("lines in Chinese are joined without a blank, and wrapped between characters") {
  CHECK(lesson_text("分区键\n在前面。", 80) == "分区键在前面。\n");
  CHECK(lesson_text("分区键在前面。", 8) == "分区键在\n前面。\n");
}
