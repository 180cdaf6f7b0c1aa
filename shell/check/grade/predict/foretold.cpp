#include "shell/check/grade/predict/foretold.h"

#include <algorithm>
#include <sstream>

#include "shell/check/grade/directives.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// What people write with a Chinese keyboard, as the signs and words of the form.
std::string with_plain_signs(std::string line) {
  constexpr std::pair<std::string_view, std::string_view> kPlain[] = {
      {"：", ":"},        {"，", ", "},          {"。", ". "},           {"；", "; "},
      {"（", " ("},       {"）", ") "},          {"行", " rows "},       {"不被拒绝", " accepted "},
      {"被拒绝", "拒绝"}, {"拒绝", " refused "}, {"接受", " accepted "}, {"节点", " node "}};
  for (const auto& [written, plain] : kPlain)
    for (std::size_t at = 0; (at = line.find(written, at)) != line.npos; at += plain.size())
      line.replace(at, written.size(), plain);
  return line;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_refusing(std::string_view word) {
  return is_one_of(word, {"refused", "refuse", "refuses", "rejected", "error", "fails", "invalid"});
}

bool is_accepting(std::string_view word) {
  return is_one_of(word, {"accepted", "accepts", "ok", "okay", "works", "valid", "rows", "row"});
}

bool is_digits(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == word.npos;
}

std::string_view without_parentheses(std::string_view word) {
  while (word.starts_with('(')) word.remove_prefix(1);
  while (word.ends_with(')')) word.remove_suffix(1);
  return word;
}

/// Returns a number word as digits, and others as they are. A number in parentheses explains another one.
std::string plain_word(std::string_view word) {
  constexpr std::string_view kNumbers[] = {"zero", "one",   "two",   "three", "four", "five",
                                           "six",  "seven", "eight", "nine",  "ten"};
  const auto* number = std::ranges::find(kNumbers, word);
  if (number != std::end(kNumbers)) return std::to_string(number - std::begin(kNumbers));
  const std::string_view bare = without_parentheses(word);
  return std::string(is_digits(bare) ? word : bare);
}

std::vector<std::string> words_of_line(std::string_view line) {
  std::istringstream words{std::string(line)};
  std::vector<std::string> found;
  for (std::string word; words >> word;) {
    while (!word.empty() && std::string_view(",.;:!").find(word.back()) != std::string_view::npos)
      word.pop_back();
    word = plain_word(to_lower(word));
    if (!word.empty()) found.push_back(std::move(word));
  }
  return found;
}

/// Replaces denials by what they say: "not refused" by accepted, "no rows" and "none" by 0 rows.
std::vector<std::string> without_denials(const std::vector<std::string>& words) {
  std::vector<std::string> plain;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view next = i + 1 < words.size() ? std::string_view(words[i + 1]) : std::string_view();
    if (is_one_of(words[i], {"not", "no", "never"}) && is_refusing(next)) {
      plain.emplace_back("accepted");
      ++i;
    } else if (words[i] == "not" && is_one_of(next, {"accepted", "ok", "valid"})) {
      plain.emplace_back("refused");
      ++i;
    } else if (is_one_of(words[i], {"none", "nothing"})) {
      plain.insert(plain.end(), {"0", "rows"});
    } else if (words[i] == "no" && is_one_of(next, {"row", "rows"})) {
      plain.emplace_back("0");
    } else {
      plain.push_back(words[i]);
    }
  }
  return plain;
}

std::optional<std::uint64_t> lone_number(const std::vector<std::string>& words) {
  std::optional<std::uint64_t> found;
  for (std::string word : words) {
    std::erase_if(word, [](char c) { return c == ',' || c == '_'; });
    const std::optional<std::uint64_t> number = count_of(word);
    if (number && found) return std::nullopt;
    if (number) found = number;
  }
  return found;
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

bool Foretold::says_refused() const { return std::ranges::any_of(words, is_refusing); }

bool Foretold::says_accepted() const { return std::ranges::any_of(words, is_accepting); }

bool Foretold::is_lone_number() const { return words.size() == 1 && number().has_value(); }

std::optional<std::uint64_t> Foretold::number() const { return lone_number(words); }

std::optional<std::uint64_t> Foretold::quantity() const {
  std::vector<std::string> bare;
  for (const std::string& word : words) bare.push_back(without_unit(word));
  return lone_number(bare);
}

bool Foretold::names_one_of(const std::vector<std::string>& reasons) const {
  std::size_t named = 0;
  for (const std::string& word : words) {
    if (!is_digits(std::string_view(word).substr(1)) || is_digits(word.substr(0, 1))) continue;
    if (std::ranges::find(reasons, word) == reasons.end()) return false;
    ++named;
  }
  return named > 0;
}

std::optional<std::pair<std::string, Foretold>> read_foretold(std::string line) {
  line = with_plain_signs(std::move(line));
  std::string_view text = trim(line);
  while (text.starts_with('-')) text.remove_prefix(1);
  const std::size_t end = text.find_first_of(":)=");
  if (end == text.npos) return std::nullopt;
  Foretold foretold;
  foretold.text = trim(text.substr(end + 1));
  foretold.words = without_denials(words_of_line(foretold.text));
  return std::pair(to_lower(trim(text.substr(0, end))), std::move(foretold));
}

}  // namespace cellar
