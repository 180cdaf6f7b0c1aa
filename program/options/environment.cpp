#include "program/options/environment.h"

#include <unistd.h>

#include <cstdlib>
#include <string>
#include <system_error>

namespace cellar {

namespace {

/// Returns an empty text for a variable that is not set.
std::string value_of(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

/// The program's own folder; empty: there is none.
std::filesystem::path state_folder() {
  const std::string state = value_of("XDG_STATE_HOME");
  return state.empty() ? std::filesystem::path() : std::filesystem::path(state) / "cellar";
}

}  // namespace

PersonalFolders personal_folders() {
  PersonalFolders folders{.home = value_of("HOME"), .configuration = value_of("XDG_CONFIG_HOME")};
  if (folders.configuration.is_relative() && !folders.home.empty())
    folders.configuration = folders.home / ".config";
  if (folders.configuration.is_relative()) folders.configuration.clear();
  return folders;
}

std::filesystem::path default_history_file() {
  for (const char* name : {"CELLAR_HISTORY", "CQL_HISTORY"}) {
    if (const char* const file = std::getenv(name)) return file;  // an empty name: no file
  }
  if (const std::filesystem::path folder = state_folder(); !folder.empty()) return folder / "history";
  const std::string home = value_of("HOME");
  return home.empty() ? std::filesystem::path() : std::filesystem::path(home) / ".cellar_history";
}

void make_state_folder(const std::filesystem::path& history) {
  std::error_code unmade;  // what cannot be kept there is a fault that the prompt tells
  if (history.has_parent_path() && history.parent_path() == state_folder())
    std::filesystem::create_directories(history.parent_path(), unmade);
}

std::string preferred_editor() {
  const std::string visual = value_of("VISUAL");
  return visual.empty() ? value_of("EDITOR") : visual;
}

bool can_place_cursor() {
  const std::string terminal = value_of("TERM");
  return !terminal.empty() && terminal != "dumb";
}

Language language_of_environment() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const std::string value = value_of(name);
    if (!value.empty()) return language_of_locale(value);
  }
  return Language::english;
}

bool wants_colour(int descriptor, std::optional<bool> configured) {
  if (!value_of("NO_COLOR").empty()) return false;
  if (configured) return *configured;
  return can_place_cursor() && isatty(descriptor) != 0;
}

std::string line_before_prompt() { return value_of("CQLSH_PROMPT"); }

void take_output_environment(OutputSettings& settings) {
  settings.format.timestamp = value_of("CQLSH_DEFAULT_TIMESTAMP_FORMAT");
  const std::string zone = value_of("TZ");
  if (zone.empty()) return;
  settings.format.zone = TimeZone::find(zone);
  // Such as CET-1CEST, which the C library reads.
  if (!settings.format.zone) settings.format.zone = TimeZone::find("LOCAL");
}

}  // namespace cellar
