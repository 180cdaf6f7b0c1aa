#include "shell/copy/from/copy_from.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "refusal/counted.h"
#include "shell/copy/from/bound_rows.h"
#include "shell/copy/from/file_row_reader.h"
#include "shell/copy/from/import_files.h"
#include "shell/copy/from/import_groups.h"
#include "shell/copy/from/import_header.h"
#include "shell/copy/from/import_statement.h"
#include "shell/copy/from/refused_rows.h"
#include "shell/copy/from/typed_rows.h"
#include "shell/files/database_files.h"
#include "shell/statement_runner.h"
#include "shell/terminal/interrupt.h"
#include "shell/terminal/load_progress.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Each row is a statement of its own, whose notices would be about the file.
class WithoutNotices {
 public:
  explicit WithoutNotices(Session& session) : session_(session), before_(session.notices()) {
    session_.set_notices(Notices::off);
  }
  ~WithoutNotices() { session_.set_notices(before_); }
  WithoutNotices(const WithoutNotices&) = delete;
  WithoutNotices& operator=(const WithoutNotices&) = delete;

 private:
  Session& session_;
  Notices before_;
};

/// No later row could be written, or a person has interrupted.
bool ends_import(const Diagnostic& diagnostic) {
  return ends_the_run(diagnostic) || diagnostic.code() == "E508" || interrupted();
}

/// Additions to counters read what is stored, and the entries of indexes and views are gathered for each buffer: both
/// are better off with small ones.
GroupKind group_kind(const Table& table) {
  const bool is_plain = !table.is_counter() && table.indexes.empty() && table.views.empty();
  return is_plain ? GroupKind::bulk : GroupKind::usual;
}

class Import {
 public:
  Import(const CommandCall& call, const CopyStatement& statement, const CopyTarget& target,
         const CopyOptions& options)
      : call_(call),
        statement_(statement),
        target_(target),
        options_(options),
        skipped_rows_(call.context.skipped_rows.value_or(options.skipped_rows)),
        without_notices_(call.context.session),
        refused_(call.context, error_file()) {}

  /// Refuses what run() would refuse before it reads a row. `awaited`: files that need not be there yet.
  std::vector<std::string> prepare(const std::vector<std::string>& awaited) {
    std::vector<std::string> files;
    if (!statement_.is_standard) files = find_import_files(statement_.file, statement_.file_span, awaited);
    for (const std::string& file : files) {
      refuse_reading_database_file(file, call_.context.database);
      require_readable(file, statement_.file_span);
    }
    if (options_.error_file.empty()) refused_.avoid(files);
    refused_.refuse_wrong_file(files);
    const bool has_columns = !has_header() || target_.names_columns;
    if (has_columns) use_columns(columns_without_header(target_, options_));
    return files;
  }

  CommandOutcome run() {
    const auto begin = std::chrono::steady_clock::now();
    const std::vector<std::string> files = prepare({});
    const std::uint64_t most_rows = options_.chunk_rows.value_or(std::numeric_limits<std::uint64_t>::max());
    if (call_.context.session.in_group()) call_.context.make_durable();
    ImportGroups groups(call_.context.session, group_kind(*target_.table), most_rows);
    groups_ = &groups;
    try {
      if (statement_.is_standard) {
        read_typed_rows();
      } else {
        for (const std::string& file : files) read_file(file);
      }
      groups.commit(rows_);
    } catch (const Refusal& refusal) {
      end_early(refusal.diagnostic);
      throw;
    }
    conclude(std::chrono::steady_clock::now() - begin);
    // A run of scripts that ends here must not write the rows again.
    call_.context.skipped_rows = rows_.read;
    return refused_.count() > 0 ? CommandOutcome::refused : CommandOutcome::done;
  }

 private:
  std::string error_file() const {
    if (!options_.error_file.empty()) return options_.error_file;
    return fmt::format("import_{}_{}.err", target_.table->keyspace, target_.table->name);
  }

  void read_file(const std::string& path) {
    ImportFile file(path, statement_.file_span);
    LoadProgress progress(call_.context.output, file.size(), LoadedThing::row);
    // A read of something else than a file may wait for long, and only the thread that gets Ctrl-C can end it.
    const auto ahead = file.size() ? BoundRows::Ahead::yes : BoundRows::Ahead::no;
    read_rows({file.name(), [&](char* place, std::size_t size) { return file.read(place, size); }, ahead,
               &progress});
  }

