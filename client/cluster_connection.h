// A cluster as a Connection: statements are planned here and run there.
//
// In:      addresses of nodes, how to connect, the policy.
// Out:     a Connection. Under the policy `teach` what is refused for reasons of CQL or of the policy is refused before
//          anything is sent, and notices come from the plan; under `cassandra` all is sent as it was typed. EXPLAIN is
//          answered here.
// Refused: what no node, or the cluster refuses (E680 to E686), beside what planning refuses.
//
// Within a group, writes whose answer tells nothing are handed over as a load once there are many (client/load/): a
// refusal comes later, by late_writes(). Everything else waits until they are done.
//
// Results read their next pages through the connection, so it must outlive them. When the connection to a node is lost
// the statement is refused, and the next one begins with the next node.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/cluster_nodes.h"
#include "client/mirror/schema_mirror.h"
#include "client/server_connection.h"
#include "shell/connection/connection.h"

namespace cellar {

struct ClusterSettings {
  std::vector<ServerAddress> nodes;  // are tried in this order
  std::string datacenter{};          // whose nodes are used; empty: any
  ConnectionSettings connection{};
  StatementSettings statement{};
};

class StatementLoad;

class ClusterConnection : public Connection {
 public:
  ClusterConnection(ClusterSettings settings, Policy policy);
  ~ClusterConnection() override;

  using Connection::execute;
  Result execute(std::string_view statement) override;
  Result execute(const Prepared& prepared, std::span<const BoundValue> values) override;
  /// Before version 5 of the protocol times to live begin when the statement runs.
  Result execute(const Prepared& prepared, std::span<const BoundValue> values, Seconds now) override;
  Result scan(const TableScan& scan) override;
  Reply attempt(std::string_view statement) override;
  Prepared prepare(std::string_view statement) override;
  BoundValue value_of(const LoneLiteral& literal, const Slot& marker) const override;
  std::optional<Diagnostic> find_syntax_fault(std::string_view statement) override;
  std::optional<Diagnostic> find_fault(std::string_view statement) override;
  CopiedRows copy_table(const TableCopy& copy, const CopyProgress& progress) override;

  SchemaPointer schema() const override;
  const std::string& keyspace() const override { return nodes_->keyspace(); }
  void use(std::string keyspace) override;
  Policy policy() const override { return policy_; }
  void set_policy(Policy policy) override;
  Notices notices() const override { return notices_; }
  void set_notices(Notices notices) override { notices_ = notices; }
  void set_language(Language language) override { mirror_->set_language(language); }
  UntoldNotices take_untold_notices() override { return {}; }

  // A cluster makes each write durable before it answers, so a group holds nothing back, and cannot be dropped.
  void begin_group(GroupKind kind) override;
  /// Throws the first late refusal that nobody has taken.
  void commit_group() override;
  void commit_group_async() override;
  void drop_group() override;
  bool in_group() const override { return in_group_; }
  std::size_t pending() const override { return 0; }
  std::uint64_t early_commits() const override { return 0; }
  bool group_is_large() const override { return false; }
  bool group_is_waited_for() const override { return false; }
  std::uint64_t durable_groups() const override { return durable_groups_; }

  bool tracing() const override { return statement_settings_.is_traced; }
  void set_tracing(bool on) override { statement_settings_.is_traced = on; }
  TracePointer end_trace(Result* result) override;

  LateWrites* late_writes() override;

  void set_wait(WaitForWriter wait) override;
  const Database* database() const override { return nullptr; }
  const ClusterFacts* cluster() const override { return &nodes_->facts(); }
  void set_consistency(const std::string& level, const std::string& serial_level) override;

 private:
  /// Asks a node for the first page, or for the next one.
  using AskForPage = std::function<AnsweredPage(ServerConnection& node, const StatementSettings& settings,
                                                std::string_view next_page)>;

  /// The mirror, as the schema of the cluster is now.
  SchemaMirror& mirror() const;
  std::vector<Diagnostic> plan_here(std::string_view statement) const;
  /// Leaves out those that the shell does not want.
  std::vector<Diagnostic> wanted_of(std::vector<Diagnostic> notices) const;
  std::optional<Result> hand_over(std::string_view statement);
  void await_writes();
  Result explain(std::string_view statement);
  Result explain(const Prepared& prepared, std::span<const BoundValue> values,
                 std::optional<std::uint32_t> now);
  Result with_measures(Result explained, const std::function<Result()>& run);
  Result execute_prepared(const Prepared& prepared, std::span<const BoundValue> values,
                          std::optional<std::uint32_t> now);
  Result run(std::string_view statement, const AskForPage& ask, StatementSettings settings,
             std::vector<Diagnostic> notices);
  AnsweredPage first_page(std::string_view statement, const AskForPage& ask, StatementSettings& settings);
  AnsweredPage ask_for(std::string_view statement, const AskForPage& ask, const StatementSettings& settings,
                       std::string_view next_page);
  void follow_change();
  WriteEffect effect_of(std::string_view statement) const;
  void require_columns(const AnsweredPage& page, std::span<const AnsweredColumn> columns) const;
  template <typename Columns>
  void require_columns_of(const TableScan& scan, const Columns& columns) const;
  [[noreturn]] void refuse_columns() const;
  std::vector<ResultColumn> columns_of(std::vector<AnsweredColumn> columns) const;
  StatementSettings next_settings(std::optional<std::uint32_t> now = {});

  StatementSettings statement_settings_;
  Policy policy_;
  Notices notices_ = Notices::usual;
  std::unique_ptr<ClusterNodes> nodes_;
  std::unique_ptr<SchemaMirror> mirror_;
  std::unique_ptr<StatementLoad> load_;
  bool in_group_ = false;
  std::uint64_t durable_groups_ = 0;
  std::int64_t last_timestamp_ = 0;
  std::string trace_id_;  // of the last statement, 16 bytes
};

}  // namespace cellar
