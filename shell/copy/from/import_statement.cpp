#include "shell/copy/from/import_statement.h"

#include <fmt/format.h>

#include <algorithm>

#include "executor/bind.h"
#include "planner/plan.h"
#include "refusal/messages.h"
#include "shell/copy/from/missing_options.h"
#include "shell/copy/times/counter_addition.h"
#include "shell/copy/times/read_at_second.h"
#include "types/text/text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

/// The text is not that of the command, so a refusal of it blames no place.
Prepared prepare_import(Connection& connection, const std::string& text) {
  try {
    return connection.prepare(text);
  } catch (const Refusal& refusal) {
    Diagnostic diagnostic = refusal.diagnostic;
    diagnostic.span = {};
    diagnostic.fix.reset();
    throw Refusal(std::move(diagnostic));
  }
}

/// Documents have numbers for counters, which JSON has for no other type of CQL than bigint.
TablePointer table_of_documents(const Table& table) {
  auto documents = std::make_shared<Table>(table);
  for (Column& column : documents->columns) {
    if (column.type.kind == TypeKind::counter) column.type = native_type(TypeKind::bigint);
  }
  return documents;
}

void append_comma(std::string& list) {
  if (!list.empty()) list += ", ";
}

}  // namespace

ImportStatement::ImportStatement(Connection& connection, const Table& table, FileColumns columns,
                                 const CopyOptions& options, CountedPartitions& counted, TimedCounts& timed)
    : connection_(connection),
      options_(options),
      columns_(std::move(columns)),
      counted_(counted),
      timed_counts_(timed),
      is_addition_(table.is_counter()) {
  if (options.format == CopyFormat::jsonl) document_ = table_of_documents(table);
  is_addition_ ? prepare_additions(table) : prepare_upserts(table);
  if (!is_addition_ && document_ == nullptr) prepare_times(table);
}

void ImportStatement::prepare_times(const Table& table) {
  if (!options_.timestamps.value_or(true)) return;
  for (const FileColumn& field : columns_) {
    const bool has_value = field.column == nullptr || field.is_value() ||
                           std::ranges::find(columns_, FileColumn{field.column}) != columns_.end();
    if (!has_value)
      refuse("copy_times_alone", {},
             {{"field", listed_name(field)}, {"column", quote_name(field.column->name)}});
  }
  const Seconds now = second_now(connection_);
  std::vector<const Column*> columns;
  for (const Field& field : fields_) {
    columns.push_back(field.column);
    field_times_.emplace_back(columns_, *field.column, options_, now);
  }
  times_.resize(columns.size());
  if (std::ranges::any_of(field_times_, &FieldTimes::has_fields))
    timed_.emplace(connection_, table, std::move(columns), options_.time_to_live, timed_counts_);
}

void ImportStatement::read_times(const FileRow& row, std::vector<BoundValue>& values) {
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const Column& column = *fields_[i].column;
    if (column.is_key()) continue;
    field_times_[i].read(row, count_of_elements(column.type, values[i].value), times_[i]);
    // DSBulk writes null as an empty collection.
    if (is_collection(column.type) && !times_[i].front().written && values[i].value &&
        unpack(column.type, *values[i].value).empty())
      values[i].value.reset();
  }
}

bool ImportStatement::has_field_of(ColumnKind kind) const {
  return std::ranges::any_of(
      columns_, [kind](const FileColumn& field) { return field.is_value() && field.column->kind == kind; });
}

void ImportStatement::require_key(const Table& table, std::size_t size) const {
  std::string missing;
  for (std::size_t i = 0; i < size; ++i) {
    if (std::ranges::find(columns_, FileColumn{&table.columns[i]}) != columns_.end()) continue;
    append_comma(missing);
    missing += quote_name(table.columns[i].name);
  }
  if (!missing.empty())
    refuse("copy_key_missing", {}, {{"columns", missing}, {"table", qualified_name(table)}});
}

void ImportStatement::add_fields(const Table& table, std::optional<ColumnKind> kind) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column* const column = columns_[i].column;
    if (!columns_[i].is_value() || (kind && column->kind != *kind)) continue;
    const std::size_t in_table = *table.find(column->name);
    fields_.push_back({column, document_ != nullptr ? in_table : i, ValueReader(column->type, options_)});
  }
}

