#include "shell/copy/to/copy_to.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>

#include "functions/json/json_value.h"
#include "shell/copy/times/read_at_second.h"
#include "shell/copy/to/export_files.h"
#include "shell/copy/to/export_progress.h"
#include "shell/copy/to/time_text.h"
#include "shell/copy/to/value_text.h"
#include "shell/render/writers/csv_writer.h"

namespace cellar {

namespace {

/// `expires(v)` is what ttl(v) says, as a moment.
std::string selected_fields(const FileColumns& columns) {
  FileColumns selected = columns;
  for (FileColumn& field : selected)
    if (field.part == FieldPart::expires) field.part = FieldPart::ttl;
  return names_of(selected);
}

/// BEGINTOKEN itself is left out, ENDTOKEN is in, as in cqlsh.
TableScan scan_of(const CopyTarget& target, const CopyOptions& options) {
  TableScan scan = scan_of_table(*target.table, selected_fields(target.columns));
  scan.begin = options.begin_token;
  scan.end = options.end_token;
  return scan;
}

bool tells_times(const CopyTarget& target) {
  return std::ranges::any_of(target.columns,
                             [](const FileColumn& field) { return field.part != FieldPart::value; });
}

/// A file with times is one that DSBulk reads.
CsvDialect dialect_of(const CopyTarget& target, const CopyOptions& options) {
  CsvDialect dialect = options.dialect;
  dialect.quotes_escapes = tells_times(target);
  return dialect;
}

/// Turns rows into the text of the file.
class RowsText {
 public:
  /// `columns` are those of the result, which was read as of a second.
  RowsText(const CopyTarget& target, const CopyOptions& options, const std::vector<ResultColumn>& columns,
           Seconds read_at, std::string& rows)
      : is_json_(options.format == CopyFormat::jsonl),
        rows_(rows),
        values_(options),
        fields_(dialect_of(target, options), options.null, rows) {
    for (std::size_t i = 0; i < target.columns.size(); ++i) {
      const FileColumn& field = target.columns[i];
      types_.push_back(&field.column->type);
      if (is_json_) names_.push_back(json_name(field.column->name) + ": ");
      if (!is_json_ && tells_times(target)) times_.push_back(time_text(field, columns[i].type, read_at));
    }
  }

  void add(const ResultRow& row) {
    if (is_json_) return add_document(row);
    if (!times_.empty()) return add_with_times(row);
    for (std::size_t i = 0; i < types_.size(); ++i) {
      const ValueView value = row[i];
      if (!value) {
        fields_.add_null();
        continue;
      }
      fields_.begin_field();
      values_.append(*types_[i], *value, rows_);
      fields_.end_field();
    }
    fields_.end_row();
  }

 private:
  static std::optional<TimeText> time_text(const FileColumn& field, const Type& type, Seconds read_at) {
    if (field.part == FieldPart::value) return std::nullopt;
    return TimeText(field.part, type, read_at);
  }

  /// Values with parts are JSON, as DSBulk reads them.
  void add_with_times(const ResultRow& row) {
    for (std::size_t i = 0; i < types_.size(); ++i) {
      const ValueView value = row[i];
      if (times_[i] ? times_[i]->is_null(value) : !value) {
        fields_.add_null();
        continue;
      }
      fields_.begin_field();
      if (times_[i]) {
        times_[i]->append(*value, rows_);
      } else if (!types_[i]->arguments.empty()) {
        rows_ += json_text_of_same(*types_[i], value);
      } else {
        values_.append(*types_[i], *value, rows_);
      }
      fields_.end_field();
    }
    fields_.end_row();
  }

  void add_document(const ResultRow& row) {
    for (std::size_t i = 0; i < types_.size(); ++i) {
      rows_ += i == 0 ? "{" : ", ";
      rows_ += names_[i];
      rows_ += json_text_of_same(*types_[i], row[i]);
    }
    rows_ += "}\n";
  }

  const bool is_json_;
  std::string& rows_;
  CopiedValueText values_;
  CsvWriter fields_;
  std::vector<const Type*> types_;
  std::vector<std::string> names_;              // of the members of a document
  std::vector<std::optional<TimeText>> times_;  // by field; empty: the file has none
};

std::string header_of(const CopyTarget& target, const CopyOptions& options) {
  std::string header;
  if (!options.has_header()) return header;
  CsvWriter fields(dialect_of(target, options), options.null, header);
  for (const FileColumn& field : target.columns) fields.add_field(header_name(field));
  fields.end_row();
  return header;
}

class Export {
 public:
  Export(CopyContext& context, const CopyStatement& statement, const CopyTarget& target,
         const CopyOptions& options)
      : context_(context),
        target_(target),
        options_(options),
        progress_(context.output, statement, target, options, context.language) {}

