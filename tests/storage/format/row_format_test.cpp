#include <unistd.h>

#include <algorithm>
#include <random>

#include "raw.h"
#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/format/row_format.h"
#include "store_fixture.h"
#include "types/token.h"

namespace cellar::test {

namespace {

constexpr Timestamp kExampleTime = 1735689600000258;

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const auto value = static_cast<unsigned char>(byte);
    text += kDigits[value >> 4];
    text += kDigits[value & 15];
  }
  return text;
}

/// Table 3 of the examples: ids of k, c, d, a, v are 1 to 5.
TablePointer example_table() {
  return TableBuilder(3)
      .partition("k", native_type(TypeKind::int_))
      .clustering("c", native_type(TypeKind::text))
      .clustering("d", native_type(TypeKind::int_), true)
      .regular("a", native_type(TypeKind::text))
      .regular("v", native_type(TypeKind::int_))
      .build();
}

PackedCell value_cell(ColumnId column, std::string_view value, Liveness liveness) {
  return {column, false, {liveness, false, 0, value}};
}

PackedRow example_row() {
  const Liveness liveness{kExampleTime, 0, 0};
  PackedRow row;
  row.marker = liveness;
  row.cells = {value_cell(4, "xyz", liveness), value_cell(5, std::string_view("\0\0\0\x09", 4), liveness)};
  return row;
}

std::string encoded(const PackedRow& row) {
  std::string bytes;
  encode_row(row, bytes);
  return bytes;
}

void check_same(const PackedRow& left, const PackedRow& right) {
  REQUIRE(left.marker == right.marker);
  REQUIRE(left.deletion == right.deletion);
  REQUIRE(left.has_own_entries == right.has_own_entries);
  REQUIRE(left.clustering == right.clustering);
  REQUIRE(left.column_deletions.size() == right.column_deletions.size());
  for (std::size_t i = 0; i < left.column_deletions.size(); ++i) {
    REQUIRE(left.column_deletions[i].column == right.column_deletions[i].column);
    REQUIRE(left.column_deletions[i].deletion == right.column_deletions[i].deletion);
  }
  REQUIRE(left.cells.size() == right.cells.size());
  for (std::size_t i = 0; i < left.cells.size(); ++i) {
    const PackedCell& one = left.cells[i];
    const PackedCell& other = right.cells[i];
    REQUIRE(one.column == other.column);
    REQUIRE(one.has_own_entry == other.has_own_entry);
    REQUIRE(one.version.liveness == other.version.liveness);
    REQUIRE(one.version.is_tombstone == other.version.is_tombstone);
    REQUIRE(one.version.deleted_at == other.version.deleted_at);
    REQUIRE(one.version.value == other.version.value);
  }
}

/// Rows of all forms, by chance.
class RowDice {
 public:
  explicit RowDice(unsigned seed) : random_(seed) {}

