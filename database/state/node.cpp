// What a database says of the node that it appears as, and rows of system tables that a program supplies.

#include "database/plans/cached_plan.h"
#include "database/state/database_state.h"
#include "executor/system/system_rows.h"
#include "types/inet.h"
#include "types/uuid.h"

namespace cellar {

NodeFacts DatabaseState::node_facts(Transaction& source) {
  NodeFacts facts{.names = names, .host_id = {}, .dialled = {}};
  // In a lesson or test the id must not tell one file from another.
  facts.host_id = seeded.is_seeded() ? make_random_uuid(seeded.node(), ~seeded.node()) : source.host_id();
  return facts;
}

SystemFactsPointer DatabaseState::system_facts(const CachedPlan& select, Transaction& source,
                                               const NodeAddress& dialled) {
  const auto& plan = std::get<SelectPlan>(select.plan.node);
  if (!std::holds_alternative<SystemTableRows>(plan.rows)) return nullptr;
  auto facts = std::make_unique<SystemFacts>();
  facts->node = node_facts(source);
  facts->node.dialled = dialled;
  facts->supply = supplied.find({plan.table->keyspace, plan.table->name});
  return facts;
}

NodeFacts Database::node() const {
  Transaction transaction = state()->store.read();
  return state_->node_facts(transaction);
}

void Database::supply_rows(std::string_view keyspace, std::string_view table, SupplyRows supply) const {
  const std::shared_ptr<DatabaseState>& database = state();
  const Keyspace* const system = find_system_keyspace(keyspace);
  const TablePointer known = system != nullptr ? system->tables.get(table) : nullptr;
  if (!known || content_of(*known) != nullptr) {
    refuse("table_not_supplied", {}, {{"table", std::string(keyspace) + '.' + std::string(table)}});
  }
  database->supplied.set({std::string(keyspace), std::string(table)},
                         supply ? std::make_shared<const SupplyRows>(std::move(supply)) : nullptr);
}

NodeAddress checked_address(NodeAddress dialled) {
  const std::size_t size = dialled.address.size();
  if (size != 4 && size != 16) refuse("inet_length", {}, {{"size", std::to_string(size)}});
  // A listener for both versions of IP tells an address of version 4 as one of version 6.
  if (const auto shortest = parse_inet(inet_text(dialled.address))) dialled.address = *shortest;
  return dialled;
}

}  // namespace cellar
