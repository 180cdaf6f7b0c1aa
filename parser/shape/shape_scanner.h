// The tokens of CQL as a fast scanner knows them: enough to tell literals from the rest. For parser/ alone.
//
// In:      the text of a statement.
// Out:     one token after another; literals with their kind.
// Refused: nothing. The scanner fails on a text that it cannot classify with certainty.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "types/text/text.h"
#include "types/value/literal.h"

namespace cellar {

namespace scanning {

enum Class : std::uint8_t { kNone, kBlank, kWord, kDigit, kSign };  // kSign: a token of its own

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (const char c : {' ', '\t', '\n', '\r'}) classes[static_cast<std::uint8_t>(c)] = kBlank;
  for (int c = 'a'; c <= 'z'; ++c) classes[static_cast<std::size_t>(c)] = kWord;
  for (int c = 'A'; c <= 'Z'; ++c) classes[static_cast<std::size_t>(c)] = kWord;
  classes['_'] = kWord;
  for (int c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = kDigit;
  for (const char c : {'=', '!', '<', '>', '+', '*', '%', '(', ')', '[', ']', '{', '}', ',', '.', ':', '?'})
    classes[static_cast<std::uint8_t>(c)] = kSign;
  return classes;
}
inline constexpr std::array<std::uint8_t, 256> kClasses = make_classes();

inline Class class_of(char c) { return static_cast<Class>(kClasses[static_cast<std::uint8_t>(c)]); }
inline bool is_digit(char c) { return class_of(c) == kDigit; }
inline bool is_word_part(char c) { return class_of(c) == kWord || class_of(c) == kDigit; }
inline bool is_hex(char c) { return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }

inline constexpr std::size_t kUuidSize = 36;

/// Comments are rare between a statement's first and last token, and their text is no part of a shape.
enum class Comments : std::uint8_t { end_walk, skipped };

/// Walks over the tokens of a text. A walk that ends early has no shape.
class ShapeScanner {
 public:
  explicit ShapeScanner(std::string_view text, Comments comments = Comments::end_walk)
      : text_(text), comments_(comments) {}

  bool at_end() const { return position_ >= text_.size(); }
  std::size_t position() const { return position_; }
  void go_to(std::size_t position) { position_ = position; }
  char here() const { return text_[position_]; }

  struct Token {
    std::size_t begin = 0;
    std::optional<LiteralKind> literal;
    bool ends_statement = false;
  };

  /// Over blanks and comments, then over one token; nothing at the end, and where it must give up: `failed`.
  std::optional<Token> next() {
    if (!skip_blanks() || at_end()) return std::nullopt;
    Token token{position_, std::nullopt, false};
    const char c = here();
    bool understood = true;
    switch (class_of(c)) {
      case kWord:
        understood = word(token);
        break;
      case kDigit:
        understood = number(token);
        break;
      case kSign:
        ++position_;
        break;
      default:
        understood = other(token);
    }
    failed_ = !understood;
    return understood ? std::optional(token) : std::nullopt;
  }
  bool failed() const { return failed_; }

  bool skip(char expected) { return text_[position_] == expected && ++position_ != 0; }

 private:
  char at(std::size_t position) const { return position < text_.size() ? text_[position] : '\0'; }

  bool skip_blanks() {
    for (; !at_end(); ++position_) {
      const char c = here();
      if (class_of(c) == kBlank) continue;
      const bool comment = (c == '-' && at(position_ + 1) == '-') ||
                           (c == '/' && (at(position_ + 1) == '/' || at(position_ + 1) == '*'));
      if (!comment) break;
      failed_ = comments_ == Comments::end_walk || !pass_comment();
      if (failed_) return false;
    }
    return true;
  }

  /// Stops at the comment's last character. Returns false if it has no end.
  bool pass_comment() {
    const bool is_block = at(position_ + 1) == '*';
    const std::size_t close =
        is_block ? text_.find("*/", position_ + 2) : text_.find_first_of("\r\n", position_);
    if (is_block && close == text_.npos) return false;
    position_ = close == text_.npos ? text_.size() - 1 : close + (is_block ? 1 : 0);
    return true;
  }

  bool is_uuid() const {
    if (text_.size() - position_ < kUuidSize) return false;
    const char* c = text_.data() + position_;
    for (std::size_t i = 0; i < kUuidSize; ++i) {
      const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
      if (dash ? c[i] != '-' : !is_hex(c[i])) return false;
    }
    return true;
  }

  bool take_literal(Token& token, LiteralKind kind, std::size_t end) {
    if (is_word_part(at(end))) return false;
    token.literal = kind;
    position_ = end;
    return true;
  }

  bool word(Token& token) {
    std::size_t end = position_;
    while (end < text_.size() && is_word_part(text_[end])) ++end;
    if (end - position_ == 8 && at(end) == '-' && is_uuid())
      return take_literal(token, LiteralKind::uuid, position_ + kUuidSize);
    if (here() == 'P') {
      const std::size_t duration_end = end_of_iso_duration(end);
      if (duration_end != position_) return take_literal(token, LiteralKind::duration, duration_end);
    }
    if (at(end) == '(' && text_.substr(position_, end - position_) == "expr") return false;
    position_ = end;
    return true;
  }