  void read_typed_rows() {
    TypedRows typed(call_.context);
    try {
      read_rows({typed.name(), [&](char* place, std::size_t size) { return typed.read(place, size); },
                 BoundRows::Ahead::no, nullptr});
    } catch (const Refusal&) {
      if (!call_.context.lines_are_typed) typed.pass_rest();
      throw;
    }
    typed.pass_rest();
  }

  struct Source {
    std::string name;
    FileRowReader::Fill fill;
    BoundRows::Ahead ahead;
    LoadProgress* progress;  // null: nothing is shown
  };

  void read_rows(const Source& source) {
    ++files_;
    FileRowReader reader(options_.format, options_.dialect, source.name, source.fill);
    file_ = source.name;
    if (has_header()) read_header(reader);
    BoundRows rows(reader, *import_, skipped_rows_ - std::min(skipped_rows_, rows_.read), source.ahead);
    while (!is_complete()) {
      const BoundRows::Row* const row = rows.next();
      if (interrupted()) stop_for_interrupt(row != nullptr ? row->line : rows.line());
      if (row == nullptr) break;
      ++rows_.read;
      if (rows_.read > skipped_rows_) write_row(*row);
      groups_->note(rows_, row->raw.size());
      if (source.progress != nullptr) source.progress->note_one(row->bytes_read);
    }
  }

  bool has_header() const { return options_.header && options_.format == CopyFormat::csv; }
  bool is_complete() const { return options_.most_rows && rows_.read >= *options_.most_rows; }

  void read_header(FileRowReader& reader) {
    const FileRow* const header = reader.next();
    if (header == nullptr) {
      if (!import_) use_columns(columns_without_header(target_, options_));
      return;
    }
    HeaderColumns columns = columns_of_header(*header, file_, target_, options_);
    if (columns.notice) call_.context.notices.push_back(*std::move(columns.notice));
    use_columns(std::move(columns.columns));
  }

  void use_columns(FileColumns columns) {
    if (import_ && import_->columns() == columns) return;
    import_.emplace(call_.context.session, *target_.table, std::move(columns), options_, counted_);
  }

  void write_row(const BoundRows::Row& row) {
    if (row.fault) return refuse_row(row, *row.fault, parse_errors_, options_.most_parse_errors);
    try {
      import_->write(row.bound);
      ++rows_.written;
    } catch (const Refusal& refusal) {
      if (ends_import(refusal.diagnostic)) throw;
      Diagnostic diagnostic = refusal.diagnostic;
      diagnostic.span = {};
      diagnostic.fix.reset();
      refuse_row(row, diagnostic, insert_errors_, options_.most_insert_errors);
    }
  }

  void refuse_row(const BoundRows::Row& row, const Diagnostic& diagnostic, std::uint64_t& errors,
                  std::optional<std::uint64_t> most) {
    if (import_->adds_static_counters()) end_at_row(row, diagnostic);
    --rows_.read;  // a row that is not kept is read again
    refused_.add(row.raw, row.line, file_, diagnostic);
    ++rows_.read;
    ++errors;
    if (!most || errors <= *most) return;
    const bool in_file = &errors == &parse_errors_;
    refuse("copy_too_many_errors", {},
           {{"count", std::to_string(errors)},
            {"option", in_file ? "MAXPARSEERRORS" : "MAXINSERTERRORS"},
            {"most", std::to_string(*most)},
            {"file", file_},
            {"line", std::to_string(row.line)},
            {"read", std::to_string(rows_.read)}});
  }

  /// The row would add its static counters again if it was mended and loaded by itself.
  [[noreturn]] void end_at_row(const BoundRows::Row& row, const Diagnostic& diagnostic) {
    refused_.show(row.raw, row.line, file_, diagnostic);
    --rows_.read;
    refuse("copy_ends_at_row", {}, {{"file", file_}, {"line", std::to_string(row.line)}});
  }

  [[noreturn]] void stop_for_interrupt(std::uint64_t line) {
    groups_->commit(rows_);
    refuse(call_.context.settings.at_prompt ? "copy_interrupted" : "copy_interrupted_in_script", {},
           {{"rows", std::to_string(rows_.written)},
            {"file", file_},
            {"line", std::to_string(line)},
            {"read", std::to_string(rows_done())}});
  }

