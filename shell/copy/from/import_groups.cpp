#include "shell/copy/from/import_groups.h"

#include <utility>

namespace cellar {

ImportGroups::ImportGroups(Connection& connection, GroupKind kind, std::uint64_t most_rows,
                           std::function<void()> await_writes)
    : connection_(connection),
      limits_(connection),
      most_rows_(most_rows),
      await_writes_(std::move(await_writes)),
      progress_(connection) {
  connection_.begin_group(kind);
  limits_.begin_group();
}

ImportGroups::~ImportGroups() { drop(); }

void ImportGroups::check(const ImportedRows& rows, bool is_full) {
  if (!is_full && !limits_.must_end_group(true)) return;
  await_writes_();
  connection_.commit_group_async();
  progress_.end_group(rows);
  limits_.begin_group();
}

void ImportGroups::commit(const ImportedRows& rows) {
  await_writes_();
  connection_.commit_group();
  progress_.end_group(rows);
}

}  // namespace cellar
