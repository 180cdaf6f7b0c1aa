#include "shell/teach/workload/query_directive.h"

#include <algorithm>
#include <charconv>

#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::string_view kWord = "@query";
constexpr std::string_view kBlanks = " \t";
constexpr std::uint64_t kMostTimes = 1'000'000'000'000;

/// Cuts the first word off the line; empty at its end.
std::string_view take_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
  line.remove_prefix(word.size());
  return word;
}

bool is_name(std::string_view text) { return !text.empty() && text.find_first_of("=,\"") == text.npos; }

bool read_names(std::string_view list, std::vector<std::string>& names) {
  while (true) {
    const std::size_t end = std::min(list.find(','), list.size());
    if (!is_name(list.substr(0, end))) return false;
    names.push_back(show_on_terminal(list.substr(0, end)));
    if (end == list.size()) return true;
    list.remove_prefix(end + 1);
  }
}

bool read_times(std::string_view digits, std::uint64_t& times) {
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), times);
  return error == std::errc() && end == digits.data() + digits.size() && times > 0 && times <= kMostTimes;
}

bool read_word(std::string_view word, bool is_first, QueryDirective& directive) {
  const std::size_t sign = word.find('=');
  const std::string_view key = word.substr(0, sign);
  const std::string_view value = sign == word.npos ? "" : word.substr(sign + 1);
  if (key == "after" && directive.after.empty()) return read_names(value, directive.after);
  if (key == "times") return read_times(value, directive.times);
  if (!is_first || !is_name(word)) return false;
  directive.name = show_on_terminal(word);
  return true;
}

}  // namespace

QueryDirective read_query_directive(std::string_view comments) {
  QueryDirective directive;
  const std::size_t begin = comments.find(kWord);
  if (begin == comments.npos) return directive;
  std::string_view line =
      comments.substr(begin, std::min(comments.find_first_of("\r\n", begin), comments.size()) - begin);
  line = line.substr(0, line.find("*/"));
  std::string_view rest = line.substr(kWord.size());
  bool is_first = true;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest), is_first = false) {
    if (!read_word(word, is_first, directive))
      return {.name = "", .after = {}, .times = 1, .fault = show_on_terminal(line)};
  }
  return directive;
}

}  // namespace cellar
