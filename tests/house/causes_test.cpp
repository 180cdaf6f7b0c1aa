// What decides a program's course is typed: no source compares the id or the code of a message with a literal, and none
// reads a parameter back. Kinds, causes, traits (refusal/cause.h) and subjects are for that.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

namespace {

const std::regex kIsComment(R"re(^\s*//)re");

/// Calls `look` with each line of the product's sources, but for comments and refusal/, which holds the catalogue.
template <typename Look>
void each_line(Look look) {
  std::size_t files = 0;
  for (const auto& folder : std::filesystem::directory_iterator(CELLAR_SOURCE_DIR)) {
    const std::string name = folder.path().filename().string();
    if (!folder.is_directory() || name == "refusal" || name == "tests" || name == "build" || name[0] == '.')
      continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      const std::filesystem::path path = entry.path();
      if (path.extension() != ".h" && path.extension() != ".cpp") continue;
      ++files;
      std::ifstream source(path);
      for (std::string line; std::getline(source, line);) {
        if (!std::regex_search(line, kIsComment)) look(path, line);
      }
    }
  }
  CHECK(files > 500);
}

const std::regex kComparesId(R"re(\b(id|code\(\)|code) ?(==|!=) ?")re"
                             R"re(|\b(id|code\(\)|code)\.(starts_with|ends_with|contains|find|substr)\()re");
const std::regex kNamesCode(R"re("[EWLA][1-6][0-9][0-9]")re");
const std::regex kReadsParameter(
    R"re(parameters\.(back|front)\(\)\.value|&Parameter::name|parameter\.name ==)re");

}  // namespace

TEST_CASE("no source compares the id or the code of a message with a literal") {
  each_line([](const std::filesystem::path& path, const std::string& line) {
    INFO(path.string() << ": " << line);
    CHECK_FALSE(std::regex_search(line, kComparesId));
    CHECK_FALSE(std::regex_search(line, kNamesCode));
  });
}

TEST_CASE("no source decides by a parameter of a message, which is for its words") {
  each_line([](const std::filesystem::path& path, const std::string& line) {
    INFO(path.string() << ": " << line);
    CHECK_FALSE(std::regex_search(line, kReadsParameter));
  });
}
