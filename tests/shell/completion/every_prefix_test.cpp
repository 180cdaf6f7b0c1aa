// Every prefix of the statements in the golden scripts is completed: nothing fails, and the word that really follows is
// among the candidates, if it is a word of the language or a name that is there.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "database/database.h"
#include "parser/grammar/expectations.h"
#include "parser/script/splitter.h"
#include "shell/completion/completer.h"
#include "shell/connection/database_connection.h"
#include "types/text/text.h"

namespace cellar {

namespace {

// Every so many scripts are tried: all of them take minutes.
constexpr std::size_t kScriptsApart = 50;

struct FoundWords {
  std::size_t keywords = 0, keywords_offered = 0;
  std::size_t names = 0, names_offered = 0;
  std::map<std::string, std::size_t> missed{};
};

bool is_offered(const Completions& completions, std::string_view word) {
  return std::ranges::any_of(completions.candidates, [&](const Candidate& candidate) {
    const std::string text = to_lower(candidate.text);
    return text.starts_with(to_lower(word)) || text == to_lower(word) + ".";
  });
}

/// Names of the schema as the script has made it; others are new, or mistakes.
bool is_name_of(const Schema& schema, const std::string& name) {
  for (const auto& [keyspace_name, keyspace] : schema.keyspaces) {
    if (keyspace_name == name || keyspace.has_table_or_view(name) || keyspace.user_types.contains(name))
      return true;
    for (const auto& [table_name, table] : keyspace.tables)
      if (table->find(std::string_view(name))) return true;
  }
  return false;
}

void try_prefixes(const Connection& connection, const std::string& statement, FoundWords& found) {
  const Completer completer(connection, {});
  const SchemaPointer schema = connection.schema();
  const bool defines =
      to_lower(statement.substr(0, 6)) == "create";  // its names are new, even if others are the same
  for (const TextToken& token : tokens_of(statement)) {
    const std::string word = statement.substr(token.begin, token.end - token.begin);
    const Completions completions = completer(statement, token.begin);
    // One letter of the word is typed, too: the same must then be offered.
    const Completions begun = completer(statement, token.begin + 1);
    CHECK(completions.begin <= token.begin);
    CHECK(begun.begin <= token.begin + 1);
    const bool is_name = !defines && token.is("IDENTIFIER") && is_name_of(*schema, to_lower(word));
    if (!is_name && !is_keyword(token)) continue;
    const bool offered = is_offered(completions, word) || is_offered(begun, word);
    ++(is_name ? found.names : found.keywords);
    if (offered)
      ++(is_name ? found.names_offered : found.keywords_offered);
    else
      ++found.missed[word + " in " + statement.substr(0, token.begin)];
  }
}

void try_script(const std::filesystem::path& path, FoundWords& found) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  Splitter splitter;
  splitter.feed(text.str());
  const Database database = Database::open_temporary();
  DatabaseConnection connection(database);
  connection.execute(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  connection.use("k");
  while (const auto next = splitter.next()) {
    const std::string statement(next->text);
    if (statement.size() > 400) continue;
    bool runs = true;
    try {
      Session planner(database);
      planner.use(connection.keyspace());
      planner.prepare(statement);
    } catch (const std::exception&) {
      runs = false;
    }
    if (runs) try_prefixes(connection, statement, found);
    try {
      connection.execute(statement);
    } catch (const std::exception&) {
      // Many statements of these scripts are there to be refused.
    }
  }
}

}  // namespace

TEST_CASE("the word that follows is offered at every place of the golden scripts") {
  FoundWords found;
  std::size_t index = 0;
  std::vector<std::filesystem::path> scripts;
  for (const char* folder : {"cql", "conformance"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(
             std::filesystem::path(CELLAR_SOURCE_DIR) / "tests" / folder))
      if (entry.path().extension() == ".cql") scripts.push_back(entry.path());
  }
  std::ranges::sort(scripts);
  for (const std::filesystem::path& script : scripts)
    if (index++ % kScriptsApart == 0) try_script(script, found);
  std::string list;
  for (const auto& [place, times] : found.missed) list += place + "\n";
  INFO("of " << found.keywords << " words and " << found.names << " names, these are not offered:\n" << list);
  REQUIRE(found.keywords > 300);
  REQUIRE(found.names > 300);
  // Not offered on purpose: the words of literals where nobody types them (null in a comparison, NaN), type hints.
  CHECK(found.keywords_offered * 100 >= found.keywords * 95);
  CHECK(found.names_offered * 100 >= found.names * 98);
}

}  // namespace cellar
