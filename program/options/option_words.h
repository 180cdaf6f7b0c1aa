// The words of the command line in a language: its help, and what is wrong with arguments.
//
// In:      the command line as CLI11 has it; the arguments; a fault that CLI11 has found.
// Out:     help and faults in the words of program/manual/words/. A text without words there stays English.
// Refused: nothing.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "program/manual/words/command_line_words.h"
#include "refusal/language.h"

namespace cellar {

/// The pages of --help and --help-all for the program itself; those of a command are made from its options.
class ProgramHelp : public CLI::Formatter {
 public:
  explicit ProgramHelp(Language language);
  std::string make_help(const CLI::App* program, std::string name, CLI::AppFormatMode mode) const override;
  std::string make_usage(const CLI::App* program, std::string name) const override;
  std::string make_subcommands(const CLI::App* program, CLI::AppFormatMode mode) const override;
  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override;

 private:
  Language language_;
};

/// Puts the help into a language: all that it has words for.
void translate(CLI::App& program, Language language);

/// Returns the language that the arguments name, or that of the environment: what is wrong with arguments is said in it.
Language language_of(const std::vector<std::string>& arguments);

/// Returns what is wrong with the arguments. CLI11 says it in English.
std::string fault_in(const CLI::ParseError& error, Language language);

}  // namespace cellar
