#include <fmt/format.h>

#include <algorithm>

#include "shell/check/grade/grade_report.h"
#include "shell/check/report_text.h"
#include "types/text/text.h"
#include "types/text/xml_text.h"

namespace cellar {

namespace {

/// The name of a check among those of several answers.
std::string full_name(const Grade& grade, const GradedCheck& check, bool is_alone) {
  return is_alone ? check.name() : grade.answer + " " + check.name();
}

std::string tap_details(const GradedCheck& check, Language language) {
  std::string text = fmt::format("  ---\n  rule: {}\n  points: {}\n  reason: {}\n", quote_yaml(check.rule),
                                 points_text(check.points), quote_yaml(check.shortfall->reason.in(language)));
  if (!check.variant.empty()) text += fmt::format("  variant: {}\n", quote_yaml(check.variant));
  if (!check.shortfall->example.empty()) text += "  example:\n";
  for (const Sentence& line : check.shortfall->example)
    text += fmt::format("    - {}\n", quote_yaml(line.in(language)));
  return text + "  ...\n";
}

std::string junit_case(const GradedCheck& check, Language language) {
  std::string text = fmt::format(R"(    <testcase classname="{}" name="{}")", escape_xml(check.task),
                                 escape_xml(check.name() + ": " + check.what.in(language)));
  if (check.passed()) return text + "/>\n";
  const Shortfall& shortfall = *check.shortfall;
  text += fmt::format(">\n      <failure type=\"{}\" message=\"{}\">", escape_xml(check.rule),
                      escape_xml(shortfall.reason.in(language)));
  if (!check.variant.empty())
    text += escape_xml(say("with_other_rows", language, {{"what", check.variant}}) + "\n");
  for (const Sentence& line : shortfall.example) text += escape_xml(line.in(language) + "\n");
  text += "</failure>\n";
  if (shortfall.diagnostic) {
    const PlacedDiagnostic& placed = *shortfall.diagnostic;
    text += fmt::format(
        "      <system-out>{}</system-out>\n",
        escape_xml(render_full(placed.diagnostic, {placed.file, placed.line, placed.column, placed.text},
                               false, {}, language)));
  }
  return text + "    </testcase>\n";
}

std::string json_list(const std::vector<Sentence>& sentences, Language language) {
  std::string list;
  for (const Sentence& sentence : sentences)
    list += (list.empty() ? "" : ", ") + quote_json(sentence.in(language));
  return "[" + list + "]";
}

std::string json_test(const GradedCheck& check, Language language) {
  std::string text = fmt::format(
      R"({{"name": {}, "task": {}, "query": {}, "rule": {}, "what": {}, "status": "{}", "score": {}, "max_score": {})",
      quote_json(check.name()), quote_json(check.task), quote_json(check.query), quote_json(check.rule),
      quote_json(check.what.in(language)), check.passed() ? "passed" : "failed",
      points_text(check.passed() ? check.points : 0), points_text(check.points));
  if (check.passed()) return text + "}";
  const Shortfall& shortfall = *check.shortfall;
  text += fmt::format(R"(, "reason": {}, "example": {}, "variant": {})",
                      quote_json(shortfall.reason.in(language)), json_list(shortfall.example, language),
                      quote_json(check.variant));
  if (shortfall.diagnostic) {
    const PlacedDiagnostic& placed = *shortfall.diagnostic;
    std::string json =
        render_json(placed.diagnostic, {placed.file, placed.line, placed.column, placed.text}, {}, language);
    while (json.ends_with('\n')) json.pop_back();
    text += R"(, "diagnostic": )" + json;
  }
  return text + "}";
}

}  // namespace

std::string grade_tap(const std::vector<Grade>& grades, Language language,
                      const std::vector<PassedOver>& passed_over) {
  std::size_t count = 0;
  for (const Grade& grade : grades)
    for (const TaskGrade& task : grade.tasks) count += task.checks.size();
  std::string text = fmt::format("TAP version 14\n1..{}\n", count);
  std::size_t number = 0;
  for (const Grade& grade : grades) {
    for (const TaskGrade& task : grade.tasks) {
      for (const GradedCheck& check : task.checks) {
        std::string name = shown_name(full_name(grade, check, grades.size() == 1));
        std::ranges::replace(name, '#', '_');  // it would begin a directive
        text += fmt::format("{} {} - {}\n", check.passed() ? "ok" : "not ok", ++number, name);
        if (!check.passed()) text += tap_details(check, language);
      }
    }
    text += fmt::format("# {}: {}\n", shown_name(grade.answer),
                        say("class_score", language,
                            {{"score", points_text(grade.score())}, {"points", points_text(grade.points)}}));
  }
  for (const auto& [reason, names] : by_reason(passed_over, language))
    text += fmt::format(
        "# {}\n", say("passed_over", language,
                      {{"reason", shown_name(reason)}, {"what", fmt::format("{}", fmt::join(names, ", "))}}));
  return text;
}

std::string grade_junit(const std::vector<Grade>& grades, Language language) {
  std::string suites;
  std::size_t all = 0, all_failed = 0;
  for (const Grade& grade : grades) {
    std::size_t tests = 0, failures = 0;
    std::string cases;
    for (const TaskGrade& task : grade.tasks) {
      for (const GradedCheck& check : task.checks) {
        ++tests;
        failures += check.passed() ? 0 : 1;
        cases += junit_case(check, language);
      }
    }
    all += tests;
    all_failed += failures;
    suites += fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\">\n{}  </testsuite>\n",
                          escape_xml(grade.exercise + " " + grade.answer), tests, failures, cases);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"cellar grade\" tests=\"{}\" "
      "failures=\"{}\">\n{}</testsuites>\n",
      all, all_failed, suites);
}

