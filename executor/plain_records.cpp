#include "executor/plain_records.h"

#include <algorithm>
#include <array>

#include "storage/bytes.h"
#include "storage/store.h"

namespace cellar {

namespace {

constexpr std::uint8_t kPlainFormat = 1;

constexpr std::array<std::pair<TypeKind, std::string_view>, 5> kTypesOfParts = {
    {{TypeKind::list, "list"},
     {TypeKind::set, "set"},
     {TypeKind::map, "map"},
     {TypeKind::tuple, "tuple"},
     {TypeKind::vector, "vector"}}};

std::uint64_t hash_of(std::string_view record) {
  return static_cast<std::uint64_t>(token_of(std::span<const std::string_view>(&record, 1)));
}

class Writer {
 public:
  explicit Writer(const std::string& record) {
    append_u8(out_, kPlainFormat);
    append_u64(out_, hash_of(record));
  }

  void put(std::uint64_t number) { append_varint(out_, number); }
  void put(std::string_view text) {
    put(text.size());
    out_ += text;
  }
  void put(const std::string& text) { put(std::string_view(text)); }
  void put(const std::optional<std::int64_t>& number) {
    put(std::uint64_t{number.has_value()});
    if (number) append_u64(out_, static_cast<std::uint64_t>(*number));
  }
  void put(ColumnKind kind) { put(static_cast<std::uint64_t>(kind)); }
  void put(const std::map<std::string, std::string>& texts) {
    put(texts.size());
    for (const auto& [name, text] : texts) {
      put(name);
      put(text);
    }
  }
  void put(const Type& type) {
    const auto parts =
        std::ranges::find(kTypesOfParts, type.kind, &std::pair<TypeKind, std::string_view>::first);
    put(parts != kTypesOfParts.end() ? parts->second : std::string_view(to_cql(type)));
    if (parts == kTypesOfParts.end()) return;
    put(std::uint64_t{type.frozen});
    put(std::uint64_t{type.dimension});
    put(type.arguments.size());
    for (const Type& argument : type.arguments) put(argument);
  }
  void put(const OptionValue& value) {
    put(value.index());
    std::visit([&](const auto& held) { put(held); }, value);
  }

  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  bool is_of(const std::string& record) {
    return bytes_.u8() == kPlainFormat && bytes_.u64() == hash_of(record);
  }
  std::uint64_t number() { return bytes_.varint(); }
  bool truth() { return number() != 0; }
  std::string text() { return std::string(bytes_.take(number())); }
  std::optional<std::int64_t> optional_number() {
    return truth() ? std::optional(bytes_.i64()) : std::nullopt;
  }
  ColumnKind column_kind() { return static_cast<ColumnKind>(number()); }

  std::map<std::string, std::string> texts() {
    std::map<std::string, std::string> texts;
    for (std::uint64_t left = number(); left > 0; --left) {
      std::string name = text();
      texts.emplace_hint(texts.end(), std::move(name), text());
    }
    return texts;
  }

  Type type() {
    const std::string word = text();
    const auto parts = std::ranges::find(kTypesOfParts, word, &std::pair<TypeKind, std::string_view>::second);
    if (parts == kTypesOfParts.end()) return native_type(native_kind(word).value());
    Type type;
    type.kind = parts->first;
    type.frozen = truth();
    type.dimension = static_cast<std::uint32_t>(number());
    type.arguments.resize(number());
    for (Type& argument : type.arguments) argument = this->type();
    return type;
  }

  OptionValue option() {
    if (number() == 0) return text();
    return texts();
  }

 private:
  ByteReader bytes_;
};

bool has_user_types(const Table& table) {
  const auto is_of_user = [](const auto& column) { return contains_kind(column.type, TypeKind::user); };
  return std::ranges::any_of(table.columns, is_of_user) ||
         std::ranges::any_of(table.dropped_columns, is_of_user);
}

void put_columns(const Table& table, Writer& writer) {
  writer.put(table.columns.size());
  for (const Column& column : table.columns) {
    writer.put(std::uint64_t{column.id});
    writer.put(column.name);
    writer.put(column.type);
    writer.put(column.kind);
    writer.put(std::uint64_t{column.descending});
    writer.put(column.dropped_before);
  }
  writer.put(table.dropped_columns.size());
  for (const DroppedColumn& column : table.dropped_columns) {
    writer.put(column.name);
    writer.put(column.type);
    writer.put(column.kind);
    writer.put(std::optional(column.timestamp));
    writer.put(std::uint64_t{column.id});
  }
}

void read_columns(Reader& reader, Table& table) {
  table.columns.resize(reader.number());
  for (Column& column : table.columns) {
    column.id = static_cast<ColumnId>(reader.number());
    column.name = reader.text();
    column.type = reader.type();
    column.kind = reader.column_kind();
    column.descending = reader.truth();
    column.dropped_before = reader.optional_number();
  }
  table.dropped_columns.resize(reader.number());
  for (DroppedColumn& column : table.dropped_columns) {
    column.name = reader.text();
    column.type = reader.type();
    column.kind = reader.column_kind();
    column.timestamp = reader.optional_number().value();
    column.id = static_cast<ColumnId>(reader.number());
  }
}

/// The plain record beside another, behind its head.
std::optional<Reader> reader_of(const SchemaRecords& records, const std::string& name) {
  const auto plain = records.find(plain_record_name(name));
  if (plain == records.end()) return std::nullopt;
  Reader reader(plain->second);
  return reader.is_of(records.at(name)) ? std::optional(reader) : std::nullopt;
}

}  // namespace

std::string plain_record_name(const std::string& name) { return "plain/" + name; }

std::string plain_record(const Keyspace& keyspace, const std::string& record) {
  Writer writer(record);
  writer.put(keyspace.name);
  writer.put(keyspace.replication);
  writer.put(std::uint64_t{keyspace.durable_writes});
  return writer.take();
}

std::optional<std::string> plain_record(const Table& table, const std::string& record) {
  if (has_user_types(table)) return std::nullopt;
  Writer writer(record);
  writer.put(std::uint64_t{table.id});
  writer.put(table.uuid);
  writer.put(table.keyspace);
  writer.put(table.name);
  put_columns(table, writer);
  writer.put(std::uint64_t{table.partition_key_size});
  writer.put(std::uint64_t{table.clustering_size});
  writer.put(table.options.size());
  for (const auto& [name, value] : table.options) {
    writer.put(name);
    writer.put(value);
  }
  return writer.take();
}

std::optional<Keyspace> read_plain_keyspace(const SchemaRecords& records, const std::string& name) {
  std::optional<Reader> reader = reader_of(records, name);
  if (!reader) return std::nullopt;
  Keyspace keyspace;
  keyspace.name = reader->text();
  keyspace.replication = reader->texts();
  keyspace.durable_writes = reader->truth();
  return keyspace;
}

std::optional<Table> read_plain_table(const SchemaRecords& records, const std::string& name) {
  std::optional<Reader> reader = reader_of(records, name);
  if (!reader) return std::nullopt;
  Table table;
  table.id = static_cast<TableId>(reader->number());
  table.uuid = reader->text();
  table.keyspace = reader->text();
  table.name = reader->text();
  read_columns(*reader, table);
  table.partition_key_size = reader->number();
  table.clustering_size = reader->number();
  for (std::uint64_t left = reader->number(); left > 0; --left) {
    std::string option = reader->text();
    table.options.emplace_hint(table.options.end(), std::move(option), reader->option());
  }
  return table;
}

}  // namespace cellar
