// Commands that show and change settings.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "shell/console/commands/families.h"
#include "shell/render/print_options.h"
#include "types/text/text.h"

namespace cellar {

namespace {

void policy(const CommandCall& call) {
  Connection& connection = call.context.connection;
  if (!call.arguments().empty()) {
    const bool is_teach = says(call.words[1], "TEACH");
    if (!is_teach && !says(call.words[1], "CASSANDRA")) call.refuse_usage();
    call.refuse_words_from(2);
    connection.set_policy(is_teach ? Policy::teach : Policy::cassandra);
  }
  call.say("Policy: {policy}\n", {{"policy", connection.policy() == Policy::teach ? "teach" : "cassandra"}});
}

void set_switch(const CommandCall& call, bool& setting) {
  if (call.arguments().empty()) return;
  const std::optional<bool> on = on_or_off(call.words[1]);
  if (!on) call.refuse_usage();
  call.refuse_words_from(2);
  setting = *on;
}

void notices(const CommandCall& call) {
  Connection& connection = call.context.connection;
  if (!call.arguments().empty()) {
    const std::optional<bool> on = on_or_off(call.words[1]);
    if (!on) call.refuse_usage();
    call.refuse_words_from(2);
    connection.set_notices(*on ? Notices::all : Notices::off);
  }
  if (connection.policy() == Policy::cassandra) {
    call.say("Notices: those of Cassandra (POLICY teach has more)\n");
  } else if (connection.notices() == Notices::all) {
    call.say("Notices: on\n");
  } else if (connection.notices() == Notices::off) {
    call.say("Notices: off\n");
  } else {
    call.say("Notices: those that cost a script nothing\n");
  }
}

void elapsed(const CommandCall& call) { set_switch_of_cqlsh(call, call.context.settings.timing); }

void timing(const CommandCall& call) {
  bool& timing = call.context.settings.timing;
  set_switch(call, timing);
  call.say(timing ? ConsoleWords::Text("Timing is on.\n") : ConsoleWords::Text("Timing is off.\n"));
}

void paging(const CommandCall& call) {
  ShellSettings& settings = call.context.settings;
  const std::optional<std::size_t> rows =
      call.arguments().empty() ? std::nullopt : positive_number(call.words[1]);
  if (rows) {
    call.refuse_words_from(2);
    settings.paging = true;
    settings.page_rows = *rows;
  } else {
    set_switch_of_cqlsh(call, settings.paging);
  }
  if (!settings.paging) {
    settings.page_rows.reset();
  } else if (settings.page_rows || !call.context.output.terminal_rows()) {
    const std::size_t of_a_file = PrintOptions().page_size;
    call.say("Page size: {rows}\n", {{"rows", std::to_string(settings.page_rows.value_or(of_a_file))}});
  } else {
    call.say("Page size: the height of the window\n");
  }
}

/// Sets one of a few values by its word, and says which one is set.
template <typename Value, std::size_t kCount>
void set_choice(const CommandCall& call, Value& set, const std::pair<const char*, Value> (&choices)[kCount],
                ConsoleWords::Text said) {
  if (!call.arguments().empty()) {
    const std::string wanted = to_lower(call.words[1].text);
    const auto* const found =
        std::ranges::find_if(choices, [&](const auto& choice) { return wanted == choice.first; });
    if (found == std::end(choices)) call.refuse_usage();
    call.refuse_words_from(2);
    set = found->second;
  }
  const auto* const named =
      std::ranges::find_if(choices, [&](const auto& choice) { return choice.second == set; });
  call.say(said, {{"value", named->first}});
}

void diagnostics(const CommandCall& call) {
  set_choice(call, call.context.settings.diagnostic_form, kDiagnosticForms, "Diagnostics: {value}\n");
}

void language(const CommandCall& call) {
  Language& set = call.context.settings.language;
  if (!call.arguments().empty()) {
    const std::optional<Language> wanted = find_language(to_lower(call.words[1].text));
    if (!wanted) call.refuse_usage();
    call.refuse_words_from(2);
    set = *wanted;
    call.context.connection.set_language(set);
  }
  call.say("Language: {value}\n", {{"value", std::string(languages()[static_cast<std::size_t>(set)].code)}});
}

/// "[en|zh]"
const std::string& form_of_language() {
  static const std::string form = [] {
    std::string codes;
    for (const LanguageName& each : languages())
      codes += fmt::format("{}{}", codes.empty() ? "" : "|", each.code);
    return "[" + codes + "]";
  }();
  return form;
}

const std::string& page_of_language() {
  static const std::string page = [] {
    std::string lines;
    for (const LanguageName& each : languages().subspan(1))
      lines += fmt::format("LANGUAGE {}  refusals, notices, HELP, displays and lessons are in {}\n",
                           each.code, each.name);
    return lines +
           "LANGUAGE en  all in English (the default, unless LANG or LC_ALL is a locale of another one)\n"
           "LANGUAGE     says which one is set; --language sets it for a run\n"
           "Codes, rules and words of CQL are the same in all. HELP finds pages by Chinese terms in any "
           "case.\n";
  }();
  return page;
}

constexpr Command kSettingsCommands[] = {
    {"POLICY", "", "[teach|cassandra]", "which reads are refused (HELP POLICY)",
     "POLICY teach      besides what Cassandra refuses, a read has to name its partition (or say ALLOW "
     "FILTERING,\n"
     "                  and is then told what it has read); answers come with notices (HELP NOTICES), and\n"
     "                  CREATE with lints (HELP LINT)\n"
     "POLICY cassandra  accepts and refuses what Apache Cassandra does, and warns where it warns\n"
     "POLICY            says which one is set\n",
     policy, CommandEffect::sets},
    {"NOTICES", "", "[ON|OFF]", "what is said beside an answer (HELP NOTICES)",
     "NOTICES ON   all notices (W4xx) and lints (L5xx) of the policy teach: as at the prompt\n"
     "NOTICES OFF  none but the warnings that Cassandra gives\n"
     "NOTICES      says which are given\n"
     "Scripts begin with those that cost nothing: without W404 and W405, for which a write reads its rows "
     "before\n"
     "and after. --notices on|off sets it for a run. In a script each is shown once for a table, and counted "
     "at "
     "the end.\n"
     "They go to standard error. HELP W404 explains one; LINT looks at the schema.\n",
     notices, CommandEffect::sets},
    {"PAGING", "", "[ON|OFF|rows]", "stop between pages of a long result",
     "PAGING ON    at a terminal, a long result, or page of HELP, stops where the window is full and waits "
     "for a key\n"
     "PAGING 50    likewise, with results in pages of 50 rows\n"
     "PAGING OFF   all rows at once\n"
     "PAGING       says what is set\n",
     paging, CommandEffect::sets},
    {"ELAPSED", "", "[ON|OFF]", "",
     "ELAPSED [ON|OFF]   is what newer versions of cqlsh call TIMING. See HELP TIMING.\n", elapsed,
     CommandEffect::sets},
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
     timing, CommandEffect::sets},
    {"DIAGNOSTICS", "VERBOSITY", "[FULL|SHORT|JSON]", "how much refusals and notices say",
     "DIAGNOSTICS FULL   the code, the place in the statement, the rule, why, and the way out (the default)\n"
     "DIAGNOSTICS SHORT  a line: the place, the code and what is wrong\n"
     "DIAGNOSTICS JSON   an object of JSON a line, for programs (docs/schema/diagnostic.schema.json)\n"
     "DIAGNOSTICS        says which one is set; --diagnostics sets it for a run. Older words for both are\n"
     "VERBOSITY and --diag.\n",
     diagnostics, CommandEffect::sets},
    // Its form and its page follow from the languages that there are.
    {"LANGUAGE", "", "", "the language of what is shown", "", language, CommandEffect::sets},
};

}  // namespace

std::span<const Command> settings_commands() {
  static const auto commands = [] {
    auto all = std::to_array(kSettingsCommands);
    all.back().arguments = form_of_language();
    all.back().page = page_of_language();
    return all;
  }();
  return commands;
}

}  // namespace cellar
