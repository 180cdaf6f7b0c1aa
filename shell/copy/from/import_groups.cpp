#include "shell/copy/from/import_groups.h"

#include <utility>

namespace cellar {

ImportGroups::ImportGroups(Session& session, GroupKind kind, std::uint64_t most_rows)
    : session_(session), most_rows_(most_rows), begin_(CoarseClock::now()) {
  session_.begin_group(kind);
}

ImportGroups::~ImportGroups() { session_.drop_group(); }

void ImportGroups::check(const ImportedRows& rows) {
  unchecked_bytes_ = 0;
  if (handed_over_.read > durable_.read && session_.is_commit_done()) durable_ = handed_over_;
  const CoarseClock::time_point now = CoarseClock::now();
  const bool must_yield = now - begin_ >= kShortestGroup && session_.group_is_waited_for();
  const bool is_full = rows.read - handed_over_.read >= most_rows_ || session_.group_is_large();
  if (!is_full && !must_yield && now - begin_ < kLongestGroup) return;
  session_.commit_group_async();
  durable_ = session_.is_commit_done() ? rows : handed_over_;
  handed_over_ = rows;
  begin_ = CoarseClock::now();
}

// First waits for the group before, so that durable() has its rows even if the last group cannot be kept.
void ImportGroups::commit(const ImportedRows& rows) {
  session_.commit_group_async();
  durable_ = std::exchange(handed_over_, rows);
  session_.commit_group();
  durable_ = rows;
}

}  // namespace cellar
