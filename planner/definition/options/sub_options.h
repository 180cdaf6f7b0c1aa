// The classes and sub-options of the table options compaction and compression, as data. The check of CREATE TABLE
// (table_option_maps.cpp) and the completion (option_words.h) read the same tables.
//
// In:      nothing.
// Out:     tables of names and of what each takes.
// Refused: nothing.
#pragma once

#include <array>
#include <string_view>

namespace cellar {

enum Strategy : unsigned { kTiered = 1, kLeveled = 2, kWindow = 4, kUnified = 8, kEvery = 15, kClassic = 7 };

struct StrategyName {
  std::string_view name;
  Strategy strategy;
};

inline constexpr auto kStrategies = std::to_array<StrategyName>({
    {"SizeTieredCompactionStrategy", kTiered},
    {"LeveledCompactionStrategy", kLeveled},
    {"TimeWindowCompactionStrategy", kWindow},
    {"UnifiedCompactionStrategy", kUnified},
});

inline constexpr std::string_view kBooleans = "true|false";
inline constexpr double kAny = -1;

/// A sub-option takes a number of at least `least`, or text that matches `pattern`.
struct SubOption {
  std::string_view name;
  unsigned strategies;
  double least;
  std::string_view pattern = {};  // in lower case if case is ignored; empty: a number
  std::string_view wanted = {};   // describes the pattern; empty: the pattern is a list of words
};

inline constexpr auto kCompactionOptions = std::to_array<SubOption>({
    {"enabled", kEvery, 0, kBooleans},
    {"log_all", kEvery, 0, kBooleans},
    {"only_purge_repaired_tombstones", kEvery, 0, kBooleans},
    {"unchecked_tombstone_compaction", kEvery, 0, kBooleans},
    {"tombstone_threshold", kEvery, 0},
    {"tombstone_compaction_interval", kEvery, 0},
    {"provide_overlapping_tombstones", kEvery, 0, "none|row|cell"},
    {"min_threshold", kClassic, 2},
    {"max_threshold", kClassic, 2},
    {"min_sstable_size", kTiered | kLeveled | kWindow, 0},
    {"bucket_low", kClassic, 0},
    {"bucket_high", kClassic, 0},
    {"sstable_size_in_mb", kLeveled, 1},
    {"fanout_size", kLeveled, 1},
    {"single_sstable_uplevel", kLeveled, 0, kBooleans},
    {"compaction_window_unit", kWindow, 0, "MINUTES|HOURS|DAYS"},
    {"compaction_window_size", kWindow, 1},
    {"timestamp_resolution", kWindow, 0, "MICROSECONDS|MILLISECONDS|SECONDS|NANOSECONDS|MINUTES|HOURS|DAYS"},
    {"expired_sstable_check_frequency_seconds", kWindow | kUnified, 0},
    {"unsafe_aggressive_sstable_expiration", kWindow | kUnified, 0, kBooleans},
    {"scaling_parameters", kUnified, 0,
     "(n|l[0-9]+|t[0-9]+|[+-]?[0-9]+)( *, *(n|l[0-9]+|t[0-9]+|[+-]?[0-9]+))*",
     "a list of N, L and T with numbers, such as T4, L10, N"},
    {"target_sstable_size", kUnified, 0, "[0-9.]+ *([kmgt]i?)?b", "a size such as 1GiB"},
    {"min_sstable_size", kUnified, 0, "[0-9.]+ *([kmgt]i?)?b|auto", "a size such as 100MiB, or auto"},
    {"flush_size_override", kUnified, 0, "[0-9.]+ *([kmgt]i?)?b", "a size such as 1GiB"},
    {"base_shard_count", kUnified, 1},
    {"sstable_growth", kUnified, 0, "[0-9.]+%?", "a number or a percentage"},
    {"max_sstables_to_compact", kUnified, kAny},
    {"overlap_inclusion_method", kUnified, 0, "none|single|transitive"},
});

struct CompressionOption {
  std::string_view name;
  std::string_view compressor;  // empty: all compressors
  double least, most;
  std::string_view pattern = {};
};

inline constexpr auto kCompressionOptions = std::to_array<CompressionOption>({
    {"chunk_length_in_kb", "", 1, 1 << 20},
    {"min_compress_ratio", "", 0, 1e300},
    {"lz4_compressor_type", "LZ4Compressor", 0, 0, "fast|high"},
    {"lz4_high_compressor_level", "LZ4Compressor", 1, 17},
    {"compression_level", "ZstdCompressor", -131072, 22},
});

inline constexpr auto kCompressors = std::to_array<std::string_view>(
    {"LZ4Compressor", "SnappyCompressor", "DeflateCompressor", "ZstdCompressor", "NoopCompressor"});

}  // namespace cellar
