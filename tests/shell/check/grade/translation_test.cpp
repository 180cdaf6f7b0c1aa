// Exercises in other languages: those that are handed out differ in their words alone, and so must a teacher's own.
#include "shell/check/grade/translation.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <regex>
#include <sstream>

#include "exercise_texts.h"
#include "run_program.h"
#include "shell/check/grade/exercise_files.h"

using namespace cellar;
using Catch::Contains;

namespace {

const Language kTranslated = *find_language("zh");

bool is_chinese(const std::string& text) {
  static const std::regex commands_and_terms(R"(cellar grade.*|\([^()]*\))"),
      english("[a-z]{2,} [a-z]{2,} [a-z]{2,}");
  const std::string bare = std::regex_replace(text, commands_and_terms, "");
  return std::ranges::any_of(text, [](char c) { return (c & 0x80) != 0; }) &&
         !std::regex_search(bare, english);
}

/// The texts that a student reads.
std::vector<std::string> said_words_of(const AnsweredExercise& said) {
  std::vector<std::string> words{said.exercise.title};
  for (const Task& task : said.exercise.tasks) {
    words.push_back(task.title);
    for (const Hint& hint : task.hints) words.push_back(hint.text);
  }
  for (const HiddenVariant& hidden : said.teacher->hidden) words.push_back(hidden.name);
  return words;
}

/// The comments of an exercise that are sentences.
std::vector<std::string> prose_lines_of(const std::string& text) {
  static const std::regex statement("^--  |^-- [A-Z]{4,} .*|[A-Z]{4,} .*;$");
  std::vector<std::string> prose;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("-- ") && line.find_first_of("@|") != 3 && line.size() > 40 &&
        !std::regex_search(line, statement))
      prose.push_back(line);
  return prose;
}

/// The names before which a student writes: "-- rows:".
std::vector<std::string> answer_labels_of(const std::string& text) {
  static const std::regex label(R"(-- [a-z][a-z_0-9]*:)");
  std::vector<std::string> labels;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (std::smatch found; std::regex_search(line, found, label, std::regex_constants::match_continuous))
      labels.push_back(found.str());
  return labels;
}

const std::string kChinesePosts = std::regex_replace(
    std::regex_replace(std::regex_replace(kPosts, std::regex("Newest posts"), "最新的帖子"),
                       std::regex("The newest posts"), "最新的"),
    std::regex("\"free\""), "\"免费\"");
const std::string kRightPosts =
    "-- @answer T1\nCREATE TABLE p (author text, at int, id int, title text, PRIMARY KEY (author, at, "
    "id));\n";
const std::string kLosingPosts =
    "-- @answer T1\nCREATE TABLE p (author text, at int, id int, title text, PRIMARY KEY (author, at));\n";

std::string with_replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != text.npos);
  return text.replace(at, from.size(), to);
}

/// "E662 7": the code of the refusal and the line of the translation; empty if there is none.
std::string translation_fault_of(const std::string& translation) {
  try {
    read_translation("test.zh.cql", translation, exercise_of(kPosts));
    return "";
  } catch (const WrongExercise& wrong) {
    return std::string(wrong.fault.diagnostic.code()) + " " + std::to_string(wrong.fault.line);
  }
}

std::string hidden_fault_of(const std::string& words) {
  const Exercise exercise = exercise_of(kPosts);
  const TeacherAnswers answers = read_teacher_answers("test.answers.cql", kHiddenPosts, exercise);
  try {
    return read_translated_answers("test.zh.answers.cql", words, answers).hidden.front().name;
  } catch (const WrongExercise& wrong) {
    return std::string(wrong.fault.diagnostic.code()) + " " + std::to_string(wrong.fault.line);
  }
}

}  // namespace

TEST_CASE("each exercise that is handed out is there in Chinese as a whole") {
  const std::vector<SpokenExercise> all = shipped_exercises();
  CHECK(all.size() >= 49);
  for (const SpokenExercise& each : all) {
    INFO(each.id());
    REQUIRE(each.translations.contains(kTranslated));
    const AnsweredExercise& said = each.in(kTranslated);
    for (const std::string& words : said_words_of(said)) {
      INFO(words);
      CHECK(is_chinese(words));
    }
    for (const std::string& line : prose_lines_of(said.exercise.text)) {
      INFO(line);
      CHECK(is_chinese(line));
    }
    CHECK(answer_labels_of(said.exercise.text) == answer_labels_of(each.original.exercise.text));
  }
}

