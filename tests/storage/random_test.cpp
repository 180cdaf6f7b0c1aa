// Sequences of random writes, deletions, commits, changes of the table and COMPACTs, held against the model.
//
// CELLAR_SEQUENCES says how many sequences are run; the default takes a few seconds.
#include <cstdlib>

#include "child.h"
#include "dice.h"
#include "model.h"
#include "raw.h"
#include "types/token.h"

namespace cellar::test {

namespace {

constexpr Seconds kToday = 1'700'000'000;
constexpr int kLongGrace = 864'000;
constexpr int kSequencesOfFile = 100;

TablePointer random_table(TableId id) {
  return TableBuilder(id)
      .partition("k", native_type(TypeKind::int_))
      .clustering("c", native_type(TypeKind::int_))
      .clustering("d", native_type(TypeKind::int_), true)
      .fixed("s", native_type(TypeKind::text))
      .fixed("sm", set_of(native_type(TypeKind::text)))
      .regular("a", native_type(TypeKind::text))
      .regular("m", map_of(native_type(TypeKind::text), native_type(TypeKind::int_)))
      .regular("b", native_type(TypeKind::blob))
      .regular("l", list_of(native_type(TypeKind::int_)))
      .regular("z", native_type(TypeKind::text))
      .build();
}

std::vector<std::string> read(const TablePointer& table, PartitionReader reader,
                              const std::vector<Slice>& slices, bool reversed, bool static_first) {
  std::vector<std::string> rows;
  std::string static_text;
  const auto read_static = [&] {
    if (const StoredRow* row = reader.static_row()) static_text = text_of(table, *row);
  };
  if (static_first) read_static();
  reader.select(slices, reversed);
  while (const StoredRow* row = reader.next()) rows.push_back(text_of(table, *row));
  if (!static_first) read_static();
  if (reader.static_row() != nullptr) rows.insert(rows.begin(), static_text);
  return rows;
}

void check_reads(Transaction& transaction, const TablePointer& table, const std::string& key,
                 const Model& model, Dice& dice, Seconds now) {
  const std::vector<Slice> slices = dice.slices();
  const WantedColumns wanted = dice.wanted();
  const bool reversed = dice.roll(2) == 0;
  const auto stored =
      read(table, transaction.partition(table, {key}, wanted, now), slices, reversed, dice.roll(2) == 0);
  const auto expected = model.read(slices, reversed, wanted, now);
  if (stored != expected) {
    CAPTURE(int_of(key), reversed);
    REQUIRE(stored == expected);
  }
}

/// The fast path of reading one row says the same as the general one, or nothing.
void check_simple_read(Transaction& transaction, const TablePointer& table, const std::string& key,
                       Dice& dice, Seconds now) {
  const std::vector<std::string> clustering = dice.some_clustering();
  std::vector<ColumnId> columns;
  for (const Column& column : table->columns) {
    const bool is_plain = column.kind == ColumnKind::regular && !is_multicell(column.type);
    if (is_plain && dice.roll(4) != 0) columns.push_back(column.id);
  }
  std::ranges::sort(columns);
  const std::string_view keys[] = {key};
  const std::vector<std::string_view> places(clustering.begin(), clustering.end());
  std::vector<std::optional<std::string_view>> values(columns.size());
  const SimpleRowFound found = transaction.read({table, keys, places, columns}, now, values);
  if (found == SimpleRowFound::unknown) return;
  PartitionReader reader = transaction.partition(table, {key}, all_columns(table), now);
  reader.select({Slice{{clustering, false}, {clustering, true}}}, false);
  const StoredRow* row = reader.next();
  REQUIRE((found == SimpleRowFound::yes) == (row != nullptr));
  for (std::size_t i = 0; row != nullptr && i < columns.size(); ++i) {
    const auto place = std::ranges::find(table->columns, columns[i], &Column::id) - table->columns.begin();
    const auto& expected = row->cells[static_cast<std::size_t>(place)];
    REQUIRE(values[i].has_value() == expected.has_value());
    if (expected) REQUIRE(*values[i] == expected->value);
  }
}

/// The partition as a scan over its token finds it.
void check_scan(Transaction& transaction, const TablePointer& table, const std::string& key,
                const Model& model, Seconds now) {
  const std::int64_t token = token_of({key});
  const WantedColumns wanted = all_columns(table);
  PartitionCursor scan = transaction.partitions(table, {token, token, true, true}, wanted, now);
  std::vector<std::string> rows;
  while (scan.next()) {
    if (const StoredRow* row = scan.partition().static_row()) rows.push_back(text_of(table, *row));
    while (const StoredRow* row = scan.partition().next()) rows.push_back(text_of(table, *row));
  }
  REQUIRE(rows == model.read({Slice{}}, false, wanted, now));
}

/// A walk from row to row through the whole table finds what a scan by partitions finds.
void check_walk(Transaction& transaction, const TablePointer& table, Dice& dice, Seconds now) {
  const WantedColumns wanted = dice.roll(3) == 0 ? WantedColumns() : all_columns(table);
  std::vector<std::string> expected;
  PartitionCursor scan = transaction.partitions(table, {}, wanted, now);
  while (scan.next()) {
    while (const StoredRow* row = scan.partition().next()) {
      expected.push_back(scan.partition().key()[0] + text_of(table, *row));
    }
  }
  std::vector<std::string> rows;
  PartitionCursor walk = transaction.partitions(table, {}, wanted, now);
  while (const StoredRow* row = walk.next_row()) {
    walk.partition().clustering();
    rows.push_back(walk.partition().key()[0] + text_of(table, *row));
  }
  REQUIRE(rows == expected);
}

/// The fast path, for a row that it takes. False if it does not.
bool apply_simple(WriteTransaction& transaction, const Mutation& mutation) {
  const auto* row = std::get_if<RowWrite>(&mutation.write);
  if (row == nullptr || row->is_static || row->deletion || !row->column_deletions.empty()) return false;
  std::optional<Liveness> liveness = row->marker;
  std::vector<SimpleCell> cells;
  for (const CellWrite& cell : row->cells) {
    if (!cell.path.empty()) return false;
    if (cell.value && liveness && *liveness != cell.liveness) return false;
    if (cell.value || !liveness) liveness = cell.liveness;
    cells.push_back({cell.column, cell.value});
  }
  if (!liveness || liveness->time_to_live < 0) return false;
  for (const CellWrite& cell : row->cells) {
    if (cell.value ? cell.liveness != *liveness : cell.liveness.timestamp != liveness->timestamp)
      return false;
  }
  const std::vector<std::string_view> key(mutation.partition_key.begin(), mutation.partition_key.end());
  const std::vector<std::string_view> clustering(row->clustering.begin(), row->clustering.end());
  transaction.apply(SimpleRow{mutation.table, key, clustering, row->marker.has_value(), *liveness, cells});
  return true;
}

/// A file that many sequences share, each with a table of its own, since what a deletion does depends on the
/// youngest write of the table.
class World {
 public:
  World() { open(); }

