#include "storage/transaction/meta.h"

#include <random>

#include "storage/format/bytes.h"
#include "storage/format/format.h"
#include "storage/transaction/environment_locks.h"
#include "types/token.h"
#include "types/uuid.h"

namespace cellar {

namespace {

std::string stats_key(TableId table) {
  std::string key(1, kStatsMark);
  append_u32(key, table);
  return key;
}

/// Returns the numbers of the bits that are set, counted from 1, as text.
std::string numbers_of(std::uint32_t features) {
  std::string numbers;
  for (unsigned bit = 0; bit < 32; ++bit) {
    if ((features >> bit & 1) == 0) continue;
    if (!numbers.empty()) numbers += ", ";
    numbers += std::to_string(bit + 1);
  }
  return numbers;
}

void check_features(std::uint32_t found, std::uint32_t known, std::string_view refusal,
                    const std::string& path) {
  if ((found & ~known) != 0) refuse(refusal, {}, {{"path", path}, {"features", numbers_of(found & ~known)}});
}

void check_format(std::optional<std::string_view> format, const Environment& environment) {
  const std::string& path = environment.path;
  if (!format || !format->starts_with(kFormatMagic)) refuse("not_a_database", {}, {{"path", path}});
  ByteReader reader(format->substr(kFormatMagic.size()));
  const std::uint32_t version = reader.u32();
  if (version != kFormatVersion) {
    refuse("format_unknown", {},
           {{"path", path}, {"found", std::to_string(version)}, {"known", std::to_string(kFormatVersion)}});
  }
  check_features(reader.u32(), kFeaturesKnownToRead, "features_unknown_to_read", path);
  const std::uint32_t to_write = reader.u32();
  if (!environment.options.read_only) {
    check_features(to_write, kFeaturesKnownToWrite, "features_unknown_to_write", path);
  }
}

std::string encode(const Counters& counters) {
  std::string bytes;
  append_u64(bytes, static_cast<std::uint64_t>(counters.last_timestamp));
  append_u64(bytes, counters.next_id);
  append_u64(bytes, counters.next_space);
  append_u64(bytes, counters.schema_version);
  return bytes;
}

std::string random_host_id() {
  std::random_device random;
  const auto bits = [&] { return std::uint64_t{random()} << 32 | random(); };
  const std::uint64_t high = bits();
  return make_random_uuid(high, bits());
}

/// Returns the id of a file that has none. It depends only on committed counters, so every process computes the same
/// id, also after one of them has stored it.
std::string host_id_of(const Counters& counters) {
  const auto hash = [&](const char* mark) {
    return static_cast<std::uint64_t>(token_of(std::vector<std::string>{mark + encode(counters)}));
  };
  return make_random_uuid(hash("host id, high"), hash("host id, low"));
}

bool is_new(MDB_env* map) {
  MDB_stat statistics{};
  return mdb_env_stat(map, &statistics) == MDB_SUCCESS && statistics.ms_entries == 0;
}

void open_all(LmdbTransaction& transaction, Databases& databases, bool create) {
  databases.meta = transaction.open_database(kMetaDatabase, create);
  databases.data = transaction.open_database(kDataDatabase, create);
  databases.purge = transaction.open_database(kPurgeDatabase, create);
  databases.schema = transaction.open_database(kSchemaDatabase, create);
}

void create_databases(Environment& environment) {
  const WriterLock lock(environment, {});
  if (!is_new(environment.map.get())) return;  // another process was faster
  LmdbTransaction transaction(environment.map.get(), false, environment.path);
  open_all(transaction, environment.databases, true);
  std::string format(kFormatMagic);
  append_u32(format, kFormatVersion);
  // A new file needs no feature: a bit is set by the transaction that makes the first entry of its kind.
  append_u32(format, 0);
  append_u32(format, 0);
  transaction.put(environment.databases.meta, kFormatKey, format);
  write_counters(transaction, environment.databases.meta, {});
  transaction.put(environment.databases.meta, kHostKey, random_host_id());
  transaction.commit();
}

}  // namespace

void open_databases(Environment& environment) {
  if (is_new(environment.map.get())) {
    if (environment.options.read_only) refuse("not_a_database", {}, {{"path", environment.path}});
    create_databases(environment);
  }
  LmdbTransaction transaction(environment.map.get(), true, environment.path);
  environment.databases.meta = transaction.open_database(kMetaDatabase, false);
  check_format(transaction.get(environment.databases.meta, kFormatKey), environment);
  open_all(transaction, environment.databases, false);
  transaction.commit();  // keeps the database handles open
}

namespace {

constexpr std::size_t kToWriteEnd = kFormatMagic.size() + 3 * sizeof(std::uint32_t);
constexpr std::size_t kToWrite = kToWriteEnd - sizeof(std::uint32_t);

}  // namespace

std::uint32_t features_to_write(LmdbTransaction& transaction, MDB_dbi meta) {
  const std::string_view format = transaction.get(meta, kFormatKey).value_or("");
  if (format.size() < kToWriteEnd) refuse_damaged_bytes();
  return ByteReader(format.substr(kToWrite)).u32();
}

void require_to_write(LmdbTransaction& transaction, MDB_dbi meta, std::uint32_t features) {
  const std::uint32_t before = features_to_write(transaction, meta);
  if ((before & features) == features) return;
  const std::string format(transaction.get(meta, kFormatKey).value_or(""));
  std::string after = format.substr(0, kToWrite);
  append_u32(after, before | features);
  transaction.put(meta, kFormatKey, after + format.substr(kToWriteEnd));
}

Counters decode_counters(std::string_view bytes) {
  ByteReader reader(bytes);
  Counters counters;
  counters.last_timestamp = reader.i64();
  counters.next_id = reader.u64();
  counters.next_space = reader.u64();
  counters.schema_version = reader.u64();
  return counters;
}

Counters read_counters(LmdbTransaction& transaction, MDB_dbi meta) {
  return decode_counters(transaction.get(meta, kCountersKey).value_or(""));
}

void write_counters(LmdbTransaction& transaction, MDB_dbi meta, const Counters& counters) {
  transaction.put(meta, kCountersKey, encode(counters));
}

bool has_host_id(LmdbTransaction& transaction, MDB_dbi meta) {
  return transaction.get(meta, kHostKey).value_or("").size() == kHostIdSize;
}

std::string read_host_id(LmdbTransaction& transaction, MDB_dbi meta) {
  if (!has_host_id(transaction, meta)) return host_id_of(read_counters(transaction, meta));
  return std::string(transaction.get(meta, kHostKey).value_or(""));
}

void store_host_id(LmdbTransaction& transaction, MDB_dbi meta, const Counters& before) {
  // All files to which nothing was ever written have the same counters.
  transaction.put(meta, kHostKey, before == Counters() ? random_host_id() : host_id_of(before));
}

namespace {

TableStats decode_stats(std::string_view bytes) {
  ByteReader reader(bytes);
  TableStats stats;
  stats.largest_timestamp = reader.i64();
  stats.range_tombstones = reader.u64();
  stats.covering_tombstones = reader.u64();
  const std::int64_t grace = reader.i64();
  if (grace >= 0) stats.grace = grace;
  stats.purge_from = reader.i64();
  stats.purge_turn = reader.u64();
  return stats;
}

}  // namespace

TableStats read_stats(LmdbTransaction& transaction, MDB_dbi meta, TableId table) {
  const auto bytes = transaction.get(meta, stats_key(table));
  return bytes ? decode_stats(*bytes) : TableStats();
}

std::optional<std::pair<TableId, TableStats>> stats_in(std::string_view key, std::string_view value) {
  if (!key.starts_with(kStatsMark)) return std::nullopt;
  return std::pair(ByteReader(key.substr(1)).u32(), decode_stats(value));
}

void write_stats(LmdbTransaction& transaction, MDB_dbi meta, TableId table, const TableStats& stats) {
  std::string bytes;
  append_u64(bytes, static_cast<std::uint64_t>(stats.largest_timestamp));
  append_u64(bytes, stats.range_tombstones);
  append_u64(bytes, stats.covering_tombstones);
  append_u64(bytes, static_cast<std::uint64_t>(stats.grace.value_or(-1)));
  append_u64(bytes, static_cast<std::uint64_t>(stats.purge_from));
  append_u64(bytes, stats.purge_turn);
  transaction.put(meta, stats_key(table), bytes);
}

void erase_stats(LmdbTransaction& transaction, MDB_dbi meta, TableId table) {
  transaction.erase(meta, stats_key(table));
}

std::optional<std::string> read_copy_name(LmdbTransaction& transaction, MDB_dbi meta) {
  const auto name = transaction.get(meta, kCopyKey);
  return name ? std::optional<std::string>(*name) : std::nullopt;
}

void write_copy_name(LmdbTransaction& transaction, MDB_dbi meta, const std::optional<std::string>& name) {
  if (name)
    transaction.put(meta, kCopyKey, *name);
  else
    transaction.erase(meta, kCopyKey);
}

bool is_copy_name(std::string_view key) { return key == kCopyKey; }

}  // namespace cellar
