// A statement with its plan and the values of its literals: what is kept of it between runs.
#pragma once

#include <memory>

#include "executor/bind.h"
#include "executor/direct_select.h"
#include "executor/direct_upsert.h"

namespace cellar {

struct Planned {
  std::shared_ptr<const Statement> statement;
  Plan plan;
  // Of the plan, if it is of that kind.
  std::optional<DirectUpsert> direct;
  std::optional<DirectSelect> direct_select;
  // What the plan depends on.
  std::uint64_t schema_version = 0;
  Policy policy = Policy::cassandra;
  std::string keyspace;

  std::vector<ResultColumn> columns;
  std::vector<std::size_t> markers;  // indexes of slots
  std::vector<BoundValue> literals;  // one a slot, markers unset
};
using PlannedPointer = std::shared_ptr<const Planned>;

struct PreparedState {
  PlannedPointer planned;
  std::vector<Slot> markers;
};

}  // namespace cellar
