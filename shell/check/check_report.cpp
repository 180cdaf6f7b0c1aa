#include "shell/check/check_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "refusal/width.h"
#include "shell/check/report_text.h"
#include "shell/check/words/check_words.h"
#include "shell/render/colours.h"
#include "types/text/text.h"
#include "types/text/xml_text.h"

namespace cellar {

namespace {

constexpr std::size_t kStatementWidth = 100;

std::string junit_case(const CheckedScript& script) {
  std::string text = fmt::format(R"(    <testcase classname="{}" name="{}" time="{:.3f}")",
                                 escape_xml(script.folder), escape_xml(script.path), script.time.count());
  if (script.passed()) return text + "/>\n";
  const std::size_t count = script.report.differences.size();
  text += fmt::format(">\n      <failure message=\"{} {}, the first in line {}\">", count,
                      count == 1 ? "difference" : "differences", script.report.differences.front().line);
  for (const ScriptDifference& difference : script.report.differences)
    text += escape_xml(show_difference(difference, script.path, false, Language::english));
  return text + "</failure>\n    </testcase>\n";
}

struct Suite {
  std::size_t tests = 0, failures = 0;
  double seconds = 0;
  std::string cases;

  std::string attributes() const {
    return fmt::format(R"(tests="{}" failures="{}" time="{:.3f}")", tests, failures, seconds);
  }
};

/// The part in which two lines differ is in the colour.
std::string mark(std::string_view text, std::string_view other, std::string_view colour) {
  const auto begins = std::ranges::mismatch(text, other);
  const auto begin = static_cast<std::size_t>(begins.in1 - text.begin());
  const std::size_t longest = std::min(text.size(), other.size()) - begin;
  std::size_t end = 0;
  while (end < longest && text[text.size() - 1 - end] == other[other.size() - 1 - end]) ++end;
  // A character of several bytes is not cut.
  const auto is_inner = [&](std::size_t at) {
    return at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  std::size_t first = begin, last = text.size() - end;
  while (is_inner(first)) --first;
  while (is_inner(last)) ++last;
  return fmt::format("{}{}{}{}{}", text.substr(0, first), colour, text.substr(first, last - first),
                     colour::kReset, text.substr(last));
}

}  // namespace

std::string tap_head(std::size_t scripts) { return fmt::format("TAP version 13\n1..{}\n", scripts); }

std::string tap_line(std::size_t number, const CheckedScript& script) {
  std::string path = show_on_terminal(script.path);
  std::ranges::replace(path, '#', '_');  // it would begin a directive
  std::string text = fmt::format("{} {} - {}\n", script.passed() ? "ok" : "not ok", number, path);
  if (script.passed()) return text;
  text += "  ---\n  differences:\n";
  for (const ScriptDifference& difference : script.report.differences) {
    text += fmt::format("    - line: {}\n      statement: {}\n      expected: {}\n      got: {}\n",
                        difference.line, quote_yaml(difference.statement), quote_yaml(difference.expected),
                        quote_yaml(difference.got));
  }
  return text + "  ...\n";
}

std::string junit_report(const std::vector<CheckedScript>& scripts) {
  std::map<std::string, Suite> suites;
  Suite all;
  for (const CheckedScript& script : scripts) {
    for (Suite* suite : {&suites[script.folder], &all}) {
      ++suite->tests;
      suite->failures += script.passed() ? 0 : 1;
      suite->seconds += script.time.count();
    }
    suites[script.folder].cases += junit_case(script);
  }
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  text += fmt::format("<testsuites name=\"cellar check\" {}>\n", all.attributes());
  for (const auto& [folder, suite] : suites) {
    text += fmt::format("  <testsuite name=\"{}\" {}>\n{}  </testsuite>\n", escape_xml(folder),
                        suite.attributes(), suite.cases);
  }
  return text + "</testsuites>\n";
}

namespace {

/// What a difference says in words; what a script holds stays as it is.
std::string told_in(const std::string& text, Language language) {
  if (const std::optional<CheckWords::Text> whole = CheckWords::find(text))
    return std::string(whole->in(language));
  for (const CheckWords::Text begin : {CheckWords::Text("a difference, as listed: "),
                                       CheckWords::Text("row "), CheckWords::Text("notices: ")}) {
    const std::string_view english = begin.in(Language::english);
    if (text.starts_with(english)) return std::string(begin.in(language)) + text.substr(english.size());
  }
  // "--> error invalid   (E201 there is no keyspace k)"
  const std::size_t open = text.find("   ("), title = text.find(' ', open + 4);
  if (!text.starts_with("--> error ") || open == text.npos || title == text.npos) return text;
  const Parameter reason = {"reason", text.substr(title + 1, text.size() - title - 2)};
  return text.substr(0, title + 1) + phrase_in(reason, language) + ")";
}

}  // namespace

std::string show_difference(const ScriptDifference& difference, std::string_view path, bool colour,
                            Language language) {
  std::string statement = expand(fit(difference.statement, kStatementWidth));
  if (statement.size() < difference.statement.size()) statement += "...";
  std::string expected = expand(told_in(difference.expected, language));
  std::string got = expand(told_in(difference.got, language));
  if (colour) {
    statement = show_on_terminal(statement);
    const std::string expected_text = show_on_terminal(expected), got_text = show_on_terminal(got);
    expected = mark(expected_text, got_text, colour::kRed);
    got = mark(got_text, expected_text, colour::kGreen);
  }
  return CheckWords::say(language, "{place}: {statement}\n  expected: {expected}\n  got:      {got}\n",
                         {{"place", fmt::format("{}:{}", path, difference.line)},
                          {"statement", statement},
                          {"expected", expected},
                          {"got", got}});
}

}  // namespace cellar