// A file of static columns and the partition key writes partitions, and names no rows.
void ImportStatement::prepare_upserts(const Table& table) {
  add_fields(table, std::nullopt);
  const bool has_static = has_field_of(ColumnKind::static_);
  const bool has_rows =
      !has_static || has_field_of(ColumnKind::clustering) || has_field_of(ColumnKind::regular);
  require_key(table, has_rows ? table.key_size() : table.partition_key_size);
  if (has_static) prepare_partition(table);
  if (!has_rows) return;
  std::vector<std::size_t> all(fields_.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  row_markers_ = all.size();
  row_ = prepare_import(connection_, upsert_text(table, all));
}

// The static counters of a table are added by themselves, once for each partition.
void ImportStatement::prepare_additions(const Table& table) {
  const bool has_static = has_field_of(ColumnKind::static_);
  const bool has_rows = has_field_of(ColumnKind::regular);
  if (!has_static && !has_rows) refuse("copy_no_counter", {}, {{"table", qualified_name(table)}});
  require_key(table, has_rows ? table.key_size() : table.partition_key_size);
  add_fields(table, ColumnKind::regular);
  add_fields(table, ColumnKind::partition_key);
  add_fields(table, ColumnKind::clustering);
  row_markers_ = has_rows ? fields_.size() : 0;
  add_fields(table, ColumnKind::static_);
  if (has_static) prepare_partition(table);
  if (!has_rows) return;
  std::vector<std::size_t> all(row_markers_);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  row_ = prepare_import(connection_, additions_text(table, all));
}

void ImportStatement::prepare_partition(const Table& table) {
  std::vector<std::size_t> fields;
  for (const ColumnKind kind : {ColumnKind::static_, ColumnKind::partition_key}) {
    for (std::size_t i = 0; i < fields_.size(); ++i)
      if (fields_[i].column->kind == kind) fields.push_back(i);
  }
  const std::string text = is_addition_ ? additions_text(table, fields) : upsert_text(table, fields);
  partition_.emplace(PartitionStatement{prepare_import(connection_, text), std::move(fields)});
}

std::string ImportStatement::upsert_text(const Table& table, std::span<const std::size_t> fields) const {
  std::string names;
  std::string markers;
  for (const std::size_t field : fields) {
    append_comma(names);
    names += quote_name(fields_[field].column->name);
    markers += markers.empty() ? "?" : ", ?";
  }
  std::string text = fmt::format("INSERT INTO {} ({}) VALUES ({})", qualified_name(table), names, markers);
  return options_.time_to_live ? fmt::format("{} USING TTL {}", text, *options_.time_to_live) : text;
}

std::string ImportStatement::additions_text(const Table& table, std::span<const std::size_t> fields) const {
  std::vector<const Column*> columns;
  for (const std::size_t field : fields) columns.push_back(fields_[field].column);
  return addition_text(table, columns);
}

void ImportStatement::bind(const FileRow& row, BoundRow& bound) {
  if (row.is_unclosed) refuse("copy_quote_unclosed");
  std::vector<BoundValue>& values = bound.values;
  values.resize(fields_.size());
  document_ != nullptr ? bind_document(row, values) : bind_fields(row, values);
  bool has_null_key = false;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const bool is_null = !values[i].value;
    values[i].unset = is_null && is_addition_;
    has_null_key = has_null_key || (is_null && fields_[i].column->is_key());
  }
  if (has_null_key) require_partition(row, values);
  bound.writes_row = row_.has_value() && !has_null_key;
  if (timed_) {
    read_times(row, values);
    return timed_->gather(values, times_, bound.writes_row, bound.timed);
  }
  bound.writes_partition = partition_ && (is_addition_ || !bound.writes_row);
  if (bound.writes_partition) bind_partition(bound);
}

void ImportStatement::bind_fields(const FileRow& row, std::vector<BoundValue>& values) const {
  if (row.fields.size() != columns_.size()) {
    const auto delimiter = row.fields.size() == 1 ? likely_delimiter(row.raw) : std::nullopt;
    refuse(delimiter ? "copy_row_delimiter" : "copy_row_length", {},
           {{"given", std::to_string(row.fields.size())},
            {"expected", std::to_string(columns_.size())},
            {"delimiter", delimiter.value_or("")}});
  }
  for (std::size_t i = 0; i < fields_.size(); ++i)
    bind_field(fields_[i], row, row.fields[fields_[i].index], values[i]);
}

