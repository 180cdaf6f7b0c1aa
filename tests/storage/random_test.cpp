#include <random>

#include "model.h"

namespace cellar::test {

namespace {

TablePointer random_table(TableId id, int grace) {
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
      .grace(grace)
      .build();
}

/// Makes writes and reads for one partition.
class Dice {
 public:
  Dice(TablePointer table, unsigned seed) : table_(std::move(table)), random_(seed) {}

  int roll(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }

  /// With a timestamp from 1 to 12, or the one given.
  Mutation write(const std::string& key, Seconds now, std::optional<Timestamp> timestamp = std::nullopt) {
    const Timestamp at = timestamp ? *timestamp : 1 + roll(12);
    switch (roll(12)) {
      case 0:
        return mutation(table_, key, PartitionDeletion{at});
      case 1:
      case 2:
      case 3:
        return mutation(table_, key, RangeDeletion{slice(), at});
      case 4: {
        RowWrite row;
        row.is_static = true;
        add_cells(row, {"s"}, "sm", at, now);
        return mutation(table_, key, row);
      }
      case 5: {
        RowWrite row = some_row();
        row.deletion = at;
        if (roll(3) == 0) add_cells(row, {"a"}, "m", at + roll(2), now);
        return mutation(table_, key, row);
      }
      default: {
        RowWrite row = some_row();
        if (roll(2) == 0) row.marker = liveness(at, now);
        add_cells(row, {"a", "b", "z"}, roll(2) == 0 ? "m" : "l", at, now);
        return mutation(table_, key, row);
      }
    }
  }

  Slice slice() { return {position(), position()}; }

  /// Slices that do not overlap, in stored order: each begins where one that is one before ends, or later.
  std::vector<Slice> slices() {
    if (roll(3) == 0) return {Slice{}};
    if (roll(2) == 0) return {slice()};
    std::vector<Slice> result;
    for (int c = 0; c < 4; ++c) {
      const std::string value = int_bytes(c);
      if (roll(3) == 0) {
        result.push_back({{{value}, false}, {{value}, true}});
      } else if (roll(2) == 0) {
        const std::string second = int_bytes(roll(3));
        result.push_back({{{value, second}, false}, {{value, second}, true}});
      }
    }
    return result;
  }

  WantedColumns wanted() {
    WantedColumns wanted;
    for (const std::size_t index : all_columns(table_)) {
      if (roll(4) != 0) wanted.push_back(index);
    }
    return wanted;
  }

 private:
  Position position() {
    Position position;
    const int size = roll(3);
    if (size > 0) position.prefix.push_back(int_bytes(roll(4)));
    if (size > 1) position.prefix.push_back(int_bytes(roll(3)));
    position.after = roll(2) == 0;
    return position;
  }
  RowWrite some_row() {
    RowWrite row;
    row.clustering = {int_bytes(roll(4)), int_bytes(roll(3))};
    return row;
  }
  Liveness liveness(Timestamp at, Seconds now) {
    if (roll(4) != 0) return {at, 0, 0};
    const int seconds = 1 + roll(30);
    return {at, seconds, now + seconds};
  }
  Value value() {
    const int size = roll(12);
    if (size == 0) return std::nullopt;
    if (size == 1) return std::string(5000, static_cast<char>('A' + roll(3)));
    return std::string(static_cast<std::size_t>(roll(3)), static_cast<char>('a' + roll(3)));
  }
  void add_cells(RowWrite& row, const std::vector<std::string>& plain, const std::string& multicell,
                 Timestamp at, Seconds now) {
    for (const std::string& column : plain) {
      if (roll(2) == 0) add_cell(row, column, "", value(), at, now);
    }
    if (roll(3) == 0) row.column_deletions.push_back({id_of(table_, multicell), at - 1});
    for (int i = roll(3); i > 0; --i) {
      std::string path =
          multicell == "l" ? list_position(roll(3), 0) : std::string(1, static_cast<char>('x' + roll(3)));
      if (multicell == "sm" && roll(5) == 0) path.clear();
      const bool known = std::ranges::any_of(row.cells, [&](const CellWrite& cell) {
        return cell.column == id_of(table_, multicell) && cell.path == path;
      });
      if (!known) add_cell(row, multicell, path, roll(3) == 0 ? Value() : int_bytes(roll(2)), at, now);
    }
  }
  void add_cell(RowWrite& row, const std::string& column, const std::string& path, Value bytes, Timestamp at,
                Seconds now) {
    CellWrite write = cell(table_, column, std::move(bytes), at, path);
    if (write.value) write.liveness = liveness(at, now);
    row.cells.push_back(write);
  }

  TablePointer table_;
  std::mt19937 random_;
};

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

}  // namespace

TEST_CASE("random writes, deletions and reads do as the model does") {
  HandClock clock;
  const Store store = Store::open_temporary(clock.options());
  for (int sequence = 0; sequence < 12000; ++sequence) {
    // Each in a table of its own, since what a deletion does depends on the youngest write of the table.
    const TablePointer table = random_table(static_cast<TableId>(sequence + 1), 8640000);
    Dice dice(table, static_cast<unsigned>(sequence));
    Model model(table);
    const std::string key = int_bytes(sequence);
    const int writes = 2 + dice.roll(18);
    const bool in_order = dice.roll(2) == 0;
    std::optional<WriteTransaction> follower;
    for (int done = 0; done < writes;) {
      WriteTransaction transaction = follower ? std::move(*follower) : store.write();
      follower.reset();
      for (int group = 1 + dice.roll(6); group > 0 && done < writes; --group, ++done) {
        const auto at = in_order ? std::optional<Timestamp>(1 + done / 2 + dice.roll(4) / 3) : std::nullopt;
        const Mutation write = dice.write(key, clock.seconds, at);
        transaction.apply(write);
        model.apply(write, clock.seconds);
        if (dice.roll(4) == 0) check_reads(transaction, table, key, model, dice, clock.seconds);
      }
      clock.seconds += dice.roll(8);
      if (done < writes && dice.roll(4) == 0) {
        transaction.commit_behind();
        follower = std::move(transaction);
      } else {
        transaction.commit();
      }
    }
    Transaction transaction = store.read();
    for (int i = 0; i < 3; ++i) {
      check_reads(transaction, table, key, model, dice, clock.seconds + dice.roll(2) * dice.roll(40));
    }
    check_scan(transaction, table, key, model, clock.seconds);
  }
}

}  // namespace cellar::test
