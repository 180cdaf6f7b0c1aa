#include "shell/copy/from/copy_from.h"

#include <chrono>
#include <limits>

#include "shell/connection/run_end.h"
#include "shell/copy/from/bound_rows.h"
#include "shell/copy/from/file_row_reader.h"
#include "shell/copy/from/import_files.h"
#include "shell/copy/from/import_groups.h"
#include "shell/copy/from/import_header.h"
#include "shell/copy/from/import_report.h"
#include "shell/copy/from/import_statement.h"
#include "shell/copy/from/typed_rows.h"
#include "shell/files/database_files.h"
#include "shell/render/load_progress.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Each row is a statement of its own, whose notices would be about the file.
class WithoutNotices {
 public:
  explicit WithoutNotices(Connection& connection) : connection_(connection), before_(connection.notices()) {
    connection_.set_notices(Notices::off);
  }
  ~WithoutNotices() { connection_.set_notices(before_); }
  WithoutNotices(const WithoutNotices&) = delete;
  WithoutNotices& operator=(const WithoutNotices&) = delete;

 private:
  Connection& connection_;
  Notices before_;
};

/// No later row could be written, or a person has interrupted.
bool ends_import(const Diagnostic& diagnostic, const StopToken& stop) {
  return ends_the_run(diagnostic) || diagnostic.cause() == Cause::read_only || stop.stop_requested();
}

/// Additions to counters read what is stored, and the entries of indexes and views are gathered for each buffer: both
/// are better off with small ones.
GroupKind group_kind(const Table& table) {
  const bool is_plain = !table.is_counter() && table.indexes.empty() && table.views.empty();
  return is_plain ? GroupKind::bulk : GroupKind::usual;
}

class Import {
 public:
  Import(CopyContext& context, const CopyStatement& statement, const CopyTarget& target,
         const CopyOptions& options)
      : context_(context),
        statement_(statement),
        target_(target),
        options_(options),
        without_notices_(context.connection),
        report_(context, statement, target, options) {}

  /// Refuses what run() would refuse before it reads a row. `awaited`: files that need not be there yet.
  std::vector<std::string> prepare(const std::vector<std::string>& awaited) {
    std::vector<std::string> files;
    if (!statement_.is_standard)
      files = find_import_files(statement_.file, statement_.file_span, context_.home, awaited);
    for (const std::string& file : files) {
      refuse_reading_database_file(file, context_.connection);
      require_readable(file, statement_.file_span);
    }
    report_.check_error_file(files);
    const bool has_columns = !has_header() || target_.names_columns;
    if (has_columns) use_columns(columns_without_header(target_, options_));
    return files;
  }

  CopyOutcome run() {
    const auto begin = std::chrono::steady_clock::now();
    const std::vector<std::string> files = prepare({});
    const std::uint64_t most_rows = options_.chunk_rows.value_or(std::numeric_limits<std::uint64_t>::max());
    Connection& connection = context_.connection;
    if (connection.in_group()) context_.make_durable();
    ImportGroups groups(connection, group_kind(*target_.table), most_rows, [&] { await_late(groups); });
    try {
      if (statement_.is_standard) {
        read_typed_rows(groups);
      } else {
        for (const std::string& file : files) read_file(file, groups);
      }
      groups.commit(report_.rows());
    } catch (const Refusal& refusal) {
      note_late_rows(groups);
      const std::optional<Refusal> of_commit = keep_rows_before(refusal, groups);
      const Refusal& reason = of_commit ? *of_commit : refusal;
      report_.end_early(reason.diagnostic, loader(), groups.durable());
      throw Refusal(reason);
    }
    note_times();
    return report_.conclude(std::chrono::steady_clock::now() - begin, loader());
  }

 private:
  /// Says what of the times in the files was not written as it is there.
  void note_times() {
    const auto note = [&](std::string_view id, std::uint64_t count) {
      if (count > 0)
        context_.notices.push_back({id, context_.command, {{"count", std::to_string(count)}}, std::nullopt});
    };
    note("copy_expired", times_.expired);
    note("copy_lists_as_one", times_.mixed_lists);
  }

  /// Rows that were written before a refusal stay, unless the store cannot keep them. Returns the refusal of their commit, if
  /// that was refused.
  std::optional<Refusal> keep_rows_before(const Refusal& refusal, ImportGroups& groups) const {
    try {
      if (context_.connection.in_group() && !ends_import(refusal.diagnostic, context_.stop))
        groups.commit(report_.rows());
    } catch (const Refusal& of_commit) {
      groups.drop();
      return of_commit;
    }
    groups.drop();
    return std::nullopt;
  }

  void read_file(const std::string& path, ImportGroups& groups) {
    ImportFile file(path, statement_.file_span, context_.stop);
    LoadProgress progress(context_.output, file.size(), context_.language, LoadedThing::row);
    // A read of something else than a file may wait for long, and only the thread that gets Ctrl-C can end it.
    const auto ahead = file.size() ? BoundRows::Ahead::yes : BoundRows::Ahead::no;
    read_rows({file.name(), [&](char* place, std::size_t size) { return file.read(place, size); }, ahead,
               &progress},
              groups);
  }

