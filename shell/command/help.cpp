#include "shell/command/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "refusal/catalogue.h"
#include "shell/command/commands.h"
#include "shell/command/families.h"
#include "types/text.h"

namespace cellar {

namespace {

struct Page {
  std::string_view topic;  // lower case
  std::string_view text;
};

constexpr Page kPages[] = {
    {"create keyspace",
     "CREATE KEYSPACE [IF NOT EXISTS] name WITH replication = {'class': 'SimpleStrategy', "
     "'replication_factor': 1};\n"
     "Makes a home for tables and types. USE name; puts it in use.\n"},
    {"create table",
     "CREATE TABLE [IF NOT EXISTS] [keyspace.]name (\n"
     "    column type [STATIC], ...,\n"
     "    PRIMARY KEY ((partition columns), clustering columns)\n"
     ") [WITH CLUSTERING ORDER BY (column ASC|DESC, ...) AND option = value ...];\n"
     "A partition is found by its key; its rows lie sorted by the clustering columns.\n"
     "PRIMARY KEY (a, b): partition key a, clustering b. PRIMARY KEY ((a, b), c): partition key a and b.\n"},
    {"create type", "CREATE TYPE [IF NOT EXISTS] [keyspace.]name (field type, ...);\n"},
    {"alter table",
     "ALTER TABLE name ADD column type [, ...];\nALTER TABLE name DROP column;\n"
     "ALTER TABLE name RENAME key_column TO other;\nALTER TABLE name WITH option = value;\n"},
    {"drop", "DROP KEYSPACE | TABLE | TYPE [IF EXISTS] name;\n"},
    {"truncate", "TRUNCATE [TABLE] name;   takes all rows of a table away\n"},
    {"insert",
     "INSERT INTO table (columns) VALUES (values) [IF NOT EXISTS] [USING TTL seconds AND TIMESTAMP "
     "microseconds];\n"
     "INSERT INTO table JSON '{...}';\n"
     "Names the whole primary key. A row with that key is overwritten, column by column.\n"},
    {"update",
     "UPDATE table [USING TTL seconds AND TIMESTAMP microseconds]\n"
     "SET column = value, list = list + [x], map['k'] = v, counter = counter + 1\n"
     "WHERE the whole primary key [IF EXISTS | IF condition];\n"
     "A row that is not there comes to be.\n"},
    {"delete",
     "DELETE [columns] FROM table [USING TIMESTAMP microseconds] WHERE key [IF EXISTS | IF condition];\n"
     "Deletes columns, a row, a range of rows, or a partition.\n"},
    {"select",
     "SELECT [DISTINCT | JSON] * | expressions FROM table\n"
     "WHERE partition key = value AND clustering columns from left to right, one range last\n"
     "[GROUP BY ...] [ORDER BY clustering column ASC|DESC] [PER PARTITION LIMIT n] [LIMIT n] [ALLOW "
     "FILTERING];\n"},
    {"batch",
     "BEGIN [UNLOGGED | COUNTER] BATCH\n  INSERT ...; UPDATE ...; DELETE ...;\nAPPLY BATCH;\n"
     "All of it happens, or nothing.\n"},
    {"use", "USE keyspace;   names of tables without a keyspace are looked up there\n"},
    {"types",
     "ascii bigint blob boolean counter date decimal double duration float inet int smallint text time "
     "timestamp\n"
     "timeuuid tinyint uuid varchar varint; list<T> set<T> map<K, V> tuple<A, B> vector<T, n> frozen<T>; "
     "user types\n"},
    {"literals",
     "'text' (a quote inside is doubled), $$text$$, 42, 1.5, true, 0xcafe, 1d12h, null,\n"
     "123e4567-e89b-12d3-a456-426614174000, [1, 2], {'a', 'b'}, {'k': 1}, (1, 'a'), {field: 1}.\n"
     "\"Double quotes\" hold names, never text.\n"},
    {"rules",
     "K1  every column of the partition key needs = or IN\n"
     "K2  no range on the partition key\n"
     "K3  clustering columns are restricted from left to right, without a gap\n"
     "K4  one range, and it comes last\n"
     "K5  only key columns are searchable\n"
     "K6  writes name the whole primary key\n"
     "O1  ORDER BY needs the partition fixed\n"
     "O2  ORDER BY follows the clustering order; columns fixed by = may be skipped\n"
     "O3  all directions as declared, or all reversed\n"
     "U1  the same primary key means the same row: a second INSERT overwrites\n"},
};

constexpr std::string_view kBeforeCommands =
    "Statements of CQL end with a semicolon. Commands of the shell end with the line:\n"
    "\n";
constexpr std::string_view kBehindCommands =
    "\n"
    "Ctrl-C drops what is being typed and stops a running statement.\n"
    "\n"
    "Topics:";

std::string page_of_command(const Command& command) {
  if (!command.page.empty()) return std::string(command.page);
  return command.summary.empty() ? "" : fmt::format("{}   {}\n", command.form(), command.summary);
}

std::string page_of_code(std::string_view code) {
  std::string page;
  std::set<std::string> shown;
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.code != code) continue;
    std::string text = fmt::format("  {}\n", entry.title);
    if (!entry.why.empty()) text += fmt::format("    why: {}\n", entry.why);
    if (!entry.fix.empty()) text += fmt::format("    fix: {}\n", entry.fix);
    if (shown.insert(text).second) page += text;
  }
  return page.empty() ? page : fmt::format("{}\n{}", code, page);
}

