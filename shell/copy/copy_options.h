// The options of COPY, with cqlsh's names, values and defaults.
//
// In:      the options of a statement, and those of the sections [copy], [copy-from] or [copy-to], [copy:ks.table] and
//          [copy-from:ks.table] or [copy-to:ks.table] of the configuration, the later section winning, the statement over
//          all.
// Out:     CopyOptions, and the names of those options that cqlsh takes and that change nothing here.
// Refused: an option that does not exist or is given twice (E636), a value that it does not take (E637); one of the
//          configuration with its file and line.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/copy/copy_statement.h"
#include "shell/render/timestamp_form.h"
#include "shell/render/writers/csv_dialect.h"

namespace cellar {

enum class CopyFormat : std::uint8_t { csv, jsonl };

struct CopyOptions {
  // Both directions.
  CopyFormat format = CopyFormat::csv;
  CsvDialect dialect;
  std::optional<bool> header;  // nothing: as `timestamps` says
  std::optional<bool>
      timestamps;    // when values were written and until when they live; nothing: if the file names them
  std::string null;  // the text for null
  std::string timestamp_format = std::string(kTimestampForm);  // of strftime, as Python has it
  char decimal_separator = '.';
  std::optional<char> thousands_separator;
  std::string true_text = "True";
  std::string false_text = "False";

  // FROM.
  std::optional<std::uint64_t> chunk_rows;  // that become durable together at most; nothing: as memory allows
  std::optional<std::uint64_t> most_rows;   // rows that are read, the skipped ones included; nothing: all
  std::uint64_t skipped_rows = 0;
  std::vector<std::string> skipped_columns;
  std::optional<std::uint64_t> most_parse_errors;          // nothing: any number
  std::optional<std::uint64_t> most_insert_errors = 1000;  // likewise
  std::string error_file;                                  // empty: import_KEYSPACE_TABLE.err
  std::optional<std::int32_t> time_to_live;                // seconds

  // TO.
  std::optional<std::int64_t> begin_token;
  std::optional<std::int64_t> end_token;
  std::optional<std::uint64_t> rows_per_file;  // nothing: one file
  /// Digits, as cqlsh counts them; nothing: as many as it takes to read the same number back.
  std::optional<int> float_precision;
  std::optional<int> double_precision;

  /// Files with timestamps name their columns unless they are told not to.
  bool has_header() const { return format == CopyFormat::csv && header.value_or(timestamps.value_or(false)); }

  std::vector<std::string> unneeded;  // the names of options that change nothing here
};

/// The source of an option that is not in the statement.
struct CopyDefault {
  CopyOptionText option;
  std::string place;  // in the configuration: "/home/ann/.cassandra/cqlshrc:12"
};

CopyOptions read_copy_options(const CopyStatement& statement, const std::vector<CopyDefault>& defaults);

/// Returns the names of the options that change something in this direction.
std::vector<std::string_view> copy_option_names(CopyDirection direction);
/// Returns the usual values of an option as they are written; none for a number, or a text of one's own.
std::span<const std::string_view> copy_option_values(std::string_view name);

}  // namespace cellar
