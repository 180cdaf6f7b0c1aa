#include "shell/check/lesson/lesson_parts.h"

#include <fmt/format.h>

#include "shell/check/grade/exercise_database.h"

namespace cellar {

namespace {

std::string form_of(const LessonCheck& check) {
  struct Form {
    std::string operator()(const RefusedCheck& each) const { return join(each.codes); }
    std::string operator()(const NoticedCheck& each) const { return join(each.codes); }
    std::string operator()(const AnswersCheck& each) const { return each.query; }
    std::string operator()(const TypedCheck& each) const { return each.words; }
    std::string operator()(const HoldsCheck& each) const { return each.query + " => " + join(each.rows); }
    std::string operator()(const ServesCheck& each) const { return each.query; }
    std::string operator()(const SplitsCheck& each) const { return each.query; }
    static std::string join(const std::vector<std::string>& words) {
      return fmt::format("{}", fmt::join(words, "; "));
    }
  };
  return fmt::format("{} {}", name(check), std::visit(Form(), check));
}

void add_statements(const char* kind, const std::vector<LessonScript>& scripts,
                    std::vector<LessonPart>& parts) {
  for (const LessonScript& script : scripts)
    for (const ScriptPart& part : split_script({script.text, script.line}))
      parts.push_back({fmt::format("{} {}", kind, part.text), part.line});
}

}  // namespace

std::vector<LessonPart> wordless_parts(const Lesson& lesson) {
  std::vector<LessonPart> parts;
  add_statements("given", lesson.given, parts);
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const LessonStep& step = lesson.steps[i];
    parts.push_back({fmt::format("step {}", i + 1), step.line});
    add_statements("given", step.given, parts);
    add_statements("type", step.asked, parts);
    for (const LessonCheck& check : step.checks)
      parts.push_back({fmt::format("check: {}", form_of(check)), step.line});
    for (const auto& [key, words] : step.nudges) parts.push_back({fmt::format("nudge {}", key), step.line});
  }
  return parts;
}

}  // namespace cellar
