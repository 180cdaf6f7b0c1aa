// Finds the refusal of a text before it runs. A text whose shape was refused before is not parsed again, nor planned if
// its literals change nothing of the refusal.
//
// In:      the text of a statement.
// Out:     its statement, or what the grammar or the planner refuses it for.
// Refused: nothing; a script may have a fault in each line, so a fault is data here.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "database/session/session_plans.h"
#include "parser/parsed_shapes.h"

namespace cellar {

class SessionFaults {
 public:
  SessionFaults(DatabaseState& database, const SessionSettings& settings, SessionPlans& plans,
                DerivedBuilds& builds)
      : database_(database), settings_(settings), plans_(plans), builds_(builds) {}

  std::optional<Diagnostic> find_syntax_fault(std::string_view text);
  std::optional<Diagnostic> find_fault(std::string_view text);

  /// Returns the fault of a text that is prepared; otherwise sets the statement.
  std::optional<Diagnostic> parse_prepared(std::string_view text,
                                           std::shared_ptr<const Statement>& statement);

  // The following are for a text that takes the long way.
  /// Returns why the text is refused, if one of its shape was refused before.
  std::optional<Diagnostic> find_known_fault(std::string_view text);
  /// Returns why a statement that reads or writes is refused. An exception that ends its planning ends few functions
  /// here.
  std::optional<Diagnostic> find_fault_of(std::shared_ptr<const Statement> statement);
  /// Returns the fault that the text has; otherwise sets the statement.
  std::optional<Diagnostic> parse(std::string_view text, std::shared_ptr<const Statement>& statement);
  /// Keeps the statement, which the planner has refused.
  void keep(std::string_view text, std::shared_ptr<const Statement> statement);

 private:
  /// The refusal of a statement with whatever literals, complete, with the places of the text that was parsed.
  struct RefusedShape {
    Diagnostic refusal;
    // It is valid for these.
    std::uint64_t schema_version;
    Policy policy;
    std::string keyspace;
  };

  ParsedText read(std::string_view text);
  std::optional<Diagnostic> find_first_fault(std::string_view text);
  /// Returns what the planner refuses a statement for.
  std::optional<Diagnostic> find_fault_of_plan(const ParsedText& parsed);
  const RefusedShape* find_refused_shape(const ParsedText& parsed, Transaction& source) const;
  void keep_refused_shape(const ParsedText& parsed, const Diagnostic& refusal, std::uint64_t schema_version);

  DatabaseState& database_;
  const SessionSettings& settings_;
  SessionPlans& plans_;
  DerivedBuilds& builds_;
  ParsedShapes refused_;  // statements that were refused, and those that refusals propose
  // Refusals of the statements that refused_ holds or has held.
  std::map<std::weak_ptr<const Statement>, RefusedShape, std::owner_less<>> refused_shapes_;
};

}  // namespace cellar
