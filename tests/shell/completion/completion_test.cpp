// What Tab offers: the files of this folder, a line a place.
//
//     SELECT * FROM o|  =>  orders  orders_by_day      the cursor, and the candidates; `\n` is a new line
//     SELECT id, pri|  =>>  price {decimal}            with their notes
//
// The first of many candidates are listed. `CELLAR_UPDATE=1` writes what comes out into the files.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "database/database.h"
#include "parser/script/splitter.h"
#include "shell/completion/completer.h"
#include "shell/connection/database_connection.h"

namespace cellar {

namespace {

const std::filesystem::path kCompletionFolder =
    std::filesystem::path(CELLAR_SOURCE_DIR) / "tests" / "shell" / "completion";
constexpr std::size_t kMostListed = 16;

std::string text_of_file(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void run_statements(Connection& connection, const std::string& script) {
  Splitter splitter;
  splitter.feed(script);
  while (const auto statement = splitter.next()) connection.execute(statement->text);
}

std::string with_new_lines(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_new_line = text.substr(i).starts_with("\\n");
    result += is_new_line ? '\n' : text[i];
    if (is_new_line) ++i;
  }
  return result;
}

std::string listed(const Completions& completions, bool with_notes) {
  std::string list;
  for (const Candidate& candidate : completions.candidates) {
    if (&candidate - completions.candidates.data() == kMostListed) {
      return list + fmt::format("  +{}", completions.candidates.size() - kMostListed);
    }
    list += "  " + candidate.text;
    if (with_notes && !candidate.note.empty()) list += " {" + candidate.note + "}";
  }
  return list;
}

std::string answer_of(const Completer& completer, std::string_view line) {
  const std::size_t arrow = line.find("  =>");
  if (arrow == line.npos) return std::string(line);
  const bool with_notes = line.substr(arrow).starts_with("  =>>");
  const std::string text = with_new_lines(line.substr(0, arrow));
  const std::size_t cursor = text.find('|');
  REQUIRE(cursor != text.npos);
  const Completions completions = completer(text.substr(0, cursor) + text.substr(cursor + 1), cursor);
  return std::string(line.substr(0, arrow + (with_notes ? 5 : 4))) + listed(completions, with_notes);
}

}  // namespace

TEST_CASE("Tab offers what may come next") {
  const auto file =
      GENERATE(as<std::string>(), "statements.txt", "definitions.txt", "commands.txt", "copy.txt");
  DatabaseConnection connection(Database::open_temporary());
  run_statements(connection, text_of_file(kCompletionFolder / "schema.cql"));
  connection.use("shop");
  const Completer completer(connection, {});
  std::istringstream lines(text_of_file(kCompletionFolder / file));
  std::string answers;
  for (std::string line; std::getline(lines, line);) {
    const std::string answer = answer_of(completer, line);
    if (std::getenv("CELLAR_UPDATE") == nullptr) CHECK(answer == line);
    answers += answer + '\n';
  }
  if (std::getenv("CELLAR_UPDATE") != nullptr) std::ofstream(kCompletionFolder / file) << answers;
}

}  // namespace cellar
