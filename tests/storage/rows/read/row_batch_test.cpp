// Rows that a scan reads ahead, page by page, are those that it reads one by one.

#include "storage/rows/read/row_batch.h"

#include <algorithm>

#include "damaged.h"
#include "some_rows.h"

namespace cellar::test {

namespace {

TablePointer measurements(Type partition, Type clustering, bool descending) {
  return TableBuilder(3)
      .partition("k", std::move(partition))
      .clustering("c", native_type(TypeKind::int_), descending)
      .clustering("d", std::move(clustering))
      .fixed("s", native_type(TypeKind::text))
      .regular("a", native_type(TypeKind::text))
      .regular("b", native_type(TypeKind::bigint))
      .regular("m", map_of(native_type(TypeKind::int_), native_type(TypeKind::text)))
      .build();
}

RowWrite some_row(const TablePointer& table, std::vector<std::string> clustering, Roll& roll, int odd) {
  RowWrite row;
  row.clustering = std::move(clustering);
  const int kind = roll(odd) == 0 ? roll(7) : -1;
  if (kind != 0) row.marker = Liveness{kWritten, 0, 0};
  if (kind != 4) {
    const auto size = static_cast<std::size_t>(kind == 6 ? 5'000 : roll(30));
    row.cells.push_back(cell(table, "a", std::string(size, 'a'), kWritten));
  }
  if (kind != 5)
    row.cells.push_back(cell(table, "b", std::string(8, static_cast<char>(roll(200))), kWritten));
  if (kind == 1) row.cells.front().liveness = *(row.marker = Liveness{kWritten, 5, 1'000'005});
  if (kind == 2) row.cells.push_back(cell(table, "m", "value", kWritten, int_bytes(1)));
  if (kind == 3) row.cells.push_back(cell(table, "a", std::nullopt, kWritten + 1));
  return row;
}

TablePointer some_table(bool is_text, bool descending) {
  return measurements(native_type(is_text ? TypeKind::text : TypeKind::int_),
                      native_type(is_text ? TypeKind::text : TypeKind::bigint), descending);
}

/// Fills partitions of about so many rows each, with an odd row once in so many.
void fill_partitions(const Store& store, const TablePointer& table, int rows, int odd) {
  const bool is_text = table->columns[0].type.kind == TypeKind::text;
  Roll roll(rows * 31 + odd);
  WriteTransaction transaction = store.write();
  for (int k = 0; k < 4'000 / rows; ++k) {
    const std::string key = is_text ? "key " + std::to_string(k) : int_bytes(k);
    const int count = 1 + roll(2 * rows);
    for (int i = 0; i < count; ++i) {
      const std::string second =
          is_text ? "d" + std::string(1, '\0') + std::to_string(i) : std::string(8, 'd');
      transaction.apply(mutation(table, key, some_row(table, {int_bytes(i), second}, roll, odd)));
    }
    if (roll(odd) != 0) continue;
    RowWrite alone;
    alone.is_static = true;
    alone.cells.push_back(cell(table, "s", "static", kWritten));
    transaction.apply(mutation(table, key, std::move(alone)));
  }
  transaction.commit();
}

struct Filled {
  Filled(bool is_text, int rows, int odd, bool descending) : table(some_table(is_text, descending)) {
    fill_partitions(store, table, rows, odd);
  }

  HandClock clock;
  Store store = Store::open_temporary(clock.options());
  TablePointer table;
};

/// What a scan shows, and what its counters say after each row.
struct Shown {
  std::vector<std::vector<Value>> rows;
  std::vector<ReadPosition> places;
  ReadCounters counters;
  std::size_t ahead = 0;
  std::string refusal;
};

Value value_of(const TablePointer& table, const StoredRow& row, PartitionReader& partition,
               std::size_t column) {
  if (column < table->partition_key_size) return partition.key()[column];
  if (column < table->key_size()) return partition.clustering()[column - table->partition_key_size];
  if (!row.cells[column]) return std::nullopt;
  return std::string(row.cells[column]->value);
}

/// Reads all rows, at most so many at once.
void show_rows(PartitionCursor& cursor, const TablePointer& table, const std::vector<std::size_t>& columns,
               std::optional<std::size_t> most, Shown& shown) {
  std::optional<RowBatch> batch = RowBatch::of(*table, columns);
  REQUIRE(batch);
  while (const StoredRow* row = cursor.next_row()) {
    std::vector<Value> values;
    for (const std::size_t column : columns)
      values.push_back(value_of(table, *row, cursor.partition(), column));
    shown.rows.push_back(std::move(values));
    shown.places.push_back({cursor.partition().key(), cursor.partition().clustering()});
    if (!most || cursor.read_rows(*batch, *most) == 0) continue;
    REQUIRE(batch->rows_left() <= *most);
    for (; batch->has_next(); ++shown.ahead) {
      const std::span<const ValueView> next = batch->next();
      shown.rows.emplace_back(next.begin(), next.end());
      shown.places.push_back(cursor.place_of(*batch));
    }
  }
}

Shown scan(const Store& store, const TablePointer& table, const std::vector<std::size_t>& columns,
           const TokenRange& tokens, Seconds now, std::optional<std::size_t> most) {
  Transaction transaction = store.read();
  Shown shown;
  WantedColumns wanted;
  for (const std::size_t column : columns)
    if (column >= table->key_size()) wanted.push_back(column);
  shown.refusal = refused([&] {
    PartitionCursor cursor = transaction.partitions(table, tokens, wanted, now);
    show_rows(cursor, table, columns, most, shown);
  });
  shown.counters = transaction.counters();
  return shown;
}

void compare(const Shown& ahead, const Shown& one_by_one) {
  CHECK(ahead.refusal == one_by_one.refusal);
  REQUIRE(ahead.rows.size() == one_by_one.rows.size());
  CHECK(ahead.rows == one_by_one.rows);
  for (std::size_t i = 0; i < ahead.places.size(); ++i) {
    REQUIRE(ahead.places[i].partition_key == one_by_one.places[i].partition_key);
    REQUIRE(ahead.places[i].clustering == one_by_one.places[i].clustering);
  }
  CHECK(ahead.counters.rows == one_by_one.counters.rows);
  CHECK(ahead.counters.partitions == one_by_one.counters.partitions);
  CHECK(ahead.counters.entries == one_by_one.counters.entries);
}

}  // namespace

TEST_CASE("rows that are read ahead are those that are read one by one") {
  for (const bool is_text : {false, true}) {
    for (const int rows : {1, 7, 200}) {
      for (const int odd : {3, 100, 1'000'000}) {
        Filled filled(is_text, rows, odd, rows == 7);
        const auto column = [&](const char* name) { return index_of(filled.table, name); };
        for (const std::vector<std::size_t>& columns :
             {std::vector{column("k"), column("c"), column("d"), column("a"), column("b")},
              std::vector{column("b"), column("d")}, std::vector{column("a")}, std::vector{column("c")}}) {
          for (const std::int64_t bound : {INT64_MIN, INT64_MAX / 7}) {
            TokenRange behind;
            behind.lower = bound;
            const auto shown = [&](std::optional<std::size_t> most) {
              return scan(filled.store, filled.table, columns, behind, filled.clock.seconds + 10, most);
            };
            CAPTURE(is_text, rows, odd, columns, bound);
            const Shown one_by_one = shown(std::nullopt);
            CHECK(one_by_one.refusal.empty());
            for (const std::size_t most : {std::size_t{1}, std::size_t{5}, SIZE_MAX}) {
              const Shown ahead = shown(most);
              compare(ahead, one_by_one);
              // After the first few hundred rows nearly all are, if a partition has many, or a prefix of the same size
              // as the others.
              if (most == SIZE_MAX && odd > 100 && (rows > 100 || !is_text))
                CHECK(ahead.ahead * 10 + 4'000 >= ahead.rows.size() * 9);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("in a damaged file, rows that are read ahead are those before the damage") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  const TablePointer table = some_table(false, false);
  const std::vector<std::size_t> columns = {index_of(table, "k"), index_of(table, "c"), index_of(table, "d"),
                                            index_of(table, "a"), index_of(table, "b")};
  for (const int rows : {1, 200}) {
    std::filesystem::remove(path);
    fill_partitions(Store::open(path), table, rows, 1'000'000);
    const std::string sound = bytes_of(path);
    Roll roll(rows);
    int refusals = 0;
    for (int trial = 0; trial < 150; ++trial) {
      std::string bytes = sound;
      std::size_t page = 0;
      do {
        page = static_cast<std::size_t>(roll(static_cast<int>(bytes.size() / kPage))) * kPage;
      } while (Page(page_at(bytes, page)).flags() != kLeafPage);
      const Page leaf(page_at(bytes, page));
      const PageNode node = leaf.node(static_cast<std::size_t>(roll(static_cast<int>(leaf.size()))));
      const auto size = static_cast<int>(node.key.size() + node.value.size());
      const std::size_t at =
          static_cast<std::size_t>(node.key.data() - bytes.data() + roll(std::min(size, 40)));
      bytes[at] = static_cast<char>(bytes[at] ^ 1 << roll(8));
      put_bytes(path, bytes);
      StoreOptions options;
      options.read_only = true;
      std::optional<Store> store;
      if (!refused([&] { store.emplace(Store::open(path, options)); }).empty()) continue;
      CAPTURE(rows, trial, page, at);
      const Shown one_by_one = scan(*store, table, columns, {}, 0, std::nullopt);
      const Shown ahead = scan(*store, table, columns, {}, 0, SIZE_MAX);
      REQUIRE(ahead.refusal == one_by_one.refusal);
      REQUIRE(ahead.rows == one_by_one.rows);
      refusals += ahead.refusal.empty() ? 0 : 1;
    }
    CHECK(refusals > 10);
  }
}

TEST_CASE("a batch knows the rows and partitions that nobody has asked for yet") {
  Filled filled(false, 1, 1'000'000, false);
  Transaction transaction = filled.store.read();
  PartitionCursor cursor = transaction.partitions(filled.table, {}, {}, filled.clock.seconds);
  const std::size_t columns[] = {index_of(filled.table, "k")};
  std::optional<RowBatch> batch = RowBatch::of(*filled.table, columns);
  REQUIRE(batch);
  while (cursor.next_row() != nullptr) {
    const std::uint64_t before = transaction.counters().partitions;
    std::string partition = cursor.partition().key()[0];
    cursor.read_rows(*batch, SIZE_MAX);
    std::uint64_t begun = 0;
    while (batch->has_next()) {
      const std::string next((*batch->next()[0]));
      begun += next != partition ? 1 : 0;
      partition = next;
      REQUIRE(before + begun + batch->partitions_left() == transaction.counters().partitions);
    }
  }
}

TEST_CASE("a batch holds columns of one value a row, each once") {
  const TablePointer table = measurements(native_type(TypeKind::int_), native_type(TypeKind::bigint), false);
  const auto fits = [&](std::vector<std::size_t> columns) {
    return RowBatch::of(*table, columns).has_value();
  };
  const auto column = [&](const char* name) { return index_of(table, name); };
  CHECK(fits({column("a"), column("k")}));
  CHECK_FALSE(fits({}));
  CHECK_FALSE(fits({column("a"), column("k"), column("a")}));
  CHECK_FALSE(fits({column("a"), column("s")}));
  CHECK_FALSE(fits({column("m")}));
}

}  // namespace cellar::test
