// The messages and the sources say the same.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "refusal/messages.h"

using namespace cellar;

namespace {

const char* const kFolders[] = {"refusal", "types",    "schema",   "parser", "functions", "planner",
                                "storage", "executor", "database", "shell",  "program"};

std::map<std::string, std::string> sources() {
  std::map<std::string, std::string> texts;
  for (const char* folder : kFolders) {
    const std::filesystem::path path = std::filesystem::path(CELLAR_SOURCE_DIR) / folder;
    if (!std::filesystem::exists(path)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
      const std::filesystem::path name = entry.path();
      if (name.extension() != ".cpp" && name.extension() != ".h") continue;
      if (name.parent_path().filename() == "catalogue") continue;
      std::stringstream text;
      text << std::ifstream(name).rdbuf();
      texts[name.string()] = text.str();
    }
  }
  return texts;
}

bool is_lower_snake(const std::string& text) {
  return std::regex_match(text, std::regex("[a-z][a-z0-9]*(_[a-z0-9]+)*"));
}

}  // namespace

TEST_CASE("every id that the sources refuse with is of a message") {
  const std::regex use(R"re((?:refuse\w*\(|Diagnostic\{|Misfit\{|Refusal\(\{)\s*"([a-z0-9_]+)")re");
  std::size_t uses = 0;
  for (const auto& [file, text] : sources()) {
    for (auto found = std::sregex_iterator(text.begin(), text.end(), use); found != std::sregex_iterator();
         ++found) {
      // refuse_other("word") has a word of its own as first argument only where it is no id.
      const std::string called = found->str();
      if (called.starts_with("refuse_")) continue;
      INFO(file << " refuses with \"" << (*found)[1].str() << "\"");
      CHECK(find_message((*found)[1].str()) != nullptr);
      ++uses;
    }
  }
  CHECK(uses > 50);
}

TEST_CASE("every message is used by the sources") {
  const auto texts = sources();
  for (const Message& message : messages()) {
    const std::string quoted = '"' + std::string(message.id) + '"';
    const bool used = std::any_of(texts.begin(), texts.end(), [&](const auto& text) {
      return text.second.find(quoted) != std::string::npos;
    });
    INFO("nobody uses " << message.id);
    CHECK(used);
  }
}

TEST_CASE("ids are unique, codes well-formed, words there") {
  std::set<std::string_view> ids;
  for (const Message& message : messages()) {
    INFO(message.id);
    CHECK(ids.insert(message.id).second);
    CHECK(is_lower_snake(std::string(message.id)));
    CHECK(std::regex_match(std::string(message.code),
                           std::regex("E[1-6][0-9][0-9]|W4[0-9][0-9]|[LA][56][0-9][0-9]")));
    CHECK(!message.title.empty());
    CHECK(!message.title.ends_with('.'));
  }
}

TEST_CASE("templates have whole braces around plain names") {
  for (const Message& message : messages()) {
    for (const std::string_view words : {message.title, message.why, message.fix}) {
      INFO(message.id << ": " << words);
      std::size_t open = 0;
      while ((open = words.find('{', open)) != words.npos) {
        const std::size_t close = words.find('}', open);
        REQUIRE(close != words.npos);
        const std::string slot(words.substr(open + 1, close - open - 1));
        const std::string name = slot.substr(0, slot.find('|')).substr(slot.starts_with("a ") ? 2 : 0);
        if (slot.find('|') != slot.npos)
          CHECK(std::regex_match(slot, std::regex("[a-z_]+\\|[a-z]+\\|[a-z]+")));
        // Braces of CQL hold quotes, colons or nothing; those of a template a name.
        if (std::regex_match(name, std::regex("[A-Za-z_]+"))) CHECK(is_lower_snake(name));
        open = close;
      }
    }
  }
}

TEST_CASE("a number and what it counts agree") {
  CHECK(fill("{n|row|rows}", {{"n", "1"}}) == "1 row");
  CHECK(fill("{n|row|rows}", {{"n", "0"}}) == "0 rows");
  const std::regex uncounted(
      "\\{(count|depth|expected|given|left|length|most|partitions|provided|returned|right|rows|seconds|size|"
      "values|"
      "wanted)\\} "
      "(argument|byte|character|component|element|marker|partition|request|row|second|value)s?\\b");
  for (const Message& message : messages()) {
    for (const std::string_view words : {message.title, message.why, message.fix}) {
      INFO(message.id << ": " << words);
      CHECK_FALSE(std::regex_search(std::string(words), uncounted));
    }
  }
}

