// The schema of a cluster in a database of this process, which holds no rows: statements are planned, explained and
// completed by it.
//
// In:      the definitions of a cluster, as often as they have changed; statements.
// Out:     a session of the database; the notices of plans.
// Refused: statements, for what the planner refuses and the cluster does not know better. A definition of the cluster
//          that is refused here makes its name one that is not known.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "client/mirror/schema_texts.h"
#include "shell/connection/database_connection.h"

namespace cellar {

struct Plan;
struct Statement;

class SchemaMirror {
 public:
  explicit SchemaMirror(const NodeNames& node);

  /// Makes the difference to the definitions before.
  void follow(const SchemaTexts& texts);
  /// Puts a keyspace in use, if it is known.
  void use(const std::string& keyspace);
  /// Sets the language of what EXPLAIN says.
  void set_language(Language language);
  Connection& connection() { return connection_; }
  const Connection& connection() const { return connection_; }

  /// Plans a statement by the policy of the session, without running it, and returns the notices of its plan.
  std::vector<Diagnostic> plan(std::string_view statement) const;
  /// See Session::prepare_shape(): null for what is refused here.
  const Prepared* prepare_shape(std::string_view statement, std::vector<BoundValue>& values,
                                std::vector<Diagnostic>& notices) {
    return connection_.session().prepare_shape(statement, values, notices);
  }
  /// Returns the statement that EXPLAIN ANALYZE runs, at its place in the text; nothing for another text. Refuses an answer
  /// that is to be JSON: it has no place for the trace of a cluster.
  std::optional<std::string> analyzed(std::string_view explain) const;

 private:
  using Definitions = std::vector<DefinitionText>;

  void follow(const std::string& keyspace, const Definitions& before, const Definitions& now);
  void define(const std::string& keyspace, Definitions definitions);
  Plan plan_by(Policy policy, const Statement& statement) const;
  bool policy_alone_refuses(const Statement& statement) const;
  /// Returns true for a statement whose refusal here may be for lack of knowledge: it names a function or a definition
  /// of the cluster that is not known, or a system keyspace, which has other tables there.
  bool may_know_more_there(std::string_view statement) const;
  void drop(const std::string& keyspace);
  bool run(const std::string& statement);

  NodeNames node_;
  Language language_ = Language::english;
  DatabaseConnection connection_;
  SchemaTexts known_;
  std::map<std::string, std::set<std::string>> refused_;  // names of definitions, by keyspace
};

}  // namespace cellar
