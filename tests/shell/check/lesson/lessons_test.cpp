// The lessons of examples/lessons, played with right and with wrong input, in all languages.
//
// CELLAR_LESSONS names another folder of lessons, CELLAR_LESSON the only lesson (tests/README.md).
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "lesson_world.h"
#include "shell/check/grade/directives.h"
#include "shell/check/grade/exercise_database.h"
#include "shell/check/lesson/lesson_parts.h"
#include "shell/teach/lesson/read_lesson.h"

using namespace cellar;

namespace {

std::filesystem::path folder() {
  const char* const other = std::getenv("CELLAR_LESSONS");
  return other != nullptr ? other : CELLAR_SOURCE_DIR "/examples/lessons";
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The files of the folder as the program holds them.
struct Files {
  Files() {
    const char* const only = std::getenv("CELLAR_LESSON");
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
      const std::string name = entry.path().filename().string();
      if (!name.ends_with(".md") || !name.starts_with("L")) continue;
      const std::string id = name.substr(0, name.find('.'));
      if (only != nullptr && id != only) continue;
      const std::string language = name.ends_with(".zh.md") ? "zh" : "en";
      texts[{id, language}] = read_file(entry.path());
    }
    for (const auto& [key, text] : texts) files.push_back({key.first, key.second, text});
  }
  std::map<std::pair<std::string, std::string>, std::string> texts;
  std::vector<LessonFile> files;
};

Lesson lesson_of(const LessonFile& file) {
  return read_lesson(std::string(file.id) + " " + std::string(file.language), file.language, file.text);
}

std::vector<std::string> statements_of(const std::vector<LessonScript>& scripts) {
  std::vector<std::string> statements;
  for (const LessonScript& script : scripts)
    for (const ScriptPart& part : split_script({script.text, script.line})) statements.push_back(part.text);
  return statements;
}

/// All of a lesson but its words.
std::string skeleton_of(const Lesson& lesson) {
  std::string text = lesson.id + "\n";
  for (const LessonPart& part : wordless_parts(lesson)) text += part.text + "\n";
  return text;
}

void set_language(LessonWorld& world, const LessonFile& file) {
  world.settings.language = *find_language(file.language);
}

}  // namespace

TEST_CASE("the lessons are done by the right input, step by step") {
  const Files files;
  for (const LessonFile& file : files.files) {
    const Lesson lesson = lesson_of(file);
    LessonWorld world(files.files);
    set_language(world, file);
    world.type("LEARN " + lesson.id + " 1");
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      INFO(file.id << " " << file.language << ", step " << i + 1 << ": " << lesson.steps[i].title);
      REQUIRE(world.player.shown_step() == i + 1);
      REQUIRE(world.player.steps_done() == i);
      const std::vector<std::string> asked = statements_of(lesson.steps[i].asked);
      for (std::size_t number = 0; number < asked.size(); ++number) {
        INFO(asked[number]);
        CHECK(world.player.steps_done() == i);  // no step is done before its last statement
        const std::string answer = world.type(asked[number]);
        INFO(answer << "\n" << world.lesson);
        CHECK(world.player.last_nudge() == "");
        CHECK((number + 1 < asked.size() || world.player.steps_done() == i + 1));
      }
      world.type("NEXT");
    }
    CHECK(world.player.steps_done() == lesson.steps.size());
  }
}

TEST_CASE("the lessons say to wrong input what they should, and SKIP goes on behind it") {
  const Files files;
  for (const LessonFile& file : files.files) {
    const std::filesystem::path path = folder() / (std::string(file.id) + ".wrong.cql");
    INFO(path);
    REQUIRE(std::filesystem::exists(path));
    const Lesson lesson = lesson_of(file);
    std::vector<std::size_t> mistakes(lesson.steps.size());
    for (const Directive& directive : split_directives(read_file(path)).directives) {
      INFO(file.id << " " << file.language << ", line " << directive.line << ": " << directive.arguments);
      REQUIRE(directive.word == "step");
      const std::size_t blank = directive.arguments.find(' ');
      REQUIRE(blank != std::string::npos);
      const std::size_t step = std::stoul(directive.arguments.substr(0, blank));
      const std::string expected = directive.arguments.substr(blank + 1);
      REQUIRE((step >= 1 && step <= lesson.steps.size()));
      ++mistakes[step - 1];
      LessonWorld world(files.files);
      set_language(world, file);
      world.type("LEARN " + lesson.id + " " + std::to_string(step));
      std::string answer;
      for (const ScriptPart& part : split_script(directive.body)) answer = world.type(part.text);
      INFO(answer << "\n" << world.lesson);
      CHECK(world.player.steps_done() == step - 1);
      const bool is_said = expected == "nothing" ? world.lesson.empty()
                           : lesson.steps[step - 1].nudges.contains(expected) || answer != expected
                               ? world.player.last_nudge() == expected
                               : true;
      CHECK(is_said);
      world.type("SKIP");
      CHECK(world.player.steps_done() == step);
    }
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      INFO(file.id << ": mistakes in step " << i + 1);
      CHECK((lesson.steps[i].checks.empty() || mistakes[i] > 0));
    }
  }
}

TEST_CASE("the lessons are the same in each language, but for their words") {
  const Files files;
  for (const LessonFile& file : files.files) {
    const auto english = files.texts.find({std::string(file.id), "en"});
    INFO(file.id);
    REQUIRE(english != files.texts.end());
    CHECK(skeleton_of(lesson_of(file)) == skeleton_of(lesson_of({file.id, "en", english->second})));
    CHECK(files.texts.contains({std::string(file.id), "zh"}));
  }
}

TEST_CASE("the program holds the lessons of its folder") {
  for (const LessonFile& file : lesson_files()) {
    INFO(file.id << " " << file.language);
    CHECK(lesson_of(file).id == file.id);
  }
  CHECK_FALSE(lesson_files().empty());
}