  PackedRow row() {
    PackedRow row;
    const Liveness base = liveness();
    if (roll(2) == 0) row.marker = base;
    if (roll(4) == 0) row.deletion = Deletion{timestamp(), roll(1000)};
    if (roll(4) == 0) row.column_deletions = {{2, {timestamp(), 5}}, {300, {timestamp(), -6}}};
    if (roll(4) == 0) row.clustering = "as written";
    row.has_own_entries = roll(4) == 0;
    const bool alike = roll(2) == 0;
    ColumnId column = 0;
    for (int left = roll(12); left > 0; --left) {
      column += 1 + static_cast<ColumnId>(roll(8) == 0 ? roll(100'000) : roll(9));
      row.cells.push_back(cell(column, alike ? base : liveness(), alike));
    }
    return row;
  }

 private:
  int roll(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  Timestamp timestamp() {
    const Timestamp borders[] = {INT64_MIN,
                                 -1,
                                 0,
                                 kTimestampEpoch - 1,
                                 kTimestampEpoch,
                                 kTimestampEpoch + (Timestamp{1} << 48) - 1,
                                 kTimestampEpoch + (Timestamp{1} << 48),
                                 kTimestampEpoch + (Timestamp{1} << 56) - 1,
                                 kTimestampEpoch + (Timestamp{1} << 56),
                                 INT64_MAX};
    return roll(2) == 0 ? borders[roll(10)] : kExampleTime + roll(1'000'000);
  }
  Liveness liveness() {
    const Timestamp at = timestamp();
    return roll(3) == 0 ? Liveness{at, 1 + roll(1'000'000), roll(1'000'000)} : Liveness{at, 0, 0};
  }
  PackedCell cell(ColumnId column, Liveness liveness, bool plain) {
    static const std::string bytes(300, 'x');
    PackedCell cell =
        value_cell(column, std::string_view(bytes).substr(0, static_cast<std::size_t>(roll(300))), liveness);
    if (plain || roll(2) == 0) return cell;
    cell.version.value = {};
    if (roll(2) == 0) {
      cell.has_own_entry = true;
    } else {
      cell.version.is_tombstone = true;
      cell.version.deleted_at = roll(1000) - 500;
    }
    return cell;
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("the examples of the format's header are what is written") {
  const TablePointer table = example_table();
  const TableLayout layout(table);
  std::string key = partition_prefix(*table, {int_bytes(7)});
  CHECK(hex(key.substr(0, 1)) == "03");
  CHECK(token_of_prefix(key) == token_of(std::vector{int_bytes(7)}));
  CHECK(hex(key.substr(9)) == "00000007");
  const std::size_t partition_size = key.size();
  key.push_back(kRowKind);
  append_clustering(key, layout, std::vector<std::string>{"ab", int_bytes(5)});
  CHECK(hex(key.substr(partition_size)) == "300361620001FC7FFFFFFA");
  CHECK(partition_prefix_size(key, *table) == partition_size);

  PackedRow row = example_row();
  CHECK(hex(encoded(row)) == "980000000001020378797A00000009");
  row.cells[1].version = {{kExampleTime + 1, 0, 0}, true, 300, {}};
  CHECK(hex(encoded(row)) ==
        "05000000000102040103"
        "78797A"
        "010402AC02");
}

TEST_CASE("the example is what an INSERT leaves in the file") {
  const TablePointer table = example_table();
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("format-" + std::to_string(getpid()) + ".cellar");
  {
    const Store store = Store::open(path);
    WriteTransaction transaction = store.write();
    RowWrite row;
    row.clustering = {"ab", int_bytes(5)};
    row.marker = Liveness{kExampleTime, 0, 0};
    row.cells = {cell(table, "a", "xyz", kExampleTime), cell(table, "v", int_bytes(9), kExampleTime)};
    transaction.apply(mutation(table, int_bytes(7), row));
    transaction.commit();
    Transaction read = store.read();
    CHECK(read.partition(table, {int_bytes(7)}, all_columns(table), 0).next() != nullptr);
  }
  const std::string key = partition_prefix(*table, {int_bytes(7)}) +
                          "\x30\x03"
                          "ab" +
                          std::string("\0\x01\xFC\x7F\xFF\xFF\xFA", 7);
  CHECK(hex(RawFile(path).get("data", key)) == "980000000001020378797A00000009");
  for (const char* suffix : {"", "-lock"}) std::filesystem::remove(path.string() + suffix);
}

TEST_CASE("rows of all forms come back as they were") {
  RowDice dice(7);
  PackedRow back;
  for (int i = 0; i < 20'000; ++i) {
    const PackedRow row = dice.row();
    const std::string bytes = encoded(row);
    decode_row(bytes, back);
    check_same(row, back);
  }
}

TEST_CASE("a row that is nothing but its marker is its head and its timestamp") {
  PackedRow row;
  row.marker = Liveness{kExampleTime, 0, 0};
  const std::string bytes = encoded(row);
  CHECK(hex(bytes) == "80000000000102");
  PackedRow back;
  decode_row(bytes, back);
  check_same(row, back);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CHECK(refused([&] { decode_row(bytes.substr(0, size), back); }) == "file_damaged");
  }
  CHECK(refused([&] { decode_row(bytes + "x", back); }) == "file_damaged");
}

TEST_CASE("elements come back as they were") {
  for (const Timestamp timestamp : {Timestamp{-5}, Timestamp{0}, kExampleTime, INT64_MAX}) {
    Element element{{{timestamp, 7, 70}, false, 0, "value"}, "path"};
    std::string bytes;
    encode_element(element, bytes);
    const Element back = decode_element(bytes);
    CHECK(back.version.liveness == element.version.liveness);
    CHECK(back.version.value == "value");
    CHECK(back.path == "path");
  }
}

TEST_CASE("flags that are not known are refused") {
  PackedRow out;
  PackedRow upserted = example_row();
  upserted.marker.reset();
  std::string bytes = encoded(upserted);
  REQUIRE(bytes[0] == 0x06);
  bytes[0] = 0x46;
  CHECK(refused([&] { decode_row(bytes, out); }) == "file_damaged");
  PackedRow deleted;
  deleted.deletion = Deletion{1, 1};
  std::string further = encoded(deleted);
  REQUIRE(further[1] == 0x01);
  for (const int value : {0x00, 0x11, 0x21, 0x41, 0x81}) {
    further[1] = static_cast<char>(value);
    CHECK(refused([&] { decode_row(further, out); }) == "file_damaged");
  }
  PackedRow different = example_row();
  different.cells[1].version = {{kExampleTime + 1, 0, 0}, true, 300, {}};
  std::string cells = encoded(different);
  REQUIRE(cells[8] == 0x01);
  cells[8] = 0x11;
  CHECK(refused([&] { decode_row(cells, out); }) == "file_damaged");
  std::string element;
  encode_element({{{kExampleTime, 0, 0}, false, 0, "v"}, std::nullopt}, element);
  element[0] = static_cast<char>(element[0] | 0x20);
  CHECK(refused([&] { decode_element(element); }) == "file_damaged");
}

TEST_CASE("a row that is cut short is refused or is another row") {
  PackedRow out;
  RowDice dice(11);
  for (int i = 0; i < 500; ++i) {
    const std::string bytes = encoded(dice.row());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const std::string code = refused([&] { decode_row(std::string_view(bytes).substr(0, size), out); });
      REQUIRE((code.empty() || code == "file_damaged"));
    }
  }
}

TEST_CASE("an id that is written in more bytes than it needs is refused, and one that has none after it") {
  for (const std::string_view bytes :
       {std::string_view("\xF8\0\0\0\5", 5), std::string_view("\xF8\0\x08\x30\xBF", 5),
        std::string_view("\xF8\xFF\xFF\xFF\xFF", 5)}) {
    CHECK_THROWS_AS(ByteReader(bytes).id(), Refusal);
  }
}

TEST_CASE("ids of keys sort as their numbers do") {
  std::vector<std::uint32_t> ids = {0, 1, 6, 0xFFFFFFFE, 0xFEFFFFFF};
  for (const std::uint32_t border : {kIdsOfOneByte, kIdsOfTwoBytes, kIdsOfThreeBytes}) {
    for (const std::uint32_t id : {border - 1, border, border + 1}) ids.push_back(id);
  }
  std::sort(ids.begin(), ids.end());
  std::string before;
  for (const std::uint32_t id : ids) {
    std::string bytes;
    append_id(bytes, id);
    CHECK(bytes > before);
    CHECK_FALSE((!before.empty() && bytes.starts_with(before)));
    CHECK(static_cast<unsigned char>(bytes[0]) < 0xFF);
    const std::string longer = bytes + "more";
    ByteReader reader(longer);
    CHECK(reader.id() == id);
    CHECK(reader.rest() == "more");
    before = bytes;
  }
}

TEST_CASE("a component's tag that is not known is refused") {
  std::string bytes;
  append_component(native_type(TypeKind::int_), int_bytes(5), bytes);
  bytes[0] = 0x04;
  for (const bool skips : {false, true}) {
    CHECK(refused([&] {
            ComponentReader reader(bytes);
            if (skips) {
              skip_component(native_type(TypeKind::int_), reader);
            } else {
              read_component(native_type(TypeKind::int_), reader);
            }
          }) == "file_damaged");
  }
}

TEST_CASE("a bitmap of one byte reads as a longer one does") {
  const auto table_with_ids_from = [](TableId id, ColumnId first, std::optional<Timestamp> dropped_before) {
    TableBuilder builder(id);
    builder.partition("k", native_type(TypeKind::int_)).clustering("c", native_type(TypeKind::int_));
    for (const char* name : {"r", "s", "t", "u"}) builder.regular(name, native_type(TypeKind::text));
    Table table = *builder.build();
    for (Column& column : table.columns) column.id += first;
    table.columns[*table.find("t")].dropped_before = dropped_before;
    return std::make_shared<const Table>(table);
  };
  constexpr int kRows = 200;
  for (const auto& [origin, dropped_before] : {std::pair{Timestamp{0}, std::optional<Timestamp>()},
                                               {0, 15},
                                               {kTimestampEpoch, kTimestampEpoch + 15}}) {
    const std::vector<TablePointer> tables = {table_with_ids_from(1, 0, dropped_before),
                                              table_with_ids_from(2, 20, dropped_before)};
    const Store store = Store::open_temporary();
    WriteTransaction transaction = store.write();
    std::mt19937 random(3);
    for (int i = 0; i < kRows; ++i) {
      const auto dice = random();
      for (const TablePointer& table : tables) {
        RowWrite row;
        row.clustering = {int_bytes(i)};
        const Timestamp at = origin + 10 + dice % 3 * 5;
        if ((dice & 0x100) != 0) row.marker = Liveness{at, 0, 0};
        for (unsigned column = 0; column < 4; ++column) {
          if ((dice & 0x10U << column) == 0) continue;
          row.cells.push_back(cell(table, std::string(1, static_cast<char>('r' + column)),
                                   std::string(dice % 200 / (column + 1), 'x'), at));
        }
        transaction.apply(mutation(table, int_bytes(1), row));
      }
    }
    const auto read = [&](const TablePointer& table, unsigned wanted_bits) {
      WantedColumns wanted;
      for (std::size_t column = 0; column < 4; ++column) {
        if ((wanted_bits & 1U << column) != 0) wanted.push_back(2 + column);
      }
      std::vector<std::string> rows;
      PartitionReader reader = transaction.partition(table, {int_bytes(1)}, wanted, 100);
      while (const StoredRow* row = reader.next()) {
        std::string& text = rows.emplace_back(std::to_string(int_of(row->clustering[0])));
        if (row->marker) text += " marker " + std::to_string(row->marker->timestamp);
        for (const auto& stored : row->cells) {
          text += stored
                      ? " " + std::string(stored->value) + "@" + std::to_string(stored->liveness.timestamp) +
                            "+" + std::to_string(stored->liveness.time_to_live)
                      : " -";
        }
      }
      return rows;
    };
    for (unsigned wanted = 0; wanted < 16; ++wanted) {
      const std::vector<std::string> rows = read(tables[0], wanted);
      CHECK(rows.size() > kRows / 2);
      CHECK(rows == read(tables[1], wanted));
    }
  }
}

}  // namespace cellar::test
