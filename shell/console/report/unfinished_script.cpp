#include "shell/console/report/unfinished_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "parser/parser.h"
#include "parser/script/quotes.h"
#include "parser/script/stray_line.h"
#include "refusal/messages.h"
#include "shell/console/commands.h"
#include "shell/console/report/swallowed_lines.h"
#include "shell/console/words/console_words.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Returns the span of the mark that opens a quote or comment which is not closed; an empty one if there is none.
Span open_quote(std::string_view text) {
  for (std::size_t position = 0; position < text.size();) {
    const Quote* const quote = quote_at(text, position);
    const std::size_t end = quote == nullptr ? position + 1 : end_of_quote(text, position, *quote);
    if (end == text.npos) {
      const std::size_t inside = position + quote->open.size();
      return {static_cast<std::uint32_t>(position), static_cast<std::uint32_t>(inside)};
    }
    position = end;
  }
  return {};
}

Span first_word_of(std::string_view text) {
  const std::size_t end = std::min(text.find_first_of(kBlanks), text.size());
  return {0, static_cast<std::uint32_t>(end)};
}

/// Returns what opened a quote that nobody meant: a typographic quote within quotes, the apostrophe of a line
/// that is no statement.
std::optional<Diagnostic> telling_fault(std::string_view text) {
  constexpr std::size_t kLongestText = 8'192;
  if (text.size() > kLongestText) return std::nullopt;
  std::optional<Diagnostic> fault = find_syntax_fault(text);
  if (!fault) return std::nullopt;
  const Cause cause = fault->cause();
  if (cause == Cause::foreign_sign || cause == Cause::prose || cause == Cause::hash_comment) return fault;
  return std::nullopt;
}

/// The blanks before a statement; it may also be behind another one in its line.
std::size_t margin_of(const ScriptStatement& statement) {
  constexpr std::size_t kLargestMargin = 16;
  return std::min(statement.column - 1, kLargestMargin);
}

/// The lines of the script that a statement has taken in.
class Place {
 public:
  explicit Place(const ScriptStatement& statement) : statement_(statement) {}

  std::size_t line_of(std::size_t offset) const {
    const std::string_view before = std::string_view(statement_.text).substr(0, offset);
    return statement_.line + static_cast<std::size_t>(std::ranges::count(before, '\n'));
  }
  /// The parameters of messages that say what was not run because of it.
  Parameters lines_from(std::size_t begin, std::size_t statements) const {
    const std::size_t first = line_of(begin), last = line_of(statement_.text.size());
    return {
        {"lines", first == last ? fmt::format("line {}", first) : fmt::format("lines {} to {}", first, last)},
        {"count", std::to_string(statements)}};
  }

  /// The same in words of the language, for a line of text.
  Parameters told_lines_from(std::size_t begin, std::size_t statements, std::size_t line,
                             Language language) const {
    Parameters lines = lines_from(begin, statements);
    lines[0].value = phrase_in(lines[0], language);
    lines.push_back({"line", std::to_string(line)});
    return lines;
  }

 private:
  const ScriptStatement& statement_;
};

Parameters with(Parameters parameters, Parameters more) {
  std::ranges::move(more, std::back_inserter(parameters));
  return parameters;
}

/// Says how a quote is written within what it encloses.
Parameter rule_of_quotes(bool is_of_name) {
  return {"rule", is_of_name ? "Double quotes hold a name, and text is put in single quotes."
                             : "A quote inside a string is doubled: 'it''s'."};
}

/// Blames the quote that is probably odd: behind it, each quote opens what it should close. A batch that is open is not
/// run either.
std::optional<Diagnostic> odd_quote(const ScriptStatement& statement, std::string_view what,
                                    bool in_batch = false) {
  const std::optional<SwallowedLines> swallowed = swallowed_lines(statement.text, margin_of(statement));
  if (!swallowed) return std::nullopt;
  const Place place(statement);
  const Span span = swallowed->odd_quote;
  const Parameters lines =
      with({{"what", std::string(what)}, {"line", std::to_string(place.line_of(span.begin))}},
           in_batch ? place.lines_from(0, swallowed->count + 1)
                    : place.lines_from(swallowed->begin, swallowed->count));
  if (!swallowed->is_apostrophe)
    return Diagnostic{"script_ends_inside_odd_quote", span,
                      with(lines, {rule_of_quotes(swallowed->is_of_name)}), std::nullopt};
  std::string word(word_around(statement.text, span.begin));
  std::string doubled = word;
  doubled.insert(doubled.find('\''), 1, '\'');
  return Diagnostic{"script_ends_inside_apostrophe", span,
                    with(lines, {{"word", std::move(word)}, {"doubled", std::move(doubled)}}), std::nullopt};
}

