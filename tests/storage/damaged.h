// Files that are damaged on purpose, and what verify_file() says of them.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "schema/record.h"
#include "storage/map/page.h"
#include "storage/verify/verify.h"
#include "store_fixture.h"

namespace cellar::test {

inline constexpr std::size_t kPage = 4096;
/// More pages than are checked all at the first write.
inline constexpr int kRowsOfLargeFile = 2400;

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void put_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// Two of these fill a page; twice as long ones have pages of their own.
inline constexpr std::size_t kHalfPage = 1900;

/// Begins with its number.
inline std::string value_of(int clustering, std::size_t size) {
  return "row " + std::to_string(clustering) + " " + std::string(size, 'v');
}

inline void put_row(WriteTransaction& transaction, const TablePointer& table, int clustering,
                    Timestamp timestamp, std::size_t size = kHalfPage) {
  RowWrite row;
  row.clustering = {int_bytes(clustering)};
  row.cells.push_back(cell(table, "v", value_of(clustering, size), timestamp));
  transaction.apply(mutation(table, int_bytes(1), row));
}

/// Puts the records of the table and of its keyspace. The ids up to the table's count as given.
inline void put_records(WriteTransaction& transaction, const Table& table) {
  Keyspace keyspace;
  keyspace.name = table.keyspace;
  transaction.put_schema_record(record_name(keyspace), encode(keyspace));
  transaction.put_schema_record(record_name(table), encode(table));
  while (transaction.fresh_id() < table.id) {
  }
}

inline void fill(const std::filesystem::path& path, int rows, std::size_t size = kHalfPage) {
  const Store store = Store::open(path);
  const TablePointer table = simple_table();
  WriteTransaction transaction = store.write();
  put_records(transaction, *table);
  for (int i = 0; i < rows; ++i) put_row(transaction, table, i, 10, size);
  transaction.commit();
}

inline std::string_view page_at(const std::string& bytes, std::size_t page) {
  return std::string_view(bytes).substr(page, kPage);
}

/// Whether the page holds the text in an entry, and not in bytes that were left behind.
inline bool holds(const std::string& bytes, std::size_t place, const std::string& text) {
  const Page page(page_at(bytes, place));
  if (page.flags() == kOverflowPage)
    return page_at(bytes, place).substr(0, 200).find(text) != std::string::npos;
  if (page.flags() != kLeafPage) return false;
  for (std::size_t i = 0; i < page.size(); ++i) {
    if (page.node(i).value.find(text) != std::string::npos) return true;
  }
  return false;
}

/// Damages the sizes in the page that holds the row.
inline void damage_page_of(const std::filesystem::path& path, int clustering) {
  std::string bytes = bytes_of(path);
  const std::string text = "row " + std::to_string(clustering) + " ";
  std::size_t page = 2 * kPage;
  while (page < bytes.size() && !holds(bytes, page, text)) page += kPage;
  REQUIRE(page < bytes.size());
  bytes[page + 14] = static_cast<char>(bytes[page + 14] ^ 0x40);  // of its bounds, or of its number of pages
  put_bytes(path, bytes);
}

inline std::string write_row(const Store& store, int clustering) {
  return refused([&] {
    WriteTransaction transaction = store.write();
    put_row(transaction, simple_table(), clustering, 20);
    transaction.commit();
  });
}

inline std::string erase_row(const Store& store, int clustering) {
  return refused([&] {
    WriteTransaction transaction = store.write();
    RowWrite row;
    row.clustering = {int_bytes(clustering)};
    row.deletion = 20;
    transaction.apply(mutation(simple_table(), int_bytes(1), row));
    transaction.commit();
  });
}

struct Verified {
  VerifySummary summary;
  std::vector<Damage> damages;
};

inline Verified verify(const std::filesystem::path& path) {
  Verified verified;
  const VerifyActions actions{
      .on_damage = [&](const Damage& damage) { verified.damages.push_back(damage); },
      .interrupted = [] { return false; },
  };
  verified.summary = verify_file(path, actions);
  for (const Damage& damage : verified.damages) UNSCOPED_INFO(damage.place << ": " << damage.reason);
  return verified;
}

}  // namespace cellar::test
