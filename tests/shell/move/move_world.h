// Two databases of this process as the sides of a move.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "run_program.h"
#include "shell/connection/database_connection.h"
#include "shell/move/move.h"
#include "shell/render/output.h"

namespace cellar::test {

/// A database that says of itself that it is a cluster: it keeps no seconds, and its connection may be lost.
class LikeCluster : public DatabaseConnection {
 public:
  using DatabaseConnection::DatabaseConnection;
  using DatabaseConnection::execute;

  Result execute(std::string_view statement) override;
  Result execute(const Prepared& prepared, std::span<const BoundValue> values) override;
  Result execute(const Prepared& prepared, std::span<const BoundValue> values, Seconds now) override;
  Result scan(const TableScan& scan) override;
  bool keeps_seconds() const override { return false; }
  const ClusterFacts* cluster() const override { return &facts_; }
  // A cluster holds no group back.
  void begin_group(GroupKind) override { in_group_ = true; }
  void commit_group() override { in_group_ = false; }
  void drop_group() override { in_group_ = false; }
  bool in_group() const override { return in_group_; }
  bool group_is_large() const override { return false; }
  bool group_is_waited_for() const override { return false; }

  /// Is asked before each prepared write: `before`, the write is refused and not made; `after`, it is made, and its answer
  /// is lost.
  enum class Loss { none, before, after };
  std::function<Loss()> lose;
  /// Is asked before each row of a scan.
  std::function<bool()> loses_row;
  /// As `lose`, before each definition.
  std::function<Loss()> lose_definition;
  /// As clusters before version 5 are.
  bool knows_elements = true, knows_options = true;

 private:
  template <typename Ask>
  Result ask(const std::function<Loss()>& asked_before, Ask ask);

  ClusterFacts facts_{
      .name = "like", .version = "5.0", .datacenter = "datacenter1", .node = "here", .protocol = ""};
  bool in_group_ = false;
};

/// One side: a database, and connections to it.
struct MoveSide {
  explicit MoveSide(Database opened = Database::open_temporary({.sync = false}))
      : database(std::move(opened)),
        connection(database),
        reads(database),
        cluster(database),
        cluster_reads(database) {}

  Database database;
  DatabaseConnection connection, reads;
  LikeCluster cluster, cluster_reads;

  void run(const std::string& statement) { connection.execute(statement); }
  /// The rows with all values as literals, a line each.
  std::string rows_of(const std::string& select);
};

/// Moves between two sides.
struct MoveWorld {
  MoveSide source, target;
  ScratchFolder folder;
  KeptOutput output;
  std::vector<std::string> keyspaces, tables;
  MoveSample sample;
  std::map<std::string, std::string> replication{
      {"", "{'class': 'SimpleStrategy', 'replication_factor': 1}"}};
  bool to_cluster = false, from_cluster = false;
  bool copies = true, checks = true;
  std::atomic<int> stop = 0;
  std::chrono::seconds patience{0};

  void run(const std::string& statement) { source.run(statement); }
  MoveReport move();
  /// The code that it is refused for before anything is written.
  std::string refused_for();
  bool has_record() const { return std::filesystem::exists(folder.path / "record"); }
};

inline const char* const kKeyspace =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";

/// "written k.t k = 1 AND c = 2 v"
std::vector<std::string> lines_of(const MoveReport& report);

}  // namespace cellar::test
