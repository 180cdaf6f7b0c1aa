#include "shell/command/settings.h"

#include "shell/command/command_text.h"

namespace cellar {

void ShellSettings::note_refused(std::string_view statement) {
  if (is_keyword(first_word(statement), "SELECT")) refused_query = statement;
}

}  // namespace cellar
