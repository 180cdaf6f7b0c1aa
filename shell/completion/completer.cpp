#include "shell/completion/completer.h"

#include <algorithm>

#include "parser/script/splitter.h"
#include "shell/completion/command_completion.h"
#include "shell/completion/copy_completion.h"
#include "shell/completion/places.h"
#include "shell/console/commands.h"
#include "types/text/text.h"

namespace cellar {

namespace {

// A paste is not looked through while somebody waits, nor is a statement of thousands of tokens.
constexpr std::size_t kLongestText = 1 << 20;
constexpr std::size_t kLongestCompleted = 16 << 10;

bool is_blank_byte(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Returns where the last statement or command of the text begins; nothing within a comment.
std::optional<std::size_t> begin_of_statement(std::string_view text) {
  Splitter splitter(begins_line_command);
  splitter.feed(text);
  splitter.end();
  std::size_t length = 0;  // of a command whose line is not ended
  while (const std::optional<ScriptStatement> whole = splitter.next())
    length = whole->text.ends_with(';') ? 0 : whole->text.size();
  if (splitter.unfinished() == Unfinished::comment) return std::nullopt;
  std::size_t end = text.size();
  while (end > 0 && is_blank_byte(text[end - 1])) --end;
  if (const std::optional<ScriptStatement> last = splitter.finish())
    length = last->text.size();
  else if (text.substr(end).find('\n') != text.npos)
    length = 0;
  return length == 0 ? text.size() : end - std::min(end, length);
}

/// True if blanks and comments, which are all that is behind the last token, end within a comment.
bool ends_in_comment(std::string_view blanks) {
  while (!blanks.empty()) {
    if (is_blank_byte(blanks.front())) {
      blanks.remove_prefix(1);
      continue;
    }
    const std::string_view end = blanks.starts_with("/*") ? "*/" : "\n";
    const std::size_t found = blanks.find(end, 2);
    if (found == blanks.npos) return true;
    blanks.remove_prefix(found + end.size());
  }
  return false;
}

bool is_word_or_name(const TextToken& token) {
  return is_keyword(token) || token.is("IDENTIFIER") || token.is("BOOLEAN");
}

/// What the last token is a beginning of; nothing for a literal, which nothing can follow at once.
std::optional<Prefix> prefix_of(const TextToken& last, std::string_view text) {
  if (last.end < text.size()) return Prefix{Prefix::Kind::none, text.size(), ""};
  const std::string typed(text.substr(last.begin));
  if (is_word_or_name(last)) return Prefix{Prefix::Kind::word, last.begin, typed};
  if (last.is("UNCLOSED_QUOTED_NAME")) return Prefix{Prefix::Kind::quoted_name, last.begin, typed};
  if (last.is("UNCLOSED_STRING") && typed.front() == '\'')
    return Prefix{Prefix::Kind::string, last.begin, typed};
  const char end = typed.back();
  const bool is_mark = std::string_view("=<>!+-*/%()[]{},:.?;").find(end) != std::string_view::npos;
  if (!is_mark || last.is("UNCLOSED_STRING") || last.is("UNCLOSED_COMMENT")) return std::nullopt;
  return Prefix{Prefix::Kind::none, text.size(), ""};
}

/// The tokens of the statement behind the cursor, without the rest of the word that the cursor is in.
void add_tokens_behind(std::string_view behind, TypedTokens& typed) {
  std::size_t begin = 0;
  while (begin < behind.size() && is_word_character(behind[begin])) ++begin;
  const std::string_view rest = behind.substr(begin, kLongestCompleted);
  for (const TextToken& token : tokens_of(rest)) {
    typed.tokens.push_back(token);
    typed.texts.push_back(rest.substr(token.begin, token.end - token.begin));
    if (token.is("SEMICOLON")) return;
  }
}

/// A statement as its tokens, with what may come next still to be offered.
struct TypedStatement {
  TypedTokens typed;
  Offers offers;
};

/// Returns nothing within a comment, and behind a token that nothing can follow at once.
std::optional<TypedStatement> read_typed(std::string_view text, std::string_view behind) {
  TypedTokens typed;
  typed.tokens = tokens_of(text);
  Prefix prefix{Prefix::Kind::none, text.size(), ""};
  const std::size_t end = typed.tokens.empty() ? 0 : typed.tokens.back().end;
  if (ends_in_comment(text.substr(end))) return std::nullopt;
  if (!typed.tokens.empty()) {
    const std::optional<Prefix> found = prefix_of(typed.tokens.back(), text);
    if (!found) return std::nullopt;
    prefix = *found;
    if (prefix.kind != Prefix::Kind::none) typed.tokens.pop_back();
  }
  for (const TextToken& token : typed.tokens)
    typed.texts.push_back(text.substr(token.begin, token.end - token.begin));
  typed.cursor = typed.tokens.size();
  add_tokens_behind(behind, typed);
  const bool is_lower = typed.cursor > 0 && typed.texts[0].front() >= 'a' && typed.texts[0].front() <= 'z';
  return TypedStatement{std::move(typed), Offers(std::move(prefix), is_lower)};
}

Completions complete_statement(const NameScope& scope, std::string_view text, std::string_view behind) {
  std::optional<TypedStatement> statement = read_typed(text, behind);
  if (!statement) return {};
  offer_next(statement->typed, scope, statement->offers);
  return statement->offers.take();
}

Completions complete_copy(const NameScope& scope, std::string_view text) {
  std::optional<TypedStatement> statement = read_typed(text, {});
  if (!statement) return {};
  offer_copy(statement->typed, scope, statement->offers);
  return statement->offers.take();
}

/// The first word of a statement or of a command.
Completions complete_first_word(const NameScope& scope, std::string_view text, std::string_view behind) {
  Completions completions = complete_statement(scope, text, behind);
  Offers offers(prefix_of_command(text), false);
  for (const Command* command : all_commands()) {
    if (command->summary.empty()) continue;
    offers.add_words(command->word);
    if (!text.empty() && !command->other_word.empty()) offers.add_words(command->other_word);
  }
  Completions commands = offers.take();
  for (Candidate& candidate : commands.candidates) {
    const auto same = [&](const Candidate& each) { return each.text == candidate.text; };
    if (std::ranges::none_of(completions.candidates, same))
      completions.candidates.push_back(std::move(candidate));
  }
  std::ranges::sort(completions.candidates, {}, &Candidate::text);
  completions.begin = commands.begin;
  return completions;
}

Completions complete_command(const Command& command, const NameScope& scope, std::string_view text,
                             std::string_view behind) {
  if (command.word == "COPY") return complete_copy(scope, text);
  Offers offers(prefix_of_command(text), false);
  const std::optional<StatementInCommand> statement = offer_arguments(command, text, scope, offers);
  if (!statement) return offers.take();
  const std::string whole = std::string(statement->before) + std::string(text.substr(statement->begin));
  Completions completions = complete_statement(scope, whole, behind);
  completions.begin = completions.begin - statement->before.size() + statement->begin;
  return completions;
}

Completions complete_at_end(const NameScope& scope, std::string_view text, std::string_view behind) {
  const std::size_t first = std::min(text.find_first_of(kBlanks), text.size());
  if (first == text.size()) return complete_first_word(scope, text, behind);
  if (const Command* command = find_command(text)) return complete_command(*command, scope, text, behind);
  return complete_statement(scope, text, behind);
}

}  // namespace

Completions complete(const Schema& schema, std::string_view keyspace, std::string_view text,
                     std::size_t cursor, const std::optional<std::filesystem::path>& home) {
  const std::string_view before = text.substr(0, cursor), behind = text.substr(before.size());
  if (before.size() > kLongestText) return {};
  const std::optional<std::size_t> begin = begin_of_statement(before);
  if (!begin || before.size() - *begin > kLongestCompleted) return {};
  Completions completions = complete_at_end({schema, keyspace, home}, before.substr(*begin), behind);
  completions.begin += *begin;
  return completions;
}

// A damaged table, or a schema that cannot be read, is no reason to disturb who is typing: the statement will say it.
Completions Completer::operator()(std::string_view text, std::size_t cursor) const {
  try {
    const SchemaPointer schema = connection_.schema();
    return complete(*schema, connection_.keyspace(), text, cursor, home_);
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace cellar
