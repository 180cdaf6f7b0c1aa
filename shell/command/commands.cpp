#include "shell/command/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "refusal/counted.h"
#include "shell/command/command_text.h"
#include "shell/command/description.h"
#include "shell/command/help.h"
#include "shell/interrupt.h"

namespace cellar {

namespace {

using Words = std::vector<CommandWord>;

[[noreturn]] void refuse_usage(const Words& words, std::string_view command, std::string_view usage) {
  refuse("command_usage", words.size() > 1 ? words[1].span : Span{},
         {{"command", std::string(command)}, {"usage", std::string(usage)}});
}

std::optional<bool> on_or_off(const CommandWord& word) {
  if (says(word, "ON")) return true;
  if (says(word, "OFF")) return false;
  return std::nullopt;
}

std::optional<std::size_t> number_of(const CommandWord& word) {
  std::size_t number = 0;
  const char* end = word.text.data() + word.text.size();
  const auto [stop, error] = std::from_chars(word.text.data(), end, number);
  if (error != std::errc() || stop != end || number == 0) return std::nullopt;
  return number;
}

CommandOutcome help(const Words& words, CommandContext& context) {
  if (words.size() == 1) {
    context.output.write(help_overview());
    return CommandOutcome::done;
  }
  std::string topic;
  for (std::size_t i = 1; i < words.size(); ++i) topic += (i == 1 ? "" : " ") + words[i].text;
  const std::optional<std::string> page = help_page(topic);
  if (!page) refuse("no_help", words[1].span, {{"topic", topic}});
  context.output.write(*page);
  return CommandOutcome::done;
}

CommandOutcome describe_things(const Words& words, CommandContext& context) {
  const SchemaPointer schema = context.session.schema();
  const Description description = describe_schema(*schema, context.session.keyspace(), words);
  context.output.write(format_description(description, context.columns));
  return CommandOutcome::done;
}

CommandOutcome leave(const Words& words, CommandContext&) {
  if (words.size() > 1) refuse_usage(words, "EXIT", "EXIT");
  return CommandOutcome::leave;
}

CommandOutcome source(const Words& words, CommandContext& context) {
  if (words.size() != 2 || words[1].quote != '\'' || words[1].text.empty()) {
    refuse_usage(words, "SOURCE", "SOURCE 'file'");
  }
  context.run_script(words[1].text);
  return CommandOutcome::done;
}

CommandOutcome policy(const Words& words, CommandContext& context) {
  if (words.size() == 2 && says(words[1], "TEACH")) {
    context.session.set_policy(Policy::teach);
  } else if (words.size() == 2 && says(words[1], "CASSANDRA")) {
    context.session.set_policy(Policy::cassandra);
  } else if (words.size() > 1) {
    refuse_usage(words, "POLICY", "POLICY [teach|cassandra]");
  }
  context.output.write(
      fmt::format("Policy: {}\n", context.session.policy() == Policy::teach ? "teach" : "cassandra"));
  return CommandOutcome::done;
}

CommandOutcome compact(const Words& words, CommandContext& context) {
  if (words.size() > 1) refuse_usage(words, "COMPACT", "COMPACT");
  context.before_compact();
  context.database.compact({.waiting = nullptr, .interrupted = interrupted, .limit = {}});
  return CommandOutcome::done;
}

CommandOutcome expand(const Words& words, CommandContext& context) {
  if (words.size() > 1) {
    const std::optional<bool> on = on_or_off(words[1]);
    if (!on || words.size() > 2) refuse_usage(words, "EXPAND", "EXPAND [ON|OFF]");
    context.settings.expanded = *on;
  }
  context.output.write(fmt::format("Expanded output is {}.\n", context.settings.expanded ? "on" : "off"));
  return CommandOutcome::done;
}

CommandOutcome timing(const Words& words, CommandContext& context) {
  if (words.size() > 1) {
    const std::optional<bool> on = on_or_off(words[1]);
    if (!on || words.size() > 2) refuse_usage(words, "TIMING", "TIMING [ON|OFF]");
    context.settings.timing = *on;
  }
  context.output.write(fmt::format("Timing is {}.\n", context.settings.timing ? "on" : "off"));
  return CommandOutcome::done;
}

CommandOutcome paging(const Words& words, CommandContext& context) {
  if (words.size() > 1) {
    const std::optional<bool> on = on_or_off(words[1]);
    const std::optional<std::size_t> rows = number_of(words[1]);
    if ((!on && !rows) || words.size() > 2) refuse_usage(words, "PAGING", "PAGING [ON|OFF|rows]");
    context.settings.paging = on.value_or(true);
    if (rows) context.settings.page_rows = *rows;
  }
  if (context.settings.paging) {
    context.output.write(fmt::format("Paging is on, {} a page.\n",
                                     counted(std::to_string(context.settings.page_rows), "row", "rows")));
  } else {
    context.output.write("Paging is off.\n");
  }
  return CommandOutcome::done;
}

CommandOutcome consistency(const Words&, CommandContext& context) {
  context.output.write("There is one copy of the data, so every level is the same: ONE.\n");
  return CommandOutcome::done;
}

CommandOutcome show(const Words&, CommandContext& context) {
  context.output.write("Cellar " CELLAR_VERSION ", CQL 3.4.7, as of Apache Cassandra 5.0\n");
  return CommandOutcome::done;
}

CommandOutcome clear(const Words&, CommandContext& context) {
  if (context.settings.at_prompt) context.output.write("\033[H\033[2J");
  return CommandOutcome::done;
}

CommandOutcome history(const Words& words, CommandContext& context) {
  const std::optional<std::size_t> wanted = words.size() > 1 ? number_of(words[1]) : 50;
  if (!wanted || words.size() > 2) refuse_usage(words, "HISTORY", "HISTORY [n]");
  const std::size_t count = std::min(*wanted, context.history.size());
  for (std::size_t i = context.history.size() - count; i < context.history.size(); ++i) {
    context.output.write(context.history[i] + '\n');
  }
  return CommandOutcome::done;
}

CommandOutcome refuse_absent(const Words& words, CommandContext&) {
  refuse("command_absent", words[0].span, {{"command", words[0].text}});
}

struct Command {
  std::string_view word;
  CommandOutcome (*run)(const Words&, CommandContext&);
};
constexpr Command kCommands[] = {
    {"HELP", help},
    {"?", help},
    {"DESCRIBE", describe_things},
    {"DESC", describe_things},
    {"EXIT", leave},
    {"QUIT", leave},
    {"SOURCE", source},
    {"POLICY", policy},
    {"COMPACT", compact},
    {"EXPAND", expand},
    {"PAGING", paging},
    {"TIMING", timing},
    {"CONSISTENCY", consistency},
    {"SERIAL", consistency},
    {"CLEAR", clear},
    {"CLS", clear},
    {"HISTORY", history},
    {"TRACING", refuse_absent},
    {"CAPTURE", refuse_absent},
    {"COPY", refuse_absent},
    {"LOGIN", refuse_absent},
};

}  // namespace

std::optional<CommandOutcome> run_command(std::string_view text, CommandContext& context) {
  if (!begins_command(text)) return std::nullopt;
  const Words words = split_command(text);
  // SHOW TABLES and the like are habits of SQL: the parser says what to write instead.
  if (says(words[0], "SHOW")) {
    if (words.size() != 2 || !says(words[1], "VERSION")) return std::nullopt;
    return show(words, context);
  }
  for (const Command& command : kCommands) {
    if (says(words[0], command.word)) return command.run(words, context);
  }
  return std::nullopt;
}

}  // namespace cellar
