// verify_file() finds whatever a read, a write, a purge, an index or a view refuses: each kind of entry is removed,
// doubled, moved, cut, or changed in one byte, and what is said of the file is held against what becomes of it. Nor do
// statistics of a table that it calls sound change what is read. In a file that it calls damaged each step ends, in an
// answer or a refusal.

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>

#include "../../storage/damaged.h"
#include "../../storage/raw.h"
#include "../fixture.h"
#include "file_trial.h"
#include "rich_database.h"
#include "schema/record.h"
#include "storage/format/format.h"
#include "storage/rows/range_tombstones.h"
#include "storage/transaction/meta.h"
#include "types/text/hex.h"

namespace cellar::test {

namespace {

struct Mutation {
  std::string name;
  std::string from;  // the key of the entry; it is erased if `to` is another key
  std::optional<std::string> to;
  std::string value;
  bool keeps = false;  // the entry stays beside the new one
};

using Entries = std::vector<std::pair<std::string, std::string>>;

/// One mutation of so many is tried.
#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t kStride = 4;
#else
constexpr std::size_t kStride = 1;
#endif

constexpr const char* kStatisticsBy = "statistics by ";

/// If the entry is the statistics of a table, returns them with each number changed by one.
std::vector<std::pair<std::string, std::string>> changed_statistics(const std::string& key,
                                                                    const std::string& value) {
  std::vector<std::pair<std::string, std::string>> all;
  constexpr std::size_t kNumber = sizeof(std::uint64_t);
  if (!key.starts_with(kStatsMark) || key.size() != 1 + sizeof(TableId)) return all;
  for (std::size_t begin = 0; begin < value.size(); begin += kNumber) {
    for (const int difference : {1, -1}) {
      std::string changed = value;
      // Adds with the carry: a byte that has become 00, or FF, is followed by the one before it.
      const char last = difference > 0 ? '\0' : '\xFF';
      for (std::size_t at = begin + kNumber; at-- > begin;) {
        changed[at] = static_cast<char>(changed[at] + difference);
        if (changed[at] != last) break;
      }
      const std::string place = std::to_string(begin / kNumber) + (difference > 0 ? " +1" : " -1");
      all.emplace_back(kStatisticsBy + place, changed);
    }
  }
  return all;
}

/// If the entry is a range tombstone, returns others in its place: of the other kind, of other times, and up to places
/// where it overlaps others, ends before it begins, or takes in other rows.
std::vector<std::pair<std::string, std::string>> changed_ranges(const std::string& key,
                                                                const std::string& value) {
  std::vector<std::pair<std::string, std::string>> all;
  const auto add = [&](const char* name, const RangeTombstone& tombstone) {
    all.emplace_back(name, encode_range_tombstone(tombstone));
  };
  try {
    if (!key.ends_with(kRangeTombstoneEnd)) return all;
    const RangeTombstone before = decode_range_tombstone("", value);
    RangeTombstone changed = before;
    const bool is_covering = before.kind == RangeTombstoneKind::covering;
    changed.kind = is_covering ? RangeTombstoneKind::empty : RangeTombstoneKind::covering;
    add("range of the other kind", changed);
    changed = before;
    for (const Timestamp timestamp : {Timestamp{1}, before.deletion.timestamp - 1, Timestamp{INT64_MAX}}) {
      changed.deletion.timestamp = timestamp;
      add("range of another time", changed);
    }
    changed = before;
    changed.deletion.local_deletion_time += 100;
    add("range of another second", changed);
    changed = before;
    for (const std::string_view end : {kPartitionEnd, kStaticPosition, std::string_view("\x01", 1)}) {
      changed.end = end;
      add("range with another end", changed);
    }
  } catch (const Refusal&) {
    // It is another entry.
  }
  return all;
}

/// The mutations of the entry at `place`. `all`: every byte of the key and of the value is changed in turn, else one
/// of each.
std::vector<Mutation> mutations_of(const Entries& entries, std::size_t place, bool all) {
  const auto& [key, value] = entries[place];
  std::vector<Mutation> mutations;
  mutations.push_back({"removed", key, std::nullopt, ""});
  const auto put = [&](const std::string& name, const std::string& to, const std::string& with, bool keeps) {
    if (!to.empty() && to.size() <= 511) mutations.push_back({name, key, to, with, keeps});
  };
  std::string next = key;
  next.back() = static_cast<char>(next.back() + 1);
  put("doubled", next, value, true);
  put("moved by one", next, value, false);
  put("doubled behind", key + '\x01', value, true);
  const std::string& other = entries[(place + 3) % entries.size()].first;
  put("moved behind its row", key + "\xFF;", value, false);
  put("doubled behind its row", key + "\xFF;", value, true);
  put("moved to another's place", other, value, false);
  put("moved under another", other + '\x01' + key.substr(key.size() / 2), value, false);
  put("key cut by one", key.substr(0, key.size() - 1), value, false);
  put("key cut by half", key.substr(0, key.size() / 2), value, false);
  put("value emptied", key, "", false);
  if (!value.empty()) {
    put("value cut by one", key, value.substr(0, value.size() - 1), false);
    put("value cut by half", key, value.substr(0, value.size() / 2), false);
  }
  put("value made longer", key, value + '\x01', false);
  for (auto& [name, changed] : changed_statistics(key, value)) put(name, key, changed, false);
  for (auto& [name, changed] : changed_ranges(key, value)) put(name, key, changed, false);
  put("value of another", key, entries[(place + 1) % entries.size()].second, false);
  const auto flip = [&](std::string bytes, std::size_t at, std::size_t bit) {
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
    return bytes;
  };
  const auto picks = [&](std::size_t i, std::size_t size) {
    return all ? i < 80 : i == place % std::min<std::size_t>(size, 80);
  };
  for (std::size_t i = 0; i < key.size(); ++i) {
    if (picks(i, key.size()))
      put("byte " + std::to_string(i) + " of the key", flip(key, i, (i + place) % 8), value, false);
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (picks(i, value.size()))
      put("byte " + std::to_string(i) + " of the value", key, flip(value, i, (i + place) % 8), false);
  }
  return mutations;
}

class MutationTrial {
 public:
  MutationTrial() {
    write_rich_database(base_);
    {
      const Database database = Database::open(base_, at_second(kWritten));
      const SchemaPointer schema = database.schema();
      for (const auto& [name, table] : schema->find_keyspace("k")->tables) tables_.insert(table->id);
    }
    RawFile file(base_);
    for (const char* part : kDatabaseNames) entries_[part] = file.contents(part);
  }

