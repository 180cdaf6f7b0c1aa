#include "database/session/derived_builds.h"

#include "executor/definitions.h"

namespace cellar {

namespace {

[[noreturn]] void refuse_interrupted_build(const std::string& table) {
  refuse("build_interrupted", {}, {{"table", quote_name(table)}});
}

}  // namespace

void DerivedBuilds::build_after(const SchemaEdit& change, const Schema& schema) {
  if (const auto* put = std::get_if<PutTable>(&change))
    build_if_lacking({put->table.keyspace, put->table.name}, schema);
  if (const auto* view = std::get_if<PutView>(&change))
    build_if_lacking({view->view.table->keyspace, view->base}, schema);
}

void DerivedBuilds::build_if_lacking(const TableName& name, const Schema& schema) {
  const TablePointer table = schema.find_table(name.keyspace, name.table);
  if (!table || !has_unbuilt(*table)) return;
  try {
    build(name);
  } catch (const Refusal& refusal) {
    // The index or view is defined, and stays, unless it was refused for a row.
    if (refusal.diagnostic.cause() == Cause::row_too_long || !wait_.has_ended()) throw;
    refuse_interrupted_build(name.table);
  }
}

/// Adds the existing rows of the table to its indexes and views that lack them, in transactions of their own. A
/// build that was interrupted, also by the end of its process, begins anew.
void DerivedBuilds::build(const TableName& name) {
  const std::unique_lock building = wait_to_build(name);
  DerivedBuild running{name.keyspace, name.table, 0, ""};
  while (true) {
    if (wait_.is_interrupted()) refuse_interrupted_build(name.table);
    if (!build_step(running)) break;
    // A step visits many entries, without the lock to write between two steps.
    if (wait_.give_way()) refuse_interrupted_build(name.table);
  }
}

/// Returns false if nothing is left to be built. A definition that is refused for a row leaves nothing behind.
bool DerivedBuilds::build_step(DerivedBuild& running) {
  try {
    return commit_step([&](WriteTransaction& transaction) {
      return run_build_step(running, *database_.schema_of(transaction), transaction);
    });
  } catch (const Refusal& refusal) {
    if (refusal.diagnostic.cause() != Cause::row_too_long) throw;
    commit_step([&](WriteTransaction& transaction) {
      return run_build_end(running, *database_.schema_of(transaction), transaction);
    });
    throw;
  }
}

/// Commits what `step` has done, unless it returns no schema.
template <typename Step>
bool DerivedBuilds::commit_step(Step step) {
  WriteTransaction transaction = wait_.begin_to_write();
  SchemaPointer after = step(transaction);
  if (!after) return false;
  transaction.commit();
  database_.publish(std::move(after));
  return true;
}

/// If two sessions need the same index, the second one waits until the first has built it.
std::unique_lock<std::timed_mutex> DerivedBuilds::wait_to_build(const TableName& name) {
  constexpr std::chrono::milliseconds kBetweenLooks{50};
  const Workers::Waiting waiting(database_.workers);
  std::unique_lock building(database_.building, std::defer_lock);
  while (!building.try_lock_for(kBetweenLooks)) {
    if (wait_.is_interrupted()) refuse_interrupted_build(name.table);
  }
  return building;
}

bool DerivedBuilds::build_what_lacks(const Diagnostic& refusal) {
  if (refusal.cause() != Cause::unbuilt || database_.store.read_only()) return false;
  group_.commit();
  build({refusal.subject->keyspace, refusal.subject->name});
  return true;
}

}  // namespace cellar
