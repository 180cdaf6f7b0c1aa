// Commands about scripts, the file, the screen and the program itself.

#include <algorithm>

#include "shell/console/commands/families.h"

namespace cellar {

namespace {

void source(const CommandCall& call) {
  const auto is_name = [](const CommandWord& word) { return word.quote == '\'' && !word.text.empty(); };
  const auto words = call.arguments();
  if (words.empty() || !is_name(words[0])) call.refuse_usage();
  ScriptStart start;
  if (words.size() > 1) {
    auto places = words.subspan(2);
    if (places.size() > 2 && says(places[places.size() - 2], "SKIP")) {
      const std::optional<std::size_t> rows = positive_number(places.back());
      if (!rows) call.refuse_usage();
      start.skipped_rows = *rows;
      places = places.first(places.size() - 2);
    }
    if (!says(words[1], "FROM") || places.empty() || !std::ranges::all_of(places, is_name))
      call.refuse_usage();
    for (const CommandWord& place : places) start.from.push_back(place.text);
  }
  call.context.run_script(words[0].text, start);
}

void compact(const CommandCall& call) {
  if (!call.arguments().empty()) call.refuse_usage();
  call.context.make_durable();
  call.database().compact({.waiting = nullptr, .interrupted = call.context.settings.stop, .limit = {}});
}

void clear(const CommandCall& call) {
  if (!call.context.settings.at_prompt) return;
  call.answer.text = "\033[H\033[2J";
  call.answer.is_styled = true;
}

void leave(const CommandCall& call) {
  if (!call.arguments().empty()) call.refuse_usage();
  call.answer.outcome = Outcome::leave;
}

constexpr Command kProgramCommands[] = {
    {"SOURCE", "", "'file' [FROM 'file:line' ... [SKIP rows]]", "run a script",
     "SOURCE 'file'                   runs the statements and commands of a file, as if they were\n"
     "                                typed here\n"
     "SOURCE 'file' FROM 'file:line'  goes on there, or at 'file:line:column'. Before it USE, PARAMETER\n"
     "                                and other commands that set something run, and print nothing. For\n"
     "                                a script that a script runs: FROM 'a.cql:7' 'b.cql:12', the outer\n"
     "                                one first. SKIP 500 behind it passes over 500 rows of the files\n"
     "                                of a COPY FROM there\n"
     "A name is looked for in the current folder; in a script, beside that script, then there. ~ is\n"
     "the home folder. A statement that is refused does not end a script. Ctrl-C and a full disk do,\n"
     "and then it is said what is saved, and what to type to go on. EXIT in a script ends that script\n"
     "alone. HELP SCRIPTS tells of scripts on the command line.\n",
     source, CommandEffect::sources, CommandEnd::line, nullptr, nullptr, has_quoted_word},
    {"COMPACT", "", "", "make the database file as small as it can be",
     "COMPACT   purges all that may go, and puts a compact copy in the place of the file\n"
     "A file never shrinks by itself. Nobody else may have it open meanwhile.\n"
     "For a file alone, not with --connect.\n",
     compact, CommandEffect::writes},
    {"CLEAR", "CLS", "", "an empty screen", "", clear},
    {"EXIT", "QUIT", "", "leave (or Ctrl-D)", "", leave},
};

}  // namespace

std::span<const Command> program_commands() { return kProgramCommands; }

}  // namespace cellar
