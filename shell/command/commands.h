// What the shell's commands do.
//
// In:      a command's text, and what it may touch. Out: what it prints, on the output; whether to leave.
// Refused: words that a command does not take (syntax); what it asks for and is not there.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "database/database.h"
#include "shell/command/settings.h"
#include "shell/terminal/output.h"

namespace cellar {

struct CommandContext {
  const Database& database;
  Session& session;
  Output& output;
  ShellSettings& settings;
  std::function<void(const std::filesystem::path&)> run_script;  // SOURCE
  std::function<void()> before_compact;                          // makes the open group durable
  std::vector<std::string> history;
  std::size_t columns = 80;  // of the terminal
};

enum class CommandOutcome { done, leave };

/// Nothing where the text is no command but CQL.
std::optional<CommandOutcome> run_command(std::string_view text, CommandContext& context);

}  // namespace cellar
