#include "schema/record.h"

#include <catch2/catch.hpp>
#include <random>

#include "refusal/refusal.h"
#include "schema/cql_text.h"
#include "schema/option_set.h"
#include "schema/record_fields.h"

using namespace cellar;

namespace {

/// Schemas by chance: every kind of type, names of all letters, options of both forms.
class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t limit) { return random_() % limit; }
  bool once_in(std::size_t times) { return below(times) == 0; }

  std::string text(std::size_t most) {
    constexpr std::string_view kLetters[] = {"a", "B", "_", "0", "\"", "'", "/", " ", "é", "\n"};
    std::string text;
    for (std::size_t size = below(most + 1); size > 0; --size) text += kLetters[below(std::size(kLetters))];
    return text;
  }
  std::string name() { return text(6) + std::to_string(next_name_++); }

  Type type(const Keyspace& keyspace, int levels) {
    const std::size_t kind = below(levels > 0 ? 26 : 20);
    switch (kind) {
      case 20:
        return list_of(freeze(type(keyspace, levels - 1)), once_in(2));
      case 21:
        return freeze(set_of(type(keyspace, levels - 1)));
      case 22:
        return map_of(native_type(TypeKind::text), freeze(type(keyspace, levels - 1)));
      case 23: {
        std::vector<Type> parts;
        for (std::size_t part = below(3) + 1; part > 0; --part) parts.push_back(type(keyspace, levels - 1));
        return freeze(tuple_of(std::move(parts)));
      }
      case 24:
        return freeze(vector_of(type(keyspace, levels - 1), static_cast<std::uint32_t>(below(1000)) + 1));
      case 25:
        return user_type(keyspace);
      default:
        return native_type(static_cast<TypeKind>(kind));
    }
  }

  UserType new_user_type(const Keyspace& keyspace) {
    UserType made{keyspace.name, name(), {}, {}};
    for (std::size_t field = below(4) + 1; field > 0; --field) {
      made.field_names.push_back(name());
      made.field_types.push_back(freeze(type(keyspace, 2)));
    }
    return made;
  }

  Table table(const Keyspace& keyspace) {
    Table table;
    table.id = static_cast<TableId>(below(100'000)) + 1;
    for (int byte = 0; byte < 16; ++byte) table.uuid += static_cast<char>(below(256));
    table.keyspace = keyspace.name;
    table.name = name();
    table.partition_key_size = below(3) + 1;
    table.clustering_size = below(3);
    ColumnId next = 1;
    const auto add = [&](ColumnKind kind, std::size_t count) {
      for (; count > 0; --count) table.columns.push_back(column(keyspace, kind, next++));
    };
    add(ColumnKind::partition_key, table.partition_key_size);
    add(ColumnKind::clustering, table.clustering_size);
    add(ColumnKind::static_, below(3));
    add(ColumnKind::regular, below(6));
    if (once_in(2)) table.options = *find_option_set(1);
    if (once_in(2)) table.options["comment"] = text(20);
    if (once_in(4)) table.options["caching"] = map();
    for (std::size_t option = below(5); option > 0; --option) table.options[name()] = option_value();
    for (std::size_t dropped = below(3); dropped > 0; --dropped) {
      table.dropped_columns.push_back({name(), without_user_types(type(keyspace, 3)),
                                       once_in(2) ? ColumnKind::static_ : ColumnKind::regular, time(),
                                       next++});
    }
    for (std::size_t indexes = once_in(2) ? below(4) : 0; indexes > 0; --indexes)
      put_index(table, index(table));
    for (std::size_t views = once_in(3) ? below(3) : 0; views > 0; --views) put_view(table, view(table));
    return table;
  }

  Index index(const Table& table) {
    Index index;
    index.id = table.id + next_id_++;
    index.name = name();
    index.column = any_column(table);
    index.target = static_cast<IndexTarget>(below(5));
    index.kind = static_cast<IndexKind>(below(2));
    index.options = map();
    index.is_built = once_in(2);
    return index;
  }

  View view(const Table& base) {
    Table rows = base;
    rows.id = base.id + next_id_++;
    rows.name = name();
    rows.indexes.clear();
    rows.views.clear();
    rows.view_of = ViewSource{base.name, once_in(2) ? any_column(base) : 0};
    View view;
    view.table = std::make_shared<const Table>(std::move(rows));
    view.where_clause = text(40);
    for (std::size_t filters = below(3); filters > 0; --filters) view.filters.push_back(filter(base));
    view.includes_all_columns = once_in(2);
    view.is_built = once_in(2);
    return view;
  }

  ViewFilter filter(const Table& base) {
    ViewFilter filter;
    for (std::size_t columns = below(3) + 1; columns > 0; --columns)
      filter.columns.push_back(any_column(base));
    filter.op = static_cast<ViewFilter::Operator>(below(8));
    for (std::size_t each = filter.op == ViewFilter::Operator::in ? below(4) : 1; each > 0; --each) {
      std::vector<std::string>& values = filter.alternatives.emplace_back();
      for (std::size_t at = filter.columns.size(); at > 0; --at) values.push_back(text(9));
    }
    return filter;
  }

  Keyspace keyspace() {
    Keyspace keyspace;
    keyspace.name = "k" + std::to_string(below(100));
    keyspace.replication = map();
    keyspace.durable_writes = once_in(2);
    for (std::size_t types = below(5); types > 0; --types) put_user_type(keyspace, new_user_type(keyspace));
    return keyspace;
  }

 private:
  std::int64_t time() { return static_cast<std::int64_t>(random_()) - 2'000'000'000; }

  std::map<std::string, std::string> map() {
    std::map<std::string, std::string> map;
    for (std::size_t entries = below(4); entries > 0; --entries) map[name()] = text(10);
    return map;
  }
  ColumnId any_column(const Table& table) { return table.columns[below(table.columns.size())].id; }
  OptionValue option_value() { return once_in(2) ? OptionValue(text(300)) : OptionValue(map()); }

  Type user_type(const Keyspace& keyspace) {
    if (keyspace.user_types.empty()) return native_type(TypeKind::int_);
    auto place = keyspace.user_types.begin();
    for (std::size_t skip = below(keyspace.user_types.size()); skip > 0; --skip) ++place;
    return once_in(2) ? type_of(place->second) : freeze(type_of(place->second));
  }

  Column column(const Keyspace& keyspace, ColumnKind kind, ColumnId id) {
    const bool is_key = kind == ColumnKind::partition_key || kind == ColumnKind::clustering;
    Column made{id,          name(), type(keyspace, 3), kind, kind == ColumnKind::clustering && once_in(2),
                std::nullopt};
    if (is_key) made.type = freeze(std::move(made.type));
    if (is_key && made.type.kind == TypeKind::counter) made.type.kind = TypeKind::bigint;
    if (once_in(5)) made.dropped_before = time();
    return made;
  }

  std::mt19937 random_;
  unsigned next_name_ = 0;
  TableId next_id_ = 1;
};

std::map<std::string, std::string> records_of(const UserTypes& types) {
  std::map<std::string, std::string> records;
  for (const auto& [name, type] : types) records[name] = encode(type);
  return records;
}

std::string record_in(const Refusal& refusal) {
  for (const auto& [name, value] : refusal.diagnostic.parameters) {
    if (name == "record") return value;
  }
  return "";
}

template <typename Action>
std::string refusal_of(Action action) {
  try {
    action();
  } catch (const Refusal& refusal) {
    return record_in(refusal);
  }
  return "";
}

Table songs() {
  Table table;
  table.id = 7;
  table.uuid = "0123456789abcdef";
  table.keyspace = "music";
  table.name = "songs";
  table.columns = {
      {2, "id", native_type(TypeKind::int_), ColumnKind::partition_key, false, std::nullopt},
      {1, "tags", set_of(native_type(TypeKind::text)), ColumnKind::regular, false, std::nullopt}};
  table.partition_key_size = 1;
  return table;
}

}  // namespace

TEST_CASE("whatever a schema holds is read back from its records") {
  for (unsigned seed = 0; seed < 400; ++seed) {
    Dice dice(seed);
    const Keyspace keyspace = dice.keyspace();
    const Keyspace keyspace_again = decode_keyspace(keyspace.name, encode(keyspace));
    CHECK(keyspace_again.replication == keyspace.replication);
    CHECK(keyspace_again.durable_writes == keyspace.durable_writes);
    const UserTypes types = decode_user_types(keyspace.name, records_of(keyspace.user_types));
    REQUIRE(types.size() == keyspace.user_types.size());
    for (const auto& [name, type] : keyspace.user_types) {
      CHECK(*types.get(name) == type);
      CHECK(describe(*types.get(name)) == describe(type));
    }
    const Table table = dice.table(keyspace);
    const std::string record = encode(table);
    const Table table_again = decode_table(keyspace.name, table.name, record, types);
    CHECK(table_again == table);
    CHECK(encode(table_again) == record);
  }
}

TEST_CASE("a record lies in the file as its specification says") {
  using namespace std::string_literals;
  const std::string record =
      "\x01\x04\x05music\x06\x05songs\x08\x01\x07\x0A\x10"s + "0123456789abcdef" +
      "\x0C\x11\x02\x01\x02\x04\x02id\x06\x05\x02\x03int\x08\x01\x01"
      "\x0C\x1B\x02\x01\x01\x04\x04tags\x06\x0D\x02\x03set\x06\x06\x02\x04text\x08\x01\x04"s;
  CHECK(encode(songs()) == record);
  CHECK(decode_table("music", "songs", record, {}) == songs());
}

TEST_CASE("an index and a view lie in the record of their table as its specification says") {
  using namespace std::string_literals;
  Table table = songs();
  put_index(table, {8, "by_tag", 1, IndexTarget::values, IndexKind::sai, {{"a", "b"}}, true});
  Table rows = songs();
  rows.id = 9;
  rows.name = "v";
  rows.view_of = ViewSource{"songs", 1};
  const std::string of_view = encode(rows).substr(1);
  CHECK(of_view.ends_with("\x18\x0A\x02\x05songs\x04\x01\x01"s));
  ViewFilter filter{{2}, ViewFilter::Operator::greater, {{"\0\0\0\x05"s}}};
  put_view(table, {std::make_shared<const Table>(rows), "id > 5", {filter}, true, false});
  const std::string index =
      "\x02\x01\x08\x04\x06"
      "by_tag\x06\x01\x01\x08\x01\x02\x0A\x01\x02"
      "\x0C\x06\x02\x01"
      "a\x04\x01"
      "b\x0E\0"s;
  const std::string of_filter = "\x02\x01\x02\x04\x01\x04\x08\x06\x02\x04\0\0\0\x05"s;
  FieldWriter view;
  view.put(2, of_view);
  view.put(4, "id > 5");
  view.put(6, of_filter);
  view.put_flag(8);
  FieldWriter fields;
  fields.put(20, index);
  fields.put(22, view.bytes());
  CHECK(encode(table) == encode(songs()) + fields.bytes());
  CHECK(decode_table("music", "songs", encode(table), {}) == table);
  CHECK(ids_in_record(encode(table)) == std::vector<TableId>{7, 8, 9});
  CHECK(decode_view_name("music", "v", encode(ViewName{"v", "songs"})) == ViewName{"v", "songs"});
  CHECK(refusal_of([] { decode_view_name("music", "v", "\x01"); }) == "view/music/v");
}

TEST_CASE("a name or text in a record that is no UTF-8 is refused") {
  Table table = songs();
  put_index(table, {8, "by_tag", 1, IndexTarget::values, IndexKind::sai, {{"an option", "a value"}}, true});
  const std::string record = encode(table);
  for (const std::string_view text : {"tags", "by_tag", "an option", "a value"}) {
    std::string damaged = record;
    damaged[damaged.find(text)] = '\xff';
    CHECK(refusal_of([&] { decode_table("music", "songs", damaged, {}); }) == "table/music/songs");
  }
}

TEST_CASE("an index or view that does not fit its table is refused") {
  Table table = songs();
  put_index(table, {7, "by_tag", 1, IndexTarget::values, IndexKind::sai, {}, true});
  const auto refused = [](const Table& wrong) {
    return refusal_of([&] { decode_table("music", "songs", encode(wrong), {}); }) == "table/music/songs";
  };
  CHECK(refused(table));  // its id is that of the table
  table.indexes[0].id = 8;
  CHECK_FALSE(refused(table));
  table.indexes[0].column = 3;
  CHECK(refused(table));
  Table rows = songs();
  rows.name = "v";
  rows.id = 9;
  const auto with_view = [](const Table& of_view) {
    Table base = songs();
    put_view(base, {std::make_shared<const Table>(of_view), "", {}, false, true});
    return base;
  };
  CHECK(refused(with_view(rows)));  // no table of a view
  rows.view_of = ViewSource{"others", 0};
  CHECK(refused(with_view(rows)));
  rows.view_of = ViewSource{"songs", 0};
  CHECK_FALSE(refused(with_view(rows)));
  rows.columns[1].id = 5;
  CHECK(refused(with_view(rows)));
}

TEST_CASE("options that every new table has are named together") {
  Table table = songs();
  table.options = *find_option_set(1);
  CHECK(encode(table).size() == encode(songs()).size() + 3);
  table.options["comment"] = std::string("mine");
  CHECK(encode(table).size() < encode(songs()).size() + 30);
  CHECK(decode_table("music", "songs", encode(table), {}) == table);
  // One that is missing is not there after the next start, either.
  table.options.erase("cdc");
  CHECK(decode_table("music", "songs", encode(table), {}) == table);
}

TEST_CASE("a field that is not known is passed over only if its tag is odd") {
  const auto with = [](unsigned tag) {
    FieldWriter field;
    field.put(tag, "what comes later");
    return encode(songs()) + field.bytes();
  };
  CHECK(decode_table("music", "songs", with(101), {}) == songs());
  CHECK(refusal_of([&] { decode_table("music", "songs", with(100), {}); }) == "table/music/songs");
  std::string later = encode(songs());
  later[0] = 2;
  CHECK(refusal_of([&] { decode_table("music", "songs", later, {}); }) == "table/music/songs");
  CHECK(refusal_of([&] { decode_table("music", "sings", encode(songs()), {}); }) == "table/music/sings");
}

TEST_CASE("a damaged record is refused by its name or is another table, and nothing worse") {
  std::size_t refused = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Dice dice(seed);
    const Keyspace keyspace = dice.keyspace();
    const Table table = dice.table(keyspace);
    const std::string record = encode(table);
    const auto read = [&](const std::string& damaged) {
      try {
        const Table other = decode_table(keyspace.name, table.name, damaged, keyspace.user_types);
        encode(other);
      } catch (const Refusal& refusal) {
        ++refused;
        CHECK(refusal.diagnostic.id == "damaged_schema");
        CHECK(record_in(refusal) == record_name(table));
      }
    };
    for (std::size_t size = 0; size < record.size(); size += 1 + dice.below(7)) read(record.substr(0, size));
    for (int time = 0; time < 200; ++time) {
      std::string damaged = record;
      for (std::size_t bits = dice.below(4) + 1; bits > 0; --bits) {
        const std::size_t place = dice.below(damaged.size());
        damaged[place] = static_cast<char>(damaged[place] ^ (1 << dice.below(8)));
      }
      read(damaged);
    }
  }
  CHECK(refused > 1000);
}

