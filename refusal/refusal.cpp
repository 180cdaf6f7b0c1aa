#include "refusal/refusal.h"

#include <algorithm>
#include <cassert>

#include "refusal/messages.h"

namespace cellar {

std::string_view name(ErrorClass error_class) {
  switch (error_class) {
    case ErrorClass::server:
      return "server";
    case ErrorClass::protocol_error:
      return "protocol_error";
    case ErrorClass::unavailable:
      return "unavailable";
    case ErrorClass::overloaded:
      return "overloaded";
    case ErrorClass::truncate_error:
      return "truncateerror";
    case ErrorClass::write_timeout:
      return "writetimeout";
    case ErrorClass::read_timeout:
      return "readtimeout";
    case ErrorClass::read_failure:
      return "readfailure";
    case ErrorClass::function_failure:
      return "functionfailure";
    case ErrorClass::write_failure:
      return "writefailure";
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
    case ErrorClass::unprepared:
      return "unprepared";
  }
  return "server";
}

const Message& message_of(const Diagnostic& diagnostic) {
  const Message* message = find_message(diagnostic.id);
  assert(message != nullptr);
  return *message;
}

std::string_view Diagnostic::code() const { return message_of(*this).code; }

ErrorClass Diagnostic::error_class() const { return message_of(*this).message_class.error_class; }

MessageKind Diagnostic::kind() const { return message_of(*this).message_class.kind; }

Cause Diagnostic::cause() const { return message_of(*this).message_class.cause; }

bool Diagnostic::has(Trait trait) const { return message_of(*this).message_class.has(trait); }

void Diagnostic::set_parameter(std::string_view name, std::string value) {
  const auto found = std::ranges::find(parameters, name, &Parameter::name);
  if (found != parameters.end()) found->value = std::move(value);
}

std::string title_of(const Diagnostic& diagnostic) {
  return fill(message_of(diagnostic).title, diagnostic.parameters);
}

FilledWords words_of(const Diagnostic& diagnostic, Language language) {
  const Words words = words_of(message_of(diagnostic), language);
  Parameters parameters = diagnostic.parameters;
  for (Parameter& parameter : parameters) parameter.value = phrase_in(parameter, language);
  return {fill(words.title, parameters), fill(words.why, parameters), fill(words.fix, parameters)};
}

const char* Refusal::what() const noexcept {
  text_ = std::string(diagnostic.code()) + ": " + title_of(diagnostic);
  return text_.c_str();
}

namespace {

/// Callers that test for one of these causes read the subject, so it must be given.
[[maybe_unused]] bool has_subject(Cause cause) {
  return cause == Cause::absent || cause == Cause::unbuilt || cause == Cause::misspelled_word ||
         cause == Cause::cassandra_cli;
}

/// Takes what the arguments hold.
Refusal refusal_of(std::string_view id, Span span, Parameters& parameters, std::optional<Fix>& fix,
                   std::optional<Subject>& subject) {
  Refusal refusal(Diagnostic{id, span, std::move(parameters), std::move(fix), std::move(subject)});
  assert(!has_subject(refusal.diagnostic.cause()) || refusal.diagnostic.subject);
  return refusal;
}

}  // namespace

/// Nothing of it has to be destroyed while the exception passes, which would cost as much as another function.
void refuse(std::string_view id, Span span, Parameters parameters, std::optional<Fix> fix,
            std::optional<Subject> subject) {
  throw refusal_of(id, span, parameters, fix, subject);
}

}  // namespace cellar
