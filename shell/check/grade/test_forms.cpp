#include <fmt/format.h>

#include <algorithm>

#include "shell/check/grade/grade_report.h"
#include "shell/check/report_text.h"
#include "types/text/text.h"
#include "types/text/xml_text.h"

namespace cellar {

namespace {

/// "gyms.answers.cql:12 right: the table of the book", and of a fault of the exercise itself its file.
std::string name_of(const TestedExercise& tested, const SampleOutcome& outcome) {
  if (outcome.sample == nullptr) return tested.exercise.file;
  return fmt::format("{}:{} {}: {}", tested.answers.file, outcome.sample->line,
                     outcome.sample->is_right ? "right" : "wrong", outcome.sample->why);
}

std::string joined(const std::vector<std::string>& rules) { return fmt::format("{}", fmt::join(rules, " ")); }

std::string json_rules(const std::vector<std::string>& rules) {
  std::string list;
  for (const std::string& rule : rules) list += (list.empty() ? "" : ", ") + quote_json(rule);
  return "[" + list + "]";
}

std::string json_outcome(const SampleOutcome& outcome, Language language) {
  std::string text;
  if (outcome.sample != nullptr)
    text = fmt::format(R"("line": {}, "kind": "{}", "why": {}, "should_lose": {}, "loses": {}, )",
                       outcome.sample->line, outcome.sample->is_right ? "right" : "wrong",
                       quote_json(outcome.sample->why), json_rules(outcome.sample->losses),
                       json_rules(outcome.grade.losses()));
  text += fmt::format(R"("status": "{}")", outcome.fault ? "failed" : "passed");
  if (outcome.fault) text += fmt::format(R"(, "reason": {})", quote_json(outcome.fault->in(language)));
  return "{" + text + "}";
}

}  // namespace

std::string test_tap(const std::vector<TestedExercise>& all, Language language) {
  std::string text;
  std::size_t number = 0;
  for (const TestedExercise& tested : all) {
    for (const SampleOutcome& outcome : tested.outcomes) {
      std::string name = shown_name(name_of(tested, outcome));
      std::ranges::replace(name, '#', '_');  // it would begin a directive
      text += fmt::format("{} {} - {}\n", outcome.fault ? "not ok" : "ok", ++number, name);
      if (!outcome.fault) continue;
      text += fmt::format("  ---\n  reason: {}\n", quote_yaml(outcome.fault->in(language)));
      if (outcome.sample != nullptr)
        text += fmt::format("  should_lose: {}\n  loses: {}\n", quote_yaml(joined(outcome.sample->losses)),
                            quote_yaml(joined(outcome.grade.losses())));
      text += "  ...\n";
    }
  }
  return fmt::format("TAP version 14\n1..{}\n{}", number, text);
}

std::string test_junit(const std::vector<TestedExercise>& all, Language language) {
  std::string suites;
  std::size_t count = 0, failures = 0;
  for (const TestedExercise& tested : all) {
    std::string cases;
    for (const SampleOutcome& outcome : tested.outcomes) {
      cases += fmt::format(R"(    <testcase classname="{}" name="{}")", escape_xml(tested.exercise.id),
                           escape_xml(name_of(tested, outcome)));
      if (!outcome.fault) {
        cases += "/>\n";
        continue;
      }
      cases += fmt::format(">\n      <failure type=\"misjudged\" message=\"{}\">",
                           escape_xml(outcome.fault->in(language)));
      if (outcome.sample != nullptr) cases += escape_xml(grade_text(outcome.grade, language));
      cases += "</failure>\n    </testcase>\n";
    }
    count += tested.outcomes.size();
    failures += tested.misjudged();
    suites +=
        fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\">\n{}  </testsuite>\n",
                    escape_xml(tested.exercise.file), tested.outcomes.size(), tested.misjudged(), cases);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"cellar grade --test\" tests=\"{}\" "
      "failures=\"{}\">\n{}</testsuites>\n",
      count, failures, suites);
}

std::string test_json(const std::vector<TestedExercise>& all, Language language) {
  std::string exercises;
  for (const TestedExercise& tested : all) {
    std::string answers;
    for (const SampleOutcome& outcome : tested.outcomes)
      answers += (answers.empty() ? "" : ", ") + json_outcome(outcome, language);
    exercises += fmt::format(
        R"({}{{"exercise": {}, "file": {}, "answers_file": {}, "misjudged": {}, "answers": [{}]}})",
        exercises.empty() ? "" : ", ", quote_json(tested.exercise.id), quote_json(tested.exercise.file),
        quote_json(tested.answers.file), tested.misjudged(), answers);
  }
  return fmt::format(R"({{"exercises": [{}]}})", exercises);
}

}  // namespace cellar
