#include "shell/editor/syntax_highlights.h"

#include <algorithm>

#include "parser/script/quotes.h"
#include "shell/console/commands.h"
#include "types/names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit_byte(char c) { return c >= '0' && c <= '9'; }

Highlight highlight_of(const Quote& quote) {
  if (quote.is_comment()) return Highlight::comment;
  return quote.kind == QuoteKind::quoted_name ? Highlight::plain : Highlight::string;
}

template <typename Test>
std::size_t end_while(std::string_view text, std::size_t from, Test test) {
  while (from < text.size() && test(text[from])) ++from;
  return from;
}

/// A part of the text, and what it says: a word in capitals, or a mark. Blanks and comments are no parts.
struct Token {
  HighlightedPart part;
  std::string word;
};

Token token_at(std::string_view text, std::size_t begin) {
  if (const Quote* const quote = quote_at(text, begin)) {
    return {{begin, std::min(end_of_quote(text, begin, *quote), text.size()), highlight_of(*quote)}, "'"};
  }
  const char first = text[begin];
  if (is_digit_byte(first)) {
    const auto in_number = [](char c) { return is_name_byte(c) || c == '.' || c == '-'; };
    return {{begin, end_while(text, begin, in_number), Highlight::number}, "0"};
  }
  if (!begins_name(first)) return {{begin, begin + 1, Highlight::plain}, std::string(1, first)};
  const std::size_t end = end_while(text, begin, is_name_byte);
  return {{begin, end, Highlight::plain}, to_upper(text.substr(begin, end - begin))};
}

struct Phrase {
  std::string_view first, second;
};

// Words that may be names elsewhere: they belong to the language behind or before the other word.
constexpr Phrase kPhrases[] = {
    {"ALLOW", "FILTERING"}, {"PRIMARY", "KEY"},      {"CONTAINS", "KEY"},    {"GROUP", "BY"},
    {"PER", "PARTITION"},   {"PARTITION", "LIMIT"},  {"IF", "EXISTS"},       {"NOT", "EXISTS"},
    {"COMPACT", "STORAGE"}, {"CLUSTERING", "ORDER"}, {"SELECT", "DISTINCT"}, {"SELECT", "JSON"},
    {"USING", "TTL"},       {"USING", "TIMESTAMP"},  {"CREATE", "TYPE"},     {"ALTER", "TYPE"},
    {"DROP", "TYPE"},       {"CREATE", "CUSTOM"},    {"CUSTOM", "INDEX"},    {"BEGIN", "COUNTER"},
    {"COUNTER", "BATCH"},   {"EXPLAIN", "ANALYZE"},  {"ANN", "OF"},          {")", "VALUES"}};

constexpr std::string_view kDescribed[] = {"AGGREGATE",    "AGGREGATES", "CLUSTER",   "FULL",     "FUNCTION",
                                           "FUNCTIONS",    "INDEX",      "INTERNALS", "KEYSPACE", "KEYSPACES",
                                           "MATERIALIZED", "SCHEMA",     "TABLE",     "TABLES",   "TYPE",
                                           "TYPES",        "VIEW",       "WITH"};

class WordsOfText {
 public:
  WordsOfText(std::string_view text, const std::vector<Token>& tokens) : text_(text), tokens_(tokens) {}

  /// Whether the token belongs to the language, or to a command of the shell. Tokens are asked for in order.
  bool is_keyword(std::size_t index) {
    if (begins_statement(index)) {
      command_ = find_command(text_.substr(tokens_[index].part.begin));
      // Words of other shells, which are refused, have neither a summary nor arguments.
      const bool is_ours = command_ != nullptr && !(command_->summary.empty() && command_->arguments.empty());
      if (is_ours || word(index) == "EXPLAIN") return true;
    }
    if (!is_word(index)) return false;
    return is_reserved_word(word(index)) || is_in_phrase(index) || is_behind_column(index) ||
           is_of_command(index);
  }

