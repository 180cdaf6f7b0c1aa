// Scripts of INSERTs: what a row costs, what memory a load holds, how large the file is.
#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <stdexcept>
#include <thread>

#include "bench/files.h"
#include "bench/raw_lmdb.h"
#include "bench/rows.h"
#include "bench/works.h"

namespace cellar::bench {

namespace {

/// Deletions whose grace is zero may go from the next second on.
constexpr std::chrono::milliseconds kUntilDue{2100};

double microseconds_each(double seconds, std::size_t count) {
  return seconds * 1e6 / static_cast<double>(count);
}

/// Stores what Cellar has stored of so many rows, in the order of a script.
class Floor {
 public:
  Floor(Data& data, std::size_t rows, Order order)
      : file_(data.cellar_file(rows)), entries_(file_.entries()), target_(data.place("floor.lmdb")) {
    if (entries_.size() != rows) throw std::runtime_error(fmt::format("{} entries", entries_.size()));
    if (order == Order::random) shuffle(entries_);
  }

  double store(std::size_t group, Within within) const { return store_raw(target_, entries_, group, within); }
  double megabytes() const { return bench::megabytes(target_); }

 private:
  RawFile file_;
  std::vector<Entry> entries_;
  std::filesystem::path target_;
};

std::string raw_lmdb(const Data& data, std::size_t rows, Order order) {
  return fmt::format("raw LMDB, groups of {}", data.group(rows, order));
}

/// Loads of many rows, one value a round: microseconds a row, and Cellar's memory in megabytes.
struct LargeLoad {
  std::vector<double> cellar, memory, sorted;
  std::vector<double> as_they_come;  // where the order is random
};

LargeLoad measure_order(Data& data, std::size_t rows, Order order) {
  LargeLoad load;
  std::optional<Floor> floor;  // made of what the first round stores
  const auto store_within = [&](Within within) {
    return [&, within] {
      if (!floor) floor.emplace(data, rows, order);
      return microseconds_each(floor->store(data.group(rows, order), within), rows);
    };
  };
  const auto load_cellar = [&] {
    const Ended ended = data.load_cellar(rows, order, true);
    load.memory.push_back(static_cast<double>(ended.private_bytes) / 1e6);
    return microseconds_each(ended.seconds, rows);
  };
  std::vector<Side> sides{load_cellar, store_within(Within::sorted)};
  if (order == Order::random) sides.push_back(store_within(Within::as_they_come));
  auto values = interleave(data.settings().rounds, sides);
  load.cellar = std::move(values[0]);
  load.sorted = std::move(values[1]);
  if (order == Order::random) load.as_they_come = std::move(values[2]);
  return load;
}

/// Deletes every second row.
void write_deletions(const std::filesystem::path& path, std::string_view head, std::string_view tail,
                     std::size_t rows) {
  TextFile file(path);
  file.add(head);
  for (std::size_t index = 0; index < rows; index += 2) {
    file.add(fmt::format("DELETE FROM t WHERE id = {};\n", row_id(index)));
  }
  file.add(tail);
  file.close();
}

double cellar_megabytes_after_deletions(Data& data, std::size_t rows) {
  const std::filesystem::path database = data.place("half.cellar"), script = data.place("half.cql");
  copy_database(data.cellar_file(rows), database);
  write_deletions(script, "USE b;\nALTER TABLE t WITH gc_grace_seconds = 0;\n", "", rows);
  run_cellar(data.settings(), database, script);
  std::this_thread::sleep_for(kUntilDue);
  write_text(script, "COMPACT;\n");
  run_cellar(data.settings(), database, script);
  return megabytes(database);
}

double sqlite_megabytes_after_deletions(Data& data, std::size_t rows) {
  const std::filesystem::path database = data.place("half.sqlite"), script = data.place("half.sql");
  copy_database(data.sqlite_file(rows), database);
  write_deletions(script, "BEGIN;\n", "COMMIT;\nVACUUM;\n", rows);
  run_sqlite(data.settings(), database, script);
  return megabytes(database);
}

}  // namespace

void measure_script_load(Data& data, std::vector<Line>& lines) {
  const std::size_t rows = data.settings().pick(300'000, 30'000, 300);
  const Floor floor(data, rows, Order::random);
  const auto values = interleave(
      data.settings().rounds,
      {[&] { return microseconds_each(data.load_cellar(rows, Order::random).seconds, rows); },
       [&] { return microseconds_each(data.load_sqlite(rows).seconds, rows); },
       [&] {
         return microseconds_each(floor.store(data.group(rows, Order::random), Within::sorted), rows);
       }});
  const std::string work = fmt::format("script of {} INSERTs, random partitions", rows);
  lines.push_back({"P1", work, "µs/row", "sqlite3", "0.40 (0.25)", values[0], values[1]});
  lines.push_back(
      {"P1", work, "µs/row", raw_lmdb(data, rows, Order::random), "2.0 (1.5)", values[0], values[2]});
}

void measure_large_load(Data& data, std::vector<Line>& lines) {
  const std::size_t rows = data.settings().pick(10'000'000, 1'000'000, 300);
  const LargeLoad random = measure_order(data, rows, Order::random);
  const LargeLoad in_order = measure_order(data, rows, Order::token);
  const std::string work = fmt::format("script of {} INSERTs", rows);
  lines.push_back({"P6", work + ", random: private memory", "MB", "", "128 MB (64 MB)", random.memory, {}});
  lines.push_back(
      {"P6", work + ", in order: private memory", "MB", "", "128 MB (64 MB)", in_order.memory, {}});
  lines.push_back({"P7", work + ", random", "µs/row", raw_lmdb(data, rows, Order::random), "1.5",
                   random.cellar, random.sorted});
  lines.push_back({"P7", work + ", random", "µs/row", "raw LMDB, not sorted", "(1.0)", random.cellar,
                   random.as_they_come});
  lines.push_back({"P7", work + ", in order", "µs/row", raw_lmdb(data, rows, Order::token), "1.5",
                   in_order.cellar, in_order.sorted});
  if (data.settings().size == Size::full) data.forget(rows);
}

// Sizes hardly differ from round to round, so there is one.
void measure_file_sizes(Data& data, std::vector<Line>& lines) {
  const std::size_t rows = data.settings().pick(300'000, 30'000, 300);
  const Floor floor(data, rows, Order::random);
  const auto add = [&](Within within, const std::string& peer) {
    floor.store(data.group(rows, Order::random), within);
    const std::string work = fmt::format("file after {} INSERTs", rows);
    lines.push_back(
        {"P8", work, "MB", peer, "1.3", {megabytes(data.cellar_file(rows))}, {floor.megabytes()}});
  };
  add(Within::sorted, raw_lmdb(data, rows, Order::random));
  add(Within::as_they_come, "raw LMDB, not sorted");
  lines.push_back({"P8",
                   "file after deleting half and COMPACT",
                   "MB",
                   "sqlite3 after VACUUM",
                   "1.3",
                   {cellar_megabytes_after_deletions(data, rows)},
                   {sqlite_megabytes_after_deletions(data, rows)}});
}

}  // namespace cellar::bench
