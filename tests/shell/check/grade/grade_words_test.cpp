// The words of grades in English and in Chinese: reports of many answers in both languages are the reviewed ones. Run shell_test
// with CELLAR_UPDATE=1 to write them anew, and read what has changed.
#include "shell/check/grade/words/chinese.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "exercise_texts.h"
#include "refusal/width.h"
#include "shell/check/grade/grade_report.h"

using namespace cellar;

namespace {

const std::filesystem::path kReports = CELLAR_SOURCE_DIR "/tests/shell/check/grade/report";

std::string file_text(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::vector<Grade> grades_of_all() {
  const Exercise exercise = read_exercise("report.cql", file_text(kReports / "report.cql"));
  const std::string answers = file_text(kReports / "answers.cql");
  std::vector<Grade> grades;
  const std::string mark = "-- ! ";
  for (std::size_t at = answers.find(mark); at != answers.npos;) {
    const std::size_t next = answers.find(mark, at + 1), name = at + mark.size();
    const std::string text = answers.substr(at, next - at);
    grades.push_back(grade_answer(exercise, nullptr, read_student_answer(text, exercise),
                                  answers.substr(name, answers.find('\n', at) - name)));
    at = next;
  }
  return grades;
}

std::string reports_in(Language language) {
  const std::vector<Grade> grades = grades_of_all();
  std::string all;
  for (const Grade& grade : grades) all += grade_text(grade, language) + "\n";
  return all + class_text(grades, language) + "\n" + grade_tap({grades.front()}, language);
}

const Language kChineseLanguage = *find_language("zh");

}  // namespace

TEST_CASE("the reports of grades are the reviewed ones in each language") {
  for (const auto& [file, language] :
       {std::pair{"english.txt", Language::english}, {"chinese.txt", kChineseLanguage}}) {
    const std::string reports = reports_in(language);
    if (std::getenv("CELLAR_UPDATE") != nullptr) std::ofstream(kReports / file) << reports;
    CHECK(reports == file_text(kReports / file));
  }
}

TEST_CASE("Chinese phrases of grades hold no English besides terms in parentheses and words of CQL") {
  const std::regex slots(R"(\{[^{}|]*\}|\{[a-z_]*\|)"), terms(R"(\([^()]*\))"),
      english("(^|[^@a-z])[a-z]{2,}");
  for (const auto& [id, words] : grade_words::kChinese) {
    if (id == "verbatim") continue;
    INFO(id << ": " << words);
    const std::string bare = std::regex_replace(std::regex_replace(std::string(words), slots, ""), terms, "");
    CHECK_FALSE(std::regex_search(bare, english));
    CHECK(display_width(bare) > bare.size() / 3);
  }
}

TEST_CASE("what programs look for in a report is the same in all languages") {
  const std::vector<Grade> grades = grades_of_all();
  const auto points = [&](Language language) {
    const std::string tap = grade_tap(grades, language);
    std::string names;
    std::istringstream lines(tap);
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("ok ") || line.starts_with("not ok ")) names += line + "\n";
    return names;
  };
  CHECK(points(Language::english) == points(kChineseLanguage));
}
