// Keys that are longer than any that is put: they are refused, and those that earlier versions put are read.

#include "damaged.h"
#include "storage/format/component.h"
#include "storage/format/index_entry.h"
#include "storage/format/keys.h"
#include "storage/map/ordered_map.h"
#include "storage/transaction/transaction_state.h"

namespace cellar::test {

namespace {

constexpr TableId kIndex = 7;

TablePointer indexed_table() {
  Table table = *simple_table();
  Index index;
  index.name = "by_v";
  index.id = kIndex;
  index.column = table.columns[*table.find("v")].id;
  index.is_built = true;
  table.indexes.push_back(index);
  return std::make_shared<const Table>(std::move(table));
}

std::unique_ptr<TransactionState> begin_to_write(const std::shared_ptr<Environment>& environment) {
  auto state = std::make_unique<TransactionState>(
      environment, std::make_unique<WriterLock>(*environment, WaitForWriter{}));
  state->begin();
  return state;
}

/// Stores the entry as storage/format/format.h specifies it, however long its key is.
void put_as_before(TransactionState& state, std::string_view key) {
  const MDB_dbi data = state.environment().databases.data;
  std::string physical;
  while (physical.size() + key.size() > kShortKeySize) {
    const std::size_t taken = kShortKeySize - physical.size();
    physical.append(key.substr(0, taken));
    physical.push_back(kOverflowMark);
    key.remove_prefix(taken);
    std::string space;
    append_u64(space, state.counters.next_space++);
    state.lmdb.put(data, physical, space);
    physical = std::string(1, static_cast<char>(kOverflowSpace)) + space;
  }
  physical.append(key);
  state.lmdb.put(data, physical, "");
}

/// The key of the entry of row 1 with a value of so many bytes.
std::string index_key(const Table& table, std::size_t size) {
  std::string key = table_prefix(kIndex);
  append_component(table.columns[*table.find("v")].type, std::string(size, 'y'), key);
  std::string row = partition_prefix(table, {int_bytes(1)}) + kRowKind;
  append_clustering(row, TableLayout(indexed_table()), {int_bytes(1)});
  append_base_row(key, row);
  return key;
}

/// A file with a row and an entry of the index that its row does not give.
void fill_with_long_key(const std::filesystem::path& path, std::size_t size) {
  const TablePointer table = indexed_table();
  const std::shared_ptr<Environment> environment = open_environment(path, {});
  auto state = begin_to_write(environment);
  put_as_before(*state, index_key(*table, size));
  state->write_meta();
  state->lmdb.commit();
}

}  // namespace

TEST_CASE("a key that is too long is refused before anything of it is written") {
  const std::shared_ptr<Environment> environment = open_temporary_environment({});
  auto state = begin_to_write(environment);
  const std::uint64_t next_space = state->counters.next_space;
  const std::string key(kLongestStoredKey + 1, 'x');
  CHECK(refused([&] { state->data.put(key, ""); }) == "key_too_long");
  CHECK(refused([&] { state->data.insert(key, ""); }) == "key_too_long");
  CHECK(state->counters.next_space == next_space);
  CHECK_FALSE(state->data.get(key));
  state->data.put(std::string_view(key).substr(1), "longest");
  OrderedCursor cursor(state->data, &state->visited.entries);
  REQUIRE(cursor.seek("a"));
  CHECK(cursor.key().size() == kLongestStoredKey);
  CHECK_FALSE(cursor.next());
}

TEST_CASE("verify names an entry whose key is longer than any that is put, and its index can be dropped") {
  const Folder folder;
  const auto path = folder / "db";
  {
    const Store store = Store::open(path);
    WriteTransaction transaction = store.write();
    put_records(transaction, *indexed_table());
    while (transaction.fresh_id() < kIndex) {
    }
    put_row(transaction, simple_table(), 1, 10, 10);
    transaction.commit();
  }
  fill_with_long_key(path, 2 * kLongestStoredKey);
  const Verified verified = verify(path);
  REQUIRE(verified.damages.size() == 1);
  CHECK(verified.damages[0].place.starts_with("index test.by_v"));
  CHECK(verified.damages[0].reason.find("its key is longer") != std::string::npos);
  {
    const Store store = Store::open(path);
    store.compact([](Transaction&) { return std::make_shared<const Schema>(); });
    WriteTransaction transaction = store.write();
    transaction.drop_data(kIndex);
    transaction.put_schema_record(record_name(*simple_table()), encode(*simple_table()));
    transaction.commit();
    store.compact([](Transaction&) { return std::make_shared<const Schema>(); });
  }
  CHECK(verify(path).summary.damages == 0);
  CHECK(verify(path).summary.entries < 20);
}

}  // namespace cellar::test