  std::string check_base() {
    REQUIRE(verify(base_).summary.damages == 0);
    copy();
    const Met met = met_in(file_, false);
    answers_ = met.answers;
    return met.damage;
  }

  void run(const std::string& part, bool all) {
    all_ = all;
    const Entries& entries = entries_[part];
    for (std::size_t place = 0; place < entries.size(); ++place) {
      for (const Mutation& mutation : mutations_of(entries, place, all)) {
        if (all || ++seen_ % kStride == 0) try_one(part, entries[place].first, mutation);
      }
    }
  }

  std::vector<std::string> failures;
  std::size_t sound = 0, damaged = 0;

 private:
  void copy() {
    std::filesystem::remove(file_.string() + "-lock");
    std::filesystem::copy_file(base_, file_, std::filesystem::copy_options::overwrite_existing);
  }

  void note(const std::string& failure) {
    std::cerr << failure << '\n';  // before the end of a long run
    failures.push_back(failure);
  }

  void try_one(const std::string& part, const std::string& key, const Mutation& mutation) {
    const std::string name = part + ", key 0x" + to_hex(key.substr(0, 60)) + ", " + mutation.name;
    INFO(name);
    copy();
    {
      RawFile file(file_);
      if (!mutation.keeps && mutation.to != key) file.erase(part.c_str(), key);
      if (mutation.to) file.put(part.c_str(), *mutation.to, mutation.value);
    }
    std::string reason;
    const VerifyActions actions{.on_damage = [&](const Damage& damage) { reason = damage.reason; },
                                .interrupted = [] { return false; },
                                .now = kWritten + 10};
    try {
      if (verify_file(file_, actions).damages > 0) {
        ++damaged;
        return try_damaged(name, mutation);
      }
    } catch (const std::exception& error) {
      return note(name + ": verify throws " + error.what());
    }
    ++sound;
    const Met met = met_in(file_, false);
    if (!met.damage.empty()) note(name + ": " + met.damage);
    if (part != kMetaDatabase || !key.starts_with(kStatsMark)) return;
    if (met.answers != answers_) note(name + ": other rows are read");
    if (mutation.name.starts_with(kStatisticsBy) && must_be_found(key, mutation))
      note(name + ": it is not found");
  }

