#include "storage/verify/verify.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <system_error>

#include "refusal/refusal.h"
#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/map/file_check.h"
#include "storage/map/opening.h"
#include "storage/map/ordered_map.h"
#include "storage/map/page_walk.h"
#include "storage/rows/purge_queue.h"
#include "storage/system/clock.h"
#include "storage/system/file_errors.h"
#include "storage/transaction/environment.h"
#include "storage/transaction/meta.h"
#include "storage/transaction/transaction_state.h"
#include "storage/verify/agreement.h"
#include "storage/verify/entry_check.h"
#include "storage/verify/long_key_heads.h"
#include "storage/verify/queue_agreement.h"
#include "storage/verify/readable_tables.h"
#include "storage/verify/row_check.h"
#include "storage/verify/snapshot_hold.h"
#include "storage/verify/statistics_agreement.h"

namespace cellar {

namespace {

/// Keys that an earlier version wrote. They can be read, and nothing else is wrong with them.
constexpr const char* kKeyTooLong =
    "its key is longer than any that is written now; DROP the index or view, and create it again";

class Verifier {
 public:
  Verifier(const PageFile& file, const VerifyActions& actions) : file_(file), actions_(actions) {}

  /// Checks the meta pages. Returns false if the file is not a database.
  bool check_metas() {
    const MetaPages pages = read_meta_pages(file_);
    if (!pages.sound && !has_mark()) return false;
    for (std::uint64_t number = 0; number < kMetaPages; ++number) {
      if (pages.faults[number] != nullptr) report(number, "the file's beginning", pages.faults[number]);
    }
    if (pages.fault != nullptr) report(0, "the file's beginning", pages.fault);
    is_walkable_ = pages.sound.has_value();
    is_openable_ = pages.is_sound();
    return true;
  }
  bool is_walkable() const { return is_walkable_; }
  bool is_openable() const { return is_openable_; }
  /// See EntryCheck.
  std::set<TableId> tables_to_compare() const {
    return check_ ? check_->tables_to_compare() : std::set<TableId>();
  }

  void walk(const MetaRecord& meta) {
    PageWalk walk(file_, meta, [this](const PageDamage& damage) { take(damage); });
    std::map<std::string, TreeRecord> trees = walk.names();
    for (const char* part : kDatabaseNames) {
      const auto tree = trees.find(part);
      if (tree == trees.end()) {
        report(0, std::string("the part \"") + part + '"', "it is missing");
      } else {
        walk_part(walk, part, tree->second);
        trees.erase(tree);
      }
      if (part == std::string_view(kSchemaDatabase)) read_schema();
    }
    for (const auto& [name, tree] : trees) walk.tree(name, tree, [](const WalkedEntry&) {});
    walk.free_pages();
    check_counters();
    summary.pages = walk.pages();
    summary.entries = walk.entries();
  }

  void finish() {
    // In a damaged file what is missing may be hidden.
    if (summary.damages == 0) {
      queue_.report([&](TableId table, const std::string& reason) {
        report(0, "the purge queue of " + table_text(*tables_, table), reason);
      });
      statistics_.report(*tables_, [&](TableId table, const std::string& reason) {
        report(0, "the statistics of " + table_text(*tables_, table), reason);
      });
    }
    for (const auto& [id, counts] : counts_) {
      const bool is_known = tables_->find(id) != nullptr || tables_->find_index(id) != nullptr;
      if (!is_known && schema_is_whole_ && counts.damaged + counts.unreadable_ranges == 0) {
        summary.leftovers += counts.sound;
        continue;
      }
      summary.tables.push_back(counts);
      summary.tables.back().name = table_text(*tables_, id);
    }
  }

  VerifySummary summary;

 private:
  bool has_mark() const {
    std::string bytes;
    return file_.read(kPageHeaderSize, sizeof(std::uint32_t), bytes) &&
           number_at<std::uint32_t>(bytes, 0) == kLmdbMagic;
  }

  void walk_part(PageWalk& walk, const std::string& part, const TreeRecord& tree) {
    LongKeyHeads heads;
    walk.tree(part, tree, [&](const WalkedEntry& entry) { take(part, heads, entry); });
    if (const auto head = heads.unused())
      report(0, place_of(part, *head), "the rest of this long key is missing");
    largest_space_ = std::max(largest_space_, heads.largest_space());
  }

  /// Ids that are given again would mix the data of two tables or keys.
  void check_counters() {
    if (meta_.empty() && summary.damages > 0) return;  // what hides it was told
    for (const std::string_view key : {kFormatKey, kCountersKey}) {
      if (!meta_.contains(key))
        report(0, place_of(kMetaDatabase, key), "its " + std::string(key) + " entry is missing");
    }
    const auto stored = meta_.find(kCountersKey);
    if (stored == meta_.end() || EntryCheck::fault_in_meta(kCountersKey, stored->second)) return;
    const Counters counters = decode_counters(stored->second);
    const bool gives_ids_again = tables_ && counters.next_id <= tables_->largest_id();
    if (gives_ids_again || counters.next_space <= largest_space_)
      report(0, place_of(kMetaDatabase, kCountersKey), "its counters would give an id again that is in use");
  }