std::optional<Span> find_apply(std::string_view text) {
  constexpr std::string_view kFirst = "apply", kSecond = "batch";
  const std::string lower = to_lower(text);
  for (std::size_t begin = lower.find(kFirst); begin != lower.npos; begin = lower.find(kFirst, begin + 1)) {
    const std::size_t blank = begin + kFirst.size();
    const std::size_t second = lower.find_first_not_of(kBlanks, blank);
    if (second != lower.npos && second > blank && lower.compare(second, kSecond.size(), kSecond) == 0)
      return Span{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(second + kSecond.size())};
  }
  return std::nullopt;
}

/// Returns where APPLY BATCH is written within a quote or a comment, where it closes nothing.
std::optional<Span> hidden_apply(std::string_view text) {
  for (std::size_t position = 0; position < text.size();) {
    const Quote* const quote = quote_at(text, position);
    if (quote == nullptr) {
      ++position;
      continue;
    }
    const std::size_t end = std::min(end_of_quote(text, position, *quote), text.size());
    if (const std::optional<Span> apply = find_apply(text.substr(position, end - position))) {
      const auto offset = static_cast<std::uint32_t>(position);
      return Span{offset + apply->begin, offset + apply->end};
    }
    position = end;
  }
  return std::nullopt;
}

/// True if a comment says something else before it: "-- no apply batch here".
bool is_mentioned(std::string_view text, Span apply) {
  const std::size_t line = text.substr(0, apply.begin).rfind('\n') + 1;  // npos + 1 is 0
  const std::string_view before = text.substr(line, apply.begin - line);
  const std::size_t comment = std::min(before.find("--"), before.find("//"));
  return comment != before.npos && before.find_first_not_of("-/ \t", comment) != before.npos;
}

