#include "program/options/option_words.h"

#include <optional>
#include <string_view>
#include <utility>

#include "program/manual/command_line.h"
#include "program/options/environment.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// The text in the language; the text itself if that has no words for it.
std::string said(const std::string& text, Language language) {
  const std::optional<CommandLineWords::Text> words = CommandLineWords::find(text);
  return words ? std::string(words->in(language)) : text;
}

/// Puts the word of a language in the place of the English one.
std::string in_words(std::string text, CommandLineWords::Text label, Language language) {
  const std::string_view english = label.in(Language::english);
  const std::size_t at = text.find(english);
  return at == text.npos ? text : text.replace(at, english.size(), label.in(language));
}

/// "takes on|off, and not "maybe"" in words of the language.
std::string refused_value(const std::string& fault, const CommandLineWords::Speech& say) {
  constexpr std::string_view kTakes = "takes ", kNot = ", and not \"",
                             kEnough = "one is enough; a script is run by -f ";
  constexpr std::string_view kNoPath = "Path does not exist: ";
  if (fault.starts_with(kEnough))
    return say("one is enough; a script is run by -f {word}", {{"word", fault.substr(kEnough.size())}});
  if (fault.starts_with(kNoPath))
    return say("there is no file {file}", {{"file", fault.substr(kNoPath.size())}});
  const std::size_t behind = fault.find(kNot);
  if (!fault.starts_with(kTakes) || behind == fault.npos) return said(fault, say.language());
  const std::size_t given = behind + kNot.size();
  return say("takes {words}, and not \"{given}\"",
             {{"words", said(fault.substr(kTakes.size(), behind - kTakes.size()), say.language())},
              {"given", fault.substr(given, fault.size() - given - 1)}});
}

}  // namespace

ProgramHelp::ProgramHelp(Language language) : language_(language) {
  if (language == Language::english) return;
  for (const CommandLineWords::Text text :
       {CommandLineWords::Text("Usage"), CommandLineWords::Text("OPTIONS"),
        CommandLineWords::Text("REQUIRED"), CommandLineWords::Text("Env"), CommandLineWords::Text("Needs"),
        CommandLineWords::Text("Excludes"), CommandLineWords::Text("Positionals"),
        CommandLineWords::Text("SUBCOMMAND"), CommandLineWords::Text("TEXT")})
    label(std::string(text.in(Language::english)), std::string(text.in(language)));
}

std::string ProgramHelp::make_help(const CLI::App* program, std::string name, CLI::AppFormatMode mode) const {
  if (mode == CLI::AppFormatMode::Normal && program->get_parent() == nullptr) return short_help(language_);
  return CLI::Formatter::make_help(program, std::move(name), mode);
}

// CLI11 would show hidden words (PORT) as an empty pair of brackets.
std::string ProgramHelp::make_usage(const CLI::App* program, std::string name) const {
  if (program->get_parent() != nullptr) return CLI::Formatter::make_usage(program, std::move(name));
  return CommandLineWords::say(language_,
                               "Usage: cellar [OPTIONS] [DATABASE]\n       cellar "
                               "check|class|cqlsh|grade|lint|move|readiness|serve|verify [OPTIONS] ...\n");
}

// CLI11 writes "Subcommands" and the like without asking for a label.
std::string ProgramHelp::make_subcommands(const CLI::App* program, CLI::AppFormatMode mode) const {
  return in_words(CLI::Formatter::make_subcommands(program, mode), "Subcommands", language_);
}

std::string ProgramHelp::make_group(std::string group, bool is_positional,
                                    std::vector<const CLI::Option*> options) const {
  return CLI::Formatter::make_group(said(group, language_), is_positional, std::move(options));
}

void translate(CLI::App& program, Language language) {
  program.description(said(program.get_description(), language));
  program.footer(said(program.get_footer(), language));
  for (CLI::Option* option : program.get_options())
    option->description(said(option->get_description(), language));
  for (CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
    translate(*command, language);
}

Language language_of(const std::vector<std::string>& arguments) {
  constexpr std::string_view kOption = "--language";
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    std::string_view word = arguments[i];
    if (!word.starts_with(kOption)) continue;
    word.remove_prefix(kOption.size());
    if (word.starts_with('='))
      word.remove_prefix(1);
    else if (!word.empty() || i + 1 == arguments.size())
      continue;
    else
      word = arguments[i + 1];
    if (const std::optional<Language> language = find_language(to_lower(word))) return *language;
  }
  return language_of_environment();
}

std::string fault_in(const CLI::ParseError& error, Language language) {
  const std::string text = error.what();
  if (language == Language::english) return text;
  const CommandLineWords::Speech say(language);
  const auto halves =
      [&text](std::string_view between) -> std::optional<std::pair<std::string, std::string>> {
    const std::size_t at = text.find(between);
    if (at == text.npos) return std::nullopt;
    return std::pair(text.substr(0, at), text.substr(at + between.size()));
  };
  if (const auto parts = halves(" is required")) return say("{name} is required", {{"name", parts->first}});
  if (const auto parts = halves(" requires "))
    return say("{name} requires {other}", {{"name", parts->first}, {"other", parts->second}});
  if (const auto parts = halves(" excludes "))
    return say("{name} excludes {other}", {{"name", parts->first}, {"other", parts->second}});
  if (const auto parts = halves("Could not convert: ")) {
    const std::size_t sign = parts->second.find(" = ");
    if (sign != std::string::npos)
      return say("{name}: {value} is no such value",
                 {{"name", parts->second.substr(0, sign)}, {"value", parts->second.substr(sign + 3)}});
  }
  const auto parts = halves(": ");
  if (!parts) return text;
  if (parts->second.ends_with(" missing")) return say("{name}: a value is missing", {{"name", parts->first}});
  return say("{name}: {fault}", {{"name", parts->first}, {"fault", refused_value(parts->second, say)}});
}

}  // namespace cellar
