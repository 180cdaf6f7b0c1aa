#include "shell/terminal/greeting.h"

#include "schema/schema.h"
#include "schema/system_keyspaces.h"
#include "shell/terminal/words/terminal_words.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kMostNames = 5;

/// "2 keyspaces (school, shop), 7 tables"
std::string contents_of(const Schema& schema, const TerminalWords::Speech& say) {
  std::size_t keyspaces = 0;
  std::size_t tables = 0;
  std::string names;
  for (const auto& [name, keyspace] : schema.keyspaces) {
    if (is_system_keyspace(name)) continue;
    if (keyspaces < kMostNames) names += (names.empty() ? "" : ", ") + name;
    if (keyspaces++ == kMostNames) names += ", ...";
    tables += keyspace.tables.size();
  }
  if (keyspaces == 0) return say("no keyspace yet (HELP CREATE KEYSPACE)");
  return say(
      "{keyspaces|keyspace|keyspaces} ({names}), {tables|table|tables}",
      {{"keyspaces", std::to_string(keyspaces)}, {"names", names}, {"tables", std::to_string(tables)}});
}

}  // namespace

std::string greeting(const Connection& connection, const std::optional<std::filesystem::path>& file,
                     bool is_new, Language language) {
  const TerminalWords::Speech say(language);
  const std::string text =
      say("Cellar {version}: CQL, Cassandra's query language. HELP shows the way, EXIT leaves.\n",
          {{"version", CELLAR_VERSION}});
  if (const ClusterFacts* const cluster = connection.cluster()) {
    return text + say("Connected to {cluster} at {node} (Cassandra {version}, datacenter {datacenter}, "
                      "protocol {protocol}): {contents}\n",
                      {{"cluster", show_on_terminal(cluster->name)},
                       {"node", cluster->node},
                       {"version", show_on_terminal(cluster->version)},
                       {"datacenter", show_on_terminal(cluster->datacenter)},
                       {"protocol", cluster->protocol},
                       {"contents", show_on_terminal(contents_of(*connection.schema(), say))}});
  }
  if (!file)
    return text + say("The data here are gone at the end. To keep data in a file: cellar shop.cellar\n");
  const Parameters parameters = {{"file", show_on_terminal(file->string())},
                                 {"contents", show_on_terminal(contents_of(*connection.schema(), say))}};
  return text + (is_new ? say("{file} is a new file: {contents}\n", parameters)
                        : say("{file}: {contents}\n", parameters));
}

}  // namespace cellar