  /// Calls `begin_row()` before, and `end_row()` after each row that is appended to `rows`.
  template <typename BeginRow, typename EndRow>
  void write_rows(std::string& rows, BeginRow begin_row, EndRow end_row) {
    constexpr std::uint64_t kBetweenQuestions = 256;
    ReadAtSecond read = read_at_second(context_.connection, scan_of(target_, options_));
    RowsText text(target_, options_, read.rows.columns(), read.second, rows);
    while (const ResultRow* row = read.rows.next()) {
      begin_row();
      text.add(*row);
      end_row();
      if (++count_ % kBetweenQuestions != 0) continue;
      if (context_.stop.stop_requested()) refuse("interrupted");
      progress_.note(count_, *row);
    }
  }
  std::uint64_t count() const { return count_; }

 private:
  CopyContext& context_;
  const CopyTarget& target_;
  const CopyOptions& options_;
  ExportProgress progress_;
  std::uint64_t count_ = 0;
};

std::size_t write_files(CopyContext& context, Export& rows, const CopyStatement& statement,
                        const CopyTarget& target, const CopyOptions& options) {
  ExportFiles files(statement.file, options.rows_per_file, header_of(target, options), context.connection,
                    context.stop);
  rows.write_rows(
      files.rows(), [&] { files.begin_row(); }, [&] { files.end_row(); });
  files.publish();
  if (const auto older = files.older_file())
    context.notices.push_back({"copy_older_file",
                               statement.file_span,
                               {{"file", older->string()}, {"pattern", statement.file + "*"}},
                               std::nullopt});
  return files.count();
}

[[noreturn]] void refuse_interrupted(CopyContext& context, const CopyStatement& statement,
                                     std::uint64_t count) {
  const std::string_view id = statement.is_standard ? "copy_to_output_interrupted" : "copy_to_interrupted";
  refuse(id, context.command, {{"rows", std::to_string(count)}, {"file", statement.file}});
}

[[noreturn]] void refuse_fault(const ExportFault& fault, const CopyStatement& statement,
                               std::uint64_t count) {
  refuse(count == 0 ? "copy_file_unwritable" : "copy_file_broken_off", statement.file_span,
         {{"file", fault.file},
          {"reason", std::generic_category().message(fault.error)},
          {"rows", std::to_string(count)}});
}

void write_to_file(CopyContext& context, Export& rows, const CopyStatement& statement,
                   const CopyTarget& target, const CopyOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  std::size_t files = 0;
  try {
    files = write_files(context, rows, statement, target, options);
  } catch (const ExportFault& fault) {
    refuse_fault(fault, statement, rows.count());
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  context.report = {
      .direction = CopyDirection::to, .rows = rows.count(), .files = files, .seconds = time.count()};
}

void write_to_output(CopyContext& context, Export& rows, const CopyTarget& target,
                     const CopyOptions& options) {
  Output& output = context.output;
  if (options.rows_per_file)
    context.notices.push_back({"copy_size_of_output", context.command, {}, std::nullopt});
  output.write(header_of(target, options));
  rows.write_rows(
      output.results(), [] {}, [&] { output.write_if_full(); });
}

void require_order(const CopyOptions& options) {
  if (options.begin_token && options.end_token && *options.begin_token > *options.end_token)
    refuse("copy_tokens", {},
           {{"begin", std::to_string(*options.begin_token)}, {"end", std::to_string(*options.end_token)}});
}

/// Refuses a file that is no place to write to.
void require_writable(const CopyStatement& statement) {
  const std::filesystem::path path = statement.file;
  std::error_code none;
  const bool is_there = std::filesystem::exists(path, none);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const bool is_folder = std::filesystem::is_directory(path, none);
  const int error = is_folder ? EISDIR
                    : access(is_there ? path.c_str() : folder.c_str(), W_OK) != 0 ? errno
                                                                                  : 0;
  if (error != 0) refuse_fault({path.string(), error}, statement, 0);
}

}  // namespace

void check_copy_to(CopyContext& context, const CopyStatement& statement, const CopyOptions& options) {
  require_order(options);
  if (statement.is_standard) return;
  require_writable(statement);
  context.files_of_dry_run.push_back(statement.file);
}

CopyOutcome copy_to(CopyContext& context, const CopyStatement& statement, const CopyTarget& target,
                    const CopyOptions& options) {
  require_order(options);
  Export rows(context, statement, target, options);
  try {
    if (statement.is_standard) {
      write_to_output(context, rows, target, options);
    } else {
      write_to_file(context, rows, statement, target, options);
    }
  } catch (const Refusal& refusal) {
    if (refusal.diagnostic.cause() == Cause::interrupted)
      refuse_interrupted(context, statement, rows.count());
    throw;
  }
  return CopyOutcome::done;
}

}  // namespace cellar
