#include "schema/system_keyspaces.h"

// MD5 is deprecated since OpenSSL 3 in favour of EVP, which would bring all providers into the program.
#define OPENSSL_API_COMPAT 10100
#include <openssl/md5.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <mutex>

#include "schema/option_set.h"
#include "schema/system_definitions.h"
#include "types/text/text.h"

namespace cellar {

namespace {

enum class Storage : std::uint8_t { file, computed };  // in Cassandra

struct SystemKeyspace {
  std::string_view name;
  Storage storage;
  std::string_view replicas;  // empty: each node has its own
  std::string_view gc_grace_seconds;
  std::string_view flush_period;
};

/// In the order of their names.
constexpr auto kKeyspaces = std::to_array<SystemKeyspace>({
    {"system", Storage::file, "", "0", "3600000"},
    {"system_auth", Storage::file, "1", "7776000", "0"},
    {"system_distributed", Storage::file, "3", "864000", "0"},
    {"system_schema", Storage::file, "", "604800", "3600000"},
    {"system_traces", Storage::file, "2", "0", "0"},
    {"system_views", Storage::computed, "", "0", "0"},
    {"system_virtual_schema", Storage::computed, "", "0", "0"},
});

const SystemKeyspace* find(std::string_view name) {
  const auto found = std::ranges::find(kKeyspaces, name, &SystemKeyspace::name);
  return found == kKeyspaces.end() ? nullptr : &*found;
}

/// Splits at the separators that are outside of <>.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t place = 0; place <= text.size(); ++place) {
    const bool is_end = place == text.size();
    if (!is_end) depth += int{text[place] == '<'} - int{text[place] == '>'};
    if (!is_end && (text[place] != separator || depth > 0)) continue;
    if (const std::string_view part = trim(text.substr(begin, place - begin)); !part.empty())
      parts.push_back(part);
    begin = place + 1;
  }
  return parts;
}

Type read_type(std::string_view text) {
  const std::size_t open = text.find('<');
  if (open == std::string_view::npos) {
    assert(native_kind(text));
    return native_type(*native_kind(text));
  }
  std::vector<Type> arguments;
  for (const std::string_view part : split(text.substr(open + 1, text.size() - open - 2), ','))
    arguments.push_back(read_type(part));
  const std::string_view word = text.substr(0, open);
  if (word == "frozen") return freeze(arguments[0]);
  if (word == "list") return list_of(arguments[0]);
  if (word == "set") return set_of(arguments[0]);
  if (word == "map") return map_of(arguments[0], arguments[1]);
  assert(word == "tuple");
  return tuple_of(arguments);
}

Column read_column(std::string_view text, ColumnKind kind) {
  constexpr std::string_view kDescending = " desc";
  Column column;
  column.kind = kind;
  column.descending = text.ends_with(kDescending);
  if (column.descending) text.remove_suffix(kDescending.size());
  const std::size_t blank = text.find(' ');
  column.name = text.substr(0, blank);
  column.type = read_type(text.substr(blank + 1));
  return column;
}

/// Java's UUID.nameUUIDFromBytes(), by which Cassandra makes the ids of its own tables.
std::string uuid_of_name(std::string_view name) {
  std::string bytes(MD5_DIGEST_LENGTH, '\0');
  MD5(reinterpret_cast<const unsigned char*>(name.data()), name.size(),
      reinterpret_cast<unsigned char*>(bytes.data()));
  bytes[6] = static_cast<char>((bytes[6] & 0x0f) | 0x30);
  bytes[8] = static_cast<char>((bytes[8] & 0x3f) | 0x80);
  return bytes;
}

Table make_table(const SystemDefinition& definition, const SystemKeyspace& keyspace) {
  Table table;
  table.keyspace = definition.keyspace;
  table.name = definition.table;
  table.uuid = uuid_of_name(table.keyspace + table.name);
  std::size_t begin = 0;
  for (const ColumnKind kind : {ColumnKind::partition_key, ColumnKind::clustering, ColumnKind::regular}) {
    const std::size_t end = definition.columns.find('|', begin);
    for (const std::string_view part : split(definition.columns.substr(begin, end - begin), ',')) {
      table.columns.push_back(read_column(part, kind));
      table.columns.back().id = static_cast<ColumnId>(table.columns.size());
      table.partition_key_size += kind == ColumnKind::partition_key;
      table.clustering_size += kind == ColumnKind::clustering;
    }
    if (end == std::string_view::npos) break;
    begin = end + 1;
  }
  table.options = default_table_options();
  table.options["comment"] = std::string(definition.comment);
  table.options["gc_grace_seconds"] = std::string(keyspace.gc_grace_seconds);
  table.options["memtable_flush_period_in_ms"] = std::string(keyspace.flush_period);
  table.options["default_time_to_live"] = std::to_string(definition.default_time_to_live);
  return table;
}

/// Ids of tables in the file are counted up from 1; those of system tables are counted down from the largest.
void put_tables(Keyspace& keyspace, const SystemKeyspace& described) {
  TableId id = UINT32_MAX;
  for (const std::span<const SystemDefinition>& definitions : {system_definitions(), virtual_definitions()}) {
    for (const SystemDefinition& definition : definitions) {
      --id;
      if (definition.keyspace != described.name) continue;
      auto table = std::make_shared<Table>(make_table(definition, described));
      table->id = id;
      keyspace.tables.put(std::move(table));
    }
  }
}

Keyspace make_keyspace(const SystemKeyspace& described) {
  Keyspace keyspace;
  keyspace.name = described.name;
  const std::string replicas(described.replicas);
  keyspace.replication["class"] = replicas.empty() ? "org.apache.cassandra.locator.LocalStrategy"
                                                   : "org.apache.cassandra.locator.SimpleStrategy";
  if (!replicas.empty()) keyspace.replication["replication_factor"] = replicas;
  put_tables(keyspace, described);
  return keyspace;
}

}  // namespace

std::span<const std::string_view> system_keyspace_names() {
  static const auto kNames = [] {
    std::array<std::string_view, kKeyspaces.size()> names;
    std::ranges::transform(kKeyspaces, names.begin(), &SystemKeyspace::name);
    return names;
  }();
  return kNames;
}

const Keyspace* find_system_keyspace(std::string_view name) {
  struct Made {
    std::once_flag once;
    Keyspace keyspace;
  };
  static std::array<Made, kKeyspaces.size()> made;
  const SystemKeyspace* described = find(name);
  if (described == nullptr) return nullptr;
  Made& keyspace = made[static_cast<std::size_t>(described - kKeyspaces.data())];
  std::call_once(keyspace.once, [&] { keyspace.keyspace = make_keyspace(*described); });
  return &keyspace.keyspace;
}

bool is_system_keyspace(std::string_view name) { return find(name) != nullptr; }

bool is_replicated_system_keyspace(std::string_view name) {
  const SystemKeyspace* keyspace = find(name);
  return keyspace != nullptr && !keyspace->replicas.empty();
}

bool is_virtual_keyspace(std::string_view name) {
  const SystemKeyspace* keyspace = find(name);
  return keyspace != nullptr && keyspace->storage == Storage::computed;
}

}  // namespace cellar
