// What LINT finds in a schema, as data, as text and as JSON.
//
// In:      a session, whose keyspaces and first rows are looked at; a table, a keyspace, or nothing for all of them.
// Out:     the lints that are neither silenced nor off, each with its level and the text that it has places in.
// Refused: what reading the first rows refuses.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "parser/statement/statement.h"
#include "refusal/render.h"
#include "schema/cql_text.h"
#include "shell/connection/connection.h"
#include "shell/teach/lint/lint_levels.h"
#include "shell/teach/lint/silenced_lints.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

struct ReportedLint {
  Diagnostic lint;
  std::string name;  // of the table or index that the text makes; or the file that the text is in
  std::string text;
  std::size_t line = 1, column = 1;  // of the text in its file
  LintLevel level = LintLevel::warn;
};

/// A statement of a script that made a table or an index.
struct DefinedAt {
  std::string file, text;
  std::size_t line = 1, column = 1;
};
/// The statements of scripts that made what is there. A table and an index may have one name.
struct Definitions {
  /// The keyspace and the name, as in system_schema: {"shop", "likes"}.
  using Key = std::pair<std::string, std::string>;
  std::map<Key, DefinedAt> tables, indexes;

  /// Takes note of a statement that was accepted. `existed`: what it makes may have been there before, as with IF NOT
  /// EXISTS; then the statement that is known stays.
  void note(const Statement& statement, const std::string& keyspace_in_use, const DefinedAt& at,
            bool existed = false);
};

struct LintReport {
  std::vector<ReportedLint> lints;
  std::size_t tables = 0;
  std::size_t tables_with_lints = 0;

  bool has_errors() const;
};

/// Looks at schemas, and adds to a report.
class SchemaLints {
 public:
  /// All must outlive it. Places are in the statements of a script, as far as they are among its definitions, and not in
  /// DESCRIBE's.
  SchemaLints(Connection& connection, const SilencedLints& silenced, const LintLevels& levels,
              const Definitions* definitions = nullptr)
      : connection_(connection),
        silenced_(silenced),
        levels_(levels),
        definitions_(definitions),
        schema_(connection.schema()) {}

  /// From now on a keyspace is not looked at to its end (`interrupted`) once this asks to stop.
  void ask_to_stop(StopToken stop) { stop_ = stop; }
  /// From now on definitions alone are looked at, and no rows.
  void pass_over_rows() { reads_rows_ = false; }
  void look_at(const Keyspace& keyspace, const Table& table);
  void look_at(const Keyspace& keyspace);

  const Schema& schema() const { return *schema_; }
  LintReport take() { return std::move(report_); }

 private:
  struct Origin {
    DefinedAt at;
    TablePlaces places;
  };

  Origin origin_of(const Table& table) const;
  void look_at_indexes(const Keyspace& keyspace, const Table& table);
  void add(Diagnostic lint, const DefinedAt& origin);

  Connection& connection_;
  const SilencedLints& silenced_;
  const LintLevels& levels_;
  const Definitions* definitions_;
  bool reads_rows_ = true;
  StopToken stop_;
  SchemaPointer schema_;
  LintReport report_;
};

/// `columns` are those of the terminal, 0 if there is none.
std::string lint_text(const LintReport& report, DiagnosticForm form, bool colour, Language language,
                      std::size_t columns);
/// {"tables": 3, "lints": [...]}, each as refusal/render.h writes a diagnostic, with its level before it. One line.
std::string lint_json(const LintReport& report, Language language);
/// A lint of it: {"level": "warn", "kind": "note", ...}
std::string lint_object(const ReportedLint& found, Language language);

}  // namespace cellar
