// A lesson, as data: its steps, what each asks for, and how it is judged.
//
// In:      nothing; read_lesson.h fills it from the text of a file.
// Out:     plain data. Texts are Markdown without what is not shown at the prompt (lesson_text.h draws them).
// Refused: nothing.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cellar {

/// The statement was refused with one of these codes.
struct RefusedCheck {
  std::vector<std::string> codes;
};
/// It was accepted, with a notice of one of these codes.
struct NoticedCheck {
  std::vector<std::string> codes;
};
/// A SELECT answers what `query` answers.
struct AnswersCheck {
  std::string query;
};
/// A statement or command was accepted that begins with these words.
struct TypedCheck {
  std::string words;
};
/// The query answers these rows: values as literals, separated by commas.
struct HoldsCheck {
  std::string query;
  std::vector<std::string> rows;
};
/// A table serves the query.
struct ServesCheck {
  std::string query;
};
/// The query needs more than one partition: they are no larger than they should be.
struct SplitsCheck {
  std::string query;
};
using LessonCheck =
    std::variant<RefusedCheck, NoticedCheck, AnswersCheck, TypedCheck, HoldsCheck, ServesCheck, SplitsCheck>;
/// "refused": the word by which checks and nudges are written.
std::string_view name(const LessonCheck& check);

/// Statements and commands, with the line of the first one, counted from 1.
struct LessonScript {
  std::string text;
  std::size_t line = 1;
};

struct LessonStep {
  std::string title;
  std::string text;
  std::string seen;  // shown when the step is done; may be empty
  std::string why;   // may be empty
  std::vector<LessonScript> given;
  std::vector<LessonScript> asked;  // what is to be typed; empty: nothing
  std::vector<LessonCheck> checks;
  std::map<std::string, std::string, std::less<>> nudges;  // by a code, the name of a check, or "else"
  std::size_t line = 1;
};

struct Lesson {
  std::string id;  // "L2"
  std::string title;
  std::string text;
  std::vector<LessonScript> given;
  std::vector<LessonStep> steps;
};

}  // namespace cellar
