// SIZE: what a partition of a table takes, estimated by the formula of Cassandra's documentation, beside what is there.
//
//   Nv    = Nr * (Nc - Npk - Ns) + Ns
//   bytes = partition key + static columns + Nr * (clustering + regular columns) + 8 * Nv
//
// In:      a table, how many rows a partition has, how long values are.
// Out:     each term of the formula, and what a partition with these rows takes; what the partitions of the table have.
// Refused: a table without rows if nobody says how many there are (E613); what reading the table refuses.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "refusal/language.h"
#include "shell/teach/measure/partition_measure.h"

namespace cellar {

/// How the length of a column's values is known, best source first.
enum class SizeSource : std::uint8_t { given, type, measured, assumed };

struct SizeTerm {
  std::string column;
  ColumnKind kind = ColumnKind::regular;
  std::string type;
  double bytes = 0;
  SizeSource source = SizeSource::type;
  std::optional<double> measured;  // the mean of the values that are there
};

struct SizeReport {
  std::string table;            // shop.orders
  std::vector<SizeTerm> terms;  // in the order of Table::columns
  std::uint64_t rows = 0;       // Nr
  bool are_rows_given = false;
  std::uint64_t columns = 0, key_columns = 0, static_columns = 0;  // Nc, Npk, Ns
  std::uint64_t cells = 0;                                         // Nv
  double partition_key_bytes = 0, static_bytes = 0, row_bytes = 0;
  double bytes = 0;
  std::uint64_t replicas = 1;  // of each row, in a cluster with the keyspace's replication
  std::uint64_t partitions = 0;
  MeasuredPartition total, largest;  // of what is there; the largest by bytes, with its key
  std::string largest_key;           // as it is written behind WHERE
};

struct SizeWish {
  std::optional<std::uint64_t> rows;
  std::map<std::size_t, std::uint64_t> bytes;  // by the place in Table::columns
  Span span;                                   // of the table's name
};

SizeReport report_size(Connection& connection, const Table& table, const SizeWish& wish);

/// The number of replicas that the options of a keyspace ask for, in all datacenters.
std::uint64_t replicas_of(const Keyspace& keyspace);

/// What Cassandra's documentation advises for a partition, and what it can hold at most.
inline constexpr std::uint64_t kAdvisedCells = 100'000;
inline constexpr std::uint64_t kAdvisedBytes = 100'000'000;
inline constexpr std::uint64_t kMostCells = 2'000'000'000;

std::string size_text(const SizeReport& report, Language language, std::size_t terminal);
/// docs/schema/size.schema.json
std::string size_json(const SizeReport& report);

}  // namespace cellar
