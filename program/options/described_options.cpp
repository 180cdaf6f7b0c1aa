#include "program/options/described_options.h"

#include <CLI/CLI.hpp>
#include <sstream>

namespace cellar {

namespace {

OptionDescription description_of(const CLI::Option& option) {
  OptionDescription description{.names = {}, .value = {}, .text = option.get_description(), .choices = {}};
  for (const std::string& name : option.get_snames()) description.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) description.names.push_back("--" + name);
  if (description.names.empty()) description.value = option.get_single_name();
  if (option.get_items_expected_max() == 0 || !description.value.empty()) return description;
  description.value = option.get_type_name();
  std::istringstream words(description.value);
  for (std::string word;
       description.value.find('|') != std::string::npos && std::getline(words, word, '|');) {
    description.choices.push_back(word);
  }
  return description;
}

}  // namespace

CommandLine command_line_of(const CLI::App& program) {
  CommandLine command_line{
      .name = program.get_name(), .text = program.get_description(), .options = {}, .commands = {}};
  for (const CLI::Option* option : program.get_options()) {
    if (!option->get_group().empty()) command_line.options.push_back(description_of(*option));
  }
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) command_line.commands.push_back(command_line_of(*command));
  }
  return command_line;
}

}  // namespace cellar
