// Reads through the C++ API, against LMDB's own calls on a copy of the same file.
#include <fmt/format.h>

#include <numeric>

#include "bench/files.h"
#include "bench/narrow_rows.h"
#include "bench/raw_lmdb.h"
#include "bench/rows.h"
#include "bench/works.h"
#include "database/database.h"
#include "types/number/number.h"

namespace cellar::bench {

namespace {

/// Every byte is looked at, so that pages and values are really there.
std::uint64_t touch(std::string_view bytes) {
  return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0},
                         [](std::uint64_t sum, char byte) { return sum + static_cast<unsigned char>(byte); });
}

std::uint64_t touch(const ResultRow& row) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < row.size(); ++i) sum += row[i] ? touch(*row[i]) : 0;
  return sum;
}

// Keeps the compiler from leaving out what was computed.
void keep(std::uint64_t sum) { asm volatile("" : : "r"(sum)); }

std::uint64_t read_points(Session& session, const Prepared& select, const std::vector<std::int32_t>& ids) {
  std::uint64_t sum = 0;
  for (const std::int32_t id : ids) {
    const BoundValue values[] = {{encode_int32(id)}};
    Result result = session.execute(select, values);
    const ResultRow* row = result.next();
    if (row == nullptr) throw std::runtime_error("a row is missing");
    sum += touch(*row);
  }
  return sum;
}

// The keys are in memory of their own: a key beside its value would bring the value into the processor's
// cache.
std::vector<std::string> shuffled_keys(const RawFile& file) {
  std::vector<Entry> entries = file.entries();
  shuffle(entries);
  std::vector<std::string> keys;
  keys.reserve(entries.size());
  for (const Entry& entry : entries) keys.emplace_back(entry.key);
  return keys;
}

std::uint64_t get_points(const RawFile& file, const std::vector<std::string>& keys) {
  std::uint64_t sum = 0;
  for (const std::string& bytes : keys) {
    MDB_txn* transaction = nullptr;
    check_lmdb(mdb_txn_begin(file.environment(), nullptr, MDB_RDONLY, &transaction));
    MDB_val key{bytes.size(), const_cast<char*>(bytes.data())}, value{};
    check_lmdb(mdb_get(transaction, file.data(), &key, &value));
    sum += touch({static_cast<const char*>(value.mv_data), value.mv_size});
    mdb_txn_abort(transaction);
  }
  return sum;
}

std::uint64_t scan(Session& session, const char* select, std::size_t rows) {
  Result result = session.execute(select);
  std::uint64_t sum = 0;
  std::size_t count = 0;
  for (; const ResultRow* row = result.next(); ++count) sum += touch(*row);
  if (count != rows) throw std::runtime_error(fmt::format("{} rows of {}", count, rows));
  return sum;
}

std::uint64_t walk(const RawFile& file) {
  MDB_txn* transaction = nullptr;
  check_lmdb(mdb_txn_begin(file.environment(), nullptr, MDB_RDONLY, &transaction));
  MDB_cursor* cursor = nullptr;
  check_lmdb(mdb_cursor_open(transaction, file.data(), &cursor));
  std::uint64_t sum = 0;
  MDB_val key{}, value{};
  while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == MDB_SUCCESS) {
    sum += touch({static_cast<const char*>(key.mv_data), key.mv_size});
    sum += touch({static_cast<const char*>(value.mv_data), value.mv_size});
  }
  mdb_cursor_close(cursor);
  mdb_txn_abort(transaction);
  return sum;
}

/// Every byte of all rows is touched, by a SELECT and by a cursor of LMDB.
void add_scan(Data& data, const char* select, const std::filesystem::path& database, std::size_t rows,
              Line line, std::vector<Line>& lines) {
  const std::filesystem::path copy = data.place("scan.lmdb");
  copy_database(database, copy);
  const RawFile raw(copy);
  Session session(Database::open(database));
  const double each = 1e6 / static_cast<double>(rows);
  const auto values = interleave(
      data.settings().rounds, {[&] { return each * seconds_of([&] { keep(scan(session, select, rows)); }); },
                               [&] { return each * seconds_of([&] { keep(walk(raw)); }); }});
  line.cellar = values[0];
  line.peer = values[1];
  lines.push_back(std::move(line));
}

}  // namespace

void measure_point_reads(Data& data, std::vector<Line>& lines) {
  const std::size_t rows = data.settings().pick(300'000, 30'000, 300);
  const std::filesystem::path copy = data.place("points.lmdb");
  copy_database(data.cellar_file(rows), copy);
  const RawFile raw(copy);
  const std::vector<std::string> keys = shuffled_keys(raw);
  std::vector<std::int32_t> ids = row_ids(rows);
  shuffle(ids);

  Session session(Database::open(data.cellar_file(rows)));
  const Prepared select = session.prepare("SELECT id, a, b, c, d FROM b.t WHERE id = ?");
  const double each = 1e6 / static_cast<double>(rows);
  const auto values =
      interleave(data.settings().rounds,
                 {[&] { return each * seconds_of([&] { keep(read_points(session, select, ids)); }); },
                  [&] { return each * seconds_of([&] { keep(get_points(raw, keys)); }); }});
  lines.push_back({"P3", fmt::format("API: prepared read of one row of {}", rows), "µs/read",
                   "LMDB transaction and get", "1.3", values[0], values[1]});
}

void measure_scan(Data& data, std::vector<Line>& lines) {
  const std::size_t rows = data.settings().pick(1'000'000, 100'000, 300);
  add_scan(data, "SELECT id, a, b, c, d FROM b.t", data.cellar_file(rows), rows,
           {"P4",
            fmt::format("API: scan of {} rows, every byte touched", rows),
            "µs/row",
            "LMDB cursor",
            "1.5",
            {},
            {}},
           lines);
}

void measure_narrow_scan(Data& data, std::vector<Line>& lines) {
  const std::size_t rows = data.settings().pick(1'000'000, 100'000, 300);
  for (const Shape shape : kShapesInRandomOrder) {
    add_scan(data, kSelectNarrowRows, narrow_cellar_file(data, shape, rows), rows,
             {"P14",
              fmt::format("API: scan of {} narrow rows, {}", rows, words_of(shape)),
              "µs/row",
              "LMDB cursor",
              "1.5",
              {},
              {}},
             lines);
  }
}

}  // namespace cellar::bench
