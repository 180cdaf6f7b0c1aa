// The reviewed file codes.txt holds, for each code of a message, its example and the whole diagnostic that
// answers it; codes.zh.txt holds the diagnostics in Chinese, and so on. Run shell_test with CELLAR_UPDATE=1 to write the files anew, and read what has changed.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "parser/script/splitter.h"
#include "refusal/code_examples.h"
#include "refusal/messages.h"
#include "refusal/render.h"
#include "shell/check/checked_answer.h"
#include "shell/connection/database_connection.h"
#include "shell/console/commands.h"
#include "shell/teach/help/help_pages.h"

using namespace cellar;

namespace {

std::string reviewed_file(const LanguageName& language) {
  const std::string suffix = language.code == "en" ? "" : "." + std::string(language.code);
  return std::string(CELLAR_SOURCE_DIR) + "/tests/shell/teach/help/codes" + suffix + ".txt";
}

/// Without blanks at the ends of lines, and with the clock's readings replaced.
std::string comparable(std::string text) {
  text = std::regex_replace(text, std::regex(" +\n"), "\n");
  text = std::regex_replace(text, std::regex("[0-9]{16}"), "<microseconds>");
  return std::regex_replace(text, std::regex("20[0-9]{2}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+(Z|[+][0-9]{4})"),
                            "<time>");
}

/// Runs statements in the sample schema and returns how the last one with the code is answered.
std::string diagnostic_of(std::string_view code, std::string_view statements, Language language) {
  const Database database = Database::open_temporary();
  DatabaseConnection connection(database, Policy::teach);
  Session& session = connection.session();
  session.set_notices(Notices::all);
  ShellSettings settings;
  CheckedConsole console(connection, settings);
  std::string shown = "(none)\n";
  Splitter splitter(begins_line_command);
  splitter.feed(std::string(sample_schema()) + std::string(statements));
  splitter.end();
  while (const auto statement = splitter.next()) {
    const std::string text(statement->text);
    const CheckedAnswer answer = console.answer(text);
    const SourcePlace place{{}, 1, 1, text};
    if (answer.refusal && answer.refusal->code() == code) {
      shown = render_full(*answer.refusal, place, false, answer.after_refusal, language);
    }
    for (const Diagnostic& notice : answer.notices) {
      if (notice.code() == code) shown = render_full(notice, place, false, {}, language);
    }
  }
  return comparable(shown);
}

std::set<std::string> codes_of_messages() {
  std::set<std::string> codes;
  for (const Message& message : messages()) codes.emplace(message.code);
  return codes;
}

std::string section_of(const std::string& code, Language language) {
  const CodeExample* example = find_example(code);
  if (example == nullptr) return "## " + code + "\n(no example)\n\n";
  if (example->example.empty())
    return "## " + code + "\n" + std::string(words_of(*example, language).circumstances) + "\n\n";
  return "## " + code + "\n" + diagnostic_of(code, example->example, language) + "\n";
}

std::string reviewed_text(const std::string& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// Checks the sections of all codes, and returns the reviewed text.
std::string check_sections(const LanguageName& name) {
  const Language language = *find_language(name.code);
  std::map<std::string, std::string> sections;
  for (const std::string& code : codes_of_messages()) sections[code] = section_of(code, language);
  if (std::getenv("CELLAR_UPDATE") != nullptr) {
    std::ofstream file(reviewed_file(name));
    for (const auto& [code, section] : sections) file << section;
  }
  std::string reviewed = reviewed_text(reviewed_file(name));
  for (const auto& [code, section] : sections) {
    INFO(section);
    CHECK(reviewed.find(section) != std::string::npos);
    CHECK(section.find("(none)") == std::string::npos);
    CHECK(section.find("(no example)") == std::string::npos);
  }
  return reviewed;
}

}  // namespace

TEST_CASE("the diagnostic of each code is the reviewed one in each language, and no other is reviewed") {
  for (const LanguageName& name : languages()) {
    const std::string reviewed = check_sections(name);
    const std::regex heading("## ([A-Z][0-9]+)\n");
    for (std::sregex_iterator found(reviewed.begin(), reviewed.end(), heading), end; found != end; ++found) {
      INFO((*found)[1]);
      CHECK(codes_of_messages().contains((*found)[1].str()));
    }
  }
}

TEST_CASE("no message says that something is unexpected, and no more") {
  for (const Message& message : messages()) {
    INFO(message.id);
    const bool says_so = message.title.find("not expected") != message.title.npos ||
                         message.title.find("unexpected") != message.title.npos;
    if (!says_so) continue;
    CHECK(message.why.find("{expected}") != message.why.npos);
  }
}
