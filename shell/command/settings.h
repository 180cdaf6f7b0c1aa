// Settings that a person may change while the shell runs.
#pragma once

#include <cstddef>
#include <utility>

#include "refusal/render.h"

namespace cellar {

/// The words that --diag and VERBOSITY accept.
inline constexpr std::pair<const char*, DiagnosticForm> kDiagnosticForms[] = {
    {"full", DiagnosticForm::full}, {"short", DiagnosticForm::one_line}, {"json", DiagnosticForm::json}};

struct ShellSettings {
  bool colour_results = false;
  bool colour_diagnostics = false;
  bool expanded = false;
  bool timing = false;
  bool paging = true;  // at a terminal, asks before each further page
  bool at_prompt = false;
  std::size_t page_rows = 100;
  DiagnosticForm diagnostic_form = DiagnosticForm::full;
};

}  // namespace cellar
