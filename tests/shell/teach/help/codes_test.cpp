// The reviewed file codes.txt holds, for each code of a message, its example and the whole diagnostic that
// answers it. Run shell_test with CELLAR_UPDATE=1 to write the file anew, and read what has changed.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
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

const std::string kReviewedFile = std::string(CELLAR_SOURCE_DIR) + "/tests/shell/teach/help/codes.txt";

/// Without blanks at the ends of lines, and with the clock's readings replaced.
std::string comparable(std::string text) {
  text = std::regex_replace(text, std::regex(" +\n"), "\n");
  text = std::regex_replace(text, std::regex("[0-9]{16}"), "<microseconds>");
  return std::regex_replace(text, std::regex("20[0-9]{2}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+(Z|[+][0-9]{4})"),
                            "<time>");
}

/// Runs statements in the sample schema and returns how the last one with the code is answered.
std::string diagnostic_of(std::string_view code, std::string_view statements) {
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
      shown = render_full(*answer.refusal, place, false, answer.after_refusal);
    }
    for (const Diagnostic& notice : answer.notices) {
      if (notice.code() == code) shown = render_full(notice, place, false);
    }
  }
  return comparable(shown);
}

std::set<std::string> codes_of_messages() {
  std::set<std::string> codes;
  for (const Message& message : messages()) codes.emplace(message.code);
  return codes;
}

std::string section_of(const std::string& code) {
  const CodeExample* example = find_example(code);
  if (example == nullptr) return "## " + code + "\n(no example)\n\n";
  if (example->example.empty()) return "## " + code + "\n" + std::string(example->circumstances) + "\n\n";
  return "## " + code + "\n" + diagnostic_of(code, example->example) + "\n";
}

std::string reviewed_text() {
  std::stringstream text;
  text << std::ifstream(kReviewedFile).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("the diagnostic of each code is the reviewed one, and no other is reviewed") {
  std::string all;
  for (const std::string& code : codes_of_messages()) all += section_of(code);
  if (std::getenv("CELLAR_UPDATE") != nullptr) std::ofstream(kReviewedFile) << all;
  const std::string reviewed = reviewed_text();
  for (const std::string& code : codes_of_messages()) {
    const std::string section = section_of(code);
    INFO(section);
    CHECK(reviewed.find(section) != std::string::npos);
    CHECK(section.find("(none)") == std::string::npos);
    CHECK(section.find("(no example)") == std::string::npos);
  }
  const std::regex heading("## ([A-Z][0-9]+)\n");
  for (std::sregex_iterator found(reviewed.begin(), reviewed.end(), heading), end; found != end; ++found) {
    INFO((*found)[1]);
    CHECK(codes_of_messages().contains((*found)[1].str()));
  }
}

TEST_CASE("the most frequent codes are translated, each message of them") {
  const std::set<std::string_view> codes = {"E100", "E102", "E103", "E104", "E105", "E106", "E107",
                                            "E109", "E110", "E201", "E202", "E203", "E204", "E301",
                                            "E302", "E304", "E305", "E308", "E309", "E311"};
  for (const Message& message : messages()) {
    if (!codes.contains(message.code)) continue;
    INFO(message.id);
    CHECK(words_of(message, *find_language("zh")).title != message.title);
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
