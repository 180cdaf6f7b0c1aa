#include <fmt/format.h>

#include "program/manual/command_line.h"

namespace cellar {

namespace {

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : std::string(separator)) + word;
  return text;
}

std::string names_of_options(const CommandLine& program) {
  std::string text;
  for (const OptionDescription& option : program.options) {
    for (const std::string& name : option.names) text += (text.empty() ? "" : " ") + name;
  }
  return text;
}

bool takes_file(const OptionDescription& option) { return option.value == "FILE"; }

/// `text` in single quotes, for a shell.
std::string shell_quoted(std::string_view text) {
  std::string result = "'";
  for (const char each : text) result += each == '\'' ? "'\\''" : std::string(1, each);
  return result + "'";
}

// --- bash

/// The branches for the word behind an option.
std::string bash_values(const CommandLine& program) {
  std::string text;
  for (const OptionDescription& option : program.options) {
    if (option.names.empty() || option.value.empty()) continue;
    text += fmt::format("    {})\n", joined(option.names, "|"));
    if (!option.choices.empty()) {
      text += fmt::format("      COMPREPLY=($(compgen -W '{}' -- \"$word\"))\n", joined(option.choices, " "));
    } else if (takes_file(option)) {
      text += "      COMPREPLY=($(compgen -f -- \"$word\"))\n";
    }
    text += "      return ;;\n";
  }
  return text;
}

std::string bash_completion(const CommandLine& program) {
  std::string text =
      "# Completion of cellar for bash.\n"
      "_cellar() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= options=\n"
      "  compopt -o filenames 2>/dev/null\n"
      "  case ${COMP_WORDS[1]} in\n";
  std::string names;
  for (const CommandLine& command : program.commands) names += (names.empty() ? "" : "|") + command.name;
  text += fmt::format("    {}) [ \"$COMP_CWORD\" -gt 1 ] && command=${{COMP_WORDS[1]}} ;;\n", names);
  text += "  esac\n  case $before in\n" + bash_values(program);
  for (const CommandLine& command : program.commands) text += bash_values(command);
  text += "  esac\n  case $command in\n";
  for (const CommandLine& command : program.commands) {
    text += fmt::format("    {}) options='{}' ;;\n", command.name, names_of_options(command));
  }
  text += fmt::format("    *) options='{}' ;;\n", names_of_options(program));
  text += "  esac\n  case $word in\n    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n";
  std::string words = names;
  for (char& each : words) each = each == '|' ? ' ' : each;
  text += fmt::format(
      "    *) COMPREPLY=($(compgen -f -- \"$word\"))\n"
      "       [ \"$COMP_CWORD\" -eq 1 ] && COMPREPLY+=($(compgen -W '{}' -- \"$word\")) ;;\n",
      words);
  return text + "  esac\n}\ncomplete -F _cellar cellar\n";
}

// --- zsh

/// Text within a specification of _arguments.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char each : text) {
    if (each == '[' || each == ']' || each == ':' || each == '\\') result += '\\';
    result += each;
  }
  return result;
}

std::string zsh_specification(const OptionDescription& option) {
  std::string value;
  if (!option.value.empty()) {
    const std::string action = !option.choices.empty() ? fmt::format("({})", joined(option.choices, " "))
                               : takes_file(option)    ? "_files"
                                                       : " ";
    value = fmt::format(":{}:{}", zsh_text(option.value), action);
  }
  std::string text;
  for (const std::string& name : option.names) {
    text += fmt::format(" \\\n    {}",
                        shell_quoted(fmt::format("*{}[{}]{}", name, zsh_text(option.text), value)));
  }
  return text;
}

std::string zsh_arguments(const CommandLine& program) {
  std::string text;
  for (const OptionDescription& option : program.options) text += zsh_specification(option);
  return text + " \\\n    '*:file:_files'\n";
}

std::string zsh_completion(const CommandLine& program) {
  std::string text = "#compdef cellar\n# Completion of cellar for zsh.\ncase $words[2] in\n";
  for (const CommandLine& command : program.commands) {
    text += fmt::format("  {})\n  shift words; (( CURRENT-- ))\n  _arguments{}  ;;\n", command.name,
                        zsh_arguments(command));
  }
  text += "  *)\n  if (( CURRENT == 2 )); then\n    local -a commands=(";
  for (const CommandLine& command : program.commands) {
    text += shell_quoted(fmt::format("{}:{}", command.name, command.text)) + " ";
  }
  return text + ")\n    _describe command commands\n  fi\n  _arguments" + zsh_arguments(program) +
         "  ;;\nesac\n";
}

// --- fish

std::string fish_options(const CommandLine& program, std::string_view condition) {
  std::string text;
  for (const OptionDescription& option : program.options) {
    if (option.names.empty()) continue;
    text += fmt::format("complete -c cellar -n {}", shell_quoted(condition));
    for (const std::string& name : option.names) {
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    if (!option.choices.empty()) {
      text += " -x -a " + shell_quoted(joined(option.choices, " "));
    } else if (!option.value.empty()) {
      text += takes_file(option) ? " -r" : " -x";
    }
    text += " -d " + shell_quoted(option.text) + "\n";
  }
  return text;
}

std::string fish_completion(const CommandLine& program) {
  std::string names;
  for (const CommandLine& command : program.commands) names += " " + command.name;
  std::string text = "# Completion of cellar for fish.\n";
  for (const CommandLine& command : program.commands) {
    text += fmt::format("complete -c cellar -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        shell_quoted(command.text));
    text += fish_options(command, "__fish_seen_subcommand_from " + command.name);
  }
  return text + fish_options(program, "not __fish_seen_subcommand_from" + names);
}

}  // namespace

std::string shell_completion(const CommandLine& program, const std::string& shell) {
  if (shell == "bash") return bash_completion(program);
  if (shell == "zsh") return zsh_completion(program);
  if (shell == "fish") return fish_completion(program);
  return {};
}

}  // namespace cellar
