// The names of rules, tokens and keywords that completion holds are those of the grammar, which is read here as text: a name
// that was changed there would only make completion offer less.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace {

const std::filesystem::path kSource = CELLAR_SOURCE_DIR;

std::string text_of(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// The rules of a grammar, each with its body.
std::map<std::string, std::string> rules_of(const char* file) {
  const std::regex comment(R"re((^|\n)[ ]*/\*[^]*?\*/)re");
  const std::string text = std::regex_replace(text_of(kSource / "grammar" / file), comment, "");
  const std::regex rule(R"re((?:^|\n)(?:fragment )?([A-Za-z_]+)\s*:((?:'(?:\\.|[^'\\])*'|[^;'])*);)re");
  std::map<std::string, std::string> rules;
  for (std::sregex_iterator found(text.begin(), text.end(), rule), end; found != end; ++found)
    rules.emplace((*found)[1], (*found)[2]);
  return rules;
}

/// The keywords as they are written: BOOLEAN, whose token is BOOLEAN_TYPE.
std::set<std::string> keywords() {
  std::set<std::string> words;
  for (const auto& [token, letters] : rules_of("CqlLexer.g4")) {
    if (!std::regex_match(letters, std::regex("( [A-Z_])+"))) continue;
    words.insert(std::regex_replace(letters, std::regex(" "), ""));
  }
  return words;
}

/// The sources of completion, but for comments.
std::string sources() {
  std::string text;
  for (const auto& entry : std::filesystem::directory_iterator(kSource / "shell/completion"))
    if (entry.path().extension() == ".cpp") text += text_of(entry.path());
  return std::regex_replace(text, std::regex("//[^\n]*"), "");
}

/// What a group of the expression has matched in a text, wherever it did; never empty.
std::set<std::string> all_matched(const std::string& text, const char* expression, int group = 1) {
  const std::regex regex(expression);
  std::set<std::string> matched;
  for (std::sregex_iterator found(text.begin(), text.end(), regex), end; found != end; ++found)
    if ((*found)[group].length() > 0) matched.insert((*found)[group]);
  return matched;
}

bool speaks_of(const std::string& body, const std::string& rule) {
  return std::regex_search(body, std::regex("\\b" + rule + "\\b"));
}

}  // namespace

TEST_CASE("each rule that completion names is one of the grammar") {
  const std::map<std::string, std::string> rules = rules_of("CqlParser.g4");
  CHECK(rules.size() > 120);
  const std::string text = sources();
  std::set<std::string> named;
  for (const char* form : {R"re("([a-z]+[A-Z][A-Za-z]*)")re", R"re((?:begin_of|is_within)\("([^"]*)"\))re",
                           R"re(rule [=!]= "([^"]*)")re", R"re(\{"([a-z][A-Za-z]*)", "[A-Z]+"\})re",
                           R"re(\{"([a-z][A-Za-z]*)", [0-9]+\})re"})
    named.merge(all_matched(text, form));
  CHECK(named.size() > 60);
  for (const std::string& rule : named) {
    INFO(rule);
    CHECK(rules.contains(rule));
  }
}

TEST_CASE("the places of completion are rules that their callers call") {
  const std::map<std::string, std::string> rules = rules_of("CqlParser.g4");
  const std::string text = sources();
  const std::regex entry(R"re(\{"([A-Za-z]+)", "([A-Za-z]*)", "([A-Za-z]*)", offer_[a-z_]+\})re");
  std::size_t entries = 0;
  for (std::sregex_iterator found(text.begin(), text.end(), entry), end; found != end; ++found, ++entries) {
    const std::string rule = (*found)[1], caller = (*found)[2], around = (*found)[3];
    INFO((*found)[0]);
    CHECK(rules.contains(rule));
    CHECK((caller.empty() || (rules.contains(caller) && speaks_of(rules.at(caller), rule))));
    CHECK((around.empty() || rules.contains(around)));
  }
  CHECK(entries > 80);
}

TEST_CASE("each token and keyword that completion names is one of the grammar") {
  const std::map<std::string, std::string> tokens = rules_of("CqlLexer.g4");
  const std::set<std::string> words = keywords();
  CHECK(words.size() > 140);
  const std::string text = sources();
  for (const char* form : {R"re(\.is\((?:[^"()]*, )?"([A-Z_]+)"\))re", R"re(is_behind\("([A-Z_]+)"\))re",
                           R"re(kind == "([A-Z_]+)")re"}) {
    for (const std::string& token : all_matched(text, form)) {
      INFO(token);
      CHECK(tokens.contains(token));
    }
  }
  for (const std::string& word : all_matched(text, R"re([^.]word [=!]= "([A-Z]+)")re")) {
    INFO(word);
    CHECK(words.contains(word));
  }
  // Commands and their options, the words of EXPLAIN, which are names for the grammar, and beginnings of tokens.
  const std::set<std::string> others{"ANALYZE", "CLOSE_", "CONFIGFILE", "COPY",   "ERRFILE", "FORMAT",
                                     "OFF",     "OPEN_",  "STDIN",      "STDOUT", "TIMING"};
  for (const std::string& words_together : all_matched(text, R"re("([A-Z][A-Z_]*(?: [A-Z]+)*)")re")) {
    for (const std::string& word : all_matched(words_together, "([A-Z_]+)")) {
      INFO(words_together << ": " << word);
      CHECK((tokens.contains(word) || words.contains(word) || others.contains(word)));
    }
  }
}
