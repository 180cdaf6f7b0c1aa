#include "refusal/refusal.h"

#include <cassert>

#include "refusal/catalogue.h"

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

namespace {

const CatalogueEntry& entry_of(const Diagnostic& diagnostic) {
  const CatalogueEntry* entry = find_entry(diagnostic.id);
  assert(entry != nullptr);
  return *entry;
}

}  // namespace

std::string_view Diagnostic::code() const { return entry_of(*this).code; }

ErrorClass Diagnostic::error_class() const { return entry_of(*this).error_class; }

const char* Refusal::what() const noexcept {
  const CatalogueEntry& entry = entry_of(diagnostic);
  text_ = std::string(entry.code) + ": " + fill(entry.title, diagnostic.parameters);
  return text_.c_str();
}

void refuse(std::string_view id, Span span, Parameters parameters, std::optional<Fix> fix) {
  throw Refusal(Diagnostic{id, span, std::move(parameters), std::move(fix)});
}

}  // namespace cellar