  HandClock clock{kToday};
  std::optional<Store> store;

  /// A session is as good as another.
  Store& some_store(Dice& dice) { return dice.roll(2) == 0 ? *store : *other_; }

  void reopen() {
    close();
    open();
  }

  /// By a process of its own.
  void write_elsewhere(const std::vector<Mutation>& writes) {
    close();
    Child child([&](Pipes&) {
      open();
      WriteTransaction transaction = store->write();
      transaction.apply(writes);
      transaction.commit();
      close();
      return 0;
    });
    CHECK(child.wait() == 0);
    open();
  }

  /// When all that can end has ended, nothing is left in the queue.
  void end() {
    clock.seconds += kLongGrace + 1'000;
    store->compact([](Transaction&) { return std::make_shared<const Schema>(); });
    close();
    CHECK(entries_of(path_, "purge") == 0);
  }

 private:
  void open() {
    StoreOptions options = clock.options();
    options.sync = false;
    store = Store::open(path_, options);
    other_ = Store::open(path_, options);
  }
  void close() {
    store.reset();
    other_.reset();
  }

  Folder folder_;
  const std::filesystem::path path_ = folder_ / "data.cellar";
  std::optional<Store> other_;
};

class Sequence {
 public:
  Sequence(World& world, int number)
      : world_(world),
        table_(random_table(static_cast<TableId>(number % kSequencesOfFile + 1)), 0),
        dice_(table_, static_cast<unsigned>(number)),
        model_(table_.now()),
        key_(int_bytes(number)) {
    table_.set_grace(some_grace());
    if (dice_.roll(3) != 0) return;
    for (const char* column : {"s", "sm"}) table_.begin_without(column);
    model_.alter(table_.now());
  }

