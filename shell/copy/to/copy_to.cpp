#include "shell/copy/to/copy_to.h"

#include <fmt/format.h>

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>

#include "functions/json/json_value.h"
#include "shell/copy/to/export_files.h"
#include "shell/copy/to/export_progress.h"
#include "shell/copy/to/value_text.h"
#include "shell/render/writers/csv_writer.h"

namespace cellar {

namespace {

std::string list_of_names(const std::vector<const Column*>& columns, std::size_t count) {
  std::string names;
  for (std::size_t i = 0; i < count; ++i) names += (i == 0 ? "" : ", ") + quote_name(columns[i]->name);
  return names;
}

/// BEGINTOKEN itself is left out, ENDTOKEN is in, as in cqlsh. ALLOW FILTERING says under the policy `teach` that the
/// whole table is meant.
std::string select_text(const CopyTarget& target, const CopyOptions& options) {
  std::vector<const Column*> key;
  for (std::size_t i = 0; i < target.table->partition_key_size; ++i) key.push_back(&target.table->columns[i]);
  const std::string token = "token(" + list_of_names(key, key.size()) + ")";
  std::string text = "SELECT " + list_of_names(target.columns, target.columns.size());
  text += " FROM " + qualified_name(*target.table);
  if (options.begin_token) text += fmt::format(" WHERE {} > {}", token, *options.begin_token);
  if (options.end_token)
    text += fmt::format(" {} {} <= {}", options.begin_token ? "AND" : "WHERE", token, *options.end_token);
  return text + " ALLOW FILTERING";
}

/// Turns rows into the text of the file.
class RowsText {
 public:
  RowsText(const CopyTarget& target, const CopyOptions& options, std::string& rows)
      : is_json_(options.format == CopyFormat::jsonl),
        rows_(rows),
        values_(options),
        fields_(options.dialect, options.null, rows) {
    for (const Column* column : target.columns) {
      types_.push_back(&column->type);
      if (is_json_) names_.push_back(json_name(column->name) + ": ");
    }
  }

  void add(const ResultRow& row) {
    if (is_json_) return add_document(row);
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
  std::vector<std::string> names_;  // of the members of a document
};

std::string header_of(const CopyTarget& target, const CopyOptions& options) {
  std::string header;
  if (!options.header || options.format == CopyFormat::jsonl) return header;
  CsvWriter fields(options.dialect, options.null, header);
  for (const Column* column : target.columns) fields.add_field(column->name);
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
    RowsText text(target_, options_, rows);
    Result result = context_.connection.execute(select_text(target_, options_));
    while (const ResultRow* row = result.next()) {
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
