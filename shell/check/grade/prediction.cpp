#include "shell/check/grade/prediction.h"

#include <algorithm>
#include <sstream>

#include "shell/check/grade/directives.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Signs of a Chinese keyboard and Chinese words, each with the plain form. A longer one precedes those that it contains.
constexpr std::pair<std::string_view, std::string_view> kPlainSigns[] = {
    {"：", ":"},
    {"，", ", "},
    {"。", ". "},
    {"；", "; "},
    {"、", ", "},
    {":", ": "},
    {"/", " "},
    {";", "; "},
    {"—", " "},
    {"–", " "},
    {"(s)", "s"},
    {"个", " "},
    {"（", " ("},
    {"）", ") "},
    {"’", "'"},
    {"不会被拒绝", " accepted "},
    {"没有被拒绝", " accepted "},
    {"不会拒绝", " accepted "},
    {"没有拒绝", " accepted "},
    {"未被拒绝", " accepted "},
    {"不被拒绝", " accepted "},
    {"不拒绝", " accepted "},
    {"不能被接受", " refused "},
    {"不会被接受", " refused "},
    {"没有被接受", " refused "},
    {"不能接受", " refused "},
    {"不会接受", " refused "},
    {"没有接受", " refused "},
    {"未被接受", " refused "},
    {"不被接受", " refused "},
    {"不接受", " refused "},
    {"未接受", " refused "},
    {"不会报错", " accepted "},
    {"没有报错", " accepted "},
    {"不报错", " accepted "},
    {"不会出错", " accepted "},
    {"没有出错", " accepted "},
    {"不出错", " accepted "},
    {"没有错误", " accepted "},
    {"无错误", " accepted "},
    {"报错", " refused "},
    {"出错", " refused "},
    {"错误", " refused "},
    {"被拒绝", " refused "},
    {"拒绝", " refused "},
    {"被接受", " accepted "},
    {"接受", " accepted "},
    {"不成功", " fails "},
    {"失败", " fails "},
    {"无效", " refused "},
    {"有效", " accepted "},
    {"不通过", " fails "},
    {"通过", " works "},
    {"成功", " works "},
    {"不允许", " denied "},
    {"允许", " allowed "},
    {"不能", " denied "},
    {"可以执行", " works "},
    {"执行", " execute "},
    {"不可行", " denied "},
    {"可行", " works "},
    {"不行", " denied "},
    {"没有行", " 0 rows "},
    {"无行", " 0 rows "},
    {"零行", " 0 rows "},
    {"一行", " 1 rows "},
    {"两行", " 2 rows "},
    {"二行", " 2 rows "},
    {"三行", " 3 rows "},
    {"四行", " 4 rows "},
    {"五行", " 5 rows "},
    {"行", " rows "},
    {"节点", " node "},
};

/// Signs, digits and letters of full width (U+FF01 to U+FF5E) as those of ASCII.
std::string with_narrow_signs(std::string_view line) {
  std::string narrow;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto byte = [&](std::size_t at) {
      return at < line.size() ? static_cast<unsigned char>(line[at]) : 0U;
    };
    const bool is_wide = byte(i) == 0xEF && (byte(i + 1) == 0xBC || byte(i + 1) == 0xBD);
    const unsigned code = ((byte(i + 1) & 0x3FU) << 6U) | (byte(i + 2) & 0x3FU);  // of U+FF01 it is 0xF01
    if (!is_wide || code < 0xF01 || code > 0xF5E) {
      narrow += line[i];
      continue;
    }
    narrow += static_cast<char>(code - 0xF01 + '!');
    i += 2;
  }
  return narrow;
}