/// Returns the word of another language at the beginning of a line that was meant to end the batch: COMMIT; END BATCH;
std::optional<Span> foreign_end_of_batch(std::string_view text) {
  for (std::size_t position = 0; position < text.size();) {
    if (const Quote* const quote = quote_at(text, position)) {
      position = std::min(end_of_quote(text, position, *quote), text.size());
      continue;
    }
    if (text[position++] != '\n') continue;
    const std::size_t begin = std::min(text.find_first_not_of(kBlanks, position), text.size());
    const std::size_t end = std::min(text.find_first_of(" \t\r\n;", begin), text.size());
    const std::string word = to_lower(text.substr(begin, end - begin));
    if (word == "commit" || word == "end")
      return Span{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  return std::nullopt;
}

Diagnostic open_batch(const ScriptStatement& statement) {
  const std::string_view text = statement.text;
  if (const std::optional<Span> apply = hidden_apply(text); apply && !is_mentioned(text, *apply)) {
    if (std::optional<Diagnostic> odd = odd_quote(statement, "a batch", true)) return *odd;
    return {"batch_ends_in_quote", *apply, {}, std::nullopt};
  }
  const Place place(statement);
  if (const std::optional<Span> end = foreign_end_of_batch(text)) {
    const std::string word(text.substr(end->begin, end->end - end->begin));
    return {"batch_ends_otherwise", *end, with({{"word", word}}, place.lines_from(0, 0)), std::nullopt};
  }
  const std::size_t second_line = std::min(text.find('\n'), text.size() - 1) + 1;
  Parameters lines =
      place.lines_from(second_line, count_statements_at_margin(text, second_line, margin_of(statement)));
  const Span begin = first_word_of(text);
  if (second_line == text.size())
    return {"script_ends_inside", begin, {{"what", "a batch"}, {"closing", "APPLY BATCH;"}}, std::nullopt};
  return {"script_ends_inside_batch", begin, std::move(lines), std::nullopt};
}

Diagnostic open_mark(const ScriptStatement& statement, std::string_view what, std::string_view closing) {
  const Parameters parameters{{"what", std::string(what)}, {"closing", std::string(closing)}};
  const Span mark = open_quote(statement.text);
  const std::optional<SwallowedLines> swallowed = swallowed_lines(statement.text, margin_of(statement));
  if (!swallowed) return {"script_ends_inside", mark, parameters, std::nullopt};
  const Parameters lines = Place(statement).lines_from(swallowed->begin, swallowed->count);
  return {"script_ends_inside_with_statements", mark, with(parameters, lines), std::nullopt};
}

/// The quote that was not closed is not known: if one is missing, each later one opens what it should close.
Diagnostic open_string(const ScriptStatement& statement, std::string_view what, std::string_view closing) {
  if (std::optional<Diagnostic> fault = telling_fault(statement.text)) return *fault;
  if (std::optional<Diagnostic> odd = odd_quote(statement, what)) return *odd;
  const std::size_t line = Place(statement).line_of(open_quote(statement.text).begin);
  return {"script_ends_inside_quote",
          first_word_of(statement.text),
          {{"what", fmt::format("{} that a quote in line {} opens", what, line)},
           {"closing", std::string(closing)},
           rule_of_quotes(closing == "\"")},
          std::nullopt};
}

/// A string may hold the lines on purpose: then it is closed before a blank or a sign, and not before the text of the
/// next string.
bool ends_in_next_string(const SwallowedLines& swallowed, std::string_view text) {
  constexpr std::string_view kBlanksAndSigns = " \t\r\n,;:.)]}=<>+-*/%|";
  return swallowed.end < text.size() && kBlanksAndSigns.find(text[swallowed.end]) == kBlanksAndSigns.npos;
}

}  // namespace

std::optional<OddQuote> odd_quote_before(const Diagnostic& refusal, const ScriptStatement& statement) {
  if (refusal.error_class() != ErrorClass::syntax || statement.text.find('\n') == statement.text.npos)
    return std::nullopt;
  const std::optional<SwallowedLines> swallowed = swallowed_lines(statement.text, margin_of(statement));
  if (!swallowed || swallowed->is_apostrophe || refusal.span.begin < swallowed->begin ||
      !ends_in_next_string(*swallowed, statement.text))
    return std::nullopt;
  const Place place(statement);
  const Span span = swallowed->odd_quote;
  const std::size_t line = place.line_of(span.begin);
  const Parameters lines = place.lines_from(swallowed->begin, swallowed->count);
  return OddQuote{
      {"odd_quote_before", span,
       with({{"line", std::to_string(line)}, rule_of_quotes(swallowed->is_of_name)}, lines), std::nullopt},
      line};
}

std::optional<Diagnostic> behind_odd_quote(const ScriptStatement& statement, std::size_t line) {
  if (statement.column == 1 && begins_statement_at_margin(statement.text)) return std::nullopt;
  return Diagnostic{"behind_odd_quote", first_word_of(statement.text),
                    with({{"line", std::to_string(line)}}, Place(statement).lines_from(0, 0)), std::nullopt};
}

std::string lines_taken_in(const Diagnostic& refusal, const ScriptStatement& statement, Language language) {
  const std::string_view text = statement.text;
  if (refusal.has(Trait::tells_lines) || refusal.error_class() != ErrorClass::syntax) return "";
  const bool begins_well =
      begins_statement(text) || begins_command(text) || stray_line(text) != StrayLine::none;
  // A mended word goes on in the lines below, but for that of a command, which ends with its line.
  const bool is_mended =
      refusal.cause() == Cause::misspelled_word && refusal.subject && !begins_command(refusal.subject->name);
  if (begins_well || is_mended) return "";
  const std::size_t second_line = std::min(text.find('\n'), text.size());
  if (refusal.span.begin > second_line) return "";
  for (std::size_t begin = second_line; begin < text.size();
       begin = std::min(text.find('\n', begin), text.size())) {
    if (!begins_statement_at_margin(text.substr(++begin), margin_of(statement))) continue;
    const Place place(statement);
    const std::size_t count = count_statements_at_margin(text, begin, margin_of(statement));
    return ConsoleWords::say(
        language,
        "-- not run: {lines} ({count|statement|statements}), read as part of line {line}, "
        "which begins no statement and has no `;`\n",
        place.told_lines_from(begin, count, place.line_of(0), language));
  }
  return "";
}

std::string lines_not_run(const Diagnostic& refusal, const ScriptStatement& statement, Language language) {
  if (refusal.has(Trait::tells_lines) || refusal.error_class() != ErrorClass::syntax) return "";
  if (statement.text.find('\n') == statement.text.npos) return "";
  if (refusal.cause() == Cause::statement_in_batch) {
    return ConsoleWords::say(language, "-- not run, since the batch takes them in: {lines}\n",
                             Place(statement).told_lines_from(0, 0, 0, language));
  }
  const std::optional<SwallowedLines> swallowed = swallowed_lines(statement.text, margin_of(statement));
  if (!swallowed) return "";
  const bool is_open = swallowed->end == statement.text.size();
  if (!is_open && !ends_in_next_string(*swallowed, statement.text)) return "";
  const Place place(statement);
  const std::size_t line = place.line_of(swallowed->odd_quote.begin);
  return ConsoleWords::say(language,
                           "-- if line {line} has a quote too many or too few, these were not run because of "
                           "it: {lines}, with {count|statement|statements}\n",
                           place.told_lines_from(swallowed->begin, swallowed->count, line, language));
}

Diagnostic describe_unfinished(const ScriptStatement& statement, Unfinished unfinished) {
  switch (unfinished) {
    case Unfinished::string:
      return open_string(statement, "a string", "'");
    case Unfinished::quoted_name:
      return open_string(statement, "a quoted name", "\"");
    case Unfinished::dollar_string:
      return open_mark(statement, "a text", "$$");
    case Unfinished::comment:
      return open_mark(statement, "a comment", "*/");
    case Unfinished::batch:
      return open_batch(statement);
    case Unfinished::nothing:
    case Unfinished::statement:
      break;
  }
  const auto size = static_cast<std::uint32_t>(statement.text.size());
  return {"script_ends_unfinished", {0, size}, {}, std::nullopt};
}

}  // namespace cellar
