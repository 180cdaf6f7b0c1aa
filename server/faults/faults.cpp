#include "server/faults/faults.h"

#include <string>
#include <utility>

#include "types/text/text.h"

namespace cellar {

namespace {

bool is_in_scope(const Fault& fault, bool is_read, std::string_view statement) {
  if (fault.scope == Fault::Scope::reads && !is_read) return false;
  if (fault.scope == Fault::Scope::writes && is_read) return false;
  return fault.name.empty() || statement.find(fault.name) != statement.npos;
}

/// Drivers look at these tables by themselves.
bool is_about_system(std::string_view statement) {
  return statement.find("system.") != statement.npos || statement.find("system_") != statement.npos;
}

}  // namespace

void Faults::add(Fault fault) {
  const std::lock_guard guard(mutex_);
  faults_.push_back({std::move(fault)});
  is_empty_ = false;
}

void Faults::clear() {
  const std::lock_guard guard(mutex_);
  faults_.clear();
  is_empty_ = true;
}

std::optional<Fault> Faults::strike(bool is_read, std::string_view statement) {
  const std::string text = to_lower(statement);
  if (is_about_system(text)) return std::nullopt;
  std::optional<Fault> struck;
  const std::lock_guard guard(mutex_);
  for (Counted& counted : faults_) {
    const Fault& fault = counted.fault;
    if (!is_in_scope(fault, is_read, text)) continue;
    const std::uint64_t number = counted.requests++;
    const bool strikes =
        fault.is_for_next ? number < fault.struck : number % fault.of >= fault.of - fault.struck;
    if (strikes && !struck) struck = fault;
  }
  std::erase_if(faults_, [](const Counted& counted) {
    return counted.fault.is_for_next && counted.requests >= counted.fault.struck;
  });
  is_empty_ = faults_.empty();
  return struck;
}

}  // namespace cellar
