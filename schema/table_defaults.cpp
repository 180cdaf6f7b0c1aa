#include "schema/table_defaults.h"

namespace cellar {

TableOptions default_table_options() {
  using Map = std::map<std::string, std::string>;
  return {
      {"additional_write_policy", "99p"},
      {"allow_auto_snapshot", "true"},
      {"bloom_filter_fp_chance", "0.01"},
      {"caching", Map{{"keys", "ALL"}, {"rows_per_partition", "NONE"}}},
      {"cdc", "false"},
      {"comment", ""},
      {"compaction", Map{{"class", "org.apache.cassandra.db.compaction.SizeTieredCompactionStrategy"},
                         {"max_threshold", "32"},
                         {"min_threshold", "4"}}},
      {"compression",
       Map{{"chunk_length_in_kb", "16"}, {"class", "org.apache.cassandra.io.compress.LZ4Compressor"}}},
      {"crc_check_chance", "1.0"},
      {"default_time_to_live", "0"},
      {"extensions", Map{}},
      {"gc_grace_seconds", "864000"},
      {"incremental_backups", "true"},
      {"max_index_interval", "2048"},
      {"memtable", "default"},
      {"memtable_flush_period_in_ms", "0"},
      {"min_index_interval", "128"},
      {"read_repair", "BLOCKING"},
      {"speculative_retry", "99p"},
  };
}

}  // namespace cellar
