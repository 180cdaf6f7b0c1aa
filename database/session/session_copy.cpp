// Copies the rows of a table into a table with another key, group by group.

#include "database/session/session_state.h"

namespace cellar {

CopiedRows SessionState::copy_table(const TableCopy& copy, const CopyProgress& progress) {
  if (grouping) refuse("group_is_open");
  CopiedRows durable;
  try {
    TableCopier copier(copy);
    for (bool has_more = true; has_more;) {
      has_more = copy_group(copier);
      durable = copier.copied();
      if (progress) progress(durable);
    }
  } catch (Refusal& refusal) {
    database->name_file(refusal);
    if (refusal.diagnostic.cause() != Cause::interrupted) throw;
    refuse("fill_interrupted", {},
           {{"table", quote_name(copy.target->name)}, {"count", std::to_string(durable.copied())}});
  }
  return durable;
}

/// Returns false once all rows are copied. Other writers come between two groups.
bool SessionState::copy_group(TableCopier& copier) {
  if (wait.interrupted && wait.interrupted()) refuse("interrupted");
  WriteTransaction transaction = begin_to_write();
  if (wait.interrupted) transaction.ask_while_reading(&wait.interrupted);
  const SchemaPointer schema = database->schema_of(transaction);
  const bool has_more = copier.copy_group(transaction, *schema, database->now_microseconds());
  transaction.ask_while_reading(nullptr);
  if (transaction.has_writes()) transaction.commit();
  return has_more;
}

}  // namespace cellar
