// Scripts of INSERTs: what a row costs, and what memory a load holds.
#include <fmt/format.h>

#include "bench/raw_lmdb.h"
#include "bench/rows.h"
#include "bench/works.h"

namespace cellar::bench {

namespace {

double microseconds_each(double seconds, std::size_t count) {
  return seconds * 1e6 / static_cast<double>(count);
}

/// Stores what Cellar has stored of so many rows.
class Floor {
 public:
  Floor(Data& data, std::size_t rows) : file_(data.cellar_file(rows)), entries_(file_.entries()) {
    if (entries_.size() != rows) throw std::runtime_error(fmt::format("{} entries", entries_.size()));
    target_ = data.place("floor.lmdb");
  }

  void to_random_order() { shuffle(entries_); }
  double store(Within within) const { return store_raw(target_, entries_, kGroup, within); }

 private:
  RawFile file_;
  std::vector<Entry> entries_;
  std::filesystem::path target_;
};

}  // namespace

void measure_script_load(Data& data, std::vector<Line>& lines) {
  const std::size_t rows = data.settings().pick(300'000, 30'000, 300);
  Floor floor(data, rows);
  floor.to_random_order();
  const auto values =
      interleave(data.settings().rounds,
                 {[&] { return microseconds_each(data.load_cellar(rows, Order::random).seconds, rows); },
                  [&] { return microseconds_each(data.load_sqlite(rows).seconds, rows); },
                  [&] { return microseconds_each(floor.store(Within::sorted), rows); }});
  const std::string work = fmt::format("script of {} INSERTs, random partitions", rows);
  lines.push_back({"P1", work, "µs/row", "sqlite3", "0.40 (0.25)", values[0], values[1]});
  lines.push_back({"P1", work, "µs/row", "raw LMDB", "2.0 (1.5)", values[0], values[2]});
}

}  // namespace cellar::bench
