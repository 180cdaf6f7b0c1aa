// LINT.

#include <fmt/format.h>

#include <algorithm>

#include "planner/names.h"
#include "planner/planner.h"
#include "refusal/messages.h"
#include "shell/console/commands/families.h"
#include "shell/teach/lint/lint_report.h"
#include "types/text/text.h"

namespace cellar {

namespace {

void answer_with(const CommandCall& call, LintReport report) {
  const ShellSettings& settings = call.context.settings;
  const std::size_t columns = call.context.output.terminal_columns().value_or(0);
  call.answer.text =
      lint_text(report, settings.diagnostic_form, settings.colour_results, settings.language, columns);
  call.answer.is_styled = true;
  call.answer.document = [report = std::move(report), language = settings.language] {
    return lint_json(report, language);
  };
}

/// The code of a lint as it is typed; refuses other words.
std::string code_of(const CommandCall& call, const CommandWord& word) {
  std::string code = to_upper(word.text);
  const bool is_known = std::ranges::any_of(messages(), [&](const Message& message) {
    return message.message_class.kind == MessageKind::lint && message.code == code;
  });
  if (!is_known) call.refuse_usage();
  return code;
}

std::string folded(const CommandWord& word) { return word.quote == 0 ? to_lower(word.text) : word.text; }

/// LINT OFF code [table]
void silence(const CommandCall& call, bool silenced) {
  SilencedLints& lints = call.context.settings.silenced_lints;
  if (call.words.size() > 4) call.refuse_usage();
  if (call.words.size() > 2) {
    const std::string code = code_of(call, call.words[2]);
    const std::string table = call.words.size() > 3 ? quote_name(folded(call.words[3])) : "";
    lints.set(code, table, silenced);
  }
  const std::string text = lints.text();
  if (text.empty()) return call.say("No lint is silenced.\n");
  call.say("Silenced: {lints}\n", {{"lints", text}});
}

Name as_name(const CommandWord& word) { return {folded(word), word.span, word.quote != 0}; }

/// Refuses the name of a view, whose table may be meant.
void refuse_view(const QualifiedName& name, const TablePointer& view) {
  if (view == nullptr || !view->is_view()) return;
  refuse("view_not_linted", name.name.span,
         {{"view", quote_name(view->name)}, {"table", quote_name(view->view_of->base)}},
         Fix{name.name.span, quote_name(view->view_of->base)}, subject_of(*view));
}

/// Returns the table that the words from `first` on name (`name`, or `keyspace . name`), with its keyspace. Views and
/// system tables have no CREATE TABLE to look at.
std::pair<const Keyspace*, TablePointer> find_table(const CommandCall& call, std::size_t first,
                                                    const Schema& schema) {
  const bool has_keyspace = call.words.size() == first + 3 && call.words[first + 1].text == ".";
  if (!has_keyspace && call.words.size() != first + 1) call.refuse_usage();
  QualifiedName name{std::nullopt, as_name(call.words.back()), {}};
  if (has_keyspace) name.keyspace = as_name(call.words[first]);
  const Connection& connection = call.context.connection;
  const Keyspace& found = keyspace_of_table(name, {schema, connection.keyspace(), connection.policy(), 0});
  const Keyspace* home = schema.find_keyspace(found.name);
  if (home != nullptr && home->tables.contains(name.name.text))
    return {home, home->tables.get(name.name.text)};
  refuse_view(name, schema.find_table(found.name, name.name.text));
  refuse("undefined_table", name.name.span,
         {{"table", quote_name(name.name.text)}, {"keyspace", quote_name(found.name)}}, std::nullopt,
         Subject{Subject::Kind::table, name.name.text, found.name});
}

void lint_schema(const CommandCall& call) {
  if (!call.arguments().empty() && (says(call.words[1], "OFF") || says(call.words[1], "ON"))) {
    silence(call, says(call.words[1], "OFF"));
    return;
  }
  SchemaLints lints(call.context.connection, call.context.settings.silenced_lints);
  if (!call.arguments().empty()) {
    const auto [home, table] = find_table(call, 1, lints.schema());
    lints.look_at(*home, *table);
  } else if (const Keyspace* in_use = lints.schema().find_keyspace(call.context.connection.keyspace())) {
    lints.look_at(*in_use);
  } else {
    for (const auto& [name, keyspace] : lints.schema().keyspaces) lints.look_at(keyspace);
  }
  answer_with(call, lints.take());
}

constexpr Command kLintCommands[] = {
    {"LINT", "", "[table] | OFF|ON code [table]", "what is likely to be regretted in the schema (HELP LINT)",
     "LINT                 all tables of the keyspace in use: keys that may not be unique, partitions that "
     "grow "
     "...\n"
     "LINT posts           one table, with a look at its first 1,000 rows\n"
     "LINT OFF L503 likes  says no more of L503 for the table likes; without a table, for all; ON takes it "
     "back\n"
     "LINT OFF             says what is silenced\n"
     "A comment -- @allow L503 reason, before or in CREATE TABLE, silences a lint of that table while the "
     "shell\n"
     "runs: keep it in the script. HELP L503 explains a lint. Under the policy teach CREATE TABLE shows two "
     "at "
     "most.\n",
     lint_schema, CommandEffect::sets},
};

}  // namespace

std::span<const Command> lint_commands() { return kLintCommands; }

}  // namespace cellar
