#include "shell/copy/from/import_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "shell/copy/from/reload_command.h"
#include "shell/copy/words/copy_words.h"

namespace cellar {

namespace {

std::string error_file(const CopyOptions& options, const Table& table) {
  if (!options.error_file.empty()) return options.error_file;
  return fmt::format("import_{}_{}.err", table.keyspace, table.name);
}

}  // namespace

ImportReport::ImportReport(CopyContext& context, const CopyStatement& statement, const CopyTarget& target,
                           const CopyOptions& options)
    : context_(context),
      statement_(statement),
      target_(target),
      options_(options),
      skipped_rows_(context.skipped_rows.value_or(options.skipped_rows)),
      refused_(context, error_file(options, *target.table)),
      parse_errors_{"MAXPARSEERRORS", options.most_parse_errors},
      insert_errors_{"MAXINSERTERRORS", options.most_insert_errors} {}

void ImportReport::check_error_file(const std::vector<std::string>& sources) {
  if (options_.error_file.empty()) refused_.avoid(sources);
  refused_.refuse_wrong_file(sources);
}

void ImportReport::begin_source(const std::string& name) {
  source_ = name;
  ++sources_;
}

std::uint64_t ImportReport::rows_to_pass() const {
  return skipped_rows_ - std::min(skipped_rows_, rows_.read);
}

void ImportReport::refuse_parsed(const BoundRows::Row& row, const ImportStatement& loader,
                                 const Diagnostic& diagnostic) {
  refuse_row(row, loader, diagnostic, parse_errors_);
}

void ImportReport::refuse_written(const BoundRows::Row& row, const ImportStatement& loader,
                                  Diagnostic diagnostic) {
  diagnostic.span = {};
  diagnostic.fix.reset();
  refuse_row(row, loader, diagnostic, insert_errors_);
}

void ImportReport::refuse_late(const BoundRows::Row& row, const ImportStatement& loader,
                               Diagnostic diagnostic) {
  --rows_.written;
  refuse_written(row, loader, std::move(diagnostic));
}

void ImportReport::refuse_row(const BoundRows::Row& row, const ImportStatement& loader,
                              const Diagnostic& diagnostic, ErrorLimit& limit) {
  if (loader.adds_static_counters()) end_at_row(row, diagnostic);
  --rows_.read;  // a row that is not kept is read again
  refused_.add(row.raw, row.line, source_, diagnostic);
  ++rows_.read;
  rows_.refused = refused_.kept();
  ++limit.errors;
  if (!limit.most || limit.errors <= *limit.most) return;
  refuse("copy_too_many_errors", {},
         {{"count", std::to_string(limit.errors)},
          {"option", limit.option},
          {"most", std::to_string(*limit.most)},
          {"file", source_},
          {"line", std::to_string(row.line)},
          {"read", std::to_string(rows_.read)}});
}

void ImportReport::end_at_row(const BoundRows::Row& row, const Diagnostic& diagnostic) {
  refused_.show(row.raw, row.line, source_, diagnostic);
  --rows_.read;
  refuse("copy_ends_at_row", {}, {{"file", source_}, {"line", std::to_string(row.line)}});
}

void ImportReport::refuse_interrupted(std::uint64_t line, const ImportedRows& durable) const {
  refuse(context_.at_prompt ? "copy_interrupted" : "copy_interrupted_in_script", {},
         {{"rows", std::to_string(rows_.written)},
          {"file", source_},
          {"line", std::to_string(line)},
          {"read", std::to_string(rows_done(durable))}});
}

std::uint64_t ImportReport::rows_done(const ImportedRows& durable) const {
  return std::max(durable.read, skipped_rows_);
}

void ImportReport::conclude_refused(const ImportStatement* loader) {
  refused_.conclude(reload_command(statement_, target_, options_,
                                   loader == nullptr ? nullptr : &loader->columns(),
                                   refused_.file().string()));
}

void ImportReport::end_early(const Diagnostic& reason, const ImportStatement* loader,
                             const ImportedRows& durable) {
  refused_.keep_only(durable.refused);
  conclude_refused(loader);
  context_.skipped_rows = rows_done(durable);
  const bool is_told = reason.cause() == Cause::import_interrupted;
  if (is_told || rows_.read == 0) return;
  context_.output.write_diagnostic(CopyWords::say(
      context_.language, "-- {rows|row is|rows are} imported; to go on: WITH SKIPROWS = {done}\n",
      {{"rows", std::to_string(durable.written)}, {"done", std::to_string(rows_done(durable))}}));
}

CopyOutcome ImportReport::conclude(std::chrono::steady_clock::duration taken, const ImportStatement* loader) {
  conclude_refused(loader);
  context_.report = {.direction = CopyDirection::from,
                     .rows = rows_.written,
                     .files = sources_,
                     .seconds = std::chrono::duration<double>(taken).count(),
                     .skipped = std::min(skipped_rows_, rows_.read),
                     .refused = refused_.kept().rows,
                     .refused_file = refused_.file().string()};
  // A run of scripts that ends here must not write the rows again.
  context_.skipped_rows = rows_.read;
  return refused_.kept().rows > 0 ? CopyOutcome::refused : CopyOutcome::done;
}

}  // namespace cellar
