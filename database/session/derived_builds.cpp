// Builds indexes and views that do not hold all existing rows of their tables: after a definition, and before a
// read that needs them, since a process that was to build them may have been killed.

#include "database/session/session_state.h"
#include "executor/definitions.h"
#include "planner/plan/definition_plan.h"

namespace cellar {

namespace {

[[noreturn]] void refuse_interrupted_build(const std::string& table) {
  refuse("build_interrupted", {}, {{"table", quote_name(table)}});
}

}  // namespace

/// What IF NOT EXISTS finds may have been left unbuilt.
ResultPointer SessionState::run_unchanged_definition(WriteTransaction transaction) {
  const QualifiedName* name = nullptr;
  if (const auto* index = std::get_if<CreateIndexStatement>(&running_.statement->node)) name = &index->table;
  if (const auto* view = std::get_if<CreateViewStatement>(&running_.statement->node)) name = &view->base;
  if (name != nullptr) {
    const SchemaPointer schema = database->schema_of(transaction);
    { const WriteTransaction ended = std::move(transaction); }
    build_if_lacking({name->keyspace ? name->keyspace->text : keyspace, name->name.text}, *schema);
  }
  return without_rows(running_.planned);
}

void SessionState::build_after(const SchemaChange& change, const Schema& schema) {
  if (const auto* put = std::get_if<PutTable>(&change))
    build_if_lacking({put->table.keyspace, put->table.name}, schema);
  if (const auto* view = std::get_if<PutView>(&change))
    build_if_lacking({view->view.table->keyspace, view->base}, schema);
}

void SessionState::build_if_lacking(const TableName& name, const Schema& schema) {
  const TablePointer table = schema.find_table(name.keyspace, name.table);
  if (table && has_unbuilt(*table)) build_derived(name);
}

/// Adds the existing rows of the table to its indexes and views that lack them, in transactions of their own. A
/// build that was interrupted, also by the end of its process, begins anew.
void SessionState::build_derived(const TableName& name) {
  const std::unique_lock building = wait_to_build(name);
  DerivedBuild build{name.keyspace, name.table, 0, ""};
  while (true) {
    if (is_interrupted()) refuse_interrupted_build(name.table);
    if (!build_step(build)) break;
    // A step visits many entries, without the lock to write between two steps.
    if (submitted_ && database->workers.note_work(current_wait().interrupted))
      refuse_interrupted_build(name.table);
  }
}

/// Returns false if nothing is left to be built. A definition that is refused for a row leaves nothing behind.
bool SessionState::build_step(DerivedBuild& build) {
  try {
    return commit_step([&](WriteTransaction& transaction) {
      return run_build_step(build, *database->schema_of(transaction), transaction);
    });
  } catch (const Refusal& refusal) {
    if (refusal.diagnostic.cause() != Cause::row_too_long) throw;
    commit_step([&](WriteTransaction& transaction) {
      return run_build_end(build, *database->schema_of(transaction), transaction);
    });
    throw;
  }
}

/// Commits what `step` has done, unless it returns no schema.
template <typename Step>
bool SessionState::commit_step(Step step) {
  WriteTransaction transaction = begin_to_write();
  SchemaPointer after = step(transaction);
  if (!after) return false;
  transaction.commit();
  database->publish(std::move(after));
  return true;
}

/// If two sessions need the same index, the second one waits until the first has built it.
std::unique_lock<std::timed_mutex> SessionState::wait_to_build(const TableName& name) {
  constexpr std::chrono::milliseconds kBetweenLooks{50};
  const Workers::Waiting waiting(database->workers);
  std::unique_lock building(database->building, std::defer_lock);
  while (!building.try_lock_for(kBetweenLooks)) {
    if (is_interrupted()) refuse_interrupted_build(name.table);
  }
  return building;
}

/// To be called with the refusal of a read. Returns true if it has built what the read lacked, so that it may be
/// planned again.
bool SessionState::build_what_lacks(const Diagnostic& refusal) {
  if (refusal.cause() != Cause::unbuilt || database->store.read_only()) return false;
  commit_open_group();
  build_derived({refusal.subject->keyspace, refusal.subject->name});
  return true;
}

}  // namespace cellar
