// Scripts and databases that several works share; each is made when it is first asked for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bench/bench.h"

namespace cellar::bench {

/// The order of the partitions in a script.
enum class Order { random, token };

class Data {
 public:
  explicit Data(const Settings& settings) : settings_(settings) {}

  const Settings& settings() const { return settings_; }
  std::filesystem::path place(const std::string& name) const { return settings_.folder / name; }

  /// Scripts that make the table of bench/rows.h and fill it.
  std::filesystem::path cql(std::size_t rows, Order order = Order::random);
  std::filesystem::path sql(std::size_t rows);

  /// Databases filled by these scripts.
  std::filesystem::path cellar_file(std::size_t rows);
  std::filesystem::path sqlite_file(std::size_t rows);

  /// Loads `rows` into a new file, which stays as cellar_file(rows) if there is none yet. With `watched`,
  /// memory is looked at.
  Ended load_cellar(std::size_t rows, Order order, bool watched = false);
  Ended load_sqlite(std::size_t rows);
  /// Rows that the last such load has committed together, on average.
  std::size_t group(std::size_t rows, Order order) const { return groups_.at({rows, order}); }

  /// Lets the files of so many rows go.
  void forget(std::size_t rows);

 private:
  std::filesystem::path named(const char* kind, std::size_t rows) const;

  Settings settings_;
  std::map<std::pair<std::size_t, Order>, std::size_t> groups_;
};

}  // namespace cellar::bench
