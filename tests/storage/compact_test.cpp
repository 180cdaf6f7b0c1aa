
#include "child.h"
#include "filled.h"
#include "model.h"
#include "raw.h"

namespace cellar::test {

namespace {

constexpr int kGraceOfThings = 1000;

TablePointer things() {
  return TableBuilder(1)
      .partition("k", native_type(TypeKind::int_))
      .clustering("c", native_type(TypeKind::int_))
      .regular("v", native_type(TypeKind::text))
      .regular("m", map_of(native_type(TypeKind::int_), native_type(TypeKind::text)))
      .grace(kGraceOfThings)
      .build();
}

SchemaOf schema_of(const TablePointer& table) {
  auto schema = std::make_shared<Schema>();
  if (table) schema->keyspaces.edit("test").tables.put(table);
  return [schema](Transaction&) { return schema; };
}
const SchemaOf kNoTables = schema_of(nullptr);

struct Compacting {
  Folder folder;
  HandClock clock;
  std::filesystem::path path = folder / "data.cellar";
  Store store = Store::open(path, clock.options());
  TablePointer table = things();

  void fill(int from, int to, Timestamp timestamp, std::size_t size = 200) {
    WriteTransaction transaction = store.write();
    for (int i = from; i < to; ++i) {
      RowWrite row;
      row.clustering = {int_bytes(i)};
      row.marker = Liveness{timestamp, 0, 0};
      row.cells.push_back(cell(table, "v", std::string(size, 'v'), timestamp));
      row.cells.push_back(cell(table, "m", "element", timestamp, int_bytes(1)));
      transaction.apply(mutation(table, int_bytes(1), row));
    }
    transaction.commit();
  }
  void apply(const Mutation& write) {
    WriteTransaction transaction = store.write();
    transaction.apply(write);
    transaction.commit();
  }
  std::vector<std::string> rows() {
    Transaction transaction = store.read();
    PartitionReader reader = transaction.partition(table, {int_bytes(1)}, all_columns(table), clock.seconds);
    std::vector<std::string> found;
    while (const StoredRow* row = reader.next()) found.push_back(text_of(table, *row));
    return found;
  }
};

}  // namespace

TEST_CASE("compact shrinks the file and keeps its rows") {
  Compacting c;
  c.fill(0, 5000, 10);
  c.apply(mutation(c.table, int_bytes(1), RangeDeletion{{{}, {{int_bytes(4500)}, false}}, 20}));
  const auto rows = c.rows();
  const auto before = std::filesystem::file_size(c.path);
  c.store.compact(schema_of(c.table));
  CHECK(c.rows() == rows);
  CHECK(std::filesystem::file_size(c.path) < before / 5);
  // It is the same store: it writes on, and the deletion hides what is older.
  c.fill(4000, 4001, 15);
  CHECK(c.rows() == rows);
  c.fill(4000, 4001, 25);
  CHECK(c.rows().size() == rows.size() + 1);
  const Store again = Store::open(c.path);
  c.fill(4001, 4002, 25);
  Transaction transaction = again.read();
  PartitionReader reader = transaction.partition(c.table, {int_bytes(1)}, {}, 0);
  CHECK(clustering_of(reader).size() == rows.size() + 2);
}

TEST_CASE("compact does it all") {
  Compacting c;
  c.fill(0, 3000, 10);
  c.apply(mutation(c.table, int_bytes(1), RangeDeletion{{{}, {{int_bytes(2990)}, false}}, 20}));
  RowWrite row;
  row.clustering = {int_bytes(2990)};
  row.cells.push_back(cell(c.table, "v", std::nullopt, 20));
  row.cells.push_back(cell(c.table, "m", std::nullopt, 20, int_bytes(1)));
  c.apply(mutation(c.table, int_bytes(1), row));
  WriteTransaction transaction = c.store.write();
  for (int i = 0; i < 3000; ++i) {
    RowWrite other;
    other.clustering = {int_bytes(i)};
    other.marker = Liveness{10, 0, 0};
    Table dropped = *c.table;
    dropped.id = 2;
    transaction.apply(mutation(std::make_shared<const Table>(dropped), int_bytes(1), other));
  }
  transaction.drop_data(2);
  transaction.commit();
  c.clock.seconds += kGraceOfThings + 1;
  const auto rows = c.rows();
  CHECK(rows.size() == 10);
  c.store.compact(schema_of(c.table));
  CHECK(c.rows() == rows);
  c.store = Store::open_temporary();
  CHECK(entries_of(c.path, "data") == 19);  // ten rows, nine of them with an element
  CHECK(entries_of(c.path, "purge") == 0);
}

TEST_CASE("compact erases what a deletion covers before its grace is over, and keeps the deletion") {
  Compacting c;
  c.fill(0, 3000, 10);
  c.apply(mutation(c.table, int_bytes(1), PartitionDeletion{20}));
  c.store.compact(schema_of(c.table));
  c.fill(5, 6, 19);
  CHECK(c.rows().empty());
  c.store = Store::open_temporary();
  CHECK(entries_of(c.path, "data") == 1);
}

TEST_CASE("compact drops the cells of dropped columns, and large cells and elements with them") {
  Compacting c;
  c.fill(0, 10, 10, 5000);
  c.fill(10, 11, 20, 5000);
  Table changed = *c.table;
  for (const char* name : {"v", "m"}) {
    const Column column = changed.columns[*changed.find(name)];
    changed.dropped_columns.push_back({name, column.type, column.kind, 15, column.id});
    std::erase_if(changed.columns, [&](const Column& each) { return each.id == column.id; });
  }
  const TablePointer whole = c.table;
  c.table = std::make_shared<const Table>(changed);
  c.store.compact(schema_of(c.table));
  CHECK(c.rows().size() == 11);
  // What was written after the drop is seen again when the columns come back.
  c.table = whole;
  CHECK(c.rows().back().find("element") != std::string::npos);
  CHECK(c.rows().back().find("vvv") != std::string::npos);
  c.store = Store::open_temporary();
  CHECK(entries_of(c.path, "data") == 13);  // the younger row has a large cell and an element
}

TEST_CASE("compact keeps the cells of columns that it does not know") {
  Compacting c;
  const std::size_t size = GENERATE(100, 5000);
  c.fill(0, 10, 10, size);
  const auto rows = c.rows();
  Table earlier = *c.table;
  std::erase_if(earlier.columns, [](const Column& each) { return each.name == "v" || each.name == "m"; });
  c.store.compact(schema_of(std::make_shared<const Table>(earlier)));
  CHECK(c.rows() == rows);
}

TEST_CASE("compact keeps cells of dropped columns that are younger than the drop") {
  Compacting c;
  c.fill(0, 10, 10);
  c.fill(10, 20, 30);
  const auto rows = c.rows();
  Table changed = *c.table;
  const Column& column = changed.columns[*changed.find("v")];
  changed.dropped_columns.push_back({"v", column.type, column.kind, 20, column.id});
  std::erase_if(changed.columns, [](const Column& each) { return each.name == "v"; });
  c.store.compact(schema_of(std::make_shared<const Table>(changed)));
  const auto left = c.rows();
  REQUIRE(left.size() == 20);
  for (std::size_t i = 0; i < 20; ++i) CHECK((left[i] == rows[i]) == (i >= 10));
}

TEST_CASE("compact asks for the schema in each of its transactions") {
  Compacting c;
  c.fill(0, 10'000, 10);
  const TablePointer table = c.table;
  const TablePointer other = TableBuilder(2).partition("k", native_type(TypeKind::int_)).build();
  int calls = 0;
  c.store.compact([&](Transaction& transaction) {
    CHECK(transaction.schema_version() == 0);
    // The table is dropped after the first transaction.
    return schema_of(++calls == 1 ? table : other)(transaction);
  });
  CHECK(calls == 2);
  CHECK(c.rows().size() == 10'000);
}

TEST_CASE("compact leaves the data of tables alone that it is not told of") {
  Compacting c;
  c.fill(0, 10, 10);
  const auto rows = c.rows();
  c.store.compact(kNoTables);
  CHECK(c.rows() == rows);
}

TEST_CASE("compact is refused within a transaction") {
  Compacting c;
  const Transaction transaction = c.store.read();
  CHECK(refused([&] { c.store.compact(schema_of(c.table)); }) == "compact_in_transaction");
}

TEST_CASE("compact is refused while another process has the file open") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  Child child([&](Pipes& pipes) {
    {
      const Store store = Store::open(path);
      pipes.say(1);
      pipes.hear();
    }
    pipes.say(2);
    pipes.hear();
    return Store::open(path).read().schema_version() == 1 ? 0 : 1;
  });
  REQUIRE(child.pipes.hear() == 1);
  const Store store = Store::open(path);
  {
    WriteTransaction transaction = store.write();
    transaction.put_schema_record("name", "record");
    transaction.commit();
  }
  CHECK(refused([&] { store.compact(kNoTables); }) == "file_in_use");
  CHECK(store.read().schema_version() == 1);
  child.pipes.say(1);
  REQUIRE(child.pipes.hear() == 2);
  store.compact(kNoTables);
  CHECK(store.read().schema_version() == 1);
  child.pipes.say(1);
  CHECK(child.wait() == 0);
  CHECK_FALSE(std::filesystem::exists(folder / "data.cellar-compact"));
}

TEST_CASE("compact keeps the file's rights, and works on temporary files and through links") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  {
    const Store store = Store::open(path);
    std::filesystem::permissions(path,
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    store.compact(kNoTables);
  }
  CHECK((std::filesystem::status(path).permissions() & std::filesystem::perms::mask) ==
        (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
  std::filesystem::create_symlink(path, folder / "link");
  Store::open(folder / "link").compact(kNoTables);
  CHECK(std::filesystem::is_symlink(folder / "link"));
  const Store temporary = Store::open_temporary();
  WriteTransaction transaction = temporary.write();
  transaction.put_schema_record("name", "record");
  transaction.commit();
  temporary.compact(kNoTables);
  CHECK(temporary.read().schema_version() == 1);
  CHECK_FALSE(std::filesystem::exists(temporary.path()));
}

TEST_CASE("a killed compact leaves a whole file") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  const TablePointer table = things();
  {
    const Store store = Store::open(path);
    WriteTransaction transaction = store.write();
    for (int i = 0; i < 2000; ++i) {
      RowWrite row;
      row.clustering = {int_bytes(i)};
      row.cells.push_back(cell(table, "v", std::string(300, 'v'), 10));
      transaction.apply(mutation(table, int_bytes(1), row));
    }
    transaction.commit();
  }
  for (int round = 0; round < 15; ++round) {
    Child child([&](Pipes& pipes) {
      const Store store = Store::open(path);
      pipes.say(1);
      for (;;) store.compact(schema_of(table));
      return 0;
    });
    REQUIRE(child.pipes.hear() == 1);
    usleep(static_cast<useconds_t>(round * 3000));
    child.kill();
    const Store store = Store::open(path);
    Transaction transaction = store.read();
    PartitionReader reader = transaction.partition(table, {int_bytes(1)}, {}, 0);
    REQUIRE(clustering_of(reader).size() == 2000);
    REQUIRE(names_in(folder / "") == std::set<std::string>{"data.cellar", "data.cellar-lock"});
  }
}

}  // namespace cellar::test
