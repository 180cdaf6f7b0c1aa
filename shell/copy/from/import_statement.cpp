#include "shell/copy/from/import_statement.h"

#include <fmt/format.h>

#include <algorithm>

#include "refusal/messages.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// The text is not that of the command, so a refusal of it blames no place.
Prepared prepare_import(Session& session, const std::string& text) {
  try {
    return session.prepare(text);
  } catch (const Refusal& refusal) {
    Diagnostic diagnostic = refusal.diagnostic;
    diagnostic.span = {};
    diagnostic.fix.reset();
    throw Refusal(std::move(diagnostic));
  }
}

}  // namespace

std::string names_of(const FileColumns& columns) {
  std::string names;
  for (const Column* column : columns) {
    if (column != nullptr) names += (names.empty() ? "" : ", ") + quote_name(column->name);
  }
  return names;
}

ImportStatement::ImportStatement(Session& session, const Table& table, FileColumns columns,
                                 const CopyOptions& options)
    : session_(session),
      options_(options),
      columns_(std::move(columns)),
      is_addition_(table.is_counter() && options.format == CopyFormat::csv),
      prepared_(prepare_import(session, text(table, options))),
      values_(prepared_.markers().size()) {}

std::string ImportStatement::text(const Table& table, const CopyOptions& options) {
  if (options.format == CopyFormat::jsonl) {
    std::string text = fmt::format("INSERT INTO {} JSON ?", qualified_name(table));
    return options.time_to_live ? fmt::format("{} USING TTL {}", text, *options.time_to_live) : text;
  }
  require_key(table);
  return is_addition_ ? addition_text(table) : insert_text(table, options);
}

void ImportStatement::require_key(const Table& table) const {
  std::string missing;
  for (std::size_t i = 0; i < table.key_size(); ++i) {
    if (std::ranges::find(columns_, &table.columns[i]) == columns_.end())
      missing += (missing.empty() ? "" : ", ") + quote_name(table.columns[i].name);
  }
  if (!missing.empty())
    refuse("copy_key_missing", {}, {{"columns", missing}, {"table", qualified_name(table)}});
}

std::string ImportStatement::insert_text(const Table& table, const CopyOptions& options) {
  std::string markers;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i] == nullptr) continue;
    fields_.push_back({i, fields_.size(), ValueReader(columns_[i]->type, options), columns_[i]->is_key()});
    markers += markers.empty() ? "?" : ", ?";
  }
  std::string text =
      fmt::format("INSERT INTO {} ({}) VALUES ({})", qualified_name(table), names_of(columns_), markers);
  return options.time_to_live ? fmt::format("{} USING TTL {}", text, *options.time_to_live) : text;
}

std::string ImportStatement::addition_text(const Table& table) {
  std::string additions;
  std::string key;
  for (const bool is_key : {false, true}) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i] == nullptr || columns_[i]->is_key() != is_key) continue;
      const std::string name = quote_name(columns_[i]->name);
      fields_.push_back({i, fields_.size(), ValueReader(columns_[i]->type, options_), is_key});
      if (is_key) {
        key += fmt::format("{}{} = ?", key.empty() ? "" : " AND ", name);
      } else {
        additions += fmt::format("{}{} = {} + ?", additions.empty() ? "" : ", ", name, name);
      }
    }
  }
  if (additions.empty()) refuse("copy_no_counter", {}, {{"table", qualified_name(table)}});
  return fmt::format("UPDATE {} SET {} WHERE {}", qualified_name(table), additions, key);
}

void ImportStatement::bind(const FileRow& row) {
  if (row.is_unclosed) refuse("copy_quote_unclosed");
  if (options_.format == CopyFormat::jsonl) {
    BoundValue& document = values_.front();
    if (!document.value) document.value.emplace();
    document.value->assign(row.raw);
    return;
  }
  if (row.fields.size() != columns_.size()) {
    refuse("copy_row_length", {},
           {{"given", std::to_string(row.fields.size())}, {"expected", std::to_string(columns_.size())}});
  }
  for (const Field& field : fields_) bind_field(field, row, row.fields[field.index]);
}

// The text for null is compared with the bytes of the file, so that NULL = '\N' is not taken for an escaped N. What has
// escapes is a value, as what has quotes is.
void ImportStatement::bind_field(const Field& field, const FileRow& row, const FileField& text) {
  BoundValue& bound = values_[field.marker];
  try {
    const std::string_view raw = row.raw.substr(text.span.begin, text.span.end - text.span.begin);
    if (!text.quoted && raw == options_.null) {
      bound.value.reset();
    } else {
      field.reader.read(text.text, text.quoted || raw.size() != text.text.size(), bound.value);
    }
  } catch (const Refusal& refusal) {
    refuse("copy_field", text.span,
           {{"column", quote_name(columns_[field.index]->name)}, {"reason", title_of(refusal.diagnostic)}});
  }
  if (!bound.value && field.is_key) {
    refuse("copy_key_null", text.span, {{"column", quote_name(columns_[field.index]->name)}});
  }
  bound.unset = !bound.value && is_addition_;
}

}  // namespace cellar
