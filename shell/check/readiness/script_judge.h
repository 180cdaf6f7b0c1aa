// Scripts as a cluster would take them: what it refuses, what it regrets, what no cluster understands.
//
// In:      scripts, one after another; a database in which they are tried, with its schema.
// Out:     findings with their places. Definitions and writes are run in the database, so that what comes behind them is
//          judged as it would be; reads, and what has markers, are planned. What names a table that is not there waits for
//          the other scripts.
// Refused: a script that cannot be read, or a statement of it that is too long to be one.
#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "parser/parsed_shapes.h"
#include "parser/script/splitter.h"
#include "planner/lint/lint.h"
#include "planner/planner.h"
#include "shell/check/readiness/found_harm.h"
#include "shell/connection/database_connection.h"
#include "shell/files/script_file.h"
#include "shell/teach/lint/lint_report.h"
#include "shell/teach/lint/silenced_lints.h"

namespace cellar {

class ScriptJudge {
 public:
  /// `keyspace` is in use where a script begins; empty: none is.
  ScriptJudge(Database tried, std::string keyspace, FoundHarm& found, StopToken stop);

  void read(const std::filesystem::path& path);
  /// Judges what has waited, and the queries of all scripts together.
  void end();

  Connection& connection() { return connection_; }
  const Definitions& definitions() const { return definitions_; }
  /// The CREATE KEYSPACE of each.
  const std::map<std::string, DefinedAt>& keyspaces() const { return keyspaces_; }
  const SilencedLints& silenced() const { return silenced_; }
  std::uint64_t statements() const { return statements_; }
  std::uint64_t refused() const { return refused_; }

 private:
  struct PlacedText {
    DefinedAt at;
    std::string keyspace;  // in use
  };
  /// A SELECT or DELETE, for the lints of all queries.
  struct KeptQuery {
    PlacedText placed;
    std::uint64_t times = 1;
  };
  /// What the first statement of a shape has given, for the others in its script.
  struct KnownShape {
    std::vector<ReadinessFinding> findings;
    std::optional<std::size_t> query;
  };
  struct PlannedQueries;

  void pass_rows(Splitter& splitter, ScriptFile& script);
  void take(const ScriptStatement& statement);
  void take_command(const ScriptStatement& statement);
  /// Throws the refusal of a statement that a cluster refuses, too.
  void judge(const PlacedText& placed);
  void judge_statement(const PlacedText& placed, const Statement& statement);
  void judge_select(const PlacedText& placed, const Statement& statement, bool is_known_shape);
  void judge_timestamps(const PlacedText& placed, const Statement& statement);
  bool is_known(const PlacedText& placed);
  void forget_new_shape();
  /// Returns false if what the statement makes is there already, which is no fault.
  bool run(const PlacedText& placed, const Statement& statement, bool is_known_shape);
  void repeat_findings();
  void note_definition(const PlacedText& placed, const Statement& statement, bool existed);
  void keep_query(const PlacedText& placed);
  void refuse_at(const PlacedText& placed, const Diagnostic& refusal);
  void add_notices(const PlacedText& placed, const std::vector<Diagnostic>& notices);
  void add(const PlacedText& placed, Diagnostic what, std::optional<LintLevel> usual,
           std::uint64_t times = 1);
  void judge_queries();
  void plan_query(const KeptQuery& query, PlannedQueries& planned);
  PlanContext context(Policy policy, const std::string& keyspace);

  DatabaseConnection connection_;
  std::string keyspace_;
  FoundHarm& found_;
  StopToken stop_;
  std::string file_;
  bool has_rows_ = false;  // rows of COPY FROM STDIN follow
  ParsedShapes parsed_;
  SchemaPointer schema_;
  SilencedLints silenced_;
  Definitions definitions_;
  std::map<std::string, DefinedAt> keyspaces_;
  std::deque<PlacedText> waiting_;
  std::vector<KeptQuery> queries_;
  std::unordered_map<std::string, KnownShape> shapes_;  // of this script, by their keys
  KnownShape* shape_ = nullptr;  // of the statement that is judged; null: it is not kept
  std::string new_shape_;        // the key of the shape that this statement has added; empty: it was known
  std::uint64_t statements_ = 0, refused_ = 0;
};

}  // namespace cellar
