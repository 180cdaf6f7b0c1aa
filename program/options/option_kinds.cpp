#include "program/options/option_kinds.h"

#include <algorithm>
#include <charconv>

namespace cellar {

CLI::Option* add_port(CLI::App& command, const std::string& name, std::uint16_t& port,
                      const std::string& text) {
  const auto read = [&port, name](const std::string& given) {
    const char* const end = given.data() + given.size();
    const auto [read_to, fault] = std::from_chars(given.data(), end, port);
    if (fault != std::errc() || read_to != end)
      throw CLI::ValidationError(name, "takes a number from 0 to 65535, and not \"" + given + "\"");
  };
  return command.add_option_function<std::string>(name, read, text);
}

bool describes_all_options(const std::vector<std::string>& arguments) {
  return arguments.empty() || std::ranges::any_of(arguments, [](const std::string& argument) {
           return argument == "--help-all" || argument == "--man" || argument.starts_with("--completion");
         });
}

void add_language(CLI::App& program, Language& language) {
  static const Choices<Language> choices = [] {
    Choices<Language> all;
    for (const LanguageName& each : languages()) all.emplace_back(each.code, *find_language(each.code));
    return all;
  }();
  add_choice(program, "--language", language, choices,
             "The language of refusals, notices and grades; by default that of LC_ALL or LANG");
}

void add_general_path(CLI::App& program, StatementPath& path) {
  program.add_flag_callback(
      "--general-path", [&path] { path = StatementPath::general; },
      "Run each statement by the general path alone, to compare the answers with those of the short ones");
}

}  // namespace cellar
