#include "schema/option_set.h"

namespace cellar {

namespace {

using OptionMap = std::map<std::string, std::string>;

TableOptions make_set_1() {
  return {
      {"additional_write_policy", "99p"},
      {"allow_auto_snapshot", "true"},
      {"bloom_filter_fp_chance", "0.01"},
      {"caching", OptionMap{{"keys", "ALL"}, {"rows_per_partition", "NONE"}}},
      {"cdc", "false"},
      {"comment", ""},
      {"compaction", OptionMap{{"class", "org.apache.cassandra.db.compaction.SizeTieredCompactionStrategy"},
                               {"max_threshold", "32"},
                               {"min_threshold", "4"}}},
      {"compression",
       OptionMap{{"chunk_length_in_kb", "16"}, {"class", "org.apache.cassandra.io.compress.LZ4Compressor"}}},
      {"crc_check_chance", "1.0"},
      {"default_time_to_live", "0"},
      {"extensions", OptionMap{}},
      {"gc_grace_seconds", "864000"},
      {"incremental_backups", "true"},
      {"max_index_interval", "2048"},
      {"memtable", "default"},
      {"memtable_flush_period_in_ms", "0"},
      {"min_index_interval", "128"},
      {"read_repair", "BLOCKING"},
      {"speculative_retry", "99p"}};
}

}  // namespace

const TableOptions* find_option_set(std::uint64_t number) {
  static const TableOptions set_1 = make_set_1();
  return number == 1 ? &set_1 : nullptr;
}

}  // namespace cellar