  void take(const std::string& part, LongKeyHeads& heads, const WalkedEntry& entry) {
    constexpr std::uint64_t kEntriesBetweenQuestions = 1024;
    if (++asked_ % kEntriesBetweenQuestions == 0 && actions_.interrupted && actions_.interrupted())
      refuse("interrupted");
    std::string logical;
    switch (heads.take(entry.key, entry.value, logical)) {
      case LongKeyHeads::Found::overflow:
        return;
      case LongKeyHeads::Found::damaged:
        return report_entry(part, logical.empty() ? entry.key : logical, "a part of a long key is damaged");
      case LongKeyHeads::Found::entry:
        break;
    }
    if (const auto fault = fault_of_entry(part, logical, entry)) {
      report_entry(part, logical, *fault);
    } else if (part == kDataDatabase) {
      ++counts_[table_of_key(logical)].sound;
    } else if (part == kMetaDatabase) {
      queue_.take_meta(logical, entry.value);
      statistics_.take_meta(logical, entry.value);
    } else if (part == kPurgeDatabase) {
      queue_.take_purge(logical);
    }
  }

  std::optional<std::string> fault_of_entry(const std::string& part, const std::string& key,
                                            const WalkedEntry& entry) {
    if (key.size() > kLongestStoredKey) return kKeyTooLong;
    if (part == kDataDatabase)
      return check_->fault_in_data(key, entry.value, entry.value.size() == entry.value_size);
    if (part == kPurgeDatabase) return check_->fault_in_purge(key, entry.value);
    if (part == kMetaDatabase) {
      if (!key.starts_with(kStatsMark)) meta_.emplace(key, entry.value);
      return EntryCheck::fault_in_meta(key, entry.value);
    }
    if (part == kSchemaDatabase) records_.emplace(key, entry.value);
    return std::nullopt;
  }

  void read_schema() {
    std::vector<DamagedRecord> damaged;
    const std::vector<TablePointer> tables = readable_tables(records_, damaged);
    for (const DamagedRecord& record : damaged)
      report(0, "the schema's record " + record.name, record.reason);
    schema_is_whole_ = schema_is_whole_ && damaged.empty();
    for (const TablePointer& table : tables)
      summary.has_derived_data |= !table->indexes.empty() || !table->views.empty();
    tables_.emplace(tables);
    check_.emplace(*tables_, statistics_);
    records_.clear();
  }

  std::string place_of(const std::string& part, std::string_view key) const {
    if (part == kDataDatabase && tables_) return key_text(*tables_, key);
    if (part == kPurgeDatabase && tables_ && !place_of_purge_entry(key).empty()) {
      return "the purge queue, " + key_text(*tables_, place_of_purge_entry(key));
    }
    if (part == kSchemaDatabase) return "the schema's record " + std::string(key);
    return "the part \"" + part + '"';
  }

  static std::optional<TableId> table_of(const std::string& part, std::string_view key) {
    if (part != kDataDatabase || key.empty() || is_in_overflow_space(key)) return std::nullopt;
    try {
      return table_of_key(key);
    } catch (const Refusal&) {
      return std::nullopt;
    }
  }

  void report_entry(const std::string& part, std::string_view key, const std::string& reason) {
    if (const auto table = table_of(part, key)) ++counts_[*table].damaged;
    report(0, place_of(part, key), reason);
  }

  void take(const PageDamage& damage) {
    if (damage.tree == kSchemaDatabase) schema_is_whole_ = false;
    if (damage.kind == DamageKind::count) {
      return report(damage.page, "the part \"" + damage.tree + '"', damage.reason);
    }
    if (damage.tree != kDataDatabase || !tables_) {
      const bool is_list = damage.tree == kNamesTree || damage.tree == kFreePagesTree;
      return report(damage.page, is_list ? damage.tree : "the part \"" + damage.tree + '"', damage.reason);
    }
    note_hidden(damage);
    report(damage.page, stretch_text(damage), damage.reason);
  }

  void note_hidden(const PageDamage& damage) {
    if (const auto table = table_of(damage.tree, damage.from)) ++counts_[*table].unreadable_ranges;
  }

  std::string stretch_text(const PageDamage& damage) const {
    const auto text = [&](const std::string& key) {
      return !key.empty() && is_in_overflow_space(key) ? std::string("the parts of long keys")
                                                       : key_text(*tables_, key);
    };
    if (damage.to && *damage.to == damage.from) return text(damage.from);
    const std::string from = damage.from.empty() ? "the first entry" : text(damage.from);
    return "from " + from + (damage.to ? " to before " + text(*damage.to) : " to the end");
  }

