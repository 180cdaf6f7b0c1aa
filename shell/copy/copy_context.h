// The context of a COPY: the session that it works on, and the results that its command reports.
//
// In:      a database and a session, outputs, how refusals are shown, the lines behind the command.
// Out:     notices; whether the lines behind were read; how many rows of the files need not be read again.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "refusal/render.h"
#include "shell/connection/connection.h"
#include "shell/copy/copy_statement.h"
#include "shell/render/output.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

/// What a COPY has done.
struct CopyReport {
  CopyDirection direction = CopyDirection::from;
  std::uint64_t rows = 0;  // imported or exported
  std::size_t files = 0;
  double seconds = 0;
  std::uint64_t skipped = 0;   // rows of the files that were passed over
  std::uint64_t refused = 0;   // rows of the files
  std::string refused_file{};  // that holds these
};
/// "3 rows imported from 1 files in 0.010 seconds (0 skipped).", in English in the words of cqlsh.
std::string copy_text(const CopyReport& report, Language language);
/// One object of JSON, in one line.
std::string copy_json(const CopyReport& report);

struct CopyContext {
  Connection& connection;
  Output& output;
  StopToken stop;
  std::filesystem::path home{};  // for ~ in names of files
  Span command;                  // the word COPY in its text
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
  std::optional<CopyReport>& report;           // of a COPY with files that has run to its end
  std::vector<std::string>& files_of_dry_run;  // that COPY TO would have written
};

enum class CopyOutcome : std::uint8_t { done, refused };

}  // namespace cellar
