#include "shell/terminal/start_keyspace.h"

#include <fmt/format.h>
#include <unistd.h>

#include <vector>

#include "schema/schema.h"
#include "shell/editor/interrupt.h"
#include "shell/files/wait_readable.h"
#include "shell/terminal/words/terminal_words.h"
#include "types/names.h"
#include "types/text/similar_names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Reads a line, byte by byte: what was typed behind it belongs to the prompt.
std::string read_answer() {
  std::string answer;
  char letter = 0;
  while (wait_readable(STDIN_FILENO, interrupt_token()) && read(STDIN_FILENO, &letter, 1) == 1 &&
         letter != '\n')
    answer += letter;
  if (interrupted()) answer.clear();
  return answer;
}

bool agrees(const std::string& answer) {
  const std::string word = to_lower(answer);
  return word == "y" || word == "yes" || word == "是";
}

std::string statement_that_creates(const std::string& keyspace) {
  return fmt::format(
      "CREATE KEYSPACE {} WITH replication = {{'class': 'SimpleStrategy', 'replication_factor': 1}};",
      quote_name(keyspace));
}

/// The keyspace that was most likely meant; empty if all are unlike it.
std::string nearest_keyspace(const Schema& schema, const std::string& keyspace) {
  std::vector<std::string> names;
  for (const auto& [name, unused] : schema.keyspaces) names.push_back(name);
  return nearest_name(keyspace, names);
}

[[noreturn]] void refuse_start_keyspace(const std::string& keyspace, const std::string& nearest) {
  if (!nearest.empty()) {
    refuse("undefined_keyspace_near", {}, {{"keyspace", keyspace}, {"nearest", nearest}}, std::nullopt,
           Subject{Subject::Kind::keyspace, keyspace});
  }
  refuse("start_keyspace", {}, {{"keyspace", keyspace}, {"statement", statement_that_creates(keyspace)}});
}

bool is_wanted(const std::string& keyspace, const std::string& nearest, Language language, Output& output) {
  const TerminalWords::Speech say(language);
  const Parameters parameters = {{"keyspace", quote_name(keyspace)},
                                 {"nearest", quote_name(nearest)},
                                 {"statement", statement_that_creates(keyspace)}};
  const std::string question =
      nearest.empty()
          ? say("There is no keyspace {keyspace} here. This would create it:\n  {statement}\n"
                "Create it? [y/N] ",
                parameters)
          : say("There is no keyspace {keyspace} here (but one called {nearest}). This would create it:\n"
                "  {statement}\nCreate it? [y/N] ",
                parameters);
  output.write(show_on_terminal(question));
  output.flush();
  return agrees(read_answer());
}

}  // namespace

void use_start_keyspace(Connection& connection, const std::string& keyspace, bool can_ask, Language language,
                        Output& output) {
  const SchemaPointer schema = connection.schema();
  if (!schema->keyspaces.contains(keyspace)) {
    const std::string nearest = nearest_keyspace(*schema, keyspace);
    const bool may_create = can_ask && !connection.read_only();
    if (!may_create || !is_wanted(keyspace, nearest, language, output))
      refuse_start_keyspace(keyspace, nearest);
    connection.execute(statement_that_creates(keyspace));
  }
  connection.use(keyspace);
}

}  // namespace cellar