// A line of the rule card, K1 to U1.
std::string rule(std::string_view name) {
  for (const Page& page : kPages) {
    if (page.topic != "rules") continue;
    const std::string text = fmt::format("\n{}", page.text);
    const std::size_t begin = text.find(fmt::format("\n{} ", name));
    if (begin != text.npos) return text.substr(begin + 1, text.find('\n', begin + 1) - begin);
  }
  return {};
}

std::string to_upper(std::string_view text) {
  std::string upper(text);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return upper;
}

}  // namespace

std::string help_overview() {
  std::string text(kBeforeCommands);
  for (const Command* command : all_commands()) {
    if (!command->summary.empty()) text += fmt::format("  {:<24}  {}\n", command->form(), command->summary);
  }
  text += kBehindCommands;
  std::size_t column = 8;
  std::string_view separator;
  for (const Page& page : kPages) {
    text += separator;
    if (column + page.topic.size() > 76) {
      text += "\n       ";
      column = 8;
    }
    text += ' ';
    text += page.topic;
    column += page.topic.size() + 2;
    separator = ",";
  }
  return text + '\n';
}

std::optional<std::string> help_page(std::string_view topic) {
  const std::string code_page = page_of_code(to_upper(topic));
  if (!code_page.empty()) return code_page;
  const std::string rule_line = rule(to_upper(topic));
  if (!rule_line.empty()) return rule_line;
  const std::string wanted = to_lower(topic);
  for (const Page& page : kPages) {
    if (page.topic == wanted) return std::string(page.text);
  }
  for (const Command* command : all_commands()) {
    if (command->is_called(topic) && !page_of_command(*command).empty()) return page_of_command(*command);
  }
  // A part is enough: HELP TABLE, HELP desc.
  std::string pages;
  for (const Page& page : kPages) {
    if (!wanted.empty() && page.topic.find(wanted) != page.topic.npos) {
      pages += fmt::format("{}{}\n{}", pages.empty() ? "" : "\n", to_upper(page.topic), page.text);
    }
  }
  if (!pages.empty()) return pages;
  return std::nullopt;
}

namespace {

std::optional<CommandOutcome> help(const CommandCall& call) {
  if (call.arguments().empty()) {
    call.context.output.write(help_overview());
    return CommandOutcome::done;
  }
  std::string topic;
  for (const CommandWord& word : call.arguments()) topic += (topic.empty() ? "" : " ") + word.text;
  const std::optional<std::string> page = help_page(topic);
  if (!page) refuse("no_help", call.words[1].span, {{"topic", topic}});
  call.context.output.write(*page);
  return CommandOutcome::done;
}

constexpr Command kCommands[] = {
    {"HELP", "?", "[topic | code]", "this page, a topic, or what a code such as E301 means",
     "HELP        the commands, and the topics\n"
     "HELP topic  a statement, a command, or another topic\n"
     "HELP E301   what a code means; HELP K1: a rule of the card\n",
     help},
};

}  // namespace

std::span<const Command> help_commands() { return kCommands; }

}  // namespace cellar