  void read_typed_rows(ImportGroups& groups) {
    TypedRows typed(context_);
    try {
      read_rows({typed.name(), [&](char* place, std::size_t size) { return typed.read(place, size); },
                 BoundRows::Ahead::no, nullptr},
                groups);
    } catch (const Refusal&) {
      if (!context_.lines_are_typed) typed.pass_rest();
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

  void read_rows(const Source& source, ImportGroups& groups) {
    report_.begin_source(source.name);
    FileRowReader reader(options_.format, options_.dialect, source.name, source.fill);
    if (has_header()) read_header(reader);
    BoundRows rows(reader, *import_, report_.rows_to_pass(), source.ahead);
    while (!is_complete()) {
      const BoundRows::Row* const row = rows.next();
      if (context_.stop.stop_requested()) {
        groups.commit(report_.rows());
        report_.refuse_interrupted(row != nullptr ? row->line : rows.line(), groups.durable());
      }
      if (row == nullptr) break;
      if (report_.note_read()) write_row(*row);
      // The first refused row of static counters ends a load, so the next one must not be under way.
      import_->adds_static_counters() ? await_late(groups) : report_late(groups);
      groups.note(report_.rows(), row->raw.size());
      if (source.progress != nullptr) source.progress->note_one(row->bytes_read);
    }
    await_late(groups);
  }

  bool has_header() const { return options_.has_header(); }
  bool is_complete() const { return options_.most_rows && report_.rows().read >= *options_.most_rows; }

  void read_header(FileRowReader& reader) {
    const FileRow* const header = reader.next();
    if (header == nullptr) {
      if (!import_) use_columns(columns_without_header(target_, options_));
      return;
    }
    HeaderColumns columns = columns_of_header(*header, report_.source(), target_, options_);
    if (columns.notice) context_.notices.push_back(*std::move(columns.notice));
    use_columns(std::move(columns.columns));
  }

  void use_columns(FileColumns columns) {
    if (import_ && import_->columns() == columns) return;
    import_.emplace(context_.connection, *target_.table, std::move(columns), options_, counted_, times_);
  }
  const ImportStatement* loader() const { return import_ ? &*import_ : nullptr; }

  void write_row(const BoundRows::Row& row) {
    if (row.fault) return report_.refuse_parsed(row, *import_, *row.fault);
    is_writing_ = true;
    try {
      if (import_->write(row.bound)) report_.note_written();
      if (const LateWrites* const writes = context_.connection.late_writes())
        late_.note(*writes, [&] { return LateRow{std::string(row.raw), row.line}; });
    } catch (const Refusal& refusal) {
      if (ends_import(refusal.diagnostic, context_.stop)) throw;
      report_.refuse_written(row, *import_, refusal.diagnostic);
    }
    is_writing_ = false;
  }

  /// Reports the rows of this file that a cluster has refused behind others. If that ends the load, and no write since must
  /// run twice, it may go on with the rows of the last group; otherwise those that were refused are kept as such.
  void report_late(ImportGroups& groups) {
    LateWrites* const writes = context_.connection.late_writes();
    if (writes == nullptr) return;
    late_.take_notices(*writes, [&](const LateRow&, const LateNotice& earned) {
      const auto is_it = [&](const Diagnostic& each) {
        return each.id == earned.notice.id && each.subject == earned.notice.subject;
      };
      if (std::ranges::none_of(context_.notices, is_it)) context_.notices.push_back(earned.notice);
    });
    std::optional<Refusal> end;
    bool is_repeated = false;
    late_.take_refusals(*writes, [&](const LateRow& late, const LateRefusal& refused) {
      const Diagnostic& refusal = refused.refusal.diagnostic;
      if (!end && ends_import(refusal, context_.stop)) {
        end = refused.refusal;
        is_repeated = refused.write > writes->last_unrepeatable();
      }
      if (is_repeated) return;
      BoundRows::Row row;
      row.raw = late.raw;
      row.line = late.line;
      report_.refuse_late(row, *import_, refusal);
    });
    if (!end) return;
    if (!is_repeated) groups.note_all_done(report_.rows());
    throw Refusal(*end);
  }
  void await_late(ImportGroups& groups) {
    if (LateWrites* const writes = context_.connection.late_writes()) writes->await_all();
    report_late(groups);
  }

  /// After a refusal: rows that a cluster has taken need not be loaded again, and counters must not.
  void note_late_rows(ImportGroups& groups) {
    if (context_.connection.late_writes() == nullptr) return;
    try {
      await_late(groups);
    } catch (const Refusal&) {
      return;  // it has said how far the load has come
    }
    ImportedRows rows = report_.rows();
    if (is_writing_) --rows.read;
    groups.note_all_done(rows);
  }

  /// A row whose writes are not done yet.
  struct LateRow {
    std::string raw;
    std::uint64_t line;
  };

  CopyContext& context_;
  const CopyStatement& statement_;
  const CopyTarget& target_;
  const CopyOptions& options_;
  OriginsOfWrites<LateRow> late_;
  bool is_writing_ = false;  // a row that was read: it is neither written nor refused yet
  const WithoutNotices without_notices_;
  ImportReport report_;
  CountedPartitions counted_;
  TimedCounts times_;
  std::optional<ImportStatement> import_;  // nothing: the columns are not known yet
};

void require_loadable(CopyContext& context, const CopyStatement& statement, const CopyTarget& target,
                      const CopyOptions& options) {
  const Table& table = *target.table;
  context.connection.refuse_if_read_only();
  if (table.is_view()) {
    refuse("view_is_written", statement.table.span,
           {{"view", quote_name(table.name)}, {"base", quote_name(table.view_of->base)}});
  }
  if (options.format == CopyFormat::jsonl && target.names_columns)
    refuse("copy_documents_name_columns", statement.columns.front().name.span);
}

}  // namespace

CopyOutcome copy_from(CopyContext& context, const CopyStatement& statement, const CopyTarget& target,
                      const CopyOptions& options) {
  require_loadable(context, statement, target, options);
  return Import(context, statement, target, options).run();
}

void check_copy_from(CopyContext& context, const CopyStatement& statement, const CopyTarget& target,
                     const CopyOptions& options) {
  require_loadable(context, statement, target, options);
  Import(context, statement, target, options).prepare(context.files_of_dry_run);
}

}  // namespace cellar
