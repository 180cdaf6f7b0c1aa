#include "types/text/xml_text.h"

#include <utility>

#include "types/text/text.h"

namespace cellar {

namespace {

/// U+FFFE and U+FFFF are no characters of XML, not even as references.
std::string without_noncharacters(std::string text) {
  for (const auto& [character, shown] :
       {std::pair{"\xef\xbf\xbe", "\\ufffe"}, std::pair{"\xef\xbf\xbf", "\\uffff"}})
    for (std::size_t at = text.find(character); at != text.npos; at = text.find(character, at))
      text.replace(at, 3, shown);
  return text;
}

}  // namespace

std::string escape_xml(std::string_view text) {
  std::string escaped;
  for (const char c : without_noncharacters(show_on_terminal(text))) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace cellar
