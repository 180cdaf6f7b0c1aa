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
  const std::size_t columns = call.terminal_columns();
  call.answer.text =
      lint_text(report, settings.diagnostic_form, settings.colour_results, settings.language, columns);
  call.answer.is_styled = true;
  if (report.has_errors()) call.answer.outcome = Outcome::refused;
  call.answer.document = [report = std::move(report), language = settings.language] {
    return lint_json(report, language);
  };
}

std::string folded(const CommandWord& word) { return word.quote == 0 ? to_lower(word.text) : word.text; }

/// LINT LEVEL [code|ALL level]
void set_level(const CommandCall& call) {
  LintLevels& levels = call.context.settings.lint_levels;
  if (call.words.size() > 2) {
    const CommandWord& code = call.words[2];
    if (!is_code_of_lint(to_upper(code.text)) && !says(code, "ALL")) call.refuse_usage(2);
    call.refuse_words_from(4);
    if (call.words.size() == 3 || !levels.set(code.text, call.words[3].text)) call.refuse_usage(3);
  }
  const std::string text = levels.text();
  if (text.empty()) return call.say("Each lint has a level of its own, info or warn.\n");
  call.say("Levels: {levels}\n", {{"levels", text}});
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
  const bool has_keyspace = call.words.size() > first + 1 && call.words[first + 1].text == ".";
  const std::size_t end = first + (has_keyspace ? 3 : 1);
  if (call.words.size() != end) call.refuse_usage(std::min(call.words.size(), end));
  QualifiedName name{std::nullopt, as_name(call.words.back()), {}};
  if (has_keyspace) name.keyspace = as_name(call.words[first]);
  const Connection& connection = call.context.connection;
  const Keyspace& found =
      keyspace_of_table(name, {schema, connection.keyspace(), kDefaultNodeNames, connection.policy(), 0});
  const Keyspace* home = schema.find_keyspace(found.name);
  if (home != nullptr && home->tables.contains(name.name.text))
    return {home, home->tables.get(name.name.text)};
  refuse_view(name, schema.find_table(found.name, name.name.text));
  refuse("undefined_table", name.name.span,
         {{"table", quote_name(name.name.text)}, {"keyspace", quote_name(found.name)}}, std::nullopt,
         Subject{Subject::Kind::table, name.name.text, found.name});
}

/// The code of a lint, which is the third word; refuses other words.
std::string code_of(const CommandCall& call) {
  std::string code = to_upper(call.words[2].text);
  if (!is_code_of_lint(code)) call.refuse_usage(2);
  return code;
}

/// LINT OFF code [table]
void silence(const CommandCall& call, bool silenced) {
  ShellSettings& settings = call.context.settings;
  if (call.words.size() > 3) {
    const std::string code = code_of(call);
    const SchemaPointer schema = call.context.connection.schema();
    settings.silenced_lints.set(code, subject_of(*find_table(call, 3, *schema).second), silenced);
  } else if (call.words.size() == 3 && silenced) {
    settings.lint_levels.set(code_of(call), name(LintLevel::off));
  } else if (call.words.size() == 3) {
    settings.lint_levels.switch_on(code_of(call));
    settings.silenced_lints.clear(code_of(call));
  }
  std::vector<std::string> texts = settings.silenced_lints.texts();
  std::ranges::move(settings.lint_levels.switched_off(), std::back_inserter(texts));
  if (texts.empty()) return call.say("No lint is silenced.\n");
  std::ranges::sort(texts);
  call.say("Silenced: {lints}\n", {{"lints", fmt::format("{}", fmt::join(texts, ", "))}});
}

void lint_schema(const CommandCall& call) {
  if (!call.arguments().empty() && (says(call.words[1], "OFF") || says(call.words[1], "ON"))) {
    silence(call, says(call.words[1], "OFF"));
    return;
  }
  if (!call.arguments().empty() && says(call.words[1], "LEVEL")) return set_level(call);
  const ShellSettings& settings = call.context.settings;
  SchemaLints lints(call.context.connection, settings.silenced_lints, settings.lint_levels);
  lints.ask_to_stop(settings.stop);
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
    {"LINT", "", "[table] | OFF|ON code [table] | LEVEL [code|ALL OFF|INFO|WARN|ERROR]",
     "what is likely to be regretted in the schema (HELP LINT)",
     "LINT                   all tables of the keyspace in use: keys that may not be unique, partitions that "
     "grow ...\n"
     "LINT posts             one table, with a look at its first 1,000 rows\n"
     "LINT OFF L503 posts    says no more of L503 for the table posts; without a table, for all; ON takes it "
     "back\n"
     "LINT OFF               says what is silenced\n"
     "LINT LEVEL L503 ERROR  counts L503 as an error: LINT fails, and a definition shows it whatever else it "
     "earns;\n"
     "                       OFF, INFO and WARN weigh less. ALL is all that are not set\n"
     "LINT LEVEL             says which levels are set\n"
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
