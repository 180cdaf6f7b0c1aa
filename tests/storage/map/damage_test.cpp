// What the store does with files that are damaged.
#include <cstring>
#include <random>

#include "damaged.h"
#include "raw.h"
#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/map/path_check.h"
#include "storage/system/file_locks.h"

namespace cellar::test {

namespace {

/// Leaves the first nodes of a leaf in it, and nothing of the others.
void keep_nodes(std::string& bytes, std::size_t at, std::size_t count) {
  const std::string before = bytes.substr(at, kPage);
  const Page page(before);
  std::string after = before.substr(0, kPageHeaderSize) + std::string(kPage - kPageHeaderSize, '\0');
  std::size_t upper = kPage;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t size = kNodeHeaderSize + page.node(i).key.size() + page.node(i).value.size();
    size += size % 2;
    upper -= size;
    after.replace(upper, size, before, page.offset(i), size);
    const auto offset = static_cast<std::uint16_t>(upper);
    std::memcpy(&after[kPageHeaderSize + 2 * i], &offset, sizeof offset);
  }
  const std::uint16_t bounds[] = {static_cast<std::uint16_t>(kPageHeaderSize + 2 * count),
                                  static_cast<std::uint16_t>(upper)};
  std::memcpy(&after[12], bounds, sizeof bounds);
  bytes.replace(at, kPage, after);
}

}  // namespace

TEST_CASE("a large file is written beside a damaged page, and not in it") {
  const std::size_t size = GENERATE(as<std::size_t>(), 1900, 3800);  // in its page, and in a page of its own
  const Folder folder;
  fill(folder / "db", kRowsOfLargeFile, size);
  damage_page_of(folder / "db", 500);
  const Store store = Store::open(folder / "db");
  CHECK(write_row(store, 20) == "");
  CHECK(write_row(store, 500) == "file_damaged");
  CHECK(write_row(store, 900) == "");
  CHECK(erase_row(store, 30) == "");
}

TEST_CASE("a small file with a damaged page is not written") {
  const Folder folder;
  fill(folder / "db", 100);
  damage_page_of(folder / "db", 50);
  const std::string before = bytes_of(folder / "db");
  const Store store = Store::open(folder / "db");
  CHECK(write_row(store, 20) == "file_damaged");
  CHECK(bytes_of(folder / "db") == before);
  Transaction transaction = store.read();
  PartitionReader reader = transaction.partition(simple_table(), {int_bytes(1)}, {}, 0);
  CHECK(reader.next() != nullptr);
}

TEST_CASE("a list of free pages that are in use is not written by") {
  const Folder folder;
  fill(folder / "db", kRowsOfLargeFile);
  std::string bytes = bytes_of(folder / "db");
  // The root of the list: in the newest meta page, behind magic, version, address, size and its record's
  // begin.
  std::uint64_t transactions[2], roots[2];
  for (int meta = 0; meta < 2; ++meta) {
    std::memcpy(&transactions[meta], &bytes[meta * kPage + 16 + 128], 8);
    std::memcpy(&roots[meta], &bytes[meta * kPage + 16 + 24 + 40], 8);
  }
  const std::size_t page = roots[transactions[1] > transactions[0] ? 1 : 0] * kPage;
  std::uint16_t node = 0;
  std::memcpy(&node, &bytes[page + 16], 2);
  const std::size_t list = page + node + 8 + 8;
  std::uint64_t count = 0;
  std::memcpy(&count, &bytes[list], 8);
  REQUIRE(count >= 1);
  const std::uint64_t absurd = std::uint64_t{1} << 40;
  std::memcpy(&bytes[list], &absurd, 8);
  put_bytes(folder / "db", bytes);
  const Store store = Store::open(folder / "db");
  CHECK(write_row(store, 20) == "file_damaged");
}

