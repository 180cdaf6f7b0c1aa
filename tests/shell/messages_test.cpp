// What the messages propose can be typed: the statements and commands in backquotes run, and the words in
// capitals are words of the language or of the shell.
#include <catch2/catch.hpp>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "refusal/messages.h"
#include "run_program.h"
#include "shell/console/commands.h"

using namespace cellar;

namespace {

const std::string kWorld =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "USE k;\n"
    "CREATE TABLE t (k int PRIMARY KEY, v int);\n";

// The values of the parameters of a template in that world.
std::string in_world(std::string_view words) {
  return fill(words, {{"table", "t"},
                      {"column", "v"},
                      {"name", "t"},
                      {"keyspace", "k"},
                      {"new", "fresh"},
                      {"file", "a.cql"},
                      {"type", "int"}});
}

std::set<std::string> words_of_language() {
  std::ifstream grammar(std::string(CELLAR_SOURCE_DIR) + "/grammar/CqlLexer.g4");
  const std::regex rule("^([A-Z_]+):");
  const std::regex letters("[A-Z_]( [A-Z_])+");
  std::set<std::string> words;
  for (std::string line; std::getline(grammar, line);) {
    if (!std::regex_search(line, rule)) continue;
    for (auto found = std::sregex_iterator(line.begin(), line.end(), letters);
         found != std::sregex_iterator(); ++found) {
      std::string word = found->str();
      word.erase(std::remove(word.begin(), word.end(), ' '), word.end());
      words.insert(word);
    }
  }
  return words;
}

std::set<std::string> words_of_shell() {
  std::set<std::string> words;
  for (const Command* command : all_commands()) {
    words.insert(std::string(command->word));
    if (!command->other_word.empty()) words.insert(std::string(command->other_word));
  }
  return words;
}

// Neither of the language nor of the shell, and no proposals: what SQL calls a thing, names of methods.
const std::set<std::string> kOtherWords = {
    "ROWS",       "ANALYZE",   "BETWEEN",  "CASCADE",      "CASE",    "COLUMN",  "CQL",    "DATETIMEFORMAT",
    "DECIMALSEP", "DELIMITER", "ERRFILE",  "FILE",         "FORMAT",  "HAVING",  "HEADER", "HOST",
    "JOIN",       "LAST",      "LINE",     "LOCAL",        "LOGGED",  "OFF",     "OFFSET", "SHA",
    "QUOTE",      "SKIPCOLS",  "SKIPROWS", "THOUSANDSSEP", "TMPDIR",  "UTC",     "UTF",    "VERSION",
    "CSV",        "MB",        "CELLAR",   "DATABASE",     "FAULT",   "FAULTS",  "RESET",  "KIND",
    "NAME",       "ONE",       "PEM",      "PORT",         "SECONDS", "SESSION", "TLS",    "CERTIFICATE",
    "PRIVATE",    "NEW"};

// Valid CQL that is refused as not run yet (E600): a way out cannot lead there.
const std::set<std::string> kNotRunYet = {"FUNCTION", "TRIGGER"};

std::vector<std::string> proposals(std::string_view words, const std::set<std::string>& first_words) {
  static const std::regex quoted("`([A-Z]{3,}[^`]*)`|(?:^|\n)([A-Z]{3,}[^\n]*;)(?=\n|$)");
  std::vector<std::string> found;
  const std::string text = in_world(words);
  for (auto match = std::sregex_iterator(text.begin(), text.end(), quoted); match != std::sregex_iterator();
       ++match) {
    const std::string proposal = (*match)[1].matched ? (*match)[1] : (*match)[2];
    if (first_words.contains(proposal.substr(0, proposal.find_first_of(" ;")))) found.push_back(proposal);
  }
  return found;
}

std::vector<std::string> capitals(const std::string& text) {
  static const std::regex word("[A-Z]{2,}(?![a-z0-9])");
  return {std::sregex_token_iterator(text.begin(), text.end(), word), std::sregex_token_iterator()};
}

}  // namespace

TEST_CASE("each statement and command that a message proposes runs") {
  std::set<std::string> first_words = words_of_shell();
  first_words.insert(
      {"SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "DROP", "USE", "TRUNCATE", "BEGIN"});
  const ScratchFolder folder;
  folder.write("world.cql", kWorld);
  int proposed = 0;
  for (const Message& message : messages()) {
    std::string script;  // one after the other: a keyspace is made, and put in use
    for (const std::string_view words : {message.why, message.fix})
      for (const std::string& proposal : proposals(words, first_words)) {
        script += proposal.ends_with(';') ? proposal + "\n" : proposal + ";\n";
        ++proposed;
      }
    if (script.empty()) continue;
    folder.write("proposed.cql", script);
    const ProgramRun run = folder.run("-f world.cql -f proposed.cql --policy cassandra");
    INFO(message.id << " proposes " << script << run.errors);
    CHECK(run.status == 0);
  }
  CHECK(proposed > 15);
}

TEST_CASE("words in capitals are of the language or of the shell") {
  const std::set<std::string> language = words_of_language();
  const std::set<std::string> shell = words_of_shell();
  REQUIRE(language.size() > 100);
  for (const Message& message : messages()) {
    for (const std::string& word : capitals(std::string(message.why) + " " + std::string(message.fix))) {
      INFO(message.id << ": " << word);
      CHECK((language.contains(word) || shell.contains(word) || kOtherWords.contains(word)));
    }
  }
}

TEST_CASE("a way out needs nothing that is not run yet") {
  for (const Message& message : messages()) {
    const std::vector<std::string> title = capitals(std::string(message.title));
    const bool about_it = std::any_of(title.begin(), title.end(),
                                      [](const std::string& word) { return kNotRunYet.contains(word); });
    if (about_it) continue;
    static const std::regex definition("(CREATE [A-Z ]+ IF NOT EXISTS|DROP [A-Z ]+ IF EXISTS)");
    const std::string fix = std::regex_replace(std::string(message.fix), definition, "");
    for (const std::string& word : capitals(fix)) {
      INFO(message.id << ": " << message.fix);
      CHECK_FALSE(kNotRunYet.contains(word));
    }
  }
}
