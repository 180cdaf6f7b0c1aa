#include "shell/console/answer.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <stdexcept>
#include <utility>

#include "shell/connection/run_end.h"

namespace cellar {

void write_placed(const std::vector<PlacedDiagnostic>& placed, bool notices, const DiagnosticStyle& style,
                  Output& output) {
  for (const PlacedDiagnostic& each : placed) {
    if (is_notice(each.diagnostic) != notices) continue;
    const SourcePlace place{each.file, each.line, each.column, each.text};
    output.write_diagnostic(render(style.form, each.diagnostic, place, style.colour, {}, style.language,
                                   output.diagnostic_columns()));
  }
}

void write_text(Answer& answer, Output& output) {
  answer.is_styled ? output.write(answer.text) : output.write_text(answer.text);
  if (!answer.draw) return;
  std::vector<Diagnostic> notices = answer.draw(output);
  std::ranges::move(notices, std::back_inserter(answer.notices));
}

void refuse_in(Answer& answer, Diagnostic refusal) {
  answer.outcome = ends_the_run(refusal) ? Outcome::broken : Outcome::refused;
  answer.refusal = std::move(refusal);
}

std::string one_line(std::string json) {
  while (json.ends_with('\n')) json.pop_back();
  std::ranges::replace(json, '\n', ' ');
  return json;
}

Diagnostic refusal_of_exception() {
  try {
    throw;
  } catch (const Refusal& refusal) {
    return refusal.diagnostic;
  } catch (const OutputClosed&) {
    throw;
  } catch (const OutputFailed&) {
    throw;
  } catch (const std::bad_alloc&) {
    return {"memory_used_up", {}, {}, std::nullopt};
  } catch (const std::length_error&) {
    return {"memory_used_up", {}, {}, std::nullopt};
  } catch (const std::exception& fault) {
    return {"program_fault", {}, {{"what", fault.what()}}, std::nullopt};
  }
}

}  // namespace cellar
