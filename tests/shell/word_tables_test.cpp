// docs/chinese-words.md and its like show the words of each room in English and in the language, side by side, for a reader
// who knows both. Run shell_test "the words of rooms*" with CELLAR_UPDATE=1 to write them anew, and read what has changed.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "database/observe/words/trace_words.h"
#include "planner/words/planner_words.h"
#include "program/damage/damage_text.h"
#include "program/damage/words/damage_words.h"
#include "program/manual/command_line.h"
#include "program/manual/words/command_line_words.h"
#include "program/words/program_words.h"
#include "shell/check/words/check_words.h"
#include "shell/completion/words/completion_words.h"
#include "shell/console/words/console_words.h"
#include "shell/copy/words/copy_words.h"
#include "shell/editor/words/editor_words.h"
#include "shell/move/words/move_words.h"
#include "shell/render/words/render_words.h"
#include "shell/teach/cells/words/raw_words.h"
#include "shell/teach/words/teach_words.h"
#include "shell/terminal/words/terminal_words.h"
#include "types/text/text.h"

using namespace cellar;

namespace {

/// The text as a cell of a table in Markdown.
std::string word_cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '|')
      result += "\\|";
    else if (c == '<')
      result += "&lt;";
    else if (c == '*')
      result += "\\*";
    else if (c == '\n')
      result += "<br>";
    else
      result += c;
  }
  return result;
}

template <typename Book>
std::string room_table(std::string_view title, Language language) {
  CHECK(Book::kLanguages + 1 == languages().size());
  std::string text = "\n## " + std::string(title) + "\n\n| English | " +
                     std::string(languages()[static_cast<std::size_t>(language)].name) + " |\n|---|---|\n";
  for (const Phrase& phrase : Book::phrases(language))
    text += "| " + word_cell(phrase.english) + " | " + word_cell(phrase.words) + " |\n";
  return text;
}

std::string words_document(const LanguageName& name, Language language) {
  return "# Words of the rooms in English and " + std::string(name.name) +
         "\n\nWhat commands, displays and reports say, room by room. Words in braces are filled when the "
         "line "
         "is shown;\n`tests/shell/word_tables_test.cpp` writes this page from the tables in the folders "
         "`words/`, and fails where it is\nnot as they are. The messages are in `docs/" +
         to_lower(name.name) + ".md`; what is never translated, in `docs/languages.md`.\n" +
         room_table<PlannerWords>("EXPLAIN, and what ADVISE finds", language) +
         room_table<TraceWords>("Traces", language) +
         room_table<TeachWords>("HELP, ADVISE and the displays", language) +
         room_table<RawWords>("CELLS RAW", language) + room_table<RenderWords>("Around results", language) +
         room_table<CopyWords>("COPY", language) +
         room_table<ConsoleWords>("Commands and scripts", language) +
         room_table<CompletionWords>("Tab", language) +
         room_table<EditorWords>("The line that is typed", language) +
         room_table<TerminalWords>("The prompt", language) +
         room_table<CheckWords>("Checks, lints, readiness and lessons", language) +
         room_table<MoveWords>("cellar move", language) + room_table<ProgramWords>("The program", language) +
         room_table<DamageWords>("What verify finds", language) +
         room_table<CommandLineWords>("The command line", language);
}

}  // namespace

TEST_CASE("the words of rooms are in the table of both languages") {
  for (const LanguageName& name : languages().subspan(1)) {
    const std::string path = CELLAR_SOURCE_DIR "/docs/" + to_lower(name.name) + "-words.md";
    const std::string tables = words_document(name, *find_language(name.code));
    if (std::getenv("CELLAR_UPDATE") != nullptr) std::ofstream(path) << tables;
    std::ifstream file(path);
    INFO(path << " is not as the words: CELLAR_UPDATE=1 shell_test writes it anew");
    CHECK((std::string(std::istreambuf_iterator<char>(file), {}) == tables));
  }
}

namespace {

void check_options(const CommandLine& command) {
  INFO(command.name);
  CHECK(CommandLineWords::find(command.text));
  for (const OptionDescription& option : command.options) {
    INFO(option.text);
    CHECK((option.text.empty() || CommandLineWords::find(option.text)));
  }
  for (const CommandLine& each : command.commands) check_options(each);
}

}  // namespace

TEST_CASE("what --help-all says of each option has words in each language") {
  check_options(describe_command_line());
}

TEST_CASE("what verify finds has words in each language") {
  const Language chinese = *find_language("zh");
  CHECK(damage_text("index i lacks an entry of it", chinese) == "索引 (index) i 缺少它的条目 (entry)");
  CHECK(damage_text("from the first entry to before k.t, key 0x00", chinese) ==
        "从 第一个条目 (entry) 到 k.t，键 0x00 之前");
  // Each reason that the checks of entries give.
  std::size_t reasons = 0;
  for (const auto& entry : std::filesystem::directory_iterator(CELLAR_SOURCE_DIR "/storage/verify")) {
    std::ifstream file(entry.path());
    const std::string source(std::istreambuf_iterator<char>(file), {});
    const std::regex reason("\\brequire\\([^\"]*\"([^\"]+)\"\\);");
    for (std::sregex_iterator at(source.begin(), source.end(), reason), end; at != end; ++at, ++reasons) {
      INFO((*at)[1].str());
      CHECK(DamageWords::find((*at)[1].str()));
    }
  }
  CHECK(reasons > 25);
}