TEST_CASE("a type has its article") {
  CHECK(fill("{a type} is", {{"type", "inet"}}) == "an inet is");
  CHECK(fill("{a type} is", {{"type", "int"}}) == "an int is");
  CHECK(fill("{a type} is", {{"type", "ascii"}}) == "an ascii is");
  CHECK(fill("{a type} is", {{"type", "text"}}) == "a text is");
  CHECK(fill("{a type} is", {{"type", "uuid"}}) == "a uuid is");
  const std::regex bare("\\b[Aa]n? \\{(type|word)\\}");
  for (const Message& message : messages()) {
    for (const std::string_view words : {message.title, message.why, message.fix}) {
      INFO(message.id << ": " << words);
      CHECK_FALSE(std::regex_search(std::string(words), bare));
    }
  }
}

TEST_CASE("what quotes a statement is clipped between two characters") {
  std::string wide;
  for (int i = 0; i < 100'000; ++i) wide += "\u4e2d";
  const std::string filled = fill("{literal} is no value", {{"literal", wide}});
  CHECK(filled == wide.substr(0, 80 * 3) + "... is no value");
  CHECK(fill("{literal}", {{"literal", wide.substr(0, 80 * 3)}}) == wide.substr(0, 80 * 3));
  const std::string to_paste(200, 'x');
  CHECK(fill("{table_fix}", {{"table_fix", to_paste}}) == to_paste);
}

TEST_CASE("the kind of a message is that of its code") {
  for (const Message& message : messages()) {
    INFO(message.id);
    switch (message.message_class.kind) {
      case MessageKind::refusal:
        CHECK((message.code[0] == 'E' || message.code[0] == 'A'));
        break;
      case MessageKind::no_advice:
        CHECK(message.code[0] == 'A');
        break;
      case MessageKind::notice:
      case MessageKind::warning:
      case MessageKind::lesson:
        CHECK(message.code[0] == 'W');
        break;
      case MessageKind::lint:
        CHECK(message.code[0] == 'L');
        break;
    }
  }
}

TEST_CASE("codes upon which drivers act have the class that tells them what to do") {
  const std::map<std::string_view, std::pair<ErrorClass, int>> classes = {
      {"E505", {ErrorClass::write_failure, 0x1500}},  {"E506", {ErrorClass::write_timeout, 0x1100}},
      {"E508", {ErrorClass::unauthorized, 0x2100}},   {"E509", {ErrorClass::overloaded, 0x1001}},
      {"E511", {ErrorClass::protocol_error, 0x000A}}, {"E527", {ErrorClass::unprepared, 0x2500}},
  };
  std::set<std::string_view> met;
  for (const Message& message : messages()) {
    const auto found = classes.find(message.code);
    if (found == classes.end()) continue;
    // An application may meet it after a definition: its driver must not give the node up.
    if (message.id == "read_position_of_another_read") continue;
    INFO(message.id);
    CHECK(message.message_class.error_class == found->second.first);
    CHECK(static_cast<int>(message.message_class.error_class) == found->second.second);
    met.insert(message.code);
  }
  CHECK(met.size() == classes.size());
}

TEST_CASE("the schema of diagnostics has the name of each class") {
  std::ifstream file(std::string(CELLAR_SOURCE_DIR) + "/docs/schema/diagnostic.schema.json");
  const std::string schema(std::istreambuf_iterator<char>(file), {});
  for (const Message& message : messages())
    CHECK(schema.find('"' + std::string(name(message.message_class.error_class)) + '"') != schema.npos);
}

TEST_CASE("messages have the traits that their codes and words say") {
  std::map<std::string_view, std::set<std::pair<bool, bool>>> of_code;
  for (const Message& message : messages()) {
    INFO(message.id);
    const MessageClass& is = message.message_class;
    const auto says = [&](std::string_view parameter) {
      return message.title.find(parameter) != message.title.npos ||
             message.why.find(parameter) != message.why.npos ||
             message.fix.find(parameter) != message.fix.npos;
    };
    CHECK(is.has(Trait::guess) == (says("{nearest}") || is.cause == Cause::misspelled_word));
    CHECK(is.has(Trait::tells_lines) == says("{lines}"));
    const bool has_verdict = is.has(Trait::needs_filtering) || is.has(Trait::accepted);
    CHECK((!has_verdict || message.code.starts_with("E3")));
    of_code[message.code].emplace(is.has(Trait::ends_run), is.has(Trait::of_key));
  }
  // People know a code, and what follows from it.
  for (const auto& [code, answers] : of_code) {
    INFO(code);
    CHECK(answers.size() == 1);
  }
}
