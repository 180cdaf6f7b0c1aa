#include "shell/console/script/script_place.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "refusal/refusal.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Takes `:N` off the end of the text.
std::optional<std::size_t> take_number(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == text.npos) return std::nullopt;
  const std::string_view digits = text.substr(colon + 1);
  std::size_t number = 0;
  const char* const end = digits.data() + digits.size();
  if (std::from_chars(digits.data(), end, number) != std::from_chars_result{end, std::errc()})
    return std::nullopt;
  if (number == 0) return std::nullopt;
  text = text.substr(0, colon);
  return number;
}

/// Whether an argument is the option, and how many arguments it takes: itself alone (--file=x, -fx), or the next, too.
std::size_t length_of(std::string_view argument, std::string_view short_name, std::string_view long_name) {
  if (argument == long_name) return 2;
  if (argument.starts_with(long_name) && argument.substr(long_name.size()).starts_with('=')) return 1;
  if (short_name.empty() || !argument.starts_with(short_name) || argument.starts_with("--")) return 0;
  return argument == short_name ? 2 : 1;
}

std::size_t length_of_source(std::string_view argument) {
  const std::size_t length = length_of(argument, "-f", "--file");
  return length > 0 ? length : length_of(argument, "-e", "--execute");
}

}  // namespace

std::string ScriptLine::text() const {
  std::string text = script + ':' + std::to_string(line);
  return column == 1 ? text : text + ':' + std::to_string(column);
}

ScriptLine read_script_line(const std::string& text) {
  std::string_view name = text;
  const std::optional<std::size_t> last = take_number(name);
  const std::optional<std::size_t> first = last ? take_number(name) : std::nullopt;
  if (!last || name.empty()) refuse("from_form", {}, {{"text", show_on_terminal(text)}});
  return {std::string(name), first.value_or(*last), first ? *last : 1};
}

std::vector<ScriptLine> read_script_lines(const std::vector<std::string>& texts) {
  std::vector<ScriptLine> lines;
  for (const std::string& text : texts) lines.push_back(read_script_line(text));
  return lines;
}

std::string source_from(const ScriptPlace& place) {
  std::string command = "SOURCE " + quote_text(place.lines.front().script) + " FROM";
  for (const ScriptLine& line : place.lines) command += ' ' + quote_text(line.text());
  if (place.rows > 0) command += " SKIP " + std::to_string(place.rows);
  return command;
}

std::string command_from(const std::vector<std::string>& arguments, const ScriptPlace& place) {
  std::string command = quote_for_shell(arguments.front());
  std::string from;
  for (const ScriptLine& line : place.lines) from += " --from " + quote_for_shell(line.text());
  if (place.rows > 0) from += " --skip-rows " + std::to_string(place.rows);
  std::size_t sources = 0;
  bool is_written = false;
  for (std::size_t index = 1; index < arguments.size(); ++index) {
    const std::size_t old_place = length_of(arguments[index], "", "--from");
    if (const std::size_t old = old_place > 0 ? old_place : length_of(arguments[index], "", "--skip-rows")) {
      index += old - 1;
      continue;
    }
    const std::size_t length = length_of_source(arguments[index]);
    command += ' ' + quote_for_shell(arguments[index]);
    if (length == 2 && index + 1 < arguments.size()) command += ' ' + quote_for_shell(arguments[++index]);
    // --from is about the script before it: the same script may be named several times.
    if (length > 0 && sources++ == place.source && !std::exchange(is_written, true)) command += from;
  }
  return is_written ? command : command + from;
}

std::string quote_for_shell(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == text.npos) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace cellar