std::string in_plain_words(std::string line) {
  for (const auto& [written, plain] : kPlainSigns)
    for (std::size_t at = 0; (at = line.find(written, at)) != line.npos; at += plain.size())
      line.replace(at, written.size(), plain);
  return line;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

// Verdicts, in two strengths: `refused, works with ALLOW FILTERING` says refused, since its clear word decides.

bool is_refusing(std::string_view word) {
  return is_one_of(word,
                   {"refused", "refuse", "refuses", "rejected", "rejects", "error", "errors", "invalid"});
}
bool is_accepting(std::string_view word) {
  return is_one_of(word, {"accepted", "accepts", "ok", "okay", "valid"});
}
bool hints_at_refusal(std::string_view word) {
  return is_one_of(word, {"fails", "fail", "failed", "denied", "forbidden", "disallowed"});
}
bool hints_at_acceptance(std::string_view word) {
  return is_one_of(word, {"works", "work", "runs", "run", "succeeds", "succeed", "allowed", "permitted"});
}
/// Who says nothing else says that the query is accepted.
bool is_of_rows(std::string_view word) { return is_one_of(word, {"rows", "row", "answers", "returns"}); }

bool is_digits(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == word.npos;
}

std::string_view without_parentheses(std::string_view word) {
  constexpr std::string_view kOpening = "([\"'", kClosing = ")]\"'";
  while (!word.empty() && kOpening.find(word.front()) != kOpening.npos) word.remove_prefix(1);
  while (!word.empty() && kClosing.find(word.back()) != kClosing.npos) word.remove_suffix(1);
  return word;
}

/// Returns a number word as digits, and others as they are. A number in parentheses keeps them: it may explain another one.
std::string plain_word(std::string_view word) {
  constexpr std::string_view kNumbers[] = {"zero", "one",   "two",   "three", "four", "five",
                                           "six",  "seven", "eight", "nine",  "ten"};
  const auto* number = std::ranges::find(kNumbers, word);
  if (number != std::end(kNumbers)) return std::to_string(number - std::begin(kNumbers));
  const std::string_view bare = without_parentheses(word);
  return std::string(is_digits(bare) ? word : bare);
}

/// A comma ends a word, unless it is within a number.
std::string with_blanks_behind_commas(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    text += line[i];
    if (line[i] == ',' && !is_digits(line.substr(i + 1, 1))) text += ' ';
  }
  return text;
}

std::vector<std::string> words_of_line(std::string_view line) {
  std::istringstream words{with_blanks_behind_commas(line)};
  std::vector<std::string> found;
  for (std::string word; words >> word;) {
    const std::size_t end = word.find_last_not_of(",.;:!?") + 1;
    const bool is_answer =
        end < word.size() && to_lower(word.substr(0, end)) == "no";  // `no, refused` denies nothing
    word.resize(end);
    if (is_answer) continue;
    word = plain_word(to_lower(word));
    if (!word.empty()) found.push_back(std::move(word));
  }
  return found;
}

bool denies(std::string_view word) {
  return word.ends_with("n't") || is_one_of(word, {"not", "no", "never", "without", "cannot"});
}

/// A word between a denial and what it denies: "will not be accepted", "does not give an error".
bool is_between(std::string_view word) {
  return is_one_of(word, {"a", "an", "any", "be", "been", "get", "give", "gives", "longer"});
}

/// Returns the opposite of a verdict; nothing for a word that is no verdict.
std::optional<std::string> opposite_of(std::string_view word) {
  if (is_refusing(word)) return "accepted";
  if (is_accepting(word)) return "refused";
  if (hints_at_refusal(word)) return "works";
  if (hints_at_acceptance(word)) return "fails";
  return std::nullopt;
}

/// Replaces denials by what they say: "not refused" by accepted, "no rows" and "none" by 0 rows.
std::vector<std::string> without_denials(const std::vector<std::string>& words) {
  std::vector<std::string> plain;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_one_of(words[i], {"none", "nothing"})) {
      plain.insert(plain.end(), {"0", "rows"});
      continue;
    }
    std::size_t denied = i + 1;
    while (denies(words[i]) && denied < words.size() && is_between(words[denied])) ++denied;
    if (!denies(words[i]) || denied >= words.size()) {
      plain.push_back(words[i]);
    } else if (is_one_of(words[denied], {"row", "rows"})) {
      plain.insert(plain.end(), {"0", "rows"});
      i = denied;
    } else if (std::optional<std::string> opposite = opposite_of(words[denied])) {
      plain.push_back(*std::move(opposite));
      i = denied;
    } else {
      plain.push_back(words[i]);
    }
  }
  return plain;
}

