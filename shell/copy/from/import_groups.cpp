#include "shell/copy/from/import_groups.h"

#include <utility>

namespace cellar {

ImportGroups::ImportGroups(Session& session, GroupKind kind, std::uint64_t most_rows)
    : session_(session), limits_(session), most_rows_(most_rows) {
  session_.begin_group(kind);
  limits_.begin_group();
}

ImportGroups::~ImportGroups() { session_.drop_group(); }

void ImportGroups::check(const ImportedRows& rows, bool is_full) {
  if (handed_over_.read > durable_.read && session_.is_commit_done()) durable_ = handed_over_;
  if (!is_full && !limits_.must_end_group(true)) return;
  session_.commit_group_async();
  // The group before is durable by now, even if the commit of this one is refused next.
  durable_ = std::exchange(handed_over_, rows);
  limits_.begin_group();
  if (session_.is_commit_done()) durable_ = handed_over_;
}

// First waits for the group before, so that durable() has its rows even if the last group cannot be kept.
void ImportGroups::commit(const ImportedRows& rows) {
  session_.commit_group_async();
  durable_ = std::exchange(handed_over_, rows);
  session_.commit_group();
  durable_ = rows;
}

}  // namespace cellar
