// Builds indexes and views that do not hold all existing rows of their tables: after a definition, and before a read
// that needs them, since a process that was to build them may have been killed.
//
// In:      the change that a definition has made; the refusal of a read.
// Out:     the index or view is built.
// Refused: an interrupted build, and what adding a row refuses.
#pragma once

#include <mutex>
#include <string>

#include "database/session/open_group.h"
#include "database/session/session_wait.h"
#include "planner/plan/definition_plan.h"
#include "schema/schema.h"

namespace cellar {

struct DerivedBuild;

class DerivedBuilds {
 public:
  DerivedBuilds(DatabaseState& database, OpenGroup& group, const SessionWait& wait)
      : database_(database), group_(group), wait_(wait) {}

  struct TableName {
    std::string keyspace, table;
  };
  void build_if_lacking(const TableName& name, const Schema& schema);
  void build_after(const SchemaEdit& change, const Schema& schema);
  /// To be called with the refusal of a read. Returns true if it has built what the read lacked, so that it may be
  /// planned again.
  bool build_what_lacks(const Diagnostic& refusal);

 private:
  void build(const TableName& name);
  bool build_step(DerivedBuild& running);
  template <typename Step>
  bool commit_step(Step step);
  std::unique_lock<std::timed_mutex> wait_to_build(const TableName& name);

  DatabaseState& database_;
  OpenGroup& group_;
  const SessionWait& wait_;
};

}  // namespace cellar
