#include "server/answer/refusal_answer.h"

#include <fmt/format.h>

#include <algorithm>

#include "refusal/driver_words.h"
#include "refusal/render.h"
#include "refusal/spans.h"

namespace cellar {

namespace {

/// One machine holds everything: it has not answered where one answer is asked for.
ReplicaAnswers none_of_one(const RequestKind& request) { return {request.consistency, 0, 1}; }

std::string on_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

}  // namespace

ReplicaFailures failure_of_one() {
  constexpr std::string_view kThisMachine("\x7f\0\0\1", 4);
  return {1, {{kThisMachine, 0}}};
}

std::string refusal_text(const Diagnostic& diagnostic, std::string_view statement) {
  const SaidWords words = words_for_driver(diagnostic);
  std::string text(diagnostic.code());
  if (!statement.empty() && !diagnostic.span.empty()) {
    const LineAndColumn where = locate({.file = {}, .statement = statement}, diagnostic.span.begin);
    text += fmt::format(" at {}:{}", where.line, where.column);
  }
  text += ": " + words.title;
  if (!words.fix.empty()) text += (text.ends_with('?') ? " " : ". ") + words.fix;
  return on_one_line(std::move(text));
}

std::string warning_text(const Diagnostic& notice) {
  const SaidWords words = words_for_driver(notice);
  return on_one_line(std::string(notice.code()) + ": " + words.title);
}

ErrorResponse refusal_answer(const Diagnostic& diagnostic, std::string_view text,
                             const RequestKind& request) {
  const ErrorClass error_class = diagnostic.error_class();
  switch (error_class) {
    case ErrorClass::already_exists:
      if (diagnostic.subject && diagnostic.subject->kind == Subject::Kind::keyspace)
        return {text, AlreadyExistsError{diagnostic.subject->name, {}}};
      if (diagnostic.subject)
        return {text, AlreadyExistsError{diagnostic.subject->keyspace, diagnostic.subject->name}};
      return {text, AlreadyExistsError{}};
    case ErrorClass::write_timeout:
      if (request.is_read) return {text, ReadTimeoutError{none_of_one(request), false}};
      return {text, WriteTimeoutError{none_of_one(request), request.write_type, std::nullopt}};
    case ErrorClass::write_failure:
      return {text, WriteFailureError{none_of_one(request), failure_of_one(), request.write_type}};
    case ErrorClass::unprepared:  // of a text: there is no id that its client could prepare again
      return {text, PlainError{ErrorCode::invalid}};
    case ErrorClass::function_failure:
      return {text, FunctionFailureError{}};
    default:
      return {text, PlainError{error_code(error_class)}};
  }
}

}  // namespace cellar
