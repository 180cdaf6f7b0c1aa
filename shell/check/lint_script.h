// A script seen by the lints: the tables that it makes, the rows that it writes, and its queries (`cellar lint`).
//
// In:      the text of a script, and the name of its file. It runs in a database of its own, which is gone at the end, with a
//          keyspace `script` in use. Statements with markers are planned, and do not run; commands of the shell are passed over.
// Out:     the lints that no comment silences (-- @allow L503 reason), with their levels and places; what was refused.
// Refused: nothing. A statement that is refused is reported, and the next one runs.
#pragma once

#include <string>
#include <vector>

#include "database/database.h"
#include "shell/teach/lint/lint_levels.h"
#include "shell/teach/lint/lint_report.h"

namespace cellar {

struct LintedScript {
  std::string file;
  std::vector<ReportedLint> lints;    // by their places; none whose level is off
  std::vector<ReportedLint> refused;  // statements
  std::size_t statements = 0, tables = 0;

  std::size_t count(LintLevel level) const;
};

LintedScript lint_script(const std::string& file, const std::string& text, const LintLevels& levels,
                         Policy policy, StopToken stop);

/// A line for each, and how to mend it.
std::string linted_text(const LintedScript& script, Language language);
/// One object on a line, as docs/schema/lint.schema.json specifies it.
std::string linted_json(const LintedScript& script, Language language);

}  // namespace cellar
