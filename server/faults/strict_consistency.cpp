#include "server/faults/strict_consistency.h"

#include <charconv>

#include "schema/system_keyspaces.h"
#include "server/answer/accessed_table.h"

namespace cellar {

namespace {

constexpr int kAlive = 1;

struct ReplicaCounts {
  int all = 0;
  int local = 0;  // in the datacenter of the server
};

int number_of(const std::string& digits) {
  int number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

ReplicaCounts replicas_of(const Keyspace& keyspace, const std::string& datacenter) {
  ReplicaCounts counts;
  for (const auto& [option, value] : keyspace.replication) {
    if (option == "class") continue;
    const int replicas = number_of(value);
    counts.all += replicas;
    if (option == datacenter || option == "replication_factor") counts.local += replicas;
  }
  return counts;
}

int required(Consistency level, const ReplicaCounts& replicas) {
  const auto quorum = [](int of) { return of / 2 + 1; };
  switch (level) {
    case Consistency::any:
    case Consistency::one:
    case Consistency::local_one:
    case Consistency::node_local:
      return 1;
    case Consistency::two:
      return 2;
    case Consistency::three:
      return 3;
    case Consistency::all:
      return replicas.all;
    case Consistency::quorum:
    case Consistency::serial:
      return quorum(replicas.all);
    case Consistency::local_quorum:
    case Consistency::local_serial:
    case Consistency::each_quorum:
      return quorum(replicas.local);
  }
  return 1;
}

bool is_serial(Consistency level) {
  return level == Consistency::serial || level == Consistency::local_serial;
}

bool knows_datacenters(const Keyspace& keyspace) {
  const auto named = keyspace.replication.find("class");
  return named != keyspace.replication.end() && named->second.ends_with("NetworkTopologyStrategy");
}

/// Returns why a write cannot have the level; empty if it can.
std::string_view refused_level(const AccessedTable& write, const Table& table, Consistency level,
                               const Keyspace& keyspace) {
  const bool is_one_statement = write.is_conditional || !write.is_batch;
  if (is_serial(level) && is_one_statement)
    return "a serial level is not for the write itself: give it as the serial consistency level of a "
           "statement with IF";
  if (write.is_conditional && level == Consistency::each_quorum && !knows_datacenters(keyspace))
    return "EACH_QUORUM with IF needs a keyspace of NetworkTopologyStrategy";
  if (table.is_counter() && level == Consistency::any && is_one_statement)
    return "a counter is not written at ANY: ask for ONE";
  return {};
}

ErrorResponse unavailable(Consistency level, int needed) {
  return {
      "one replica is alive, and the consistency level needs more: ask for ONE, or start cellar serve "
      "without --strict-consistency",
      UnavailableError{level, needed, kAlive}};
}

/// Returns the level whose number of replicas must answer: a serial read is a quorum of them, as Cassandra names it.
Consistency level_of_read(Consistency level) {
  if (level == Consistency::serial) return Consistency::quorum;
  return level == Consistency::local_serial ? Consistency::local_quorum : level;
}

}  // namespace

std::optional<ErrorResponse> unmet_consistency(std::string_view statement, const std::string& keyspace,
                                               Consistency level, const Schema& schema,
                                               const std::string& datacenter) {
  const std::optional<AccessedTable> accessed = accessed_table(statement, keyspace);
  if (!accessed) return std::nullopt;
  if (accessed->is_read && level == Consistency::any)
    return ErrorResponse{"the level ANY is for writes alone", PlainError{ErrorCode::invalid}};
  if (is_system_keyspace(accessed->keyspace)) return std::nullopt;
  const Keyspace* const home = schema.find_keyspace(accessed->keyspace);
  const TablePointer table = schema.find_table(accessed->keyspace, accessed->table);
  if (home == nullptr || table == nullptr) return std::nullopt;
  const std::string_view refused =
      accessed->is_read ? std::string_view() : refused_level(*accessed, *table, level, *home);
  if (!refused.empty()) return ErrorResponse{refused, PlainError{ErrorCode::invalid}};
  const ReplicaCounts replicas = replicas_of(*home, datacenter);
  // Replicas agree on a condition before its write has the level of the request.
  const int to_agree = accessed->is_conditional ? required(Consistency::quorum, replicas) : 0;
  if (to_agree > kAlive) return unavailable(Consistency::quorum, to_agree);
  const Consistency asked = accessed->is_read ? level_of_read(level) : level;
  const int needed = required(asked, replicas);
  if (needed > kAlive) return unavailable(asked, needed);
  return std::nullopt;
}

}  // namespace cellar
