#include <algorithm>
#include <string>

#include "shell/teach/help/help_pages.h"
#include "shell/teach/words/teach_words.h"

namespace cellar {

std::string_view help_text(HelpPart part, std::string_view name, Language language) {
  const auto number = static_cast<std::size_t>(language);
  if (number == 0 || number > help_texts().size()) return {};
  const std::string_view all = help_texts()[number - 1].parts[static_cast<std::size_t>(part)];
  const std::string heading = "\n== " + std::string(name) + "\n";
  const std::size_t begin = all.find(heading);
  if (begin == all.npos) return {};
  const std::string_view text = all.substr(begin + heading.size());
  const std::size_t end = text.starts_with("== ") ? 0 : text.find("\n== ");
  return end == text.npos ? text : text.substr(0, end + (end > 0 ? 1 : 0));
}

std::string_view text_of(const HelpPage& page, Language language) {
  return language == Language::english ? page.text : help_text(HelpPart::pages, page.topic, language);
}

std::string_view example_heading(Language language) {
  return TeachWords::Text("Example (EXAMPLES makes the tables):").in(language);
}

bool is_example_heading(std::string_view line) {
  for (std::size_t number = 0; number < languages().size(); ++number)
    if (line == example_heading(static_cast<Language>(number))) return true;
  return false;
}

}  // namespace cellar
