#include "shell/check/readiness/readiness.h"

#include <algorithm>

#include "database/snapshot.h"
#include "schema/system_keyspaces.h"
#include "shell/check/readiness/found_harm.h"
#include "shell/check/readiness/schema_findings.h"
#include "shell/check/readiness/script_judge.h"
#include "shell/check/readiness/table_facts.h"

namespace cellar {

namespace {

/// In use where scripts have a database of their own.
constexpr std::string_view kKeyspaceOfScripts = "script";

bool is_interrupt(const Refusal& refusal) { return refusal.diagnostic.cause() == Cause::interrupted; }

class ReadinessJudge {
 public:
  explicit ReadinessJudge(const ReadinessTask& task)
      : task_(task),
        found_(task.levels),
        keyspace_(keyspace_of_scripts()),
        scripts_(task.tried, keyspace_, found_, task.stop) {
    report_.file = task.name;
    report_.nodes = task.nodes;
  }

  ReadinessReport judge() {
    if (task_.judged) attempt(task_.name, [&] { judge_given_schema(); });
    for (const std::filesystem::path& path : task_.scripts) read_script(path);
    if (!stops()) attempt(task_.name, [&] { scripts_.end(); });
    attempt(task_.name, [&] { judge_schema_of_scripts(); });
    measure_tables(task_.judged ? *task_.judged : task_.tried);
    report_.is_interrupted = stops();
    report_.statements = scripts_.statements();
    report_.refused = scripts_.refused();
    report_.findings = found_.take();
    report_.left_out = found_.left_out();
    return std::move(report_);
  }

 private:
  bool stops() const { return task_.stop.stop_requested(); }

  /// Scripts begin in the only keyspace of the database, if there is one.
  std::string keyspace_of_scripts() const {
    Session session(task_.tried);
    if (!task_.judged) {
      session.execute("CREATE KEYSPACE IF NOT EXISTS " + std::string(kKeyspaceOfScripts) +
                      " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
      return std::string(kKeyspaceOfScripts);
    }
    std::string only;
    for (const auto& [name, keyspace] : session.schema()->keyspaces) {
      if (is_system_keyspace(name)) continue;
      if (!only.empty()) return {};
      only = name;
    }
    return only;
  }

  void judge_given_schema() {
    DatabaseConnection connection(*task_.judged);
    const SilencedLints silenced;
    const Definitions none;
    const std::map<std::string, DefinedAt> no_keyspaces;
    judge_schema({.connection = connection,
                  .silenced = silenced,
                  .definitions = none,
                  .keyspaces = no_keyspaces,
                  .passed_over = {}},
                 found_);
  }

  void judge_schema_of_scripts() {
    const SchemaPointer given = task_.judged ? task_.judged->schema() : nullptr;
    judge_schema({.connection = scripts_.connection(),
                  .silenced = scripts_.silenced(),
                  .definitions = scripts_.definitions(),
                  .keyspaces = scripts_.keyspaces(),
                  .known = given.get(),
                  .passed_over = task_.judged ? "" : keyspace_},
                 found_);
  }

  /// Does what may be refused; reports what cannot be read.
  template <typename Work>
  bool attempt(const std::string& what, const Work& work) {
    try {
      work();
      return true;
    } catch (const Refusal& refusal) {
      if (!is_interrupt(refusal)) report_.unread.push_back({what, refusal.diagnostic});
      return false;
    }
  }

  void read_script(const std::filesystem::path& path) {
    if (stops()) return;
    report_.scripts += attempt(path.string(), [&] { scripts_.read(path); }) ? 1 : 0;
  }

  void measure_tables(const Database& database) {
    const SchemaPointer schema = database.schema();
    for (const auto& [name, keyspace] : schema->keyspaces) {
      if (is_system_keyspace(name)) continue;
      const bool is_own = !task_.judged && name == keyspace_;
      report_.keyspaces += is_own ? 0 : 1;
      for (const std::string& table : keyspace.tables.names()) {
        if (stops()) return;
        measure(database, name, table);
      }
      for (const auto& [view, of] : keyspace.views) {
        if (!stops()) measure(database, name, view);
      }
    }
  }

  /// Each table has a snapshot of its own, so that what others write meanwhile may be purged.
  void measure(const Database& database, const std::string& keyspace, const std::string& name) {
    ReadinessTable& entry = report_.tables.emplace_back();
    entry.name = quote_name(keyspace) + '.' + quote_name(name);
    TableFacts facts;
    entry.is_complete = attempt(entry.name, [&] { measure(database, keyspace, name, facts); });
    entry.partitions = facts.partitions;
    entry.rows = facts.rows;
    entry.cells = facts.cells;
    entry.bytes = facts.bytes;
    entry.tombstones = facts.tombstones;
    entry.largest = facts.largest.key;
    entry.largest_bytes = facts.largest.bytes;
    entry.nodes = facts.nodes;
    read_bytes_ += facts.bytes;
  }
  void measure(const Database& database, const std::string& keyspace, const std::string& name,
               TableFacts& facts) {
    Snapshot snapshot = database.snapshot();
    snapshot.transaction.may_stay_open();
    const std::function<bool()> stops = task_.stop;
    snapshot.transaction.ask_while_reading(&stops);
    const TablePointer table = snapshot.schema->find_table(keyspace, name);
    if (table == nullptr) return;  // another process has dropped it
    ReadinessProgress progress;
    if (task_.progress) progress = [&](std::uint64_t bytes) { task_.progress(read_bytes_ + bytes); };
    const TableWish wish{*table, task_.limits, task_.nodes, database.now(), progress};
    RawPartitions partitions(snapshot.transaction, table, {});
    try {
      measure_table(partitions, wish, facts);
    } catch (const Refusal&) {
      judge_facts(facts, wish, found_);
      throw;
    }
    if (!task_.judged) facts.future = 0;  // the script has the places of these writes
    judge_facts(facts, wish, found_);
  }

  const ReadinessTask& task_;
  ReadinessReport report_;
  FoundHarm found_;
  std::string keyspace_;
  ScriptJudge scripts_;
  std::uint64_t read_bytes_ = 0;
};

}  // namespace

std::size_t ReadinessReport::count(LintLevel level) const {
  return static_cast<std::size_t>(std::ranges::count(findings, level, &ReadinessFinding::level));
}

ReadinessReport judge_readiness(const ReadinessTask& task) { return ReadinessJudge(task).judge(); }

}  // namespace cellar
