#include "storage/verify/queue_agreement.h"

#include "storage/rows/purge_queue.h"
#include "storage/transaction/meta.h"

namespace cellar {

void QueueAgreement::take_meta(std::string_view key, std::string_view value) {
  if (const auto found = stats_in(key, value)) tables_[found->first].stats = found->second;
}

void QueueAgreement::take_purge(std::string_view key) {
  if (const auto purge = scheduled_purge(key)) {
    QueueOfTable& queue = tables_[purge->table];
    const TableStats& stats = queue.stats;
    const bool agrees = stats.grace && stats.purge_from == purge->from && stats.purge_turn == purge->turn;
    (agrees ? queue.is_scheduled : queue.is_scheduled_otherwise) = true;
  } else if (const auto table = table_of_lane(key)) {
    tables_[*table].has_entries = true;
  } else if (const auto dropped = dropped_table(key)) {
    tables_[*dropped].is_dropped = true;
  }
}

void QueueAgreement::report(const std::function<void(TableId, const std::string&)>& on_damage) const {
  for (const auto& [table, queue] : tables_) {
    if (queue.is_scheduled_otherwise)
      on_damage(table,
                "its entry in the purge schedule differs from its statistics; a later write repairs this");
    else if (queue.is_scheduled || queue.is_dropped)
      continue;
    else if (queue.stats.purge_from != kNeverPurged)
      on_damage(
          table,
          "its entry in the purge schedule is missing; a deletion in it repairs this once its entries are "
          "overdue");
    else if (queue.has_entries)
      on_damage(table,
                "it has entries and is not in the purge schedule; the next deletion in it repairs this");
  }
}

}  // namespace cellar
