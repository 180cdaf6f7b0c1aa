// The plans of a session's statements: made for what a transaction sees, kept by shape, found again.
//
// In:      texts and statements; the group or a snapshot that they read.
// Out:     plans; the transaction that a statement reads.
// Refused: what the grammar and the planner refuse.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "database/observe/statement_observer.h"
#include "database/plans/shape_cache.h"
#include "database/session/derived_builds.h"
#include "database/session/open_group.h"
#include "database/session/session_settings.h"
#include "planner/planner.h"

namespace cellar {

class SessionPlans {
 public:
  SessionPlans(DatabaseState& database, SessionSettings& settings, OpenGroup& group, DerivedBuilds& builds,
               const StatementObserverPointer& observer)
      : database_(database), settings_(settings), group_(group), builds_(builds), observer_(observer) {}

  /// Returns true if statements of a known shape need neither the grammar nor the planner.
  bool takes_short_ways() const {
    return settings_.path == StatementPath::shortest && !(observer_ && observer_->is_analyzing());
  }
  /// Returns the group if it holds writes, which the statement has to see; otherwise begins a snapshot.
  Transaction& source_of_reads(std::optional<Transaction>& snapshot);
  /// As above, and calls `plan` with the transaction. If it lacks an index or view, builds that first.
  template <typename Plan>
  Transaction& plan_read(std::optional<Transaction>& snapshot, Plan plan);
  /// As of the open group, else of the newest commit.
  SchemaPointer schema_as_seen();

  /// Returns true if a plan of this statement is still valid: same schema and policy. It keeps its keyspace.
  bool is_current(const CachedPlanPointer& planned, Transaction& transaction) const {
    return planned && planned->policy == settings_.policy &&
           planned->schema_version == transaction.schema_version();
  }
  /// Returns true if a plan of another statement of the same shape can be used: same schema, policy and keyspace in
  /// use.
  bool fits(const CachedPlan& planned, Transaction& transaction) const {
    return planned.policy == settings_.policy && planned.keyspace == settings_.keyspace &&
           planned.schema_version == transaction.schema_version();
  }
  /// Returns `before` if it is still valid, otherwise a plan for the schema that the transaction sees.
  CachedPlanPointer plan_in(Transaction& transaction, std::shared_ptr<const Statement> statement,
                            const CachedPlanPointer& before, Timestamp now);
  /// Returns a plan for the schema that the transaction sees, and this keyspace in use.
  CachedPlanPointer plan_anew(Transaction& transaction, std::shared_ptr<const Statement> statement,
                              const std::string& keyspace, Timestamp now);
  /// The same for the keyspace of the session, and the time of the clock.
  CachedPlanPointer plan_in(Transaction& transaction, std::shared_ptr<const Statement> statement) {
    return plan_in(transaction, std::move(statement), nullptr, database_.now_microseconds());
  }
  /// Returns a new plan of the text, which is not kept.
  CachedPlanPointer plan_text(std::string_view text);
  /// Returns the plan of the text, perhaps one that another session has made. Keeps a new plan by its shape.
  CachedPlanPointer prepare(std::string_view text);
  /// The same in two steps: returns nothing for a text that is not known; takes the statement of such a text.
  CachedPlanPointer find_prepared(std::string_view text);
  CachedPlanPointer prepare_parsed(std::string_view text, std::shared_ptr<const Statement> statement);
  /// Returns the value of a text that stands alone, without markers; nothing if it is refused, or null.
  std::optional<std::string> compute(std::string_view text, const Type& type);
  void use(std::string keyspace);
  /// Returns what a statement is planned for, at this time. The schema and the keyspace must outlive it.
  PlanContext context(const Schema& schema, std::string_view keyspace, Timestamp now) const {
    return {.schema = schema,
            .keyspace = keyspace,
            .node = database_.node_names,
            .policy = settings_.policy,
            .now_microseconds = now,
            .language = settings_.language};
  }

  /// Returns null for an unknown shape and for a text that has none. Sets shape().
  KnownShapePointer find(std::string_view text);
  void learn(std::string_view text, const CachedPlanPointer& planned);
  /// Returns a known shape with such a plan, which is made if none is known; null if the text has no shape.
  KnownShapePointer find_or_plan(std::string_view text, Transaction& source);
  /// The shape of the text that was looked up last. Its key is only set if it is not that of the text before.
  Shape& shape() { return shape_; }
  const Shape& shape() const { return shape_; }

 private:
  CachedPlanPointer plan_parsed(std::shared_ptr<const Statement> statement);

  DatabaseState& database_;
  SessionSettings& settings_;
  OpenGroup& group_;
  DerivedBuilds& builds_;
  const StatementObserverPointer& observer_;
  SessionShapes shapes_;
  Shape shape_;
};

template <typename Plan>
Transaction& SessionPlans::plan_read(std::optional<Transaction>& snapshot, Plan plan) {
  try {
    Transaction& transaction = source_of_reads(snapshot);
    plan(transaction);
    return transaction;
  } catch (const Refusal& refusal) {
    snapshot.reset();
    if (!builds_.build_what_lacks(refusal.diagnostic)) throw;
  }
  Transaction& transaction = source_of_reads(snapshot);
  plan(transaction);
  return transaction;
}

}  // namespace cellar
