#include "shell/check/report_text.h"

#include <algorithm>

#include "functions/json/json_value.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Valid UTF-8 without control characters but newlines.
std::string printable(std::string_view text) {
  std::string lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (begin > 0) lines += '\n';
    lines += show_control_characters(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

std::string quote_yaml(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : printable(text)) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? "\\n" : std::string(1, c);
  }
  return quoted + '"';
}

std::string quote_json(std::string_view text) { return json_string(show_on_terminal(text)); }

namespace {

/// Also with the wide characters of Chinese keyboards.
bool begins_formula(std::string_view text) {
  constexpr std::string_view kSigns[] = {"=",  "+",      "-",      "@",      "\t",
                                         "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
  return std::ranges::any_of(kSigns, [&](std::string_view sign) { return text.starts_with(sign); });
}

}  // namespace

std::string escape_csv(std::string_view bytes) {
  const std::string text = show_on_terminal(bytes);
  if (begins_formula(text)) return escape_csv("'" + text);
  if (text.find_first_of(",;\t\"\n\r") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace cellar
