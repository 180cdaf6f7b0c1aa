// Deleted ranges that do not agree with the rows within: verify finds those that would hide rows, or show deleted ones.
#include "damaged.h"
#include "purge/purging.h"
#include "storage/rows/range_tombstones.h"

namespace cellar::test {

namespace {

struct DeletedRanges : Purging {
  DeletedRanges() {
    WriteTransaction transaction = store->write();
    put_records(transaction, *table);
    transaction.commit();
    for (int i = 0; i < 10; ++i) apply({on(row(i, 10))});
    apply({mutation(table, int_bytes(1), RangeDeletion{{{{int_bytes(2)}}, {{int_bytes(6)}, true}}, 20})});
    RowWrite within = row(4, 30);
    within.cells.push_back(cell(table, "m", "one", 40, int_bytes(1)));
    apply({on(within)});
    store.reset();
  }

  std::string reasons() {
    std::string reasons;
    for (const Damage& damage : verify(path).damages) reasons += damage.place + ": " + damage.reason + "\n";
    return reasons;
  }

  /// Changes the range tombstones of one kind, but for those that `change` does not want, and returns the reasons.
  std::string reasons_with(RangeTombstoneKind kind, const std::function<bool(RangeTombstone&)>& change) {
    const std::size_t prefix = partition_prefix(*table, {int_bytes(1)}).size();
    for (const auto& [key, value] : RawFile(path).contents("data")) {
      if (key[prefix] != kRangeTombstoneKind) continue;
      RangeTombstone tombstone = decode_range_tombstone(range_tombstone_start(key, prefix), value);
      if (tombstone.kind != kind || !change(tombstone)) continue;
      RawFile(path).put("data", key, encode_range_tombstone(tombstone));
      const std::string found = reasons();
      RawFile(path).put("data", key, value);
      return found;
    }
    return "no such range";
  }
};

std::function<bool(RangeTombstone&)> with_timestamp(Timestamp timestamp) {
  return [=](RangeTombstone& tombstone) { return tombstone.deletion.timestamp = timestamp, true; };
}

}  // namespace

TEST_CASE("verify finds a deleted range that hides younger rows") {
  DeletedRanges file;
  REQUIRE(file.reasons() == "");
  const std::string hidden = "it is younger than the deleted range that hides it";
  CHECK(file.reasons_with(RangeTombstoneKind::covering, with_timestamp(9)).find(hidden) != std::string::npos);
  CHECK(file.reasons_with(RangeTombstoneKind::covering, with_timestamp(10)) == "");
  const auto to_the_end = [](RangeTombstone& tombstone) {
    tombstone.end = kPartitionEnd;
    return tombstone.start.find('\x04') != std::string::npos;
  };
  CHECK(file.reasons_with(RangeTombstoneKind::covering, to_the_end) ==
        "");  // the rows are older than the range
}

TEST_CASE("verify finds a deleted range that shows rows which it deletes") {
  DeletedRanges file;
  const std::string shown = "it is not younger than the deleted range that it is in\n";
  const auto reasons = [&](Timestamp timestamp) {
    return file.reasons_with(RangeTombstoneKind::empty, with_timestamp(timestamp));
  };
  CHECK(reasons(29) == "");
  CHECK(reasons(30).ends_with(shown));
  CHECK(reasons(40).ends_with(shown));
  const std::string one = reasons(40);
  CHECK(one.find('\n') == one.size() - 1);  // told once
}

TEST_CASE("verify finds an element that is not younger than the deleted range over its row") {
  DeletedRanges file;
  file.store = Store::open(file.path, file.clock.options());
  RowWrite row;
  row.clustering = {int_bytes(5)};
  row.cells.push_back(cell(file.table, "m", "one", 40, int_bytes(1)));
  file.apply({file.on(row)});
  file.store.reset();
  REQUIRE(file.reasons() == "");
  const std::string reasons = file.reasons_with(RangeTombstoneKind::empty, with_timestamp(40));
  CHECK(reasons.find("c = 5: it is not younger than the deleted range that it is in\n") != std::string::npos);
}

}  // namespace cellar::test
