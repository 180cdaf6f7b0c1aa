#include "shell/refusal_report.h"

#include <optional>
#include <string>
#include <utility>

#include "parser/mending.h"
#include "parser/parser.h"
#include "shell/command/commands.h"

namespace cellar {

namespace {

constexpr std::size_t kMostAfter = 3;
constexpr std::size_t kLongestStatement = 8'192;

std::optional<Diagnostic> find_fault(const std::string& text, Session& session) {
  if (std::optional<Diagnostic> fault = find_syntax_fault(text)) return fault;
  try {
    session.prepare(text);
  } catch (const Refusal& refusal) {
    return refusal.diagnostic;
  }
  return std::nullopt;
}

}  // namespace

RefusalReport report_of(const Diagnostic& refusal, std::string_view statement, Session& session) {
  RefusalReport report{refusal, {}};
  if (statement.size() > kLongestStatement || begins_command(statement)) return report;
  const bool by_parser = refusal.error_class() == ErrorClass::syntax;
  const std::optional<Diagnostic> of_syntax = by_parser ? find_syntax_fault(statement) : std::nullopt;
  const Diagnostic& first = of_syntax ? *of_syntax : refusal;
  if (!first.fix) return report;
  Mending mending =
      mend(statement, first, [&session](const std::string& text) { return find_fault(text, session); });
  if (report.refusal.repeated.empty()) report.refusal.repeated = std::move(mending.repeated);
  if (mending.fix) {
    report.refusal.fix = std::move(mending.fix);
  } else if (!of_syntax) {
    report.refusal.fix = std::move(mending.fix_of_kind);
  }
  report.after = std::move(mending.after);
  if (report.after.size() > kMostAfter) report.after.resize(kMostAfter);
  return report;
}

}  // namespace cellar