TEST_CASE("writes all over a large file of ours find every page sound") {
  const Folder folder;
  fill(folder / "db", kRowsOfLargeFile);
  {
    const Store store = Store::open(folder / "db");
    for (int i = 0; i < 300; ++i) {
      CHECK(write_row(store, i * 7919 % (2 * kRowsOfLargeFile)) == "");
      CHECK(erase_row(store, i * 104'729 % kRowsOfLargeFile) == "");
    }
    WriteTransaction transaction = store.write();
    const RangeDeletion range{{{{int_bytes(200)}, false}, {{int_bytes(2100)}, true}}, 30};
    transaction.apply(mutation(simple_table(), int_bytes(1), range));
    transaction.commit();
  }
  const Verified verified = verify(folder / "db");
  CHECK(verified.damages.empty());
  CHECK(verified.summary.damages == 0);
  CHECK(verified.summary.tables.size() == 1);
}

TEST_CASE("a scan refuses an entry of an unknown kind behind the rows of a partition") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  fill(path, 3);
  const TablePointer table = simple_table();
  std::string key = partition_prefix(*table, {int_bytes(1)});
  RawFile(path).put("data", key + "\x40", "x");
  const Store store = Store::open(path);
  Transaction transaction = store.read();
  PartitionCursor scan = transaction.partitions(table, {}, all_columns(table), 0);
  for (int i = 0; i < 3; ++i) REQUIRE(scan.next_row() != nullptr);
  CHECK(refused([&] { scan.next_row(); }) == "file_damaged");
}

namespace {

/// Returns the offsets in the file of the keys of table 1.
std::vector<std::size_t> keys_of(const std::string& bytes) {
  std::vector<std::size_t> keys;
  for (std::size_t begin = 2 * kPage; begin + kPage <= bytes.size(); begin += kPage) {
    const Page page(page_at(bytes, begin));
    if (page.flags() != kLeafPage) continue;
    for (std::size_t i = 0; i < page.size(); ++i) {
      if (page.key(i).starts_with('\x01')) keys.push_back(begin + page.offset(i) + kNodeHeaderSize);
    }
  }
  return keys;
}

TablePointer table_with_static_column() {
  return TableBuilder(1)
      .partition("k", native_type(TypeKind::int_))
      .clustering("c", native_type(TypeKind::int_))
      .fixed("s", native_type(TypeKind::text))
      .build();
}

/// Writes 39 partitions of four rows, and one of 600.
void fill_partitions(const std::filesystem::path& path, const TablePointer& table) {
  const Store store = Store::open(path);
  WriteTransaction transaction = store.write();
  for (int k = 0; k < 40; ++k) {
    for (int c = 0; c < (k == 20 ? 600 : 4); ++c) {
      RowWrite row;
      row.clustering = {int_bytes(c)};
      row.marker = Liveness{10, 0, 0};
      transaction.apply(mutation(table, int_bytes(k), row));
    }
  }
  transaction.commit();
}

std::size_t rows_by_partition(const std::filesystem::path& path, const TablePointer& table, bool asks_static,
                              bool reversed) {
  const Store store = Store::open(path);
  Transaction transaction = store.read();
  std::size_t rows = 0;
  PartitionCursor scan = transaction.partitions(table, {}, all_columns(table), 0);
  while (scan.next()) {
    if (asks_static) scan.partition().static_row();
    scan.partition().select({Slice{}}, reversed);
    while (scan.partition().next() != nullptr) REQUIRE(++rows < 10'000);
  }
  return rows;
}

std::size_t rows_by_scan(const std::filesystem::path& path, const TablePointer& table) {
  const Store store = Store::open(path);
  Transaction transaction = store.read();
  std::size_t rows = 0;
  PartitionCursor scan = transaction.partitions(table, {}, all_columns(table), 0);
  while (scan.next_row() != nullptr) REQUIRE(++rows < 10'000);
  return rows;
}

}  // namespace

TEST_CASE("no read skips rows, or reads them again, because damage has changed a key") {
  const Folder folder;
  const auto path = folder / "db";
  const TablePointer table = table_with_static_column();
  fill_partitions(path, table);
  const std::string sound = bytes_of(path);
  const std::size_t prefix = partition_prefix(*table, {int_bytes(1)}).size();
  const std::size_t rows = rows_by_scan(path, table);
  REQUIRE(rows == 39 * 4 + 600);
  const std::vector<std::size_t> keys = keys_of(sound);
  std::mt19937 random(7);
  const auto below = [&](std::size_t bound) { return random() % bound; };
  int refusals = 0;
  for (int i = 0; i < 60; ++i) {
    std::string bytes = sound;
    const std::size_t key = keys[below(keys.size())];
    // The table's id, the token, or the kind of the entry.
    const std::size_t place = key + std::vector<std::size_t>{0, 1, 3, prefix}[below(4)];
    bytes[place] = static_cast<char>(bytes[place] ^ (1 << below(7)));
    put_bytes(path, bytes);
    INFO("byte " << place << " of entry " << key);
    const auto answer = [&](auto read) {
      return refused([&] {
        const std::size_t found = read();
        CHECK(found >= rows - 1);
      });
    };
    for (const std::string& refusal : {answer([&] { return rows_by_scan(path, table); }),
                                       answer([&] { return rows_by_partition(path, table, false, false); }),
                                       answer([&] { return rows_by_partition(path, table, true, false); }),
                                       answer([&] { return rows_by_partition(path, table, false, true); })}) {
      CHECK((refusal.empty() || refusal == "file_damaged"));
      refusals += !refusal.empty();
    }
  }
  CHECK(refusals > 100);
}

TEST_CASE("a search that a damaged branch leads astray is refused") {
  const Folder folder;
  const auto path = folder / "db";
  fill(path, kRowsOfLargeFile, 100);
  const TablePointer table = simple_table();
  const std::string sound = bytes_of(path);
  std::size_t refusals = 0;
  for (std::size_t begin = 2 * kPage; begin + kPage <= sound.size(); begin += kPage) {
    const Page page(page_at(sound, begin));
    if (page.flags() != kBranchPage || page.size() < 20) continue;
    std::string bytes = sound;
    // Its tenth page begins with a row that is said to be of another table.
    const std::size_t key = begin + page.offset(10) + kNodeHeaderSize;
    bytes[key] = static_cast<char>(bytes[key] ^ 0x02);
    put_bytes(path, bytes);
    const Store store = Store::open(path);
    Transaction transaction = store.read();
    for (int c = 0; c < kRowsOfLargeFile; ++c) {
      PartitionReader reader = transaction.partition(table, {int_bytes(1)}, all_columns(table), 0);
      reader.select({{{{int_bytes(c)}, false}, {{int_bytes(c + 1)}, true}}}, false);
      bool is_there = false;
      const std::string refusal = refused([&] { is_there = reader.next() != nullptr; });
      CHECK((is_there || refusal == "file_damaged"));
      refusals += is_there ? 0 : 1;
    }
  }
  CHECK(refusals > 0);
}

TEST_CASE("a compaction that does not find every entry of the file is refused, and changes nothing") {
  const Folder folder;
  const auto path = folder / "db";
  fill(path, kRowsOfLargeFile, 100);
  std::string bytes = bytes_of(path);
  // A branch leads to its third leaf where it should lead to the second.
  std::size_t page = 2 * kPage;
  while (Page(page_at(bytes, page)).flags() != kBranchPage || Page(page_at(bytes, page)).size() < 8)
    page += kPage;
  const Page branch(page_at(bytes, page));
  std::memcpy(&bytes[page + branch.offset(1)], &bytes[page + branch.offset(2)], sizeof(std::uint32_t));
  put_bytes(path, bytes);
  const Store store = Store::open(path);
  const SchemaOf schema = [](Transaction&) { return std::make_shared<const Schema>(); };
  CHECK(refused([&] { store.compact(schema); }) == "file_damaged");
  CHECK(bytes_of(path).size() == bytes.size());
}

TEST_CASE("before an erasure all pages are checked that may be joined with its page, one after the other") {
  const Folder folder;
  const auto path = folder / "db";
  fill(path, 1'000, 100);
  const std::string whole = bytes_of(path);
  std::size_t page = 2 * kPage;
  while (Page(page_at(whole, page)).flags() != kBranchPage || Page(page_at(whole, page)).size() < 8)
    page += kPage;
  const Page branch(page_at(whole, page));
  const auto leaf = [&](std::size_t index) { return branch.child(index) * kPage; };
  const std::string key(Page(page_at(whole, leaf(1))).key(0));
  for (const bool are_sparse : {true, false}) {
    std::string bytes = whole;
    if (are_sparse) {
      keep_nodes(bytes, leaf(1), 2);
      keep_nodes(bytes, leaf(2), 2);
    }
    bytes[leaf(3) + Page(page_at(bytes, leaf(3))).offset(0) + 7] = 0x7F;  // a key that ends outside
    put_bytes(path, bytes);
    const FileLocks file(path, true);
    const MetaRecord newest = read_meta_pages(PageFile(file.descriptor())).newest;
    const auto check =
        std::make_unique<PathCheck>(file.descriptor(), newest, std::vector<std::string>{"", kDataDatabase});
    REQUIRE(check != nullptr);
    REQUIRE(check->begin(newest.transaction + 1));
    CHECK(check->is_sound_to_put(1, key));
    CHECK(check->is_sound_to_erase(1, key) != are_sparse);
  }
}

}  // namespace cellar::test
