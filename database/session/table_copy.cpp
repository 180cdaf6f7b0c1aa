#include "database/session/table_copy.h"

#include "executor/copy/table_copier.h"

namespace cellar {

namespace {

/// Returns false once all rows are copied. Other writers come between two groups.
bool copy_group(DatabaseState& database, const SessionWait& wait, TableCopier& copier) {
  const std::function<bool()>& interrupted = wait.current().interrupted;
  if (wait.is_interrupted()) refuse("interrupted");
  WriteTransaction transaction = wait.begin_to_write();
  if (interrupted) transaction.ask_while_reading(&interrupted);
  const SchemaPointer schema = database.schema_of(transaction);
  const bool has_more = copier.copy_group(transaction, *schema, database.now_microseconds());
  transaction.ask_while_reading(nullptr);
  if (transaction.has_writes()) transaction.commit();
  return has_more;
}

}  // namespace

CopiedRows copy_table(DatabaseState& database, const OpenGroup& group, const SessionWait& wait,
                      const TableCopy& copy, const CopyProgress& progress) {
  if (group.is_open()) refuse("group_is_open");
  CopiedRows durable;
  try {
    TableCopier copier(copy);
    for (bool has_more = true; has_more;) {
      has_more = copy_group(database, wait, copier);
      durable = copier.copied();
      if (progress) progress(durable);
    }
  } catch (Refusal& refusal) {
    database.name_file(refusal);
    if (refusal.diagnostic.cause() != Cause::interrupted) throw;
    refuse("fill_interrupted", {},
           {{"table", quote_name(copy.target->name)}, {"count", std::to_string(durable.copied())}});
  }
  return durable;
}

}  // namespace cellar