std::vector<std::uint64_t> numbers_in(const std::vector<std::string>& words) {
  std::vector<std::uint64_t> found;
  for (std::string word : words) {
    std::erase_if(word, [](char c) { return c == ',' || c == '_'; });
    if (const std::optional<std::uint64_t> number = count_of(word)) found.push_back(*number);
  }
  return found;
}

std::optional<std::uint64_t> lone_number(const std::vector<std::string>& words) {
  const std::vector<std::uint64_t> found = numbers_in(words);
  return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

/// Returns `60s` as 60; a number with another unit behind it, such as 10kB, is no count of what is asked for.
std::string without_unit(std::string_view word) {
  word = without_parentheses(word);
  const std::size_t unit = std::min(word.find_first_not_of("0123456789,_"), word.size());
  if (unit > 0 && is_one_of(word.substr(unit), {"s", "b", "bytes", "rows", "cells", "seconds"}))
    word = word.substr(0, unit);
  return std::string(word);
}

}  // namespace

bool Prediction::says_refused() const {
  if (std::ranges::any_of(words, is_refusing)) return true;
  return std::ranges::none_of(words, is_accepting) && std::ranges::any_of(words, hints_at_refusal);
}

bool Prediction::says_accepted() const {
  if (std::ranges::any_of(words, is_accepting)) return true;
  if (std::ranges::any_of(words, is_refusing)) return false;
  if (std::ranges::any_of(words, hints_at_acceptance)) return true;
  const bool begins_with_number = !words.empty() && count_of(without_parentheses(words.front())).has_value();
  return std::ranges::none_of(words, hints_at_refusal) &&
         (std::ranges::any_of(words, is_of_rows) || begins_with_number);
}

std::optional<std::uint64_t> Prediction::number() const {
  if (!numbers_in(words).empty()) return lone_number(words);
  std::vector<std::string> bare;
  for (const std::string& word : words)
    if (word.starts_with('(') || word.starts_with('[')) bare.emplace_back(without_parentheses(word));
  return lone_number(bare);
}

std::optional<std::uint64_t> Prediction::quantity() const {
  std::vector<std::string> bare;
  for (const std::string& word : words) bare.push_back(without_unit(word));
  return lone_number(bare);
}

bool Prediction::names_one_of(const std::vector<std::string>& reasons) const {
  std::size_t named = 0;
  for (const std::string& word : words) {
    const bool begins_as_code = word.front() >= 'a' && word.front() <= 'z';
    if (!begins_as_code || !is_digits(std::string_view(word).substr(1))) continue;
    if (std::ranges::find(reasons, word) == reasons.end()) return false;
    ++named;
  }
  return named > 0;
}

std::optional<std::pair<std::string, Prediction>> read_prediction(std::string_view line) {
  std::string_view text = trim(line);
  while (text.starts_with('-')) text.remove_prefix(1);
  text = trim(text);
  if (text.starts_with('(')) text.remove_prefix(1);
  std::size_t end = text.npos, length = 0;
  for (const std::string_view sign : {":", ")", "=", "：", "）", "＝"}) {
    if (const std::size_t place = text.find(sign); place < end) {
      end = place;
      length = sign.size();
    }
  }
  if (end == text.npos) return std::nullopt;
  Prediction prediction;
  prediction.text = trim(text.substr(end + length));
  prediction.words = without_denials(words_of_line(with_narrow_signs(in_plain_words(prediction.text))));
  return std::pair(to_lower(trim(with_narrow_signs(text.substr(0, end)))), std::move(prediction));
}

}  // namespace cellar