 private:
  std::string_view word(std::size_t index) const {
    return index < tokens_.size() ? std::string_view(tokens_[index].word) : std::string_view();
  }
  bool is_word(std::size_t index) const { return !word(index).empty() && begins_name(word(index).front()); }

  /// A command ends with its line, a statement with its semicolon.
  bool begins_statement(std::size_t index) const {
    if (index == 0) return true;
    const std::size_t end = tokens_[index - 1].part.end;
    const bool has_newline = text_.substr(end, tokens_[index].part.begin - end).find('\n') != text_.npos;
    return word(index - 1) == ";" || (command_ != nullptr && has_newline);
  }
  bool is_in_phrase(std::size_t index) const {
    const std::string_view before = index == 0 ? std::string_view() : word(index - 1);
    return std::ranges::any_of(kPhrases, [&](const Phrase& phrase) {
      return (word(index) == phrase.second && before == phrase.first) ||
             (word(index) == phrase.first && word(index + 1) == phrase.second);
    });
  }
  /// `tags CONTAINS`, `count(*) AS n`, `name text STATIC,`: behind a name, a type or a parenthesis.
  bool is_behind_column(std::size_t index) const {
    const bool is_static = word(index) == "STATIC";
    if (!is_static && word(index) != "CONTAINS" && word(index) != "AS" && word(index) != "LIKE") return false;
    if (index == 0) return false;
    const std::string_view before = word(index - 1);
    const bool is_name = is_word(index - 1) && !is_reserved_word(before);
    const std::string_view behind = word(index + 1);
    if (is_static) return (is_name || before == ">") && (behind.empty() || behind == "," || behind == ")");
    return is_name || before == ")" || before == "]";
  }
  /// A word that the form of the command has in capitals, EXPAND ON, or as one of a choice, POLICY teach; what DESCRIBE
  /// describes; an option of COPY.
  bool is_of_command(std::size_t index) const {
    if (command_ == nullptr) return false;
    if (is_in_form(command_->arguments, word(index))) return true;
    if (command_->word == "DESCRIBE")
      return std::ranges::find(kDescribed, word(index)) != std::end(kDescribed);
    if (command_->word != "COPY" || index == 0) return false;
    return (word(index - 1) == "WITH" || word(index - 1) == "AND") && word(index + 1) == "=";
  }
  static bool is_in_form(std::string_view form, std::string_view word) {
    for (std::size_t begin = 0; begin < form.size();) {
      const std::size_t end = end_while(form, begin, is_name_byte);
      const std::string_view part = form.substr(begin, end - begin);
      const bool is_choice = form.substr(end).starts_with('|') || (begin > 0 && form[begin - 1] == '|');
      if (!part.empty() && (is_choice ? to_upper(part) == word : part == word)) return true;
      begin = std::max(end, begin + 1);
    }
    return false;
  }

  std::string_view text_;
  const std::vector<Token>& tokens_;
  const Command* command_ = nullptr;  // whose words are read; null within a statement
};

std::vector<Token> tokens_in(std::string_view text, std::vector<HighlightedPart>& comments) {
  std::vector<Token> tokens;
  for (std::size_t position = 0; position < text.size();) {
    Token token = token_at(text, position);
    position = token.part.end;
    if (token.part.highlight == Highlight::comment) {
      comments.push_back(token.part);
    } else if (token.word.find_first_of(kBlanks) == token.word.npos) {
      tokens.push_back(std::move(token));
    }
  }
  return tokens;
}

}  // namespace

std::vector<HighlightedPart> syntax_highlights(std::string_view text) {
  std::vector<HighlightedPart> parts;
  std::vector<Token> tokens = tokens_in(text, parts);
  WordsOfText words(text, tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (words.is_keyword(i)) tokens[i].part.highlight = Highlight::keyword;
    if (tokens[i].part.highlight != Highlight::plain) parts.push_back(tokens[i].part);
  }
  std::ranges::sort(parts, {}, &HighlightedPart::begin);
  return parts;
}

}  // namespace cellar
