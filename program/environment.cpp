#include "program/environment.h"

#include <unistd.h>

#include <cstdlib>
#include <string>

namespace cellar {

namespace {

/// Returns an empty text for a variable that is not set.
std::string value_of(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

}  // namespace

PersonalFolders personal_folders() {
  PersonalFolders folders{.home = value_of("HOME"), .configuration = value_of("XDG_CONFIG_HOME")};
  if (folders.configuration.is_relative() && !folders.home.empty())
    folders.configuration = folders.home / ".config";
  if (folders.configuration.is_relative()) folders.configuration.clear();
  return folders;
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
  const std::string terminal = value_of("TERM");
  return !terminal.empty() && terminal != "dumb" && isatty(descriptor) != 0;
}

void take_output_environment(OutputSettings& settings) {
  settings.format.timestamp = value_of("CQLSH_DEFAULT_TIMESTAMP_FORMAT");
  const std::string zone = value_of("TZ");
  if (zone.empty()) return;
  settings.format.zone = TimeZone::find(zone);
  // Such as CET-1CEST, which the C library reads.
  if (!settings.format.zone) settings.format.zone = TimeZone::find("LOCAL");
}

}  // namespace cellar
