#include "shell/command/command_text.h"

#include <algorithm>
#include <array>

namespace cellar {

namespace {

constexpr std::array<std::string_view, 22> kCommandWords = {
    "?",        "CAPTURE", "CLEAR",  "CLS",    "COMPACT", "CONSISTENCY", "COPY",   "DESC",
    "DESCRIBE", "EXIT",    "EXPAND", "HELP",   "HISTORY", "LOGIN",       "PAGING", "POLICY",
    "QUIT",     "SERIAL",  "SHOW",   "SOURCE", "TIMING",  "TRACING"};

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

bool same_word(std::string_view word, std::string_view keyword) {
  return std::equal(word.begin(), word.end(), keyword.begin(), keyword.end(),
                    [](char left, char right) { return upper(left) == right; });
}

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Reads up to the closing quote; a doubled one stands for itself.
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

Span span_of(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

constexpr std::size_t kLongestWord = 11;

// Tells most statements from commands by one byte.
constexpr std::array<bool, 256> kFirstOfCommand = [] {
  std::array<bool, 256> first{};
  for (const std::string_view word : kCommandWords) {
    const auto letter = static_cast<unsigned char>(word.front());
    first[letter] = true;
    if (letter >= 'A' && letter <= 'Z') first[letter | 0x20] = true;
  }
  return first;
}();

}  // namespace

bool begins_command(std::string_view text) {
  std::size_t begin = 0;
  while (begin < text.size() && is_blank(text[begin])) ++begin;
  if (begin == text.size() || !kFirstOfCommand[static_cast<unsigned char>(text[begin])]) return false;
  text = text.substr(begin, kLongestWord + 1);
  const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n\f\v;'\".-/"));
  return std::any_of(kCommandWords.begin(), kCommandWords.end(),
                     [word](std::string_view keyword) { return same_word(word, keyword); });
}

std::vector<CommandWord> split_command(std::string_view text) {
  std::vector<CommandWord> words;
  std::size_t position = 0;
  while (position < text.size()) {
    const char c = text[position];
    if (is_blank(c)) {
      ++position;
    } else if (c == ';' || text.substr(position).starts_with("--") ||
               text.substr(position).starts_with("//")) {
      break;
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
  return word.quote == 0 && same_word(word.text, keyword);
}

}  // namespace cellar
