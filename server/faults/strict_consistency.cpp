#include "server/faults/strict_consistency.h"

#include <charconv>
#include <variant>

#include "parser/parser.h"
#include "refusal/refusal.h"
#include "schema/system_keyspaces.h"

namespace cellar {

namespace {

/// What a statement reads or writes.
struct Accessed {
  const QualifiedName* table = nullptr;
  bool is_conditional = false;
};

struct FindAccessed {
  Accessed operator()(const SelectStatement& select) const { return {&select.table}; }
  Accessed operator()(const InsertStatement& insert) const {
    return {&insert.table, insert.conditions.any()};
  }
  Accessed operator()(const UpdateStatement& update) const {
    return {&update.table, update.conditions.any()};
  }
  Accessed operator()(const DeleteStatement& deletion) const {
    return {&deletion.table, deletion.conditions.any()};
  }
  Accessed operator()(const BatchStatement& batch) const {
    Accessed all;
    for (const auto& part : batch.statements) {
      const Accessed accessed = std::visit(*this, part);
      all = {accessed.table, all.is_conditional || accessed.is_conditional};
    }
    return all;
  }
  /// Definitions, and what reads no table.
  template <typename Other>
  Accessed operator()(const Other&) const {
    return {};
  }
};

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
  try {
    const Statement parsed = parse(statement);
    const Accessed accessed = std::visit(FindAccessed{}, parsed.node);
    if (accessed.table == nullptr) return std::nullopt;
    const std::string& name = accessed.table->keyspace ? accessed.table->keyspace->text : keyspace;
    const Keyspace* const home = is_system_keyspace(name) ? nullptr : schema.find_keyspace(name);
    if (home == nullptr) return std::nullopt;
    const ReplicaCounts replicas = replicas_of(*home, datacenter);
    const int needed = required(level, replicas);
    if (needed > kAlive) return UnavailableError{level, needed, kAlive};
    const int to_agree = required(Consistency::serial, replicas);
    if (accessed.is_conditional && to_agree > kAlive)
      return UnavailableError{Consistency::serial, to_agree, kAlive};
  } catch (const Refusal&) {
    // The engine refuses it, too.
  }
  return std::nullopt;
}

}  // namespace cellar
