#include "functions/json/json_document.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include "refusal/refusal.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr int kDeepest = 1'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void append_utf8(std::string& out, std::uint32_t code) {
  const auto append = [&out](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code < 0x80) return append(code);
  if (code < 0x800) {
    append(0xC0 | code >> 6);
  } else {
    if (code < 0x10000) {
      append(0xE0 | code >> 12);
    } else {
      append(0xF0 | code >> 18);
      append(0x80 | (code >> 12 & 0x3F));
    }
    append(0x80 | (code >> 6 & 0x3F));
  }
  append(0x80 | (code & 0x3F));
}

class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  JsonValue document() {
    JsonValue value = read_value(0);
    const bool ends = place_ == text_.size() || is_blank(text_[place_]);
    if (std::holds_alternative<JsonNumber>(value.value) && !ends) fail("a number runs into other text");
    return value;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    refuse("json_not_readable", {}, {{"reason", reason}, {"place", std::to_string(place_ + 1)}});
  }

  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  char peek() const { return place_ < text_.size() ? text_[place_] : '\0'; }
  char next_sign() {
    while (place_ < text_.size() && is_blank(text_[place_])) ++place_;
    if (place_ == text_.size()) fail("the text ends too early");
    return text_[place_];
  }
  bool take(char sign) {
    if (next_sign() != sign) return false;
    ++place_;
    return true;
  }

  JsonValue read_value(int depth) {
    if (depth > kDeepest) fail("it is nested too deeply");
    switch (next_sign()) {
      case '{':
        return {members(depth)};
      case '[':
        return {list(depth)};
      case '"':
        return {string()};
      case 't':
        return word("true", {true});
      case 'f':
        return word("false", {false});
      case 'n':
        return word("null", {});
      default:
        return {number()};
    }
  }

  JsonValue word(std::string_view word, JsonValue value) {
    if (!text_.substr(place_).starts_with(word)) fail("a value is expected");
    place_ += word.size();
    if (std::isalnum(static_cast<unsigned char>(peek())) != 0) fail("a value is expected");
    return value;
  }

  JsonMembers members(int depth) {
    JsonMembers members;
    ++place_;
    if (take('}')) return members;
    do {
      if (next_sign() != '"') fail("a name in double quotes is expected");
      std::string name = string();
      if (!take(':')) fail("a colon is expected");
      members.emplace_back(std::move(name), read_value(depth + 1));
    } while (take(','));
    if (!take('}')) fail("a comma or } is expected");
    return members;
  }

  JsonList list(int depth) {
    JsonList list;
    ++place_;
    if (take(']')) return list;
    do {
      list.push_back(read_value(depth + 1));
    } while (take(','));
    if (!take(']')) fail("a comma or ] is expected");
    return list;
  }

  void take_digits() {
    if (!is_digit(peek())) fail("a value is expected");
    while (is_digit(peek())) ++place_;
  }

  JsonNumber number() {
    const std::size_t begin = place_;
    if (peek() == '-') ++place_;
    const bool is_zero = peek() == '0';
    const std::size_t first = place_;
    take_digits();
    if (is_zero && place_ - first > 1) fail("a number begins with 0");
    const std::size_t end = place_;
    if (peek() == '.') {
      ++place_;
      take_digits();
    }
    if (peek() == 'e' || peek() == 'E') {
      ++place_;
      if (peek() == '+' || peek() == '-') ++place_;
      take_digits();
    }
    return {std::string(text_.substr(begin, place_ - begin)), place_ == end};
  }

  std::string string() {
    std::string out;
    for (++place_; peek() != '"'; ++place_) {
      if (place_ >= text_.size()) fail("the text ends within a string");
      const char c = text_[place_];
      if (static_cast<unsigned char>(c) < 0x20) fail("a string holds a control character");
      if (c == '\\') {
        escape(out);
      } else {
        out.push_back(c);
      }
    }
    ++place_;
    return out;
  }

  /// Stays at the last character of the escape.
  void escape(std::string& out) {
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
    ++place_;
    if (peek() == 'u') return append_utf8(out, code_point());
    const std::size_t found = kLetters.find(peek());
    if (place_ >= text_.size() || found == kLetters.npos)
      fail("\\ is not followed by a letter that it knows");
    out.push_back(kMeant[found]);
  }

  /// Half of a pair alone becomes a question mark.
  std::uint32_t code_point() {
    const std::uint32_t code = four_digits();
    const bool is_half = code >= 0xD800 && code < 0xE000;
    if (!is_half) return code;
    const bool another = code < 0xDC00 && text_.substr(place_ + 1).starts_with("\\u");
    if (!another) return '?';
    const std::size_t before = place_;
    place_ += 2;
    const std::uint32_t low = four_digits();
    if (low >= 0xDC00 && low < 0xE000) return 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    place_ = before;
    return '?';
  }

  std::uint32_t four_digits() {
    std::uint32_t code = 0;
    for (int digit = 0; digit < 4; ++digit) {
      ++place_;
      const char c = peek();
      if (std::isxdigit(static_cast<unsigned char>(c)) == 0) fail("\\u is not followed by four digits");
      code = code * 16 + static_cast<std::uint32_t>(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return code;
  }

  std::string_view text_;
  std::size_t place_ = 0;
};

}  // namespace

JsonValue read_json(std::string_view text) { return JsonReader(text).document(); }

void keep_last_members(JsonMembers& members) {
  JsonMembers kept;
  for (auto& member : members) {
    const auto known = std::ranges::find(kept, member.first, &JsonMembers::value_type::first);
    if (known == kept.end()) {
      kept.push_back(std::move(member));
    } else {
      known->second = std::move(member.second);
    }
  }
  members = std::move(kept);
}

void fold_names(JsonMembers& members) {
  keep_last_members(members);
  std::vector<std::string> names;
  for (const auto& member : members) names.push_back(member.first);
  // A name that changes takes the place of one that is written as it becomes, wherever the two are.
  for (const std::string& name : names) {
    const bool quoted = name.size() > 1 && name.front() == '"' && name.back() == '"';
    std::string folded = quoted ? name.substr(1, name.size() - 2) : to_lower(name);
    if (folded == name) continue;
    const auto member = std::ranges::find(members, name, &JsonMembers::value_type::first);
    if (member == members.end()) continue;
    member->first = std::move(folded);
    JsonMembers::value_type renamed = std::move(*member);
    members.erase(member);
    members.push_back(std::move(renamed));
    keep_last_members(members);
  }
}

}  // namespace cellar