TEST_CASE("user types that are made of themselves, or of none, are refused") {
  const UserType one{"k", "one", {"x"}, {freeze(type_of({"k", "two", {}, {}}))}};
  const UserType two{"k", "two", {"x"}, {freeze(type_of({"k", "one", {}, {}}))}};
  CHECK(refusal_of([&] { decode_user_types("k", {{"one", encode(one)}}); }) == "type/k/one");
  const std::map<std::string, std::string> circle = {{"one", encode(one)}, {"two", encode(two)}};
  CHECK(refusal_of([&] { decode_user_types("k", circle); }).starts_with("type/k/"));
}

TEST_CASE("a type that nests without end is refused") {
  std::string type = "\x02\x03int";
  for (int level = 0; level < 3'000; ++level) {
    FieldWriter around;
    around.put(2, "list");
    around.put(6, type);
    type = around.take();
  }
  FieldWriter column, table;
  column.put(6, type);
  table.put(12, column.bytes());
  CHECK(refusal_of([&] { decode_table("k", "t", record_of(table), {}); }) == "table/k/t");
}

TEST_CASE("a table is decoded when it is asked for, and only then") {
  const auto scope = std::make_shared<RecordScope>();
  scope->keyspace = "k";
  std::vector<std::shared_ptr<const StoredTable>> stored;
  for (int number = 0; number < 1000; ++number) {
    Table table = songs();
    table.keyspace = "k";
    table.name = std::to_string(1000 + number);
    stored.push_back(std::make_shared<const StoredTable>(table.name, encode(table), scope));
  }
  stored.push_back(std::make_shared<const StoredTable>("damaged", "\x01 what is this", scope));
  const Tables tables{NameMap(stored)};
  const auto decoded = [&tables] {
    std::size_t count = 0;
    for (const auto& [name, table] : tables.stored()) count += table.is_decoded();
    return count;
  };
  CHECK(tables.names().size() == 1001);
  CHECK(tables.contains("1500"));
  CHECK(tables.with_user_types().empty());
  CHECK(decoded() == 0);
  const TablePointer table = tables.get("1500");
  CHECK(table->name == "1500");
  CHECK(tables.get("1500") == table);
  CHECK(tables.find("1500")->second == table);
  CHECK(decoded() == 1);
  Tables more = tables;
  more.put(std::make_shared<const Table>(songs()));
  CHECK(more.get("1500") == table);
  CHECK(decoded() == 1);
  // What is damaged is refused where it is asked for, and again the next time.
  for (int time = 0; time < 2; ++time) CHECK(refusal_of([&] { tables.get("damaged"); }) == "table/k/damaged");
  CHECK(tables.get("1999")->name == "1999");
}
