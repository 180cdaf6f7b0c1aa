#include "planner/names.h"

#include "schema/record.h"
#include "schema/record_fields.h"
#include "schema/system_keyspaces.h"
#include "types/text/text.h"

namespace cellar {

std::optional<Fix> fix_of(const NearestName& nearest, Span span) {
  if (!nearest.certain || span.empty()) return std::nullopt;
  return Fix{span, quote_name(nearest.name)};
}

namespace {

template <typename Map>
std::vector<std::string> keys_of(const Map& map) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : map) keys.push_back(key);
  return keys;
}

[[noreturn]] void refuse_table(const QualifiedName& name, const Keyspace& keyspace,
                               std::string_view unknown) {
  std::vector<std::string> known = keyspace.tables.names();
  for (const auto& [view, unused] : keyspace.views) known.push_back(view);
  const NearestName nearest = find_nearest(name.name.text, known);
  Parameters parameters = {{"table", quote_name(name.name.text)}, {"keyspace", quote_name(keyspace.name)}};
  const Subject subject{Subject::Kind::table, name.name.text, keyspace.name};
  if (nearest.name.empty()) refuse(unknown, name.name.span, parameters, std::nullopt, subject);
  parameters.push_back({"nearest", quote_name(nearest.name)});
  refuse("undefined_table_near", name.name.span, parameters, fix_of(nearest, name.name.span), subject);
}

[[noreturn]] void refuse_without_keyspace(const Name& name, const Schema& schema) {
  const std::string table = quote_name(name.text);
  if (schema.keyspaces.empty()) refuse("no_keyspace", name.span, {{"name", table}});
  std::string known;
  for (const auto& [keyspace, unused] : schema.keyspaces)
    known += (known.empty() ? "" : ", ") + quote_name(keyspace);
  std::string fresh = "my_keyspace";
  while (schema.find_keyspace(fresh) != nullptr) fresh += "_2";
  refuse("keyspace_not_in_use", name.span,
         {{"name", table},
          {"known", known},
          {"keyspace", quote_name(schema.keyspaces.begin()->first)},
          {"new", fresh}});
}

}  // namespace

std::string keyspace_of(const QualifiedName& name, const PlanContext& context) {
  if (name.keyspace) return name.keyspace->text;
  if (context.keyspace.empty()) refuse_without_keyspace(name.name, context.schema);
  return std::string(context.keyspace);
}

const Keyspace& resolve_keyspace(const Name& name, const PlanContext& context, const UnknownNames& unknown) {
  const Keyspace* keyspace = context.schema.find_keyspace(name.text);
  if (keyspace != nullptr) return *keyspace;
  if (const Keyspace* system = find_system_keyspace(name.text)) return *system;
  std::vector<std::string> known = keys_of(context.schema.keyspaces);
  for (const std::string_view system : system_keyspace_names()) known.emplace_back(system);
  const NearestName nearest = find_nearest(name.text, known);
  Parameters parameters = {{"keyspace", quote_name(name.text)}};
  const Subject subject{Subject::Kind::keyspace, name.text};
  if (nearest.name.empty()) refuse(unknown.keyspace, name.span, parameters, std::nullopt, subject);
  parameters.push_back({"nearest", quote_name(nearest.name)});
  refuse("undefined_keyspace_near", name.span, parameters, fix_of(nearest, name.span), subject);
}

const Keyspace& keyspace_of_table(const QualifiedName& name, const PlanContext& context,
                                  const UnknownNames& unknown) {
  const std::string in_use = keyspace_of(name, context);
  const Name keyspace_name = name.keyspace ? *name.keyspace : Name{in_use, {}, false};
  const Keyspace& keyspace = resolve_keyspace(keyspace_name, context, unknown);
  if (!keyspace.has_table_or_view(name.name.text)) refuse_table(name, keyspace, unknown.table);
  return keyspace;
}

TablePointer resolve_table(const QualifiedName& name, const PlanContext& context) {
  const Keyspace& keyspace = keyspace_of_table(name, context);
  if (TablePointer table = keyspace.tables.get(name.name.text))
    return table;  // those of system keyspaces, too
  if (TablePointer view = context.schema.find_table(keyspace.name, name.name.text)) return view;
  refuse_damaged_record(view_record_name(keyspace.name, name.name.text));  // its table does not have it
}

namespace {

/// What a constant is mostly written for.
bool takes(const Type& type, LiteralKind constant) {
  switch (constant) {
    case LiteralKind::string:
      return type.kind == TypeKind::text || type.kind == TypeKind::ascii ||
             type.kind == TypeKind::timestamp || type.kind == TypeKind::date || type.kind == TypeKind::time ||
             type.kind == TypeKind::inet;
    case LiteralKind::integer:
      return type.kind == TypeKind::int_ || type.kind == TypeKind::bigint ||
             type.kind == TypeKind::smallint || type.kind == TypeKind::tinyint ||
             type.kind == TypeKind::varint || type.kind == TypeKind::counter ||
             type.kind == TypeKind::decimal;
    case LiteralKind::float_:
      return type.kind == TypeKind::double_ || type.kind == TypeKind::float_ ||
             type.kind == TypeKind::decimal;
    case LiteralKind::boolean:
      return type.kind == TypeKind::boolean;
    case LiteralKind::uuid:
      return type.kind == TypeKind::uuid || type.kind == TypeKind::timeuuid;
    case LiteralKind::blob:
      return type.kind == TypeKind::blob;
    case LiteralKind::duration:
      return type.kind == TypeKind::duration;
  }
  return false;
}

}  // namespace

void refuse_table_before_column(const Table& table, const Name& column, const Name& field) {
  if (column.text != table.name || table.find(column.text) || !table.find(field.text)) return;
  const Span span{column.span.begin, field.span.end};
  refuse("column_with_table", span, {{"column", quote_name(field.text)}, {"table", quote_name(table.name)}},
         Fix{span, quote_name(field.text)});
}

std::size_t resolve_column(const Table& table, const Name& name) {
  return resolve_column(table, name, std::nullopt);
}

std::size_t resolve_column(const Table& table, const Name& name, std::optional<LiteralKind> constant) {
  if (const std::optional<std::size_t> found = table.find(name.text)) return *found;
  std::vector<std::string> candidates;
  for (const Column& column : table.columns) candidates.push_back(column.name);
  const NearestName nearest = find_nearest(name.text, candidates, [&](std::size_t column) {
    return constant && takes(table.columns[column].type, *constant);
  });
  Parameters parameters = {{"column", quote_name(name.text)}, {"table", quote_name(table.name)}};
  if (nearest.name.empty()) refuse("undefined_column", name.span, parameters);
  parameters.push_back({"nearest", quote_name(nearest.name)});
  refuse("undefined_column_near", name.span, parameters, fix_of(nearest, name.span));
}

}  // namespace cellar
