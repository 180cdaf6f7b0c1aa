// docs/chinese.md and its like show the words of each message in English and in the language, side by side, for a
// reader who knows both. Run refusal_test with CELLAR_UPDATE=1 to write them anew, and read what has changed.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "refusal/messages.h"

using namespace cellar;

namespace {

/// The text as a cell of a table in Markdown.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '|':
        result += "\\|";
        break;
      case '<':
        result += "&lt;";
        break;
      case '*':
        result += "\\*";
        break;
      case '\n':
        result += "<br>";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string cell(const Words& words) {
  std::string text;
  for (const std::string_view each : {words.title, words.why, words.fix, words.label, words.related_label}) {
    if (each.empty()) continue;
    if (!text.empty()) text += "<br>";
    text += cell(each);
  }
  return text;
}

std::string table_of_rules(const LanguageName& name, Language language) {
  std::string text = "## Rules\n\n| rule | English | " + std::string(name.name) + " |\n|---|---|---|\n";
  for (const Rule& rule : rule_card()) {
    text.append("| ").append(rule.name).append(" | ").append(cell(rule.text));
    text.append(" | ").append(cell(words_of(rule, language))).append(" |\n");
  }
  return text;
}

std::string table_of_messages(const LanguageName& name, Language language) {
  std::string text = "## Messages\n\n| message | English | " + std::string(name.name) + " |\n|---|---|---|\n";
  for (const Message& message : messages()) {
    text.append("| ").append(message.code).append("<br>").append(message.id);
    text.append(" | ").append(cell(words_of(message, Language::english)));
    text.append(" | ").append(cell(words_of(message, language))).append(" |\n");
  }
  return text;
}

std::string document(const LanguageName& name, Language language) {
  return "# Messages in English and " + std::string(name.name) +
         "\n\nThe title of each message, why it comes, and the way out, one below the other. Words in braces "
         "are "
         "filled\nwhen the message is shown. `tests/refusal/language_tables_test.cpp` writes this page from "
         "`refusal/catalogue/`\nand `refusal/languages/`, and fails where it is not as they are.\n\n" +
         table_of_rules(name, language) + "\n" + table_of_messages(name, language);
}

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("the tables of both languages are as the catalogue") {
  for (const LanguageName& name : languages().subspan(1)) {
    std::string file(name.name);
    std::ranges::transform(file, file.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const std::filesystem::path path = std::filesystem::path(CELLAR_SOURCE_DIR) / "docs" / (file + ".md");
    const std::string tables = document(name, *find_language(name.code));
    if (std::getenv("CELLAR_UPDATE") != nullptr) std::ofstream(path) << tables;
    INFO(path << " is not as the catalogue: CELLAR_UPDATE=1 refusal_test writes it anew");
    CHECK((content_of(path) == tables));
  }
}
