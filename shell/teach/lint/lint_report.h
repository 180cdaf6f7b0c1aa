// What LINT finds in a schema, as data, as text and as JSON.
//
// In:      a session, whose keyspaces and first rows are looked at; a table, a keyspace, or nothing for all of them.
// Out:     the lints that are not silenced, each with the text that it has places in.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "refusal/render.h"
#include "shell/connection/connection.h"
#include "shell/teach/silenced_lints.h"

namespace cellar {

struct ReportedLint {
  Diagnostic lint;
  std::string name;  // of the table or index that the text makes
  std::string text;
};

struct LintReport {
  std::vector<ReportedLint> lints;
  std::size_t tables = 0;
  std::size_t tables_with_lints = 0;
};

/// Looks at schemas, and adds to a report.
class SchemaLints {
 public:
  /// Both must outlive it.
  SchemaLints(Connection& connection, const SilencedLints& silenced)
      : connection_(connection), silenced_(silenced), schema_(connection.schema()) {}

  void look_at(const Keyspace& keyspace, const Table& table);
  void look_at(const Keyspace& keyspace);

  const Schema& schema() const { return *schema_; }
  LintReport take() { return std::move(report_); }

 private:
  void add(Diagnostic lint, const std::string& name, const std::string& text);

  Connection& connection_;
  const SilencedLints& silenced_;
  SchemaPointer schema_;
  LintReport report_;
};

/// `columns` are those of the terminal, 0 if there is none.
std::string lint_text(const LintReport& report, DiagnosticForm form, bool colour, Language language,
                      std::size_t columns);
/// {"tables": 3, "lints": [...]}, each as refusal/render.h writes a diagnostic. One line.
std::string lint_json(const LintReport& report, Language language);

}  // namespace cellar
