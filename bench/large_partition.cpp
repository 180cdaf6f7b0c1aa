// Reads of ten rows of a large partition through the C++ API, against the same of a small one in the same
// file.
#include <fmt/format.h>

#include <optional>
#include <stdexcept>

#include "bench/rows.h"
#include "bench/works.h"
#include "database/database.h"
#include "types/number/number.h"

namespace cellar::bench {

namespace {

constexpr std::int32_t kLarge = 1;
constexpr std::int32_t kSmall = 2;
constexpr std::int32_t kDeleted = 3;  // large, and the middle half of it deleted as a range
constexpr std::int32_t kRowsOfSmall = 100;
constexpr int kSliceRows = 10;
constexpr std::int32_t kGroup = 10'000;  // rows that are committed together

void fill(Session& session, std::int32_t partition, std::int32_t rows) {
  const Prepared insert = session.prepare("INSERT INTO b.w (p, c, a) VALUES (?, ?, ?)");
  Random random(static_cast<std::uint64_t>(partition));
  std::string text;
  session.begin_group();
  for (std::int32_t row = 0; row < rows; ++row) {
    text.clear();
    append_words(text, random, 60);
    const BoundValue values[] = {{encode_int32(partition)}, {encode_int32(row)}, {text}};
    session.execute(insert, values);
    if (row % kGroup == kGroup - 1) {
      session.commit_group();
      session.begin_group();
    }
  }
  session.commit_group();
}

void make_partitions(Session& session, std::int32_t rows) {
  session.execute(
      "CREATE KEYSPACE b WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.execute("CREATE TABLE b.w (p int, c int, a text, PRIMARY KEY (p, c))");
  fill(session, kLarge, rows);
  fill(session, kSmall, kRowsOfSmall);
  fill(session, kDeleted, rows);
  session.execute(
      fmt::format("DELETE FROM b.w WHERE p = {} AND c >= {} AND c < {}", kDeleted, rows / 4, rows / 4 * 3));
}

/// A read of ten rows from a place in each of two partitions.
struct Slice {
  std::string work;
  std::string_view select;
  std::int32_t partition;
  std::optional<std::int32_t> from_large;
  std::optional<std::int32_t> from_small;
};

constexpr std::string_view kOldest = "SELECT c, a FROM b.w WHERE p = ? LIMIT 10";
constexpr std::string_view kNewest = "SELECT c, a FROM b.w WHERE p = ? ORDER BY c DESC LIMIT 10";
constexpr std::string_view kUpwards = "SELECT c, a FROM b.w WHERE p = ? AND c >= ? LIMIT 10";
constexpr std::string_view kDownwards =
    "SELECT c, a FROM b.w WHERE p = ? AND c <= ? ORDER BY c DESC LIMIT 10";

std::vector<Slice> slices(std::int32_t rows) {
  const std::int32_t small = kRowsOfSmall / 2;
  const std::string deleted = fmt::format("from {} deleted rows on", rows / 2);
  return {{"oldest 10", kOldest, kLarge, {}, {}},
          {"newest 10", kNewest, kLarge, {}, {}},
          {"10 from the middle", kUpwards, kLarge, rows / 2, small},
          {"10 from the middle, reversed", kDownwards, kLarge, rows / 2, small},
          {"10 " + deleted, kUpwards, kDeleted, rows / 4, small},
          {"10 " + deleted + ", reversed", kDownwards, kDeleted, rows / 4 * 3 - 1, small}};
}

void read(Session& session, const Prepared& select, std::int32_t partition,
          const std::optional<std::int32_t>& from) {
  std::vector<BoundValue> values{{encode_int32(partition)}};
  if (from) values.push_back({encode_int32(*from)});
  Result result = session.execute(select, values);
  int rows = 0;
  while (result.next() != nullptr) ++rows;
  if (rows != kSliceRows) throw std::runtime_error(fmt::format("{} rows of a slice", rows));
}

}  // namespace

void measure_large_partition(Data& data, std::vector<Line>& lines) {
  const std::int32_t rows = static_cast<std::int32_t>(data.settings().pick(1'000'000, 100'000, 400));
  const std::size_t reads = data.settings().pick(10'000, 5'000, 10);
  Session session(Database::open(data.place("partitions.cellar")));
  make_partitions(session, rows);
  for (const Slice& slice : slices(rows)) {
    const Prepared select = session.prepare(slice.select);
    const auto microseconds = [&](std::int32_t partition, const std::optional<std::int32_t>& from) {
      const double seconds = seconds_of([&] {
        for (std::size_t count = 0; count < reads; ++count) read(session, select, partition, from);
      });
      return seconds * 1e6 / static_cast<double>(reads);
    };
    const auto values =
        interleave(data.settings().rounds, {[&] { return microseconds(slice.partition, slice.from_large); },
                                            [&] { return microseconds(kSmall, slice.from_small); }});
    lines.push_back({"P10", fmt::format("API: partition of {} rows, {}", rows, slice.work), "µs/read",
                     "partition of 100 rows", "1.5", values[0], values[1]});
  }
}

}  // namespace cellar::bench
