#include <fmt/format.h>

#include "program/manual/command_line.h"
#include "shell/console/commands.h"
#include "shell/teach/help/help_pages.h"
#include "types/text/text.h"

namespace cellar {

namespace {

struct NamedText {
  std::string_view name;
  std::string_view text;
};

constexpr NamedText kEnvironment[] = {
    {"CELLAR_HISTORY, CQL_HISTORY",
     "The file of the history: that of the first that is set. Empty: none is kept."},
    {"CQLSH_PROMPT", "A line that is shown before each prompt."},
    {"TZ, CQLSH_DEFAULT_TIMESTAMP_FORMAT",
     "The zone and the format of timestamps at the prompt, unless the configuration sets them."},
    {"VISUAL, EDITOR", "The editor that EDIT opens."},
    {"NO_COLOR", "If it is set, there are no colours."},
    {"LC_ALL, LC_MESSAGES, LANG",
     "Refusals and notices are in the language of the first that is set, if they exist in it (--language)."},
    {"XDG_CONFIG_HOME, XDG_STATE_HOME", "The folders above the configuration and the history."},
    {"TMPDIR", "The folder of temporary databases."},
};

constexpr NamedText kFiles[] = {
    {"~/.config/cellar/config", "Settings of the prompt, in the form of cqlshrc."},
    {"~/.cassandra/cqlshrc", "Settings of cqlsh; those that mean something here are read."},
    {"~/.cellar_history", "What was typed at the prompt."},
    {"DATABASE-lock", "The readers and writers of a database, beside it."},
    {"DATABASE.move", "What of a move was acknowledged; it goes on by it, and it is gone at its end."},
};

constexpr NamedText kExitStatus[] = {
    {"0", "All went well."},
    {"1",
     "Wrong usage, a file or disk error, or a check, lint, readiness or verify that finds something, a wrong "
     "exercise, a move that has ended early."},
    {"2",
     "A statement was refused, a graded answer has lost points, readiness could not read something, or the "
     "two "
     "sides of a move differ."},
    {"129, 130, 143", "SIGHUP, Ctrl-C or SIGTERM ended the run."},
};

/// Text without the signs that man(7) would read as its own.
std::string man_text(std::string_view text) {
  std::string result;
  bool at_line_start = true;
  for (const char each : text) {
    if (at_line_start && (each == '.' || each == '\'')) result += "\\&";
    if (each == '\\') {
      result += "\\e";
    } else if (each == '-') {
      result += "\\-";
    } else {
      result += each;
    }
    at_line_start = each == '\n';
  }
  return result;
}

std::string man_bold(std::string_view text) { return "\\fB" + man_text(text) + "\\fR"; }

std::string as_it_is(std::string_view text) {
  return fmt::format(".PP\n.nf\n{}{}.fi\n", man_text(text), text.ends_with('\n') ? "" : "\n");
}

std::string man_entry(std::string_view term, std::string_view text) {
  return fmt::format(".TP\n{}\n{}\n", term, man_text(text));
}

std::string term_of(const OptionDescription& option) {
  std::string term;
  for (const std::string& name : option.names) term += (term.empty() ? "" : ", ") + man_bold(name);
  if (option.value.empty()) return term;
  return term + (term.empty() ? "" : " ") + "\\fI" + man_text(option.value) + "\\fR";
}

std::string options_of(const CommandLine& program) {
  std::string text;
  for (const OptionDescription& option : program.options)
    text += man_entry(term_of(option), option.text + ".");
  return text;
}

std::string commands_of(const CommandLine& program) {
  std::string text;
  for (const CommandLine& command : program.commands) {
    text += fmt::format(".SS cellar {}\n{}.\n{}", man_text(command.name), man_text(command.text),
                        options_of(command));
  }
  return text;
}

std::string shell_commands() {
  std::string text = "Commands end with their line, statements of CQL with a semicolon.\n";
  for (const Command* command : all_commands()) {
    if (!command->summary.empty()) text += man_entry(man_bold(command->form()), command->summary);
  }
  return text;
}

std::string pages_of_help() {
  std::string text =
      "These are the pages of HELP; HELP at the prompt knows codes, rules, terms and functions, too.\n";
  for (const HelpPage& page : help_pages()) {
    if (page.text.empty()) continue;
    text += fmt::format(".SS {}\n{}", man_text(to_upper(page.topic)), as_it_is(page.text));
    if (!page.examples.empty()) text += ".PP\nExample:\n" + as_it_is(page.examples);
  }
  return text;
}

template <std::size_t size>
std::string entries_of(const NamedText (&texts)[size]) {
  std::string text;
  for (const NamedText& each : texts) text += man_entry(man_bold(each.name), each.text);
  return text;
}

}  // namespace

std::string man_page(const CommandLine& program) {
  std::string text = ".TH CELLAR 1 \"\" \"Cellar " CELLAR_VERSION "\" \"User Commands\"\n";
  text += ".SH NAME\ncellar \\- the Cassandra Query Language in one small program\n";
  text +=
      ".SH SYNOPSIS\n\\fBcellar\\fR [\\fIDATABASE\\fR] [\\fIOPTION\\fR ...]\n.br\n"
      "\\fBcellar check\\fR \\fIPATH\\fR ...\n.br\n\\fBcellar grade\\fR \\fIEXERCISE\\fR "
      "\\fIANSWER\\fR\n.br\n\\fBcellar lint\\fR \\fIPATH\\fR ...\n.br\n\\fBcellar readiness\\fR "
      "[\\fIFILE\\fR] [\\-\\-scripts \\fIFOLDER\\fR]\n.br\n\\fBcellar move\\fR \\fIFILE\\fR "
      "\\-\\-to \\fIHOST\\fR\n.br\n\\fBcellar verify\\fR \\fIFILE\\fR\n";
  text +=
      ".SH DESCRIPTION\n" +
      man_text(
          "Cellar keeps its data in one file and answers CQL as one node of Apache Cassandra 5.0 does; what "
          "a "
          "cluster would refuse or regret is refused, with the reason and what to do instead. Without "
          "DATABASE "
          "the data are gone at the end. Without -f and -e the shell asks for statements, or reads them from "
          "standard input where that is no terminal.\n");
  text += ".SH OPTIONS\n" + options_of(program);
  text += ".SH COMMANDS\n" + commands_of(program);
  text += ".SH THE PROMPT\n" + shell_commands();
  text += ".SH EXIT STATUS\n" + entries_of(kExitStatus);
  text += ".SH ENVIRONMENT\n" + entries_of(kEnvironment);
  text += ".SH FILES\n" + entries_of(kFiles);
  text += ".SH THE LANGUAGE\n" + pages_of_help();
  return text;
}

}  // namespace cellar
