#include "server/faults/strict_consistency.h"

#include <charconv>

#include "schema/system_keyspaces.h"
#include "server/answer/accessed_table.h"

namespace cellar {

namespace {

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

}  // namespace

std::optional<UnavailableError> missing_replicas(std::string_view statement, const std::string& keyspace,
                                                 Consistency level, const Schema& schema,
                                                 const std::string& datacenter) {
  constexpr int kAlive = 1;
  const std::optional<AccessedTable> accessed = accessed_table(statement, keyspace);
  if (!accessed || is_system_keyspace(accessed->keyspace)) return std::nullopt;
  const Keyspace* const home = schema.find_keyspace(accessed->keyspace);
  if (home == nullptr) return std::nullopt;
  const ReplicaCounts replicas = replicas_of(*home, datacenter);
  const int needed = required(level, replicas);
  if (needed > kAlive) return UnavailableError{level, needed, kAlive};
  const int to_agree = required(Consistency::serial, replicas);
  if (accessed->is_conditional && to_agree > kAlive)
    return UnavailableError{Consistency::serial, to_agree, kAlive};
  return std::nullopt;
}

}  // namespace cellar
