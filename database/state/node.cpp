// The facts of the node, for a SELECT from a system table and for programs.

#include "database/plans/cached_plan.h"
#include "database/state/database_state.h"
#include "types/uuid.h"

namespace cellar {

NodeFacts DatabaseState::node_facts(Transaction& source) {
  NodeFacts facts{.names = node_names, .host_id = {}, .rpc_address = {}};
  // In a lesson or test the id must not tell one file from another.
  facts.host_id = seeded.is_seeded() ? make_random_uuid(seeded.node(), ~seeded.node()) : source.host_id();
  return facts;
}

SystemFactsPointer DatabaseState::system_facts(const CachedPlan& select, Transaction& source,
                                               const NodeAddress& rpc_address) {
  const auto& plan = std::get<SelectPlan>(select.plan.node);
  const auto* const computed = std::get_if<SystemTableRows>(&plan.rows);
  if (computed == nullptr) return nullptr;
  auto facts = std::make_unique<SystemFacts>();
  facts->schema = computed->schema;
  facts->node = node_facts(source);
  facts->node.rpc_address = rpc_address;
  facts->supply = supplied.find({plan.table->keyspace, plan.table->name});
  return facts;
}

}  // namespace cellar
