#include "move_world.h"

#include "types/value/value.h"

namespace cellar::test {

namespace {

[[noreturn]] void refuse_lost() {
  refuse("node_lost", {}, {{"address", "here"}, {"reason", "it has ended"}});
}

}  // namespace

template <typename Ask>
Result LikeCluster::ask(const std::function<Loss()>& asked_before, Ask ask) {
  const Loss loss = asked_before ? asked_before() : Loss::none;
  if (loss == Loss::before) refuse_lost();
  Result result = ask();
  if (loss == Loss::after) refuse_lost();
  return result;
}

Result LikeCluster::scan(const TableScan& scan) {
  const auto rows = std::make_shared<Result>(execute(scan.text()));
  const auto more = [this, rows](std::vector<std::vector<Value>>& next, std::vector<Diagnostic>&) {
    if (loses_row && loses_row()) refuse_lost();
    const ResultRow* const row = rows->next();
    if (row != nullptr) next.assign(1, row->copy());
    return row != nullptr;
  };
  return Result(rows->columns(), {}, more);
}

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
  const auto run = [&] { return DatabaseConnection::execute(statement); };
  return statement.starts_with("CREATE") ? ask(lose_definition, run) : run();
}

Result LikeCluster::execute(const Prepared& prepared, std::span<const BoundValue> values) {
  return ask(lose, [&] { return DatabaseConnection::execute(prepared, values); });
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
                         .replication = replication,
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