  /// Only one in some, unless all mutations are wanted, or a step beyond the row may not end.
  void try_damaged(const std::string& name, const Mutation& mutation) {
    constexpr std::size_t kOneIn = 8;
    if (!all_ && damaged % kOneIn != 0 && !mutation.name.ends_with("behind its row")) return;
    const Met met = met_in(file_, true);
    if (!met.fault.empty()) note(name + ": " + met.fault);
  }

  /// Returns false for statistics that mislead nobody: a timestamp larger than all that were written, the turn of a
  /// table that is not scheduled, and what nobody asks for of an index or view.
  bool must_be_found(const std::string& key, const Mutation& mutation) const {
    const auto [table, stats] = *stats_in(key, mutation.value);
    const std::string change = mutation.name.substr(std::string_view(kStatisticsBy).size());
    if (change[0] == '3' && !stats.grace) return false;  // every negative number is none
    if (change == "0 +1" || (change[0] == '5' && stats.purge_from == kNeverPurged)) return false;
    return tables_.contains(table) || (change[0] != '0' && change[0] != '3');
  }

  const Folder folder_;
  const std::filesystem::path base_ = folder_ / "base", file_ = folder_ / "file";
  std::map<std::string, Entries> entries_;
  std::set<TableId> tables_;  // without views
  std::size_t answers_ = 0;   // of the file as it was written
  bool all_ = false;
  std::size_t seen_ = 0;  // mutations
};

}  // namespace

TEST_CASE("verify finds whatever a read, a write, a purge, an index or a view refuses") {
  const bool all = std::getenv("CELLAR_MUTATIONS") != nullptr;
  MutationTrial trial;
  REQUIRE(trial.check_base() == "");
  for (const char* part : kDatabaseNames) trial.run(part, all);
  if (all) std::cout << trial.sound << " sound, " << trial.damaged << " damaged\n";
  CHECK(trial.sound > 0);
  CHECK(trial.damaged > trial.sound);
  for (const std::string& failure : trial.failures) FAIL_CHECK(failure);
}

TEST_CASE("COMPACT ends where the damaged record of a table says that the table is its own index") {
  const Folder folder;
  const std::filesystem::path path = folder / "file";
  write_rich_database(path);
  const std::string name = "table/k/many";
  {
    RawFile file(path);
    std::string record;
    for (const auto& [key, value] : file.contents(kSchemaDatabase)) {
      if (key == name) record = value;
    }
    REQUIRE(!record.empty());
    const TableId id = ids_in_record(record).front();
    REQUIRE(id < 0x80);  // a varint of one byte
    record += {'\x14', 3, 2, 1, static_cast<char>(id)};
    REQUIRE(std::ranges::count(ids_in_record(record), id) == 2);
    file.put(kSchemaDatabase, name, record);
  }
  CHECK(met_in(path, true).fault == "");
}

}  // namespace cellar::test
