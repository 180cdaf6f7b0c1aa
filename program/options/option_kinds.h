// Kinds of options that several commands have.
//
// In:      a command, the name and the text of an option.
// Out:     the option, and the value that it sets when the command line is read.
// Refused: a value of another form (CLI::ValidationError).
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "database/database.h"
#include "refusal/language.h"
#include "types/text/text.h"

namespace cellar {

template <typename Value>
using Choices = std::vector<std::pair<std::string, Value>>;

inline const Choices<Policy> kPolicies = {{"cassandra", Policy::cassandra}, {"teach", Policy::teach}};

/// An option whose value is one of a few words, in any case.
template <typename Value>
CLI::Option* add_choice(CLI::App& program, const std::string& name, Value& value,
                        const Choices<Value>& choices, const std::string& text) {
  std::string words;
  for (const auto& choice : choices) words += (words.empty() ? "" : "|") + choice.first;
  const auto choose = [&value, &choices, name, words](const std::string& given) {
    for (const auto& [word, meaning] : choices) {
      if (word == to_lower(given)) return static_cast<void>(value = meaning);
    }
    throw CLI::ValidationError(name, "takes " + words + ", and not \"" + given + "\"");
  };
  return program.add_option_function<std::string>(name, choose, text)->type_name(words);
}

CLI::Option* add_port(CLI::App& command, const std::string& name, std::uint16_t& port,
                      const std::string& text);

/// Returns whether all options are to be described: on a page of help, for a shell, or without arguments for a test. Each
/// option costs every start a little, so those of subcommands and clusters are added only when they are asked for.
bool describes_all_options(const std::vector<std::string>& arguments);

/// Adds --language.
void add_language(CLI::App& program, Language& language);
/// Adds --general-path.
void add_general_path(CLI::App& program, StatementPath& path);

}  // namespace cellar
