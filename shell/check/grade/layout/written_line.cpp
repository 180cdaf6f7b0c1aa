#include "shell/check/grade/layout/written_line.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "types/names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Follows quotes and brackets from byte to byte.
class Nesting {
 public:
  /// Returns false for a bracket that closes one before the text.
  bool pass(char c) {
    if (quote_ != 0) {
      if (c == quote_) quote_ = 0;
      return true;
    }
    if (c == '\'' || c == '"') quote_ = c;
    if (c == '(' || c == '[' || c == '{') ++depth_;
    if (c == ')' || c == ']' || c == '}') --depth_;
    return depth_ >= 0;
  }
  bool is_outside() const { return quote_ == 0 && depth_ <= 0; }

 private:
  char quote_ = 0;
  int depth_ = 0;
};

bool begins_with_word(std::string_view text, std::string_view word) {
  return to_lower(text.substr(0, word.size())) == word &&
         (text.size() == word.size() || !is_name_byte(text[word.size()]));
}

/// A longer one before what it begins with.
constexpr std::pair<std::string_view, std::string_view> kPlainWords[] = {
    {"（没有分区 (partition)）", "(no partition)"},
    {"（所有行）", "of all rows"},
    {"分区 (partition)", "partition "},
    {"整个分区", "partition "},
    {"分区", "partition "},
    {"静态行 (static)", "static "},
    {"静态行", "static "},
    {"静态", "static "},
    {"(行标记)", "(marker)"},
    {"（行标记）", "(marker)"},
    {"行标记", "marker "},
    {"整行", "row "},
    {"行", "row "},
    {"范围", "range "},
    {"所有元素", " all elements "},
    {"已删除", " deleted "},
    {"删除", " deleted "},
    {"遮住", " hidden by "},
    {"过期", " expired "},
    {"，", ", "},
    {"：", " "},
    {"；", "; "},
    {"（", "("},
    {"）", ")"},
};

}  // namespace

std::string with_plain_words(std::string_view line) {
  std::string plain;
  Nesting nesting;
  while (!line.empty()) {
    const auto* word =
        std::ranges::find_if(kPlainWords, [&](const auto& each) { return line.starts_with(each.first); });
    if (nesting.is_outside() && word != std::end(kPlainWords)) {
      plain += word->second;
      line.remove_prefix(word->first.size());
      continue;
    }
    nesting.pass(line.front());
    plain += line.front();
    line.remove_prefix(1);
  }
  return plain;
}

std::size_t find_word(std::string_view text, std::string_view word) {
  Nesting nesting;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = i == 0 || !is_name_byte(text[i - 1]);
    if (begins && nesting.is_outside() && begins_with_word(text.substr(i), word)) return i;
    nesting.pass(text[i]);
  }
  return text.npos;
}

void WrittenLine::skip_blanks() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size()));
}

bool WrittenLine::take(std::string_view wanted) {
  const bool is_word = is_name_byte(wanted.front());
  if (is_word ? !begins_with_word(rest_, wanted) : !rest_.starts_with(wanted)) return false;
  rest_.remove_prefix(wanted.size());
  skip_blanks();
  return true;
}

std::optional<std::string> WrittenLine::name() {
  std::string name;
  std::size_t end = 0;
  if (rest_.starts_with('"')) {
    end = rest_.find('"', 1);
    if (end == rest_.npos) return std::nullopt;
    name = rest_.substr(1, end++ - 1);
  } else {
    while (end < rest_.size() && is_name_byte(rest_[end])) ++end;
    name = to_lower(rest_.substr(0, end));
  }
  if (name.empty()) return std::nullopt;
  rest_.remove_prefix(end);
  skip_blanks();
  return name;
}

std::string WrittenLine::literal() {
  Nesting nesting;
  std::size_t end = 0;
  for (; end < rest_.size(); ++end) {
    const char c = rest_[end];
    if (nesting.is_outside() && (c == ',' || kBlanks.find(c) != kBlanks.npos)) break;
    if (!nesting.pass(c)) break;
  }
  std::string literal(rest_.substr(0, end));
  rest_.remove_prefix(end);
  skip_blanks();
  return literal;
}

bool WrittenLine::says(std::string_view word) const { return find_word(rest_, word) != rest_.npos; }

std::int32_t WrittenLine::time_to_live() const {
  constexpr std::string_view kWord = "ttl";
  const std::size_t begin = find_word(rest_, kWord);
  if (begin == rest_.npos) return 0;
  std::string_view number = rest_.substr(begin + kWord.size());
  number.remove_prefix(std::min(number.find_first_not_of(" \t=:"), number.size()));
  std::int32_t seconds = 0;
  std::from_chars(number.data(), number.data() + number.size(), seconds);
  return seconds;
}

}  // namespace cellar
