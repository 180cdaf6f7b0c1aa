// The rows that most works use: five columns, 150 bytes of values, the same in CQL and SQL.
//
// A row follows from its id alone, and ids from their index, so that every run has the same.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cellar::bench {

/// Small and the same everywhere, which std's distributions are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

 private:
  std::uint64_t state_;
};

template <class Item>
void shuffle(std::vector<Item>& items) {
  Random random(items.size());
  for (std::size_t index = items.size(); index > 1; --index)
    std::swap(items[index - 1], items[random.below(index)]);
}

/// Never the same for two indexes below 2^31, and in no order.
std::int32_t row_id(std::uint64_t index);
std::vector<std::int32_t> row_ids(std::size_t rows);

/// Words of `size` bytes in all, an apostrophe among them now and then, as they stand between quotes.
void append_words(std::string& text, Random& random, std::size_t size);

inline constexpr std::string_view kKeyspaceInCql =
    "CREATE KEYSPACE b WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE b;\n";
inline constexpr std::string_view kTableInCql =
    "CREATE TABLE t (id int PRIMARY KEY, a text, b bigint, c double, d text);\n";
/// Makes sqlite3's commits as durable as Cellar's: on the disk when the transaction is over.
inline constexpr std::string_view kSettingsInSql = "PRAGMA journal_mode=WAL;\nPRAGMA synchronous=FULL;\n";
inline constexpr std::string_view kTableInSql =
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b INTEGER, c REAL, d TEXT) WITHOUT ROWID;\n";

/// INSERT INTO t (id, a, b, c, d) VALUES (...);
void append_insert(std::string& text, std::int32_t id);

}  // namespace cellar::bench
