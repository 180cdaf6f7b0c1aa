// The schedule of the purge queue and the statistics of a table that do not agree: who finds it, who mends it.
#include <algorithm>

#include "damaged.h"
#include "purging.h"
#include "storage/rows/purge_queue.h"

namespace cellar::test {

namespace {

constexpr const char* kPurge = "purge";
constexpr const char* kMeta = "meta";
/// Said of a table that has rows and has lost its statistics.
constexpr const char* kYoungerRow =
    "the statistics of test.t1: a row is younger than they say, so the deletion of a range may hide it";

std::string statistics_key() { return "t" + int_bytes(1); }

std::string schedule_of(RawFile& file) {
  for (const auto& [key, value] : file.contents(kPurge)) {
    if (key[0] == '\x01') return key;
  }
  return "";
}

using Reasons = std::vector<std::string>;

Reasons reasons_of(Purging& purging) {
  purging.store.reset();
  Reasons reasons;
  for (const Damage& damage : verify(purging.path).damages)
    reasons.push_back(damage.place + ": " + damage.reason);
  purging.store = Store::open(purging.path, purging.clock.options());
  return reasons;
}

/// Changes the closed file.
void change(Purging& purging, const std::function<void(RawFile&)>& how) {
  purging.store.reset();
  {
    RawFile file(purging.path);
    how(file);
  }
  purging.store = Store::open(purging.path, purging.clock.options());
}

void put_table(Purging& purging) {
  WriteTransaction transaction = purging.store->write();
  put_records(transaction, *purging.table);
  if (!purging.table->indexes.empty()) transaction.may_derive_data();
  for (const Index& index : purging.table->indexes) {
    while (transaction.fresh_id() < index.id) {
    }
  }
  transaction.commit();
}

}  // namespace

TEST_CASE("what is written to a table after its drop leaves no entry in the schedule") {
  Purging purging;
  {
    WriteTransaction transaction = purging.store->write();
    transaction.drop_data(1);
    RowWrite remove;
    remove.clustering = {int_bytes(0)};
    remove.deletion = 20;
    transaction.apply(purging.on(remove));
    transaction.commit();
  }
  CHECK(purging.entries(kPurge) == 0);
  purging.clock.seconds += kGrace + 10;
  CHECK(refused([&] { purging.commit_nothing(); }).empty());
}

TEST_CASE("a table whose statistics are gone is written on, and what was queued is purged") {
  Purging purging;
  put_table(purging);
  purging.apply({purging.on(purging.row(1, 10, 5))});
  change(purging, [](RawFile& file) { file.erase(kMeta, statistics_key()); });
  CHECK(reasons_of(purging) == Reasons{"the purge queue of test.t1: its entry in the purge schedule differs "
                                       "from its statistics; a later write repairs this",
                                       kYoungerRow});
  purging.clock.seconds += kGrace + 10;
  CHECK(refused([&] { purging.commit_nothing(); }).empty());
  purging.apply({purging.on(purging.row(2, 10, 5))});
  purging.clock.seconds += kGrace + 10;
  purging.commit_until_quiet();
  CHECK(purging.entries("data") == 0);
  CHECK(purging.entries(kPurge) == 0);
  CHECK(reasons_of(purging) == Reasons{});
}

TEST_CASE("a table that is scheduled for another second than its statistics say is purged once") {
  Purging purging;
  put_table(purging);
  purging.apply({purging.on(purging.row(1, 10, 5))});
  change(purging, [](RawFile& file) {
    std::string key = schedule_of(file);
    file.erase(kPurge, key);
    --key[8];  // the last byte of the second
    file.put(kPurge, key, "");
  });
  CHECK(reasons_of(purging).size() == 1);
  purging.clock.seconds += kGrace + 10;
  CHECK(refused([&] { purging.commit_nothing(); }).empty());
  purging.commit_nothing();
  CHECK(purging.entries("data") == 0);
  CHECK(purging.entries(kPurge) == 0);
  CHECK(reasons_of(purging) == Reasons{});
}

TEST_CASE(
    "a table that has lost its entry in the schedule gets it again from a deletion once it is overdue") {
  Purging purging;
  put_table(purging);
  purging.apply({purging.on(purging.row(1, 10, 5))});
  change(purging, [](RawFile& file) { file.erase(kPurge, schedule_of(file)); });
  const Reasons missing{
      "the purge queue of test.t1: its entry in the purge schedule is missing; a deletion in it repairs this "
      "once its entries are overdue"};
  CHECK(reasons_of(purging) == missing);
  purging.apply({purging.on(purging.row(4, 10, 5))});
  CHECK(reasons_of(purging) == missing);
  purging.clock.seconds += kGrace + 10;
  for (int i = 0; i < 70; ++i) purging.apply({purging.on(purging.row(2, 10 + i))});
  purging.apply({purging.on(purging.row(3, 10, 5))});
  CHECK(reasons_of(purging) == Reasons{});
  purging.commit_until_quiet();
  CHECK(purging.rows() == std::vector<int>{2, 3});
  CHECK(purging.entries("data") == 2);
}

TEST_CASE(
    "a table that lost its place in the schedule is purged with its index, and does not hold it back for "
    "ever") {
  for (const bool has_statistics : {true, false}) {
    INFO(has_statistics);
    Purging purging;
    Table indexed = *purging.table;
    put_index(
        indexed,
        {2, "by_v", indexed.columns[*indexed.find("v")].id, IndexTarget::value, IndexKind::legacy, {}, true});
    purging.table = std::make_shared<const Table>(std::move(indexed));
    put_table(purging);
    purging.apply({purging.on(purging.row(1, 10, 5))});
    change(purging, [&](RawFile& file) {
      std::vector<std::string> scheduled;
      for (const auto& [key, value] : file.contents(kPurge)) {
        const auto purge = scheduled_purge(key);
        if (purge && purge->table == 1) scheduled.push_back(key);
      }
      for (const std::string& key : scheduled) file.erase(kPurge, key);
      if (!has_statistics) file.erase(kMeta, statistics_key());
    });
    purging.clock.seconds += kGrace + 10;
    purging.commit_until_quiet();
    CHECK(purging.entries("data") == 0);
    CHECK(purging.entries(kPurge) == 0);
    CHECK(reasons_of(purging) == Reasons{});
  }
}

TEST_CASE("verify names a table with entries to be purged that is not scheduled") {
  Purging purging;
  put_table(purging);
  purging.apply({purging.on(purging.row(1, 10, 5))});
  change(purging, [](RawFile& file) {
    file.erase(kPurge, schedule_of(file));
    file.erase(kMeta, statistics_key());
  });
  CHECK(reasons_of(purging) ==
        Reasons{"the purge queue of test.t1: it has entries and is not in the purge schedule; the "
                "next deletion in it repairs this",
                kYoungerRow});
}

TEST_CASE("verify finds the queue of a dropped table sound until it is purged") {
  Purging purging;
  put_table(purging);
  std::vector<Mutation> writes;
  for (int i = 0; i < 2'000; ++i) writes.push_back(purging.on(purging.row(i, 10, 5)));
  purging.apply(writes);
  WriteTransaction transaction = purging.store->write();
  transaction.erase_schema_record(record_name(*purging.table));
  transaction.drop_data(1);
  transaction.commit();
  CHECK(purging.entries(kPurge) > 1'000);
  CHECK(reasons_of(purging) == Reasons{});
}

}  // namespace cellar::test
