#include "parser/script/command_text.h"

#include <algorithm>
#include <array>

#include "parser/script/quotes.h"
#include "types/text/text.h"

namespace cellar {

namespace {

bool separates_words(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Reads up to the closing quote; a doubled quote means the quote itself.
std::string read_quoted(std::string_view text, std::size_t& position) {
  const char quote = text[position++];
  std::string word;
  while (position < text.size()) {
    const char c = text[position++];
    if (c == quote) {
      if (position >= text.size() || text[position] != quote) return word;
      ++position;
    }
    word += c;
  }
  return word;
}

/// Returns the place behind the comment that begins at `position`; `position` if none does, or it is not closed.
std::size_t end_of_comment(std::string_view text, std::size_t position) {
  const Quote* const quote = quote_at(text, position);
  if (quote == nullptr || !quote->is_comment()) return position;
  const std::size_t end = end_of_quote(text, position, *quote);
  if (end != text.npos) return end;
  return quote->kind == QuoteKind::line_comment ? text.size() : position;
}

Span span_of(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

constexpr std::string_view kBlanksAndEnd = " \t\r\n\f\v;";

}  // namespace

bool begins_with_mark(std::string_view text) {
  return !text.empty() && (text.front() == '\\' || text.front() == '.' || text.front() == ':');
}

std::string_view first_word(std::string_view text) {
  std::size_t begin = 0;
  while (begin < text.size() && separates_words(text[begin])) ++begin;
  text.remove_prefix(begin);
  if (begins_with_mark(text)) return text.substr(0, text.find_first_of(kBlanksAndEnd));
  return text.substr(0, text.find_first_of(" \t\r\n\f\v;'\".-/("));
}

bool begins_write(std::string_view text) {
  const std::string_view word = first_word(text);
  return std::ranges::any_of(std::array{"INSERT", "UPDATE", "DELETE", "BEGIN"},
                             [&](std::string_view write) { return is_same_word(word, write); });
}

std::vector<CommandWord> split_command(std::string_view text) {
  std::vector<CommandWord> words;
  std::size_t position = 0;
  if (const std::string_view first = first_word(text); !first.empty()) {
    const auto begin = static_cast<std::size_t>(first.data() - text.data());
    position = begin + first.size();
    words.push_back({std::string(first), 0, span_of(begin, position)});
    if (text.substr(position).starts_with("()")) position += 2;
  }
  while (position < text.size()) {
    const char c = text[position];
    const std::size_t behind_comment = end_of_comment(text, position);
    if (separates_words(c)) {
      ++position;
    } else if (c == ';') {
      break;
    } else if (behind_comment > position) {
      position = behind_comment;
    } else if (c == '\'' || c == '"') {
      const std::size_t begin = position;
      std::string word = read_quoted(text, position);
      words.push_back({std::move(word), c, span_of(begin, position)});
    } else if (c == '.' || c == ',') {
      words.push_back({std::string(1, c), 0, span_of(position, position + 1)});
      ++position;
    } else {
      const std::size_t end = std::min(text.find_first_of(" \t\r\n\f\v;'\".,", position), text.size());
      words.push_back({std::string(text.substr(position, end - position)), 0, span_of(position, end)});
      position = end;
    }
  }
  return words;
}

bool says(const CommandWord& word, std::string_view keyword) {
  return word.quote == 0 && is_same_word(word.text, keyword);
}

}  // namespace cellar
