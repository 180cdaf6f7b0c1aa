// The command line as data: what --help-all, the man page and the completion of shells are made from.
//
// In:      -
// Out:     each option with its words, as program/options/options.cpp and subcommand_options.cpp define it. Options
//          that are not listed are left out.
// Refused: nothing.
#pragma once

#include <string>
#include <vector>

#include "refusal/language.h"

namespace cellar {

struct OptionDescription {
  std::vector<std::string> names;    // "-f", "--file"; none: an argument by its place
  std::string value;                 // "FILE", "each|group|off"; empty: it takes none
  std::string text;                  // a sentence without a full stop
  std::vector<std::string> choices;  // the words that it takes; empty: any
};

struct CommandLine {
  std::string name;  // "cellar", "check"
  std::string text;
  std::vector<OptionDescription> options;  // arguments by their place among them
  std::vector<CommandLine> commands;
};

CommandLine describe_command_line();

/// What --help prints: what is needed most, on one screen of 24 lines and 80 columns.
std::string short_help(Language language = Language::english);

/// What the man page says, in the form of man(7): the options, the commands of the shell, and the pages of HELP.
std::string man_page(const CommandLine& program);

/// A script that completes the words of `cellar` in a shell. Returns an empty text for other shells than bash, zsh
/// and fish.
std::string shell_completion(const CommandLine& program, const std::string& shell);

/// What is said of words that the program does not take: "--hlep", "script.cql".
std::string unexpected_words(const CommandLine& command, const std::vector<std::string>& words,
                             Language language);

}  // namespace cellar