  /// Returns the end of the duration that begins with the P here; the place of the P if there is none. `word_end` is
  /// the end of the word: a longer word than the duration is a name.
  std::size_t end_of_iso_duration(std::size_t word_end) const {
    constexpr std::string_view kForm = "P0000-00-00T00:00:00";
    const std::string_view text = text_.substr(position_, kForm.size());
    const auto has_form = [](char c, char form) { return form == '0' ? is_digit(c) : c == form; };
    if (std::ranges::equal(text, kForm, has_form)) return position_ + kForm.size();
    std::size_t end = position_ + 1;
    const auto pass_parts = [&](std::string_view units) {
      const std::size_t begin = end;
      for (const char unit : units) {
        const std::size_t digits = digits_end(end);
        if (digits != end && at(digits) == unit) end = digits + 1;
      }
      return end != begin;
    };
    bool is_whole = pass_parts("W");
    if (!is_whole) {
      is_whole = pass_parts("YMD");
      if (at(end) == 'T') {
        ++end;
        is_whole = pass_parts("HMS");
      }
    }
    return is_whole && end == word_end ? end : position_;
  }

  std::size_t digits_end(std::size_t position) const {
    while (position < text_.size() && is_digit(text_[position])) ++position;
    return position;
  }

  /// Called on the first digit; a minus may precede it.
  bool number(Token& token) {
    const bool negative = token.begin != position_;
    const std::size_t end = digits_end(position_);
    const char next = at(end);
    if (!negative && end - position_ <= 8 && (next == '-' || is_hex(next)) && is_uuid())
      return take_literal(token, LiteralKind::uuid, position_ + kUuidSize);
    if (!negative && end - position_ == 1 && here() == '0' && (next | 0x20) == 'x')
      return blob(token, end + 1);
    if (next == '.') {
      if (!is_digit(at(end + 1))) return false;
      return exponent(token, digits_end(end + 1));
    }
    if ((next | 0x20) == 'e') return exponent(token, end);
    if (is_word_part(next)) return duration(token, end);
    return take_literal(token, LiteralKind::integer, end);
  }

  bool blob(Token& token, std::size_t end) {
    while (end < text_.size() && is_hex(text_[end])) ++end;
    return take_literal(token, LiteralKind::blob, end);
  }

  bool exponent(Token& token, std::size_t end) {
    if ((at(end) | 0x20) == 'e') {
      const std::size_t sign = at(end + 1) == '+' || at(end + 1) == '-' ? 1 : 0;
      if (!is_digit(at(end + 1 + sign))) return false;
      end = digits_end(end + 1 + sign);
    }
    return at(end) != '.' && take_literal(token, LiteralKind::float_, end);
  }

  /// Digits and units in turn, from the first unit on.
  bool duration(Token& token, std::size_t end) {
    while (true) {
      const char unit = static_cast<char>(at(end) | 0x20);
      const char second = static_cast<char>(at(end + 1) | 0x20);
      const bool two = (unit == 'm' && (second == 'o' || second == 's')) ||
                       ((unit == 'u' || unit == 'n') && second == 's');
      const bool one = unit == 'y' || unit == 'w' || unit == 'd' || unit == 'h' || unit == 'm' || unit == 's';
      if (!two && !one) return false;
      end += two ? 2 : 1;
      if (!is_digit(at(end))) return take_literal(token, LiteralKind::duration, end);
      end = digits_end(end);
    }
  }

  bool other(Token& token) {
    switch (here()) {
      case '\'':
        return string(token);
      case '$':
        return dollar_string(token);
      case '"':
        return quoted_name();
      case '-':
        if (!is_digit(at(position_ + 1))) return minus(token);
        ++position_;
        return number(token);
      case ';':
        token.ends_statement = true;
        [[fallthrough]];
      case '/':
        ++position_;
        return true;
      default:
        return false;  // letters that are not ASCII, control characters
    }
  }

  /// -=, the operator, -NaN, -Infinity and -P1D.
  bool minus(Token& token) {
    std::size_t end = position_ + 1;
    while (is_word_part(at(end))) ++end;
    const std::string_view word = text_.substr(position_ + 1, end - position_ - 1);
    if (word.starts_with('P')) {
      const std::size_t begin = ++position_;
      const std::size_t duration_end = end_of_iso_duration(end);
      return duration_end != begin && take_literal(token, LiteralKind::duration, duration_end);
    }
    if (!word.empty() && !is_lower_word(word, "nan") && !is_lower_word(word, "infinity")) return false;
    position_ = end;
    return true;
  }

  bool string(Token& token) {
    std::size_t end = position_ + 1;
    while (true) {
      const void* quote = std::memchr(text_.data() + end, '\'', text_.size() - end);
      if (quote == nullptr) return false;
      end = static_cast<std::size_t>(static_cast<const char*>(quote) - text_.data()) + 1;
      if (at(end) != '\'') break;
      ++end;
    }
    token.literal = LiteralKind::string;
    position_ = end;
    return true;
  }

  bool dollar_string(Token& token) {
    if (at(position_ + 1) != '$') return false;
    const std::size_t close = text_.find("$$", position_ + 2);
    if (close == text_.npos) return false;
    token.literal = LiteralKind::string;
    position_ = close + 2;
    return true;
  }

  bool quoted_name() {
    for (std::size_t end = position_ + 1; end < text_.size(); ++end) {
      if (static_cast<std::uint8_t>(text_[end]) < 0x20) return false;
      if (text_[end] != '"') continue;
      if (at(end + 1) == '"') {
        ++end;
        continue;
      }
      position_ = end + 1;
      return true;
    }
    return false;
  }

  std::string_view text_;
  Comments comments_;
  std::size_t position_ = 0;
  bool failed_ = false;
};

}  // namespace scanning

using scanning::Comments;
using scanning::ShapeScanner;

}  // namespace cellar
