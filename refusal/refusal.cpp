#include "refusal/refusal.h"

#include <cassert>

#include "refusal/messages.h"

namespace cellar {

std::string_view name(ErrorClass error_class) {
  switch (error_class) {
    case ErrorClass::server:
      return "server";
    case ErrorClass::function_failure:
      return "functionfailure";
    case ErrorClass::syntax:
      return "syntax";
    case ErrorClass::unauthorized:
      return "unauthorized";
    case ErrorClass::invalid:
      return "invalid";
    case ErrorClass::config:
      return "config";
    case ErrorClass::already_exists:
      return "already_exists";
  }
  return "server";
}

const Message& message_of(const Diagnostic& diagnostic) {
  const Message* message = find_message(diagnostic.id);
  assert(message != nullptr);
  return *message;
}

std::string_view Diagnostic::code() const { return message_of(*this).code; }

ErrorClass Diagnostic::error_class() const { return message_of(*this).error_class; }

std::string title_of(const Diagnostic& diagnostic) {
  return fill(message_of(diagnostic).title, diagnostic.parameters);
}

const char* Refusal::what() const noexcept {
  text_ = std::string(diagnostic.code()) + ": " + title_of(diagnostic);
  return text_.c_str();
}

void refuse(std::string_view id, Span span, Parameters parameters, std::optional<Fix> fix) {
  throw Refusal(Diagnostic{id, span, std::move(parameters), std::move(fix)});
}

}  // namespace cellar
