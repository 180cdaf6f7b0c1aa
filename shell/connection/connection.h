// The one interface between the shell and what runs its statements.
//
// In:      CQL text, prepared statements, the values of markers.
// Out:     results, the schema, the state of a session: the keyspace in use, an open group, a trace.
// Refused: what planning and running a statement refuses (database/database.h).
//
// database_connection.h implements it over a database of this process, client/cluster_connection.h over a cluster. The
// members of Session with the same names say what these do. A Connection belongs to one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "database/database.h"
#include "executor/copy/table_copy.h"
#include "shell/connection/cluster_facts.h"
#include "shell/connection/late_writes.h"
#include "shell/connection/table_scan.h"

namespace cellar {

class Connection {
 public:
  Connection() = default;
  virtual ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  virtual Result execute(std::string_view statement) = 0;
  virtual Result execute(const Prepared& prepared, std::span<const BoundValue> values) = 0;
  /// As above, but times to live begin at `now`. A connection that cannot say so lets them begin when the statement runs.
  virtual Result execute(const Prepared& prepared, std::span<const BoundValue> values, Seconds now);
  /// Returns whether it can say so. Then a read is as of that second, too.
  virtual bool keeps_seconds() const { return false; }
  virtual Reply attempt(std::string_view statement) = 0;
  /// A connection may read several parts of the ring at a time. The rows come in the order of their tokens.
  virtual Result scan(const TableScan& scan) { return execute(scan.text()); }
  virtual Prepared prepare(std::string_view statement) = 0;
  virtual BoundValue value_of(const LoneLiteral& literal, const Slot& marker) const = 0;
  virtual std::optional<Diagnostic> find_syntax_fault(std::string_view statement) = 0;
  virtual std::optional<Diagnostic> find_fault(std::string_view statement) = 0;
  virtual CopiedRows copy_table(const TableCopy& copy, const CopyProgress& progress) = 0;

  virtual SchemaPointer schema() const = 0;
  virtual const std::string& keyspace() const = 0;
  virtual void use(std::string keyspace) = 0;
  virtual Policy policy() const = 0;
  virtual void set_policy(Policy policy) = 0;
  virtual Notices notices() const = 0;
  virtual void set_notices(Notices notices) = 0;
  virtual void set_language(Language language) = 0;
  virtual UntoldNotices take_untold_notices() = 0;

  virtual void begin_group(GroupKind kind) = 0;
  virtual void commit_group() = 0;
  virtual void commit_group_async() = 0;
  virtual void drop_group() = 0;
  virtual bool in_group() const = 0;
  virtual std::size_t pending() const = 0;
  virtual std::uint64_t early_commits() const = 0;
  virtual bool group_is_large() const = 0;
  virtual bool group_is_waited_for() const = 0;
  virtual std::uint64_t durable_groups() const = 0;

  /// Returns the writes of groups that were answered before they have run; null: there were none such.
  virtual LateWrites* late_writes() { return nullptr; }

  virtual bool tracing() const = 0;
  virtual void set_tracing(bool on) = 0;
  virtual TracePointer end_trace(Result* result) = 0;

  /// Sets how to wait for other writers, and how a running statement is asked to stop.
  virtual void set_wait(WaitForWriter wait) = 0;

  /// Returns the database of this process in which the statements run; null if they run elsewhere.
  virtual const Database* database() const = 0;
  /// Returns the cluster in which the statements run; null if they run in this process.
  virtual const ClusterFacts* cluster() const = 0;
  /// Sets the levels of consistency, by their names. In a database of this process every level means the same.
  virtual void set_consistency(const std::string& level, const std::string& serial_level) = 0;
  bool read_only() const;
  void refuse_if_read_only() const;
};

/// Returns true for the refusal of a statement that was interrupted under way at a cluster: it may have run all the same.
inline bool may_have_run(const Diagnostic& refusal) {
  return refusal.cause() == Cause::interrupted && refusal.error_class() == ErrorClass::write_timeout;
}

}  // namespace cellar
