// Commands that show and change settings.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "refusal/counted.h"
#include "shell/command/families.h"
#include "types/text/text.h"

namespace cellar {

namespace {

std::optional<CommandOutcome> policy(const CommandCall& call) {
  Session& session = call.context.session;
  if (!call.arguments().empty()) {
    const bool is_teach = says(call.words[1], "TEACH");
    if ((!is_teach && !says(call.words[1], "CASSANDRA")) || call.words.size() > 2) call.refuse_usage();
    session.set_policy(is_teach ? Policy::teach : Policy::cassandra);
  }
  call.context.output.write(
      fmt::format("Policy: {}\n", session.policy() == Policy::teach ? "teach" : "cassandra"));
  return CommandOutcome::done;
}

void set_switch(const CommandCall& call, bool& setting) {
  if (call.arguments().empty()) return;
  const std::optional<bool> on = on_or_off(call.words[1]);
  if (!on || call.words.size() > 2) call.refuse_usage();
  setting = *on;
}

std::optional<CommandOutcome> expand_output(const CommandCall& call) {
  bool& expanded = call.context.settings.expanded;
  set_switch(call, expanded);
  call.context.output.write(fmt::format("Expanded output is {}.\n", expanded ? "on" : "off"));
  return CommandOutcome::done;
}

std::optional<CommandOutcome> timing(const CommandCall& call) {
  bool& timing = call.context.settings.timing;
  set_switch(call, timing);
  call.context.output.write(fmt::format("Timing is {}.\n", timing ? "on" : "off"));
  return CommandOutcome::done;
}

std::optional<CommandOutcome> paging(const CommandCall& call) {
  ShellSettings& settings = call.context.settings;
  if (!call.arguments().empty()) {
    const std::optional<bool> on = on_or_off(call.words[1]);
    const std::optional<std::size_t> rows = positive_number(call.words[1]);
    if ((!on && !rows) || call.words.size() > 2) call.refuse_usage();
    settings.paging = on.value_or(true);
    if (rows) settings.page_rows = *rows;
  }
  if (settings.paging) {
    call.context.output.write(fmt::format("Paging is on, {} a page.\n",
                                          counted(std::to_string(settings.page_rows), "row", "rows")));
  } else {
    call.context.output.write("Paging is off.\n");
  }
  return CommandOutcome::done;
}

std::optional<CommandOutcome> consistency(const CommandCall& call) {
  call.context.output.write("There is one copy of the data, so every level is the same: ONE.\n");
  return CommandOutcome::done;
}

std::optional<CommandOutcome> verbosity(const CommandCall& call) {
  DiagnosticForm& set = call.context.settings.diagnostic_form;
  if (!call.arguments().empty()) {
    const std::string wanted = to_lower(call.words[1].text);
    const auto* const found =
        std::ranges::find_if(kDiagnosticForms, [&](const auto& form) { return wanted == form.first; });
    if (found == std::end(kDiagnosticForms) || call.words.size() > 2) call.refuse_usage();
    set = found->second;
  }
  const auto* const named =
      std::ranges::find_if(kDiagnosticForms, [&](const auto& form) { return form.second == set; });
  call.context.output.write(fmt::format("Verbosity: {}\n", named->first));
  return CommandOutcome::done;
}

constexpr Command kSettingsCommands[] = {
    {"POLICY", "", "[teach|cassandra]", "which reads are refused (HELP POLICY)",
     "POLICY teach      besides what Cassandra refuses, a read has to name its partition (or say ALLOW "
     "FILTERING)\n"
     "POLICY cassandra  accepts and refuses what Apache Cassandra does\n"
     "POLICY            says which one is set\n",
     policy},
    {"EXPAND", "", "[ON|OFF]", "a row's columns below each other",
     "EXPAND ON   each row is shown as a block, a column a line\n"
     "EXPAND OFF  rows are shown as a table (the default)\n"
     "EXPAND      says which one is set\n",
     expand_output},
    {"PAGING", "", "[ON|OFF|rows]", "stop between pages of a long result",
     "PAGING ON    at a terminal, a long result stops after each page and waits for a key\n"
     "PAGING 50    likewise, with pages of 50 rows\n"
     "PAGING OFF   all rows at once\n"
     "PAGING       says what is set\n",
     paging},
    {"TIMING", "", "[ON|OFF]", "how long each statement took, and what it read (HELP TIMING)",
     "TIMING ON   after each statement: -- 1.84 ms; read 1 partition, 10 rows, 11 entries\n"
     "TIMING OFF  no more of that (the default)\n"
     "TIMING      says which one is set\n"
     "The time is that of the statement and of printing its rows, not of waiting for a key between pages. At "
     "the\n"
     "prompt a write's time includes making it durable; in a script that is done for a group of statements.\n"
     "An entry is one record of the file that was looked at. The line goes to standard error: results stay "
     "the\n"
     "same from run to run.\n",
     timing},
    {"VERBOSITY", "", "[full|short|json]", "how much a refusal says",
     "VERBOSITY full   the code, the place in the statement, why, and the way out (the default)\n"
     "VERBOSITY short  a line: the place, the code and what is wrong\n"
     "VERBOSITY json   an object of JSON a line, for programs\n"
     "VERBOSITY        says which one is set; --diag sets it for a run\n",
     verbosity},
    {"CONSISTENCY", "SERIAL", "", "how many copies answer (one: there is one)",
     "CONSISTENCY [level], SERIAL CONSISTENCY [level]   are understood, and change nothing: there is one "
     "copy\n",
     consistency},
};

}  // namespace

std::span<const Command> settings_commands() { return kSettingsCommands; }

}  // namespace cellar