  void run() {
    writes_ = 2 + dice_.roll(18);
    in_order_ = dice_.roll(2) == 0;
    while (done_ < writes_) {
      if (dice_.roll(300) == 0) {
        write_elsewhere();
      } else {
        write_group();
      }
      world_.clock.seconds += dice_.roll(8);
      if (!follower_ && dice_.roll(2) == 0) change_something();
    }
    follower_.reset();
    alter([&] { table_.add_all_again(); });
    Transaction transaction = world_.some_store(dice_).read();
    const Seconds now = world_.clock.seconds;
    for (int i = 0; i < 3; ++i) {
      check_simple_read(transaction, table_.now(), key_, dice_, now);
      check_reads(transaction, table_.now(), key_, model_, dice_, now + dice_.roll(2) * dice_.roll(40));
    }
    check_scan(transaction, table_.now(), key_, model_, now);
    check_walk(transaction, table_.now(), dice_, now);
  }

 private:
  int some_grace() {
    const int graces[] = {0, dice_.roll(4), dice_.roll(40), kLongGrace};
    return graces[dice_.roll(4)];
  }

  Mutation some_write() {
    const auto at = in_order_ ? std::optional<Timestamp>(1 + done_ / 2 + dice_.roll(4) / 3) : std::nullopt;
    ++done_;
    const Mutation write = model_.decided(dice_.write(key_, world_.clock.seconds, at));
    model_.apply(write, world_.clock.seconds);
    return write;
  }

  void note_commit() { model_.purge(world_.clock.seconds, table_.grace()); }

  void write_group() {
    WriteTransaction transaction = follower_ ? std::move(*follower_) : world_.some_store(dice_).write();
    if (!follower_ && dice_.roll(4) == 0) transaction.load_in_bulk();
    follower_.reset();
    for (int group = 1 + dice_.roll(6); group > 0 && done_ < writes_; --group) {
      const Mutation write = some_write();
      if (dice_.roll(2) == 0 || !apply_simple(transaction, write)) transaction.apply(write);
      if (dice_.roll(4) == 0) {
        check_reads(transaction, table_.now(), key_, model_, dice_, world_.clock.seconds);
      }
      if (dice_.roll(8) == 0) ++world_.clock.seconds;
    }
    note_commit();
    if (done_ < writes_ && dice_.roll(3) == 0) {
      transaction.commit_async();
      follower_ = std::move(transaction);
    } else {
      transaction.commit();
    }
  }

  void write_elsewhere() {
    follower_.reset();
    std::vector<Mutation> writes;
    for (int group = 1 + dice_.roll(3); group > 0; --group) writes.push_back(some_write());
    note_commit();
    world_.write_elsewhere(writes);
  }

  void change_something() {
    switch (dice_.roll(8)) {
      case 0:
      case 1:
        alter([&] { table_.set_grace(some_grace()); });
        break;
      case 2:
        alter([&] { table_.drop(some_column(), dice_.roll(2) == 0 ? 1 : dice_.roll(13)); });
        break;
      case 3:
      case 4:
        alter([&] { table_.add_again(some_column()); });
        break;
      case 5:
        world_.clock.seconds += dice_.roll(2) == 0 ? dice_.roll(40) : kLongGrace + dice_.roll(2);
        break;
      case 6:
        note_commit();
        if (dice_.roll(4) == 0) world_.store->compact([&](Transaction&) { return table_.schema(); });
        break;
      default:
        if (dice_.roll(4) == 0) world_.reopen();
    }
  }

  std::string some_column() {
    const char* columns[] = {"s", "sm", "a", "m", "b", "l", "z", "m", "l", "sm"};
    return columns[dice_.roll(10)];
  }

  template <class Change>
  void alter(Change change) {
    change();
    model_.alter(table_.now());
    WriteTransaction transaction = world_.some_store(dice_).write();
    transaction.note_grace(table_.now()->id, table_.grace());
    note_commit();
    transaction.commit();
  }

  World& world_;
  ChangingTable table_;
  Dice dice_;
  Model model_;
  const std::string key_;
  int writes_ = 0;
  int done_ = 0;
  bool in_order_ = false;
  std::optional<WriteTransaction> follower_;
};

int sequences() {
  const char* wanted = std::getenv("CELLAR_SEQUENCES");
  return wanted != nullptr ? std::atoi(wanted) : 5'000;
}

}  // namespace

TEST_CASE("random writes, deletions and reads do as the model does") {
  std::optional<World> world;
  for (int number = 0; number < sequences(); ++number) {
    CAPTURE(number);
    if (number % kSequencesOfFile == 0) {
      if (world) world->end();
      world.emplace();
    }
    Sequence(*world, number).run();
  }
  if (world) world->end();
}

}  // namespace cellar::test
