#include "shell/command/settings.h"

#include <cstdlib>

#include "shell/command/command_text.h"

namespace cellar {

Language language_of_environment() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    return std::string_view(value).starts_with("zh") ? Language::chinese : Language::english;
  }
  return Language::english;
}

void ShellSettings::note_refused(std::string_view statement) {
  if (is_keyword(first_word(statement), "SELECT")) refused_query = statement;
}

}  // namespace cellar
