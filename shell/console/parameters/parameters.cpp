#include "shell/console/parameters/parameters.h"

#include <algorithm>
#include <charconv>

#include "refusal/refusal.h"
#include "types/names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::string_view kWordCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(kCommandBlanks), text.size());
  const std::size_t end = text.find_last_not_of(kCommandBlanks);
  return end == text.npos ? std::string_view() : text.substr(begin, end + 1 - begin);
}

/// Returns the name between double quotes at the beginning of `text`, and removes it; nothing if it is not closed.
std::optional<std::string> take_quoted(std::string_view& text) {
  std::string name;
  for (std::size_t position = 1; position < text.size(); ++position) {
    if (text[position] == '"') {
      if (position + 1 == text.size() || text[position + 1] != '"') {
        text.remove_prefix(position + 1);
        return name;
      }
      ++position;
    }
    name += text[position];
  }
  return std::nullopt;
}

}  // namespace

std::string ParameterName::text() const {
  return position > 0 ? std::to_string(position) : ":" + quote_name(name);
}

std::string ParameterName::argument() const { return position > 0 ? text() : quote_name(name); }

std::optional<ParameterName> take_parameter_name(std::string_view& text) {
  std::string_view rest = text;
  const bool has_colon = rest.starts_with(':');
  if (has_colon) rest.remove_prefix(1);
  if (rest.starts_with('"')) {
    std::optional<std::string> name = take_quoted(rest);
    if (!name || name->empty()) return std::nullopt;
    text = rest;
    return ParameterName{0, *std::move(name)};
  }
  const std::string_view word = rest.substr(0, rest.find_first_not_of(kWordCharacters));
  if (word.empty()) return std::nullopt;
  rest.remove_prefix(word.size());
  if (word.front() < '0' || word.front() > '9') {
    text = rest;
    return ParameterName{0, to_lower(word)};
  }
  std::size_t position = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), position);
  const bool is_number = error == std::errc() && stop == word.data() + word.size() && position > 0;
  if (!is_number || has_colon) return std::nullopt;
  text = rest;
  return ParameterName{position, {}};
}

ParameterValue read_parameter_value(std::string_view text) {
  text = without_blanks(text);
  if (to_lower(text) == "unset") return {"UNSET", nullptr};
  LoneLiteral literal = parse_literal(text);
  const Span span = literal.expression.span;
  return {std::string(text.substr(span.begin, span.end - span.begin)),
          std::make_shared<const LoneLiteral>(std::move(literal))};
}

const ParameterValue* StatementParameters::find(const ParameterName& name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second;
}

void StatementParameters::set_argument(std::string_view argument) {
  std::string_view rest = argument;
  const std::optional<ParameterName> name = take_parameter_name(rest);
  const std::string_view equals = without_blanks(rest);
  if (!name || !equals.starts_with('=')) refuse("parameter_form", {}, {{"text", show_on_terminal(argument)}});
  try {
    set(*name, read_parameter_value(equals.substr(1)));
  } catch (const Refusal&) {
    refuse("no_literal_argument", {},
           {{"name", name->argument()}, {"text", show_on_terminal(without_blanks(equals.substr(1)))}});
  }
}

}  // namespace cellar