std::string grade_json(const Grade& grade, Language language) {
  std::string tests, hints;
  int cost = 0;
  for (const TaskGrade& task : grade.tasks) {
    cost += task.hint_cost;
    for (const GradedCheck& check : task.checks)
      tests += (tests.empty() ? "" : ", ") + json_test(check, language);
    for (const std::string& hint : task.hints)
      hints += fmt::format(R"({}{{"task": {}, "text": {}}})", hints.empty() ? "" : ", ", quote_json(task.id),
                           quote_json(hint));
  }
  return fmt::format(
      R"({{"exercise": {}, "title": {}, "answer": {}, "score": {}, "max_score": {}, "hidden_rows": {}, "hint_cost": {}, "hints": [{}], "tests": [{}]}})",
      quote_json(grade.exercise), quote_json(grade.title), quote_json(grade.answer),
      points_text(grade.score()), points_text(grade.points), grade.has_hidden, points_text(cost), hints,
      tests);
}

std::string class_json(const std::vector<Grade>& grades, Language language,
                       const std::vector<PassedOver>& passed_over) {
  std::string list, missed, others;
  for (const Grade& grade : grades) list += (list.empty() ? "" : ", ") + grade_json(grade, language);
  for (const auto& [rule, count] : missed_rules(grades))
    missed += fmt::format(R"({}{{"rule": {}, "answers": {}}})", missed.empty() ? "" : ", ", quote_json(rule),
                          count);
  for (const PassedOver& file : passed_over)
    others += fmt::format(R"({}{{"file": {}, "reason": {}}})", others.empty() ? "" : ", ",
                          quote_json(file.name), quote_json(file.reason.in(language)));
  return fmt::format(R"({{"grades": [{}], "missed": [{}], "passed_over": [{}]}})", list, missed, others);
}

std::string class_csv(const std::vector<Grade>& grades, const std::vector<PassedOver>& passed_over) {
  if (grades.empty()) return "answer,score,max_score,missed\n";
  std::string text = "answer,score,max_score";
  for (const TaskGrade& task : grades.front().tasks) text += "," + escape_csv(task.id);
  text += ",missed\n";
  for (const Grade& grade : grades) {
    text += fmt::format("{},{},{}", escape_csv(grade.answer), points_text(grade.score()),
                        points_text(grade.points));
    for (const TaskGrade& task : grade.tasks) text += "," + points_text(task.score());
    // Nothing of it was looked at: no rule was missed.
    text += grade.fault ? ",\n" : fmt::format(",{}\n", fmt::join(grade.losses(), " "));
  }
  const std::vector<MissedRule> missed = missed_rules(grades);
  const std::string empty_fields(2 + grades.front().tasks.size(), ',');
  text += "missed most" + empty_fields +
          (missed.empty() ? ",\n"
                          : fmt::format(",{} ({} of {})\n", missed.front().first, missed.front().second,
                                        looked_at(grades)));
  for (const auto& [reason, names] : by_reason(passed_over, Language::english))
    text += fmt::format("passed over{},{}\n", empty_fields,
                        escape_csv(fmt::format("{}: {}", reason, fmt::join(names, ", "))));
  return text;
}

}  // namespace cellar
