// Commands about scripts, the file, the screen and the program itself.

#include <algorithm>

#include "shell/console/commands/families.h"

namespace cellar {

namespace {

void source(const CommandCall& call) {
  const auto words = call.words;
  if (!call.is_file_name(1)) call.refuse_usage(1);
  ScriptStart start;
  if (words.size() > 2) {
    if (!says(words[2], "FROM")) call.refuse_usage(2);
    std::size_t word = 3;
    for (; call.is_file_name(word); ++word) start.from.push_back(words[word].text);
    if (start.from.empty()) call.refuse_usage(word);
    if (word < words.size() && says(words[word], "SKIP")) {
      const std::size_t number = word + 1;
      const std::optional<std::size_t> rows =
          number < words.size() ? positive_number(words[number]) : std::nullopt;
      if (!rows) call.refuse_usage(number);
      start.skipped_rows = *rows;
      word = number + 1;
    }
    call.refuse_words_from(word);
  }
  call.context.run_script(words[1].text, start);
}

void compact(const CommandCall& call) {
  call.refuse_words_from(1);
  call.context.make_durable();
  call.database().compact({.waiting = nullptr, .interrupted = call.context.settings.stop, .limit = {}});
}

void clear(const CommandCall& call) {
  call.refuse_words_from(1);
  if (!call.context.settings.at_prompt) return;
  call.answer.text = "\033[H\033[2J";
  call.answer.is_styled = true;
}

void leave(const CommandCall& call) {
  call.refuse_words_from(1);
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