// The text for null is compared with the bytes of the file, so that NULL = '\N' is not taken for an escaped N. What has
// escapes is a value, as what has quotes is.
void ImportStatement::bind_field(const Field& field, const FileRow& row, const FileField& text,
                                 BoundValue& bound) const {
  try {
    const std::string_view raw = row.raw.substr(text.span.begin, text.span.end - text.span.begin);
    if (!text.quoted && raw == options_.null) {
      bound.value.reset();
    } else {
      field.reader.read(text.text, text.quoted || raw.size() != text.text.size(), bound.value);
    }
  } catch (const Refusal& refusal) {
    refuse(field_message(text.text, *field.column, columns_, options_), text.span,
           {{"column", quote_name(field.column->name)}, {"reason", title_of(refusal.diagnostic)}});
  }
}

/// The members are read as those of INSERT JSON are.
void ImportStatement::bind_document(const FileRow& row, std::vector<BoundValue>& values) {
  members_.resize(1 + document_->columns.size());
  members_.front().value.emplace(row.raw);
  cellar::bind_document({.table = document_, .slot = 0, .first = 1}, members_);
  for (std::size_t i = 0; i < fields_.size(); ++i)
    std::swap(values[i].value, members_[1 + fields_[i].index].value);
}

/// Refuses what lacks a part of its key, unless it is the static columns of a partition, as SELECT shows them: it has no
/// clustering column at all, and no value of a row.
void ImportStatement::require_partition(const FileRow& row, const std::vector<BoundValue>& values) const {
  const Field* null_key = nullptr;
  bool has_static = false;
  bool is_partition = true;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const ColumnKind kind = fields_[i].column->kind;
    const bool has_value = values[i].value.has_value();
    if (!has_value && fields_[i].column->is_key() && null_key == nullptr) null_key = &fields_[i];
    has_static = has_static || (kind == ColumnKind::static_ && has_value);
    const bool is_of_partition = kind == ColumnKind::partition_key || kind == ColumnKind::static_;
    if (kind != ColumnKind::static_) is_partition = is_partition && has_value == is_of_partition;
  }
  if (!is_partition || !has_static) {
    const Span span = document_ != nullptr ? Span{} : row.fields[null_key->index].span;
    const TypeKind kind = null_key->column->type.kind;
    const bool is_text = kind == TypeKind::text || kind == TypeKind::ascii;
    refuse(document_ != nullptr ? "copy_key_null_member"
           : is_text            ? "copy_key_null_text"
                                : "copy_key_null",
           span, {{"column", quote_name(null_key->column->name)}, {"type", to_cql(null_key->column->type)}});
  }
}

void ImportStatement::bind_partition(BoundRow& bound) {
  std::string key;
  std::vector<const Column*> counters;
  bound.partition.resize(partition_->fields.size());
  for (std::size_t i = 0; i < partition_->fields.size(); ++i) {
    const std::size_t field = partition_->fields[i];
    bound.partition[i] = bound.values[field];
    const Column& column = *fields_[field].column;
    if (!column.is_key()) {
      counters.push_back(&column);
    } else {
      key += std::to_string(bound.values[field].value->size()) + ':' + *bound.values[field].value;
    }
  }
  if (!is_addition_) return;
  const std::span<BoundValue> sums = std::span(bound.partition).first(counters.size());
  counted_.take(key, counters, sums);
  bound.writes_partition = std::ranges::any_of(sums, [](const BoundValue& sum) { return !sum.unset; });
}

bool ImportStatement::write(const BoundRow& bound) {
  if (timed_) return timed_->write(bound.timed);
  if (bound.writes_partition)
    connection_.execute(partition_->prepared, std::span<const BoundValue>(bound.partition));
  if (bound.writes_row)
    connection_.execute(*row_, std::span<const BoundValue>(bound.values).first(row_markers_));
  return true;
}

void ImportStatement::pass(const FileRow& row) {
  if (!adds_static_counters()) return;
  try {
    BoundRow passed;
    bind(row, passed);
  } catch (const Refusal&) {
    // The earlier COPY has refused it, too.
  }
}

}  // namespace cellar
