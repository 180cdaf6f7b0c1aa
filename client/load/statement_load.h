// The statements of a script as a load: texts become prepared statements of their shape.
//
// In:      statements and prepared statements that run within a group; the schema of the cluster.
// Out:     those that can be a part of a load are handed over (client/load/write_load.h), with the notices of their plans.
// Refused: an interrupt while a write waits to be sent.
//
// What is no part of a load is run by itself, behind what was handed over: reads, definitions, conditional writes, and texts
// that have no shape or that are refused here. So is the first text of a shape: preparing is worth it for those that come
// again.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "client/cluster_nodes.h"
#include "client/load/write_load.h"
#include "client/mirror/schema_mirror.h"

namespace cellar {

class StatementLoad {
 public:
  /// Both must outlive it. The mirror is as the schema of the cluster is now, and has the keyspace in use.
  StatementLoad(ClusterNodes& nodes, SchemaMirror& mirror) : nodes_(nodes), mirror_(mirror) {}

  /// To be called with each text of a group, before hand_over(). Returns false if it is to be run by itself for what it
  /// is, and for the first writes of a run: few are not worth connections to all nodes.
  bool may_take(std::string_view statement);
  /// Returns the notices of the plan; nothing: the statement is to be run by itself.
  std::optional<std::vector<Diagnostic>> hand_over(std::string_view statement,
                                                   const StatementSettings& settings);
  /// Returns false if it is to be run by itself.
  bool hand_over(const Prepared& statement, std::span<const BoundValue> values,
                 const StatementSettings& settings);

  /// Null: nothing was handed over yet.
  WriteLoad* writes() const { return writes_.get(); }
  /// Waits until nothing is under way.
  void await_all();
  /// Is to be called when the schema has changed.
  void note_schema_change();
  void set_interrupted(const IsInterrupted& interrupted);

 private:
  static constexpr std::uint64_t kWritesByThemselves = 32;
  static constexpr std::size_t kMostShapes = 10'000;

  bool is_long_run() { return ++run_ > kWritesByThemselves; }
  bool come_again();
  WriteLoad& ready_writes();
  bool read_parts(const std::vector<std::string_view>& statements, std::vector<Diagnostic>& notices);

  ClusterNodes& nodes_;
  SchemaMirror& mirror_;
  std::unique_ptr<WriteLoad> writes_;
  std::uint64_t run_ = 0;             // writes that could be part of a load
  std::vector<LoadedPart> parts_;     // its memory is used again
  std::vector<Prepared> statements_;  // of these
  std::vector<Diagnostic> notices_of_part_;
  std::unordered_set<std::string> met_;              // texts of shapes that have come once
  std::unordered_set<std::string> planned_batches_;  // by kind and statements; their plans have no notices
};

}  // namespace cellar
