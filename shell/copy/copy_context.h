// The context of a COPY: the session that it works on, and the results that its command reports.
//
// In:      a database and a session, outputs, how refusals are shown, the lines behind the command.
// Out:     notices; whether the lines behind were read; how many rows of the files need not be read again.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "database/database.h"
#include "refusal/render.h"
#include "shell/connection/stop_token.h"
#include "shell/render/output.h"

namespace cellar {

struct CopyContext {
  const Database& database;
  Session& session;
  Output& output;
  StopToken stop;
  Span command;  // the word COPY in its text
  bool at_prompt = false;
  bool lines_are_typed = false;  // by a person, as they are read
  bool colour_diagnostics = false;
  DiagnosticForm diagnostic_form = DiagnosticForm::full;
  Language language = Language::english;
  const std::function<void()>& make_durable;  // the open group
  const std::function<bool(std::string& line)>&
      read_line;                               // the next line behind the command; null: there is none
  bool& has_read_lines;                        // set before they are read
  std::optional<std::uint64_t>& skipped_rows;  // before: in place of SKIPROWS; after: to pass over next time
  std::vector<Diagnostic>& notices;
  std::vector<std::string>& files_of_dry_run;  // that COPY TO would have written
};

enum class CopyOutcome : std::uint8_t { done, refused };

}  // namespace cellar
