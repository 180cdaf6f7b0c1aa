#include "program/options/cqlsh_habits.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <string_view>

#include "program/manual/words/command_line_words.h"
#include "types/inet.h"
#include "types/text/text.h"

namespace cellar {

/// Options of cqlsh that mean nothing to a file, nor to a server without logins: whoever types them out of habit gets what
/// they want without.
/// Those that a cluster alone could mean are refused. They are no part of any help, and each costs a start as much as the
/// parse of a name: only those are added that an argument begins with.
void add_options_of_cqlsh(CLI::App& program, const std::vector<std::string>& arguments) {
  constexpr const char* kFlags[] = {"--ssl", "--debug", "--coverage", "--insecure-password-without-warning"};
  constexpr const char* kValues[] = {"-u,--username",      "-p,--password",     "--browser",
                                     "--credentials",      "--cqlversion",      "--encoding",
                                     "--protocol-version", "--connect-timeout", "--request-timeout"};
  // Short options may be written together, as in -Cu.
  const auto is_given = [&](std::string_view names) {
    const bool has_letter = !names.starts_with("--");
    const std::string_view word = has_letter ? names.substr(names.find(',') + 1) : names;
    if (program.get_option_no_throw(std::string(word)) != nullptr) return false;  // it is one of --connect
    return std::ranges::any_of(arguments, [&](const std::string& argument) {
      if (argument.starts_with("--")) return argument.starts_with(word);
      return has_letter && argument.starts_with('-') && argument.find(names[1]) != argument.npos;
    });
  };
  const auto refuse_without_cluster = [](const char* name) {
    throw CLI::ValidationError(name, "is for a cluster: cellar --connect HOST");
  };
  constexpr const char* kClusterFlags[] = {"--no-compression", "--ssl-trust-all"};
  constexpr const char* kClusterValues[] = {"--datacenter",         "--translate",     "--consistency",
                                            "--serial-consistency", "--password-file", "--ssl-ca",
                                            "--ssl-cert",           "--ssl-key"};
  for (const char* flag : kClusterFlags) {
    if (is_given(flag))
      program.add_flag_callback(flag, [=] { refuse_without_cluster(flag); })->trigger_on_parse()->group("");
  }
  for (const char* name : kClusterValues) {
    if (is_given(name))
      program
          .add_option_function<std::string>(name, [=](const std::string&) { refuse_without_cluster(name); })
          ->trigger_on_parse()
          ->group("");
  }
  for (const char* flag : kFlags) {
    if (is_given(flag)) program.add_flag(flag)->group("");
  }
  const auto ignore = [](const std::string&) {};
  for (const char* name : kValues) {
    if (is_given(name)) program.add_option_function<std::string>(name, ignore)->group("");
  }
}

namespace {

/// Returns false for 1.2, which is an address, but rather meant to be a file.
bool is_address(const std::string& name) {
  const bool is_whole = std::ranges::count(name, '.') == 3 || name.find(':') != name.npos;
  return name == "localhost" || (is_whole && parse_host(name));
}

}  // namespace

std::optional<LeaveNow> explain_host(const Options& options, const std::string& port, Language language) {
  if (!options.database) return std::nullopt;
  const std::string name = options.database->string();
  std::error_code ignored;
  if ((!is_address(name) && port.empty()) || std::filesystem::exists(*options.database, ignored))
    return std::nullopt;
  const Parameters words = {{"words", show_on_terminal(name + (port.empty() ? "" : " " + port))}};
  return LeaveNow{1,
                  CommandLineWords::say(
                      language,
                      "cellar: {words} reads like a server. Cellar opens a file, and makes one where there "
                      "is none.\nRun cellar shop.cellar, or cellar alone for a database that is gone at "
                      "the end. To work on a server: cellar --connect HOST:PORT.\n",
                      words)};
}

}  // namespace cellar