  void report(std::uint64_t page, std::string place, std::string reason) {
    ++summary.damages;
    actions_.on_damage({page, std::move(place), std::move(reason)});
  }

  const PageFile& file_;
  const VerifyActions& actions_;
  bool is_walkable_ = false;
  bool is_openable_ = false;
  bool schema_is_whole_ = true;
  std::map<std::string, std::string> records_;
  std::optional<TablesById> tables_;
  std::optional<EntryCheck> check_;
  std::map<TableId, VerifiedTable> counts_;
  QueueAgreement queue_;
  StatisticsAgreement statistics_;
  std::map<std::string, std::string, std::less<>> meta_;  // without statistics
  std::uint64_t largest_space_ = 0;
  std::uint64_t asked_ = 0;
};

/// Returns false if writers hold the lock for too long.
bool lock_out_writers(FileLocks& locks) {
  constexpr int kTries = 2'000;
  locks.try_lock(LockRange::waiting, LockMode::shared);  // so that writers let it in
  bool is_locked = false;
  for (int tries = 0; !is_locked && tries < kTries; ++tries) {
    if (tries > 0) pause_for(std::chrono::milliseconds(1));
    is_locked = locks.try_lock(LockRange::writer, LockMode::shared);
  }
  locks.unlock(LockRange::waiting);
  return is_locked;
}

VerifySummary verify_entries(const std::string& name, const VerifyActions& actions,
                             std::set<TableId>& to_compare) {
  // While the presence is shared, COMPACT cannot replace the file.
  const std::unique_ptr<FileLocks> locks = open_locks(name, true);
  const PageFile file(locks->descriptor());
  Verifier verifier(file, actions);
  if (!verifier.check_metas()) {
    if (file.failure() != 0) refuse_unreadable(file.failure(), name);
    refuse("not_a_database", {}, {{"path", name}});
  }
  if (!verifier.is_walkable()) return verifier.summary;
  std::optional<SnapshotHold> hold;
  if (verifier.is_openable()) hold.emplace(file, *locks, name);
  // If LMDB's table of readers has no free slot, writers are locked out during the check.
  const bool is_held = (hold && hold->is_held()) || lock_out_writers(*locks);
  const MetaRecord meta = hold && hold->is_held() ? hold->meta() : newest_meta(file, name);
  verifier.walk(meta);
  verifier.finish();
  to_compare = verifier.tables_to_compare();
  if (!is_held) verifier.summary.was_written = read_meta_pages(file).newest.transaction != meta.transaction;
  return verifier.summary;
}

std::vector<TablePointer> tables_of(TransactionState& state) {
  std::map<std::string, std::string> records;
  OrderedCursor cursor(state.schema, &state.visited.entries);
  for (bool found = cursor.seek(std::string(1, '\0')); found; found = cursor.next())
    records.emplace(cursor.key(), cursor.value());
  std::vector<DamagedRecord> damaged;
  return readable_tables(records, damaged);
}

/// Compares the entries of `to_compare`, and then indexes and views with their tables.
void verify_agreement(const std::string& name, const VerifyActions& actions,
                      const std::set<TableId>& to_compare, VerifySummary& summary) {
  StoreOptions options;
  options.read_only = true;
  const std::shared_ptr<Environment> environment = open_environment(name, options);
  const std::unique_ptr<TransactionState> state = TransactionState::to_read(environment);
  const std::vector<TablePointer> tables = tables_of(*state);
  const TablesById by_id(tables);
  AgreementActions reports;
  reports.interrupted = actions.interrupted;
  reports.on_damage = [&](std::string_view key, const std::string& reason) {
    ++summary.damages;
    actions.on_damage({0, key_text(by_id, key), reason});
  };
  for (const TablePointer& table : tables) {
    if (to_compare.contains(table->id)) check_rows(*state, table, reports);
  }
  if (summary.damages > 0) return;
  const Seconds now = actions.now.value_or(environment->clock() / 1'000'000);
  for (const TablePointer& table : tables) check_agreement(*state, table, now, reports);
}

}  // namespace

VerifySummary verify_file(const std::filesystem::path& path, const VerifyActions& actions) {
  const std::string name = path_of_database(path);
  std::error_code unknown;  // then opening it refuses
  if (std::filesystem::is_directory(path, unknown)) refuse("file_is_directory", {}, {{"path", name}});
  std::set<TableId> to_compare;
  VerifySummary summary = verify_entries(name, actions, to_compare);
  if (summary.damages == 0 && (summary.has_derived_data || !to_compare.empty()))
    verify_agreement(name, actions, to_compare, summary);
  return summary;
}

}  // namespace cellar
