#include "shell/check/grade/translation.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "shell/check/grade/directives.h"
#include "shell/check/grade/read_exercise.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// The first line of a directive on one line, without the words of a text that a person reads.
std::string without_words(const Directive& directive) {
  std::string line = "-- @" + directive.word + " " + directive.arguments;
  if (directive.word != "exercise" && directive.word != "task" && directive.word != "hint") return line;
  const std::size_t begin = line.find('"');
  if (begin == line.npos) return line;
  return line.erase(begin + 1, line.find('"', begin + 1) - begin - 1);
}

/// Returns the lines below a directive, without comments that are no rows, and without empty lines.
std::vector<std::string> lines_without_words(const Directive& directive) {
  std::vector<std::string> lines{without_words(directive)};
  for (std::string_view rest = directive.body.text; !rest.empty();) {
    const std::string_view whole = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(whole.size() + 1, rest.size()));
    const std::string_view line = trim(whole);
    if (!line.empty() && (!line.starts_with("--") || line.starts_with("-- |"))) lines.emplace_back(line);
  }
  return lines;
}

[[noreturn]] void refuse_difference(const DirectivePlace& place, const std::string& original,
                                    const std::string& expected) {
  refuse_directive(place, "exercise_translated", {{"original", original}, {"expected", expected}});
}
[[noreturn]] void refuse_more(const DirectivePlace& place, const std::string& original) {
  refuse_directive(place, "exercise_translation_adds", {{"original", original}});
}

}  // namespace

Exercise read_translation(std::string file, std::string text, const Exercise& original) {
  Exercise exercise = read_exercise(std::move(file), std::move(text));
  const std::vector<Directive> wanted = split_directives(original.text).directives;
  const std::vector<Directive> found = split_directives(exercise.text).directives;
  for (std::size_t i = 0; i < std::max(wanted.size(), found.size()); ++i) {
    const DirectivePlace place{exercise.file, found[std::min(i, found.size() - 1)]};
    if (i >= wanted.size()) refuse_more(place, original.file);
    const std::vector<std::string> lines = lines_without_words(wanted[i]);
    if (i >= found.size()) refuse_difference(place, original.file, lines.front());
    const std::vector<std::string> others = lines_without_words(found[i]);
    const auto [line, other] = std::ranges::mismatch(lines, others);
    if (line != lines.end()) refuse_difference(place, original.file, *line);
    if (other != others.end()) refuse_more(place, original.file);
  }
  return exercise;
}

TeacherAnswers read_translated_answers(std::string file, std::string text, const TeacherAnswers& original) {
  TeacherAnswers answers = original;
  std::size_t count = 0;
  const std::vector<Directive> directives = split_directives(text).directives;
  for (const Directive& directive : directives) {
    const DirectivePlace place{file, directive};
    if (directive.word != "hidden" || count == answers.hidden.size()) refuse_more(place, original.file);
    DirectiveWords words(place, "-- @hidden \"what is special in these rows\"");
    answers.hidden[count++].name = words.next_text();
    if (!words.at_end()) words.refuse_next();
  }
  if (count < answers.hidden.size() && !directives.empty())
    refuse_difference({file, directives.back()}, original.file, "-- @hidden \"\"");
  return answers;
}

}  // namespace cellar
