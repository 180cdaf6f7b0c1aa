// A database of this process as a Connection: one session of it.
//
// In:      a database, the policy of its session.
// Out:     a Connection.
// Refused: nothing by itself; its statements refuse what the session refuses.
#pragma once

#include <utility>

#include "shell/connection/connection.h"

namespace cellar {

class DatabaseConnection : public Connection {
 public:
  explicit DatabaseConnection(Database database, Policy policy = Policy::cassandra)
      : database_(std::move(database)), session_(database_, policy) {}

  /// Puts another database and a session of it in the place of these, and returns the ones before. No group is open then, and
  /// no result is read.
  std::pair<Database, Session> exchange(Database database, Session session) {
    return {std::exchange(database_, std::move(database)), std::exchange(session_, std::move(session))};
  }

  /// For what no other connection has: requests, the path of statements.
  Session& session() { return session_; }

  void begin_group(GroupKind kind) override { session_.begin_group(kind); }
  void commit_group() override { session_.commit_group(); }
  void commit_group_async() override { session_.commit_group_async(); }
  void drop_group() override { session_.drop_group(); }
  bool in_group() const override { return session_.in_group(); }
  std::size_t pending() const override { return session_.pending(); }
  std::uint64_t early_commits() const override { return session_.early_commits(); }
  bool group_is_large() const override { return session_.group_is_large(); }
  bool group_is_waited_for() const override { return session_.group_is_waited_for(); }
  std::uint64_t durable_groups() const override { return session_.durable_groups(); }

  Result execute(std::string_view statement) override { return session_.execute(statement); }
  Result execute(const Prepared& prepared, std::span<const BoundValue> values) override {
    return session_.execute(prepared, values);
  }
  Result execute(const Prepared& prepared, std::span<const BoundValue> values, Seconds now) override {
    Request request;
    request.statement = prepared;
    request.values.assign(values.begin(), values.end());
    request.now = now;
    return session_.execute(request);
  }
  bool keeps_seconds() const override { return true; }
  Reply attempt(std::string_view statement) override { return session_.attempt(statement); }
  Prepared prepare(std::string_view statement) override { return session_.prepare(statement); }
  BoundValue value_of(const LoneLiteral& literal, const Slot& marker) const override {
    return session_.value_of(literal, marker);
  }
  std::optional<Diagnostic> find_syntax_fault(std::string_view statement) override {
    return session_.find_syntax_fault(statement);
  }
  std::optional<Diagnostic> find_fault(std::string_view statement) override {
    return session_.find_fault(statement);
  }
  CopiedRows copy_table(const TableCopy& copy, const CopyProgress& progress) override {
    return session_.copy_table(copy, progress);
  }

  SchemaPointer schema() const override { return session_.schema(); }
  const std::string& keyspace() const override { return session_.keyspace(); }
  void use(std::string keyspace) override { session_.use(std::move(keyspace)); }
  Policy policy() const override { return session_.policy(); }
  void set_policy(Policy policy) override { session_.set_policy(policy); }
  Notices notices() const override { return session_.notices(); }
  void set_notices(Notices notices) override { session_.set_notices(notices); }
  void set_language(Language language) override { session_.set_language(language); }
  UntoldNotices take_untold_notices() override { return session_.take_untold_notices(); }

  bool tracing() const override { return session_.tracing(); }
  void set_tracing(bool on) override { session_.set_tracing(on); }
  TracePointer end_trace(Result* result) override { return session_.end_trace(result); }

  void set_wait(WaitForWriter wait) override { session_.set_wait(std::move(wait)); }

  const Database* database() const override { return &database_; }
  const ClusterFacts* cluster() const override { return nullptr; }
  void set_consistency(const std::string& /*level*/, const std::string& /*serial_level*/) override {}

 private:
  Database database_;
  Session session_;
};

}  // namespace cellar
