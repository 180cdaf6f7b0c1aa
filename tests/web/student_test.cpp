// What is kept of students.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "web/notebook/classroom.h"
#include "web/student/roster.h"

using namespace cellar;

TEST_CASE("a record is read as it was written, and what is no record as nothing") {
  StudentRecord record;
  record.number = 7;
  record.name = "Ann \"the\" \\ 陈";
  record.exercises["likes"] = {891, {{"T1", 2}}};
  record.exercises["gyms"] = {std::nullopt, {{"T1", 1}}};
  record.lessons["L2"] = 4;
  const std::string text = record_json(record);
  const std::optional<StudentRecord> read = read_record(text);
  REQUIRE(read);
  CHECK(record_json(*read) == text);
  CHECK(read->exercises.at("likes").best == 891);
  CHECK_FALSE(read->exercises.at("gyms").best.has_value());
  for (const char* const other : {"", "[]", "nonsense", "{", "7"})
    CHECK_FALSE(read_record(other).has_value());
  for (std::size_t size = 0; size < text.size(); ++size)
    CHECK_FALSE(read_record(text.substr(0, size)).has_value());
  const std::optional<StudentRecord> odd =
      read_record(R"({"number":-1,"name":7,"exercises":[1],"lessons":{"L1":"x","L2":2},"other":{}})");
  REQUIRE(odd);
  CHECK(record_json(*odd) == R"({"number":0,"name":"","exercises":{},"lessons":{"L2":2}})");
}

TEST_CASE("a name is one line of at most forty characters") {
  CHECK(fit_name("  Ann  ") == "Ann");
  CHECK(fit_name("A\nn\tn\x7f\u202e") == "Ann");
  CHECK(fit_name("陈\xff\xfe小明") == "陈小明");
  CHECK(fit_name("<img src=x>") == "<img src=x>");
  std::string long_name;
  for (int i = 0; i < 50; ++i) long_name += "陈";
  CHECK(fit_name(long_name).size() == 40 * std::string("陈").size());
  CHECK(fit_name("") == "");
}

TEST_CASE("the students of a folder keep their numbers, and files that are no records are passed over") {
  const auto folder = std::filesystem::temp_directory_path() / ("cellar-roster-" + new_code_word());
  std::filesystem::create_directories(folder);
  const auto write = [&](const char* name, const char* text) { std::ofstream(folder / name) << text; };
  write("b.json", R"({"number":3,"name":"Ben"})");
  write("a.json", R"({"number":3,"name":"Ann"})");
  write("c.json", "nonsense");
  write("d.txt", R"({"number":9})");
  std::filesystem::create_directories(folder / "e.json");
  {
    Roster roster(folder);
    REQUIRE(roster.all().size() == 2);
    CHECK(roster.all()[0]->name() == "Ann");
    CHECK(roster.all()[1]->number() == 4);
    CHECK(roster.student("z")->number() == 5);
    CHECK(roster.student("b")->name() == "Ben");
    CHECK(roster.find(9) == nullptr);
    roster.student("z")->set_name("Zoe");
  }
  CHECK(Roster(folder).find(5)->name() == "Zoe");
  std::filesystem::remove_all(folder);
}

TEST_CASE("one answer of a student is graded at a time") {
  Student student(StudentRecord{});
  std::shared_ptr<const void> grading = student.begin_grading();
  CHECK(grading != nullptr);
  CHECK(student.begin_grading() == nullptr);
  grading.reset();
  CHECK(student.begin_grading() != nullptr);
}

TEST_CASE("a record that could not be written says so, and is written again later") {
  const auto folder = std::filesystem::temp_directory_path() / ("cellar-record-" + new_code_word());
  Student student(StudentRecord{.number = 7}, folder / "a.json");
  CHECK(student.is_kept());
  student.set_name("Ann");  // there is no such folder
  CHECK_FALSE(student.is_kept());
  CHECK_FALSE(student.view().is_kept);
  std::filesystem::create_directories(folder);
  student.keep_again();
  CHECK(student.is_kept());
  std::stringstream text;
  text << std::ifstream(folder / "a.json").rdbuf();
  CHECK(read_record(text.str())->name == "Ann");
  CHECK(Student(StudentRecord()).is_kept());
  std::filesystem::remove_all(folder);
}

TEST_CASE("a record that cannot be read is set aside, and no other file is") {
  const auto folder = std::filesystem::temp_directory_path() / ("cellar-aside-" + new_code_word());
  std::filesystem::create_directories(folder);
  for (const char* const name : {"a.cellar", "b.cellar"}) std::ofstream(folder / name).flush();
  std::ofstream(folder / "a.json") << R"({"number":1,"name":"Ann","exer)";
  std::ofstream(folder / "b.json").flush();
  std::ofstream(folder / "package.json") << "[]";
  Roster roster(folder);
  std::vector<std::filesystem::path> damaged = roster.damaged();
  std::ranges::sort(damaged);
  CHECK(damaged == std::vector{folder / "a.json", folder / "b.json"});
  roster.student("a")->set_name("Ben");
  std::stringstream text;
  text << std::ifstream(folder / "a.json.damaged").rdbuf();
  CHECK(text.str().find("Ann") != std::string::npos);
  CHECK(std::filesystem::exists(folder / "package.json"));
  CHECK(Roster(folder).damaged().empty());
  std::filesystem::remove_all(folder);
}

TEST_CASE("numbers that no record has are none") {
  const std::optional<StudentRecord> record = read_record(
      R"({"number":18446744073709551615,"exercises":{"likes":{"hundredths":99999999999}},"lessons":{"L1":99999999}})");
  REQUIRE(record.has_value());
  CHECK(record->number == 0);
  CHECK_FALSE(record->exercises.at("likes").best.has_value());
  CHECK(record->lessons.empty());
}

TEST_CASE("who looks up an early step of a lesson has come as far as before") {
  StudentRecord record;
  Student student(record, std::nullopt);
  student.note("L1", 4);
  student.note("L1", 2);
  CHECK(student.steps_done("L1") == 4);
  student.note("L1", 5);
  CHECK(student.steps_done("L1") == 5);
}
