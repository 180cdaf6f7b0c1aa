#include "storage/purge/deriving_tables.h"

#include "refusal/refusal.h"
#include "schema/record.h"
#include "storage/format/format.h"

namespace cellar {

namespace {

/// Calls `take(name, record)` for the records whose names begin with `prefix`.
template <typename Take>
void each_record(Maps& maps, std::string_view prefix, Take take) {
  OrderedCursor cursor(maps.schema, &maps.visited.entries);
  for (bool found = cursor.seek(prefix); found && cursor.key().starts_with(prefix); found = cursor.next())
    take(cursor.key(), cursor.value());
}

TablePointer decode(Maps& maps, const std::string& record_name) {
  const RecordName parts = parse_record_name(record_name);
  const std::string keyspace(parts.keyspace);
  const std::string record(maps.schema.get(record_name).value_or(""));
  std::map<std::string, std::string> types;
  if (record_uses_user_types(record)) {
    const std::string prefix = std::string(kUserTypeRecords) + keyspace + "/";
    each_record(maps, prefix, [&](std::string_view name, std::string_view type) {
      types.emplace(name.substr(prefix.size()), type);
    });
  }
  const UserTypes user_types = decode_user_types(keyspace, types);
  return std::make_shared<const Table>(decode_table(keyspace, std::string(parts.name), record, user_types));
}

}  // namespace

DerivingTables::DerivingTables(Maps& maps) {
  each_record(maps, kTableRecords, [&](std::string_view name, std::string_view record) {
    const std::vector<TableId> ids = ids_in_record(record);
    if (ids.size() < 2) return;
    tables_[ids[0]].record_name = name;
    for (std::size_t i = 1; i < ids.size(); ++i) bases_[ids[i]] = ids[0];
  });
}

LayoutPointer DerivingTables::layout(Maps& maps, TableId table) {
  const auto found = tables_.find(table);
  if (found == tables_.end()) return nullptr;
  Deriving& deriving = found->second;
  if (deriving.is_decoded) return deriving.layout;
  deriving.is_decoded = true;
  try {
    deriving.layout = std::make_shared<const TableLayout>(decode(maps, deriving.record_name));
  } catch (const Refusal&) {
    deriving.layout = nullptr;
  }
  return deriving.layout;
}

std::optional<TableId> DerivingTables::base_of(TableId derived) const {
  const auto found = bases_.find(derived);
  return found != bases_.end() ? std::optional(found->second) : std::nullopt;
}

}  // namespace cellar
