// Lessons of a teacher's folder: which are taken, and why others are refused.
#include "shell/check/lesson/lesson_folder.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "refusal/refusal.h"
#include "refusal/render.h"

using namespace cellar;

namespace {

/// A folder that is gone at the end.
struct FolderOfLessons {
  FolderOfLessons() { std::filesystem::create_directories(path); }
  ~FolderOfLessons() { std::filesystem::remove_all(path); }
  FolderOfLessons& add(const std::string& name, const std::string& text) {
    std::ofstream(path / name, std::ios::binary) << text;
    return *this;
  }
  /// Returns why it is refused; empty: it is not.
  std::string fault() const {
    try {
      const LessonFolder folder(path);
      return "";
    } catch (const Refusal& refusal) {
      return render_line(refusal.diagnostic, {"", 1, 1, ""}, Language::english);
    }
  }

  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("cellar-lessons-" + std::to_string(::getpid()));
};

std::string lesson_called(const std::string& id,
                          const std::string& typed = "CREATE TABLE t (a int PRIMARY KEY);") {
  return "# " + id +
         " A table\n\n```cql given\nCREATE KEYSPACE k WITH replication = "
         "{'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE k;\n```\n\n## One\n\nMake it.\n\n"
         "```cql type\n" +
         typed + "\n```\n\n<!-- check: serves SELECT a FROM t WHERE a = 1 -->\n\n## Two\n\nThe end.\n";
}

bool names(std::string_view fault, std::string_view part) { return fault.find(part) != fault.npos; }

}  // namespace

TEST_CASE("lessons of a folder are taken by the names in their headings, L2 before L10") {
  FolderOfLessons folder;
  folder.add("L10.md", lesson_called("L10"))
      .add("L2.md", lesson_called("L2"))
      .add("L2.zh.md", lesson_called("L2"));
  folder.add("README.md", "no lesson").add("L2.wrong.cql", "no lesson");
  const LessonFolder read(folder.path);
  REQUIRE(read.files().size() == 3);
  CHECK(read.files()[0].id == "L2");
  CHECK(read.files()[0].language == "en");
  CHECK(read.files()[1].language == "zh");
  CHECK(read.files()[2].id == "L10");
  CHECK(names(read.files()[2].text, "# L10"));
}

TEST_CASE("the project's own lessons can be played from their folder") {
  const LessonFolder read(CELLAR_SOURCE_DIR "/examples/lessons");
  CHECK(read.files().size() == lesson_files().size());
}

TEST_CASE("a lesson that cannot be played is refused with its place and the reason") {
  CHECK(names(FolderOfLessons().fault(), "E670"));
  CHECK(names(FolderOfLessons().add("L1.md", "no heading\n").fault(), "L1.md:1: "));
  const std::string unchecked = "# L1 A table\n\n## One\n\n```cql type\nSELECT 1;\n```\n";
  CHECK(names(FolderOfLessons().add("L1.md", unchecked).fault(), "L1.md:3: "));
  const std::string other_table =
      FolderOfLessons().add("L1.md", lesson_called("L1", "CREATE TABLE u (a int PRIMARY KEY);")).fault();
  CHECK(names(other_table, "L1.md:8: the lesson cannot be played: the step is not done by what it asks for"));
  CHECK(names(FolderOfLessons().add("L1.zh.md", lesson_called("L1")).fault(),
              "the folder has no L1.md beside it"));
  CHECK(names(FolderOfLessons().add("A.md", lesson_called("L1")).add("B.md", lesson_called("L1")).fault(),
              "B.md:1: the lesson cannot be played: another lesson is called L1"));
  CHECK(names(FolderOfLessons().add("L1.md", lesson_called("L1", "SOURCE '/etc/passwd'")).fault(),
              "L1.md:8: "));
}

TEST_CASE("a lesson in Chinese that differs from the English one in more than words is refused") {
  const std::string lesson = lesson_called("L1");
  const auto fault = [&](const std::string& chinese) {
    return FolderOfLessons().add("L1.md", lesson).add("L1.zh.md", chinese).fault();
  };
  CHECK(fault(lesson).empty());
  std::string words = lesson;
  words.replace(words.find("Make it."), 8, "\u5efa\u8868\u3002");
  CHECK(fault(words).empty());
  // The server held a step and a check by their numbers.
  const std::string one_step = lesson.substr(0, lesson.find("## Two"));
  CHECK(names(fault(one_step), "L1.zh.md:8: the lesson cannot be played: L1.md has `step 2` here"));
  CHECK(names(fault(lesson + "\n## Three\n\nMore.\n"), "L1.md has no `step 3` here"));
  const std::string check = "<!-- check: serves SELECT a FROM t WHERE a = 1 -->";
  std::string two_checks = lesson;
  two_checks.insert(two_checks.find(check), check + "\n");
  CHECK(names(fault(two_checks), "L1.zh.md:8: the lesson cannot be played: L1.md has `step 2` here"));
}
