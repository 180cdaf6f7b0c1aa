// What a person may set while the shell runs.
#pragma once

#include <cstddef>

#include "refusal/render.h"

namespace cellar {

struct ShellSettings {
  bool colour_results = false;
  bool colour_diagnostics = false;
  bool expanded = false;
  bool timing = false;
  bool paging = true;  // asks between pages, at a terminal
  bool at_prompt = false;
  std::size_t page_rows = 100;
  DiagnosticForm diagnostic_form = DiagnosticForm::full;
};

}  // namespace cellar