  /// Returns how many rows a COPY that continues this one passes over.
  std::uint64_t rows_done() const { return std::max(groups_->durable().read, skipped_rows_); }

  /// What was written before stays, unless the store cannot keep it.
  void end_early(const Diagnostic& diagnostic) {
    if (call_.context.session.in_group() && !ends_import(diagnostic)) groups_->commit(rows_);
    refused_.conclude(command_for_refused());
    call_.context.skipped_rows = rows_done();
    const bool is_told = diagnostic.id.starts_with("copy_interrupted");
    if (is_told || rows_.read == 0) return;
    call_.context.output.write_diagnostic(
        fmt::format("-- {} imported; to go on: WITH SKIPROWS = {}\n",
                    counted(std::to_string(groups_->durable().written), "row is", "rows are"), rows_done()));
  }

  std::string command_for_refused() const {
    const std::string columns =
        import_ && options_.format == CopyFormat::csv ? copy_list(import_->columns()) : "";
    return fmt::format("COPY {}{} FROM {}{};", qualified_name(*target_.table), columns,
                       quote_text(refused_.file().string()), options_for_refused());
  }

  std::string copy_list(const FileColumns& columns) const {
    const bool is_whole = std::ranges::find(columns, nullptr) == columns.end();
    if (is_whole) return fmt::format(" ({})", names_of(columns));
    std::string names;
    for (const Name& name : statement_.columns) names += (names.empty() ? "" : ", ") + quote_name(name.text);
    return names.empty() ? "" : fmt::format(" ({})", names);
  }

  /// The options that say how the rows are written; the others are about the file that they came from.
  std::string options_for_refused() const {
    constexpr std::string_view kOfRows[] = {"BOOLSTYLE", "DATETIMEFORMAT", "DECIMALSEP", "DELIMITER",
                                            "ESCAPE",    "FORMAT",         "NULL",       "QUOTE",
                                            "SKIPCOLS",  "THOUSANDSSEP",   "TTL"};
    std::string options;
    for (const CopyOptionText& option : statement_.options) {
      if (std::ranges::find(kOfRows, option.name) == std::end(kOfRows)) continue;
      options += fmt::format("{}{} = {}", options.empty() ? " WITH " : " AND ", option.name,
                             quote_text(option.value));
    }
    return options;
  }

  void conclude(std::chrono::steady_clock::duration taken) {
    refused_.conclude(command_for_refused());
    const double seconds = std::chrono::duration<double>(taken).count();
    call_.context.output.write_diagnostic(
        fmt::format("{} rows imported from {} files in {:.3f} seconds ({} skipped).\n", rows_.written, files_,
                    seconds, std::min(skipped_rows_, rows_.read)));
  }

  const CommandCall& call_;
  const CopyStatement& statement_;
  const CopyTarget& target_;
  const CopyOptions& options_;
  const std::uint64_t skipped_rows_;
  const WithoutNotices without_notices_;
  RefusedRows refused_;
  CountedPartitions counted_;
  std::optional<ImportStatement> import_;
  ImportGroups* groups_ = nullptr;
  ImportedRows rows_;
  std::string file_;  // that is being read
  std::size_t files_ = 0;
  std::uint64_t parse_errors_ = 0;
  std::uint64_t insert_errors_ = 0;
};

void require_loadable(const CommandCall& call, const CopyStatement& statement, const CopyTarget& target,
                      const CopyOptions& options) {
  const Table& table = *target.table;
  const Database& database = call.context.database;
  if (database.read_only()) refuse("store_is_read_only", {}, {{"path", database.path().string()}});
  if (table.is_view()) {
    refuse("view_is_written", statement.table.span,
           {{"view", quote_name(table.name)}, {"base", quote_name(table.view_of->base)}});
  }
  if (options.format == CopyFormat::jsonl && target.names_columns)
    refuse("copy_documents_name_columns", statement.columns.front().span);
}

}  // namespace

CommandOutcome copy_from(const CommandCall& call, const CopyStatement& statement, const CopyTarget& target,
                         const CopyOptions& options) {
  require_loadable(call, statement, target, options);
  return Import(call, statement, target, options).run();
}

void check_copy_from(const CommandCall& call, const CopyStatement& statement, const CopyTarget& target,
                     const CopyOptions& options) {
  require_loadable(call, statement, target, options);
  Import(call, statement, target, options).prepare(call.context.settings.files_of_dry_run);
}

}  // namespace cellar
