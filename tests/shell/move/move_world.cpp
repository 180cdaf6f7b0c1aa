#include "move_world.h"

#include "types/value/value.h"

namespace cellar::test {

Result LikeCluster::execute(std::string_view statement) {
  if (!knows_options && statement.find("additional_write_policy") != statement.npos)
    throw Refusal({"cluster_refuses_syntax",
                   {},
                   {{"words", "Unknown property 'additional_write_policy'"}},
                   std::nullopt});
  if (!knows_elements && statement.find("writetime(m)") != statement.npos)
    throw Refusal({"cluster_refuses",
                   {},
                   {{"words", "Cannot use selection function writeTime on non-frozen collection m"}},
                   std::nullopt});
  return DatabaseConnection::execute(statement);
}

Result LikeCluster::execute(const Prepared& prepared, std::span<const BoundValue> values) {
  const Loss loss = lose ? lose() : Loss::none;
  const Diagnostic lost = {"node_lost", {}, {{"address", "here"}, {"reason", "it has ended"}}, std::nullopt};
  if (loss == Loss::before) throw Refusal(lost);
  Result result = DatabaseConnection::execute(prepared, values);
  if (loss == Loss::after) throw Refusal(lost);
  return result;
}

Result LikeCluster::execute(const Prepared& prepared, std::span<const BoundValue> values, Seconds) {
  return execute(prepared, values);
}

std::string MoveSide::rows_of(const std::string& select) {
  Result result = connection.execute(select);
  std::string text;
  while (const ResultRow* const row = result.next()) {
    for (std::size_t i = 0; i < row->size(); ++i)
      text += (i == 0 ? "" : ", ") + to_literal(result.columns()[i].type, (*row)[i]);
    text += '\n';
  }
  return text;
}

MoveReport MoveWorld::move() {
  Connection& to = to_cluster ? static_cast<Connection&>(target.cluster) : target.connection;
  Connection& reads = to_cluster ? static_cast<Connection&>(target.cluster_reads) : target.reads;
  Connection& from = from_cluster ? static_cast<Connection&>(source.cluster) : source.connection;
  return move_keyspaces({.source = from,
                         .target = to,
                         .target_reads = reads,
                         .source_name = "source",
                         .target_name = "target",
                         .keyspaces = keyspaces,
                         .tables = tables,
                         .sample = sample,
                         .replication = {{"", "{'class': 'SimpleStrategy', 'replication_factor': 1}"}},
                         .record = folder.path / "record",
                         .copies = copies,
                         .checks = checks,
                         .output = output,
                         .stop = StopToken(stop),
                         .late_writes = std::chrono::seconds(0),
                         .patience = patience});
}

std::string MoveWorld::refused_for() {
  try {
    move();
  } catch (const Refusal& refusal) {
    return std::string(refusal.diagnostic.id);
  }
  return "";
}

std::vector<std::string> lines_of(const MoveReport& report) {
  constexpr const char* kKinds[] = {"missing", "further", "value", "written", "expiry"};
  std::vector<std::string> lines;
  for (const MoveDifference& each : report.differences)
    lines.push_back(std::string(kKinds[static_cast<std::size_t>(each.kind)]) + ' ' + each.table + ' ' +
                    each.row + (each.column.empty() ? "" : ' ' + each.column));
  return lines;
}

}  // namespace cellar::test