TEST_CASE("a translation may differ in words alone") {
  CHECK(translation_fault_of(kChinesePosts).empty());
  CHECK(translation_fault_of(with_replaced(kChinesePosts, "-- @data", "-- 说明\n-- @data")).empty());
  CHECK(translation_fault_of(with_replaced(kChinesePosts, "points=10", "points=9")) == "E662 1");
  CHECK(translation_fault_of(with_replaced(kChinesePosts, "Third", "第三")) == "E662 2");
  CHECK(translation_fault_of(with_replaced(kChinesePosts, "LIMIT 2", "LIMIT 3")) == "E662 8");
  CHECK(translation_fault_of(with_replaced(kChinesePosts, "-- @hint T1 2pt", "-- @hint T1 1pt")) ==
        "E662 14");
  CHECK(translation_fault_of(with_replaced(kChinesePosts, "-- @hint T1 \"免费\"\n", "")) == "E662 13");
  CHECK(translation_fault_of(kChinesePosts + "-- @hint T1 \"再来一个\"\n") == "E662 15");
  CHECK(translation_fault_of(kChinesePosts + "-- @given\nCREATE TABLE t (k int PRIMARY KEY);\n") ==
        "E662 15");
}

TEST_CASE("what is special in hidden rows is said in the language, and nothing else is") {
  CHECK(hidden_fault_of("-- @hidden \"两篇帖子\"\n") == "两篇帖子");
  CHECK(hidden_fault_of("") == "two posts at one time");
  CHECK(hidden_fault_of("-- @hidden \"一\"\n-- @hidden \"二\"\n") == "E662 2");
  CHECK(hidden_fault_of("-- @right \"r\"\n") == "E662 1");
  CHECK(hidden_fault_of("-- @hidden \"一\" 二\n") == "E660 1");
}

TEST_CASE("an answer is graded in the words of the language, where the exercise has them") {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder.path / "set");
  std::filesystem::create_directories(folder.path / "class");
  folder.write("set/posts.cql", kPosts);
  folder.write("set/posts.answers.cql", kHiddenPosts + "-- @right \"r\"\n" + kRightPosts +
                                            "-- @wrong \"w\" loses T1.MR5\n" + kLosingPosts);
  folder.write("class/bob.cql", kLosingPosts);
  CHECK_THAT(folder.run("grade set/posts.cql class/bob.cql --language zh").output, Contains("Newest posts"));
  folder.write("set/posts.zh.cql", kChinesePosts);
  folder.write("set/posts.zh.answers.cql", "-- @hidden \"两篇帖子同时写成\"\n");
  for (const std::string named : {"posts.cql", "posts.zh.cql"}) {
    const std::string report = folder.run("grade set/" + named + " class/bob.cql --language zh").output;
    INFO(report);
    CHECK_THAT(report, Contains("最新的帖子") && Contains("免费") && Contains("两篇帖子同时写成"));
    CHECK_THAT(report, !Contains("ewest posts") && !Contains("two posts"));
  }
  CHECK_THAT(folder.run("grade set/posts.cql class/bob.cql").output,
             Contains("Newest posts") && Contains("two posts at one time"));
  CHECK_THAT(folder.run("grade set/posts.zh.cql class/bob.cql").output, Contains("最新的帖子"));
}

TEST_CASE("a translation is neither tested by itself nor an answer, unless a student hands in a copy of it") {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder.path / "set");
  std::filesystem::create_directories(folder.path / "class");
  folder.write("set/posts.cql", kPosts);
  folder.write("set/posts.answers.cql", "-- @right \"r\"\n" + kRightPosts);
  folder.write("set/posts.zh.cql", kChinesePosts);
  folder.write("class/bob.cql", kRightPosts);
  CHECK(folder.run("grade --test set").output == "set/posts.cql: 1 right, 0 wrong, 0 misjudged\n");
  CHECK(folder.run("grade --test set/posts.zh.cql").output ==
        "set/posts.zh.cql: 1 right, 0 wrong, 0 misjudged\n");
  CHECK(folder.run("grade set/posts.cql set").status == 1);
  CHECK_THAT(folder.run("grade set/posts.cql . --report csv").output, !Contains("posts."));
  folder.write("class/posts.zh.cql", kChinesePosts + kRightPosts);
  CHECK_THAT(folder.run("grade set/posts.cql class --report csv").output, Contains("\nposts.zh.cql,10,10"));
  folder.write("set/posts.zh.cql", with_replaced(kChinesePosts, "LIMIT 2", "LIMIT 3"));
  CHECK_THAT(folder.run("grade --test set").errors,
             Contains("error[E662]: this is not as in set/posts.cql\n --> set/posts.zh.cql:8:1\n"));
}
