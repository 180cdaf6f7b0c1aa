// PARAMETER: the values of markers.

#include <fmt/format.h>

#include <algorithm>

#include "refusal/spans.h"
#include "shell/console/commands/families.h"
#include "shell/console/parameters/parameters.h"
#include "types/text/text.h"

namespace cellar {

namespace {

std::string_view without_leading_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kCommandBlanks), text.size()));
}

/// The text behind the command's word, without its semicolon.
std::string_view arguments_of(const CommandCall& call) {
  std::string_view text = call.text;
  const std::size_t end = text.find_last_not_of(kCommandBlanks);
  text = text.substr(0, end == text.npos ? 0 : end + 1);
  if (text.ends_with(';')) text.remove_suffix(1);
  return without_leading_blanks(text.substr(std::min<std::size_t>(call.words[0].span.end, text.size())));
}

void show(const CommandCall& call, const ParameterName& name, const ParameterValue& value) {
  call.answer.text += fmt::format("{} = {}\n", name.text(), value.text);
}

Span span_of(const CommandCall& call, std::string_view part) {
  const auto begin = static_cast<std::uint32_t>(part.data() - call.text.data());
  return {begin, begin + static_cast<std::uint32_t>(part.size())};
}

void set(const CommandCall& call, const ParameterName& name, std::string_view literal) {
  literal = without_leading_blanks(literal);
  if (literal.empty()) call.refuse_usage(call.words.size());
  try {
    call.context.settings.parameters.set(name, read_parameter_value(literal));
  } catch (Refusal& refusal) {
    move_spans(refusal.diagnostic, span_of(call, literal).begin);
    throw;
  }
}

void clear(const CommandCall& call, std::string_view name_text) {
  StatementParameters& parameters = call.context.settings.parameters;
  name_text = without_leading_blanks(name_text);
  if (name_text.empty()) return parameters.clear();
  std::string_view rest = name_text;
  const std::optional<ParameterName> name = take_parameter_name(rest);
  if (!name) call.refuse_usage(span_of(call, name_text));
  rest = without_leading_blanks(rest);
  if (!rest.empty()) call.refuse_usage(span_of(call, rest));
  if (!parameters.drop(*name))
    refuse("no_such_parameter", span_of(call, name_text), {{"name", name->text()}});
}

void parameter(const CommandCall& call) {
  const StatementParameters& parameters = call.context.settings.parameters;
  const std::string_view arguments = arguments_of(call);
  std::string_view rest = arguments;
  if (rest.empty()) {
    for (const auto& [name, value] : parameters.all()) show(call, name, value);
    return;
  }
  const bool has_colon = rest.starts_with(':');
  const std::optional<ParameterName> name = take_parameter_name(rest);
  if (!name) call.refuse_usage();
  rest = without_leading_blanks(rest);
  if (rest.starts_with('=')) {
    set(call, *name, rest.substr(1));
  } else if (!has_colon && name->name == "clear") {
    clear(call, rest);
  } else if (!rest.empty()) {
    call.refuse_usage(span_of(call, rest));
  } else if (const ParameterValue* value = parameters.find(*name)) {
    show(call, *name, *value);
  } else {
    refuse("no_such_parameter", span_of(call, arguments), {{"name", name->text()}});
  }
}

/// A line is the whole command unless a string or a bracket is open at its end.
bool is_closed(std::string_view line) {
  int brackets = 0;
  for (std::size_t position = 0; position < line.size(); ++position) {
    const char c = line[position];
    if (c == '\'' || c == '"') {
      position = line.find(c, position + 1);
      if (position == line.npos) return false;
    } else if (line.substr(position).starts_with("$$")) {
      position = line.find("$$", position + 2);
      if (position++ == line.npos) return false;
    }
    if (c == '(' || c == '[' || c == '{') ++brackets;
    if (c == ')' || c == ']' || c == '}') --brackets;
  }
  return brackets <= 0;
}

constexpr Command kParameterCommands[] = {
    {"PARAMETER", "PARAMETERS", "[:name | number [= literal]] | CLEAR [:name | number]",
     "values for the markers ? and :name (HELP PARAMETER)",
     "PARAMETER :id = 7          from now on statements with :id run with 7 in its place\n"
     "PARAMETER :day = '2020-01-01'   the literal takes the type of the marker: a date, a timestamp, a text\n"
     "PARAMETER 1 = 'ann'        the first ? of each statement; 2 is the second one\n"
     "PARAMETER :note = null     null deletes; UNSET leaves what is stored as it is\n"
     "PARAMETER [:id]            shows one, or all\n"
     "PARAMETERS CLEAR [:id]     drops all of them, or one\n"
     "--parameter id=7 sets one for a run; text keeps its quotes: --parameter \"city='Paris'\".\n"
     "At the prompt a value that is missing is asked for, with its type; Ctrl-C drops the statement. In a "
     "script\n"
     "it is refused (E405). EXPLAIN needs none, EXPLAIN ANALYZE does. docs/parameters.md has an example.\n",
     parameter, CommandEffect::sets, CommandEnd::semicolon, is_closed},
};

}  // namespace

std::span<const Command> parameter_commands() { return kParameterCommands; }

}  // namespace cellar
