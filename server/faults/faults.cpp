#include "server/faults/faults.h"

#include <string>
#include <utility>

#include "parser/shape/shape_scanner.h"
#include "schema/system_keyspaces.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// `statement` is the text of the request in lower case.
bool is_in_scope(const Fault& fault, const FaultTarget& request, std::string_view statement) {
  if (fault.scope == Fault::Scope::reads && !request.is_read) return false;
  if (fault.scope == Fault::Scope::writes && request.is_read) return false;
  if (fault.kind == Fault::Kind::unprepared && !request.is_prepared) return false;
  return fault.name.empty() || statement.find(fault.name) != statement.npos;
}

/// Drivers look at the tables of system keyspaces by themselves. In lower case.
bool is_about_system(std::string_view statement) {
  constexpr std::string_view kPrefix = "system";
  for (std::size_t place = 0; (place = statement.find(kPrefix, place)) != statement.npos;
       place += kPrefix.size()) {
    if (place > 0 && scanning::is_word_part(statement[place - 1])) continue;
    std::size_t end = place + kPrefix.size();
    while (end < statement.size() && scanning::is_word_part(statement[end])) ++end;
    const bool is_quoted = statement.substr(end).starts_with('"');
    const bool is_keyspace = statement.substr(end + (is_quoted ? 1 : 0)).starts_with('.');
    if (is_keyspace && is_system_keyspace(statement.substr(place, end - place))) return true;
  }
  return false;
}

}  // namespace

void Faults::add(Fault fault) {
  constexpr std::size_t kMost = 1'000;  // each request is compared with all of them
  const std::lock_guard guard(mutex_);
  if (faults_.size() == kMost) refuse("too_many_faults", {}, {{"count", std::to_string(kMost)}});
  faults_.push_back({std::move(fault)});
  is_empty_ = false;
}

void Faults::clear() {
  const std::lock_guard guard(mutex_);
  faults_.clear();
  is_empty_ = true;
}

std::optional<Fault> Faults::strike(const FaultTarget& request) {
  const std::string text = to_lower(request.text);
  if (is_about_system(text)) return std::nullopt;
  std::optional<Fault> struck;
  const std::lock_guard guard(mutex_);
  for (Counted& counted : faults_) {
    const Fault& fault = counted.fault;
    if (!is_in_scope(fault, request, text)) continue;
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
