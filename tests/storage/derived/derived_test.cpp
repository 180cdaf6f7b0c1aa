// After any sequence of writes an index or view holds exactly what a full scan of its table gives.

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <set>

#include "derived_tables.h"
#include "raw.h"
#include "storage/index_rows.h"
#include "store_fixture.h"

namespace cellar::test {

namespace {

using Texts = std::multiset<std::string>;

/// A value of any type, so that a person can compare two.
std::string shown(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes.substr(0, 12)) {
    text +=
        byte >= 'a' && byte <= 'z' ? std::string(1, byte) : std::to_string(static_cast<unsigned char>(byte));
  }
  return text + (bytes.size() > 12 ? "+" + std::to_string(bytes.size()) : "");
}

/// The row as text: the key columns, then the columns by name.
std::string text_of(const Table& table, const std::vector<std::string>& partition_key, const StoredRow& row,
                    const std::vector<std::string>& columns) {
  std::string text;
  for (const std::string& name : columns) {
    const std::size_t index = *table.find(name);
    text += name + "=";
    if (index < table.partition_key_size) {
      text += shown(partition_key[index]);
    } else if (index < table.partition_key_size + table.clustering_size) {
      text += shown(row.clustering[index - table.partition_key_size]);
    } else if (row.cells[index]) {
      text += shown(row.cells[index]->value);
    }
    for (const StoredElement& element : row.elements[index]) {
      text += "[" + shown(element.path) + ":" + shown(element.cell.value) + "]";
    }
    text += " ";
  }
  return text;
}

class Trial {
 public:
  explicit Trial(unsigned seed)
      : random_(seed),
        store_(Store::open_temporary(clock_.options())),
        table_(with_views(table_with_indexes())) {}

  void run(int steps) {
    for (int step = 0; step < steps; ++step) {
      write_some(pick(8) + 1);
      if (pick(3) == 0) pass(pick(8));
      if (pick(12) == 0) pass(40);  // beyond all grace
      if (pick(4) == 0) check();
    }
    check();
  }

  /// Fills the indexes and views in steps, with writes between them.
  void derive_again() {
    for (const Index& index : table_->indexes) derive(index.id);
    for (const View& view : table_->views) derive(view.table->id);
    check();
  }

  /// The same table without indexes and views, for writes that they do not see.
  void hide_derived() {
    hidden_ = table_;
    Table plain = *table_;
    plain.indexes.clear();
    plain.views.clear();
    table_ = std::make_shared<const Table>(plain);
  }
  void show_derived() { table_ = std::exchange(hidden_, nullptr); }

  void check() {
    if (table_->indexes.empty()) return;
    Transaction transaction = store_.read();
    read_base(transaction);
    for (std::size_t i = 0; i < table_->indexes.size(); ++i) check_index(transaction, i);
    for (std::size_t i = 0; i < table_->views.size(); ++i) check_view(transaction, i);
  }

 private:
  void write_some(int writes) {
    WriteTransaction transaction = store_.write();
    for (; writes > 0; --writes) transaction.apply(any_mutation());
    transaction.commit();
  }

  void derive(TableId id) {
    std::string position;
    for (bool done = false; !done;) {
      WriteTransaction transaction = store_.write();
      done = transaction.derive_existing(table_, id, position, 3);
      transaction.commit();
      if (!done && pick(3) == 0) write_some(1);
      if (!done && pick(20) == 0) position.clear();  // the build was interrupted and begins anew
    }
  }

  /// Writes are younger as time passes, so that there is always something that expires.
  void pass(int seconds) {
    clock_.seconds += seconds;
    oldest_ += seconds;
  }
  Timestamp timestamp() { return oldest_ + pick(40); }

  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  std::string small() { return int_bytes(pick(4)); }
  std::string word() {
    if (pick(8) == 0) return "";
    return std::string(1, static_cast<char>('a' + pick(3))) + (pick(9) == 0 ? std::string(600, 'x') : "");
  }

  Liveness liveness() {
    Liveness liveness{timestamp(), 0, 0};
    if (expires_often_ ? pick(8) != 0 : pick(3) == 0) {
      liveness.time_to_live = pick(20) + 1;
      liveness.expires_at = clock_.seconds + liveness.time_to_live;
    }
    return liveness;
  }

  CellWrite any_cell(const std::string& column) {
    CellWrite write{id_of(table_, column), "", std::nullopt, liveness()};
    if (column == "l") write.path = list_position(pick(4), 0);
    if (column == "m" || column == "t") write.path = small();
    if (pick(4) == 0) {
      write.liveness = {write.liveness.timestamp, 0, 0};
    } else if (column == "a" || column == "m") {
      write.value = pick(12) == 0 ? std::string(5'000, static_cast<char>('p' + pick(2))) : word();
    } else {
      write.value = column == "t" ? std::string() : small();
    }
    return write;
  }

  RowWrite any_row() {
    RowWrite row;
    row.is_static = pick(8) == 0;
    if (row.is_static) {
      row.cells.push_back(any_cell("s"));
      return row;
    }
    row.clustering = {small()};
    if (pick(2) == 0) row.marker = liveness();
    if (pick(12) == 0) row.deletion = timestamp();
    for (const char* column : {"l", "m", "t"}) {
      if (pick(10) == 0) row.column_deletions.push_back({id_of(table_, column), timestamp()});
    }
    std::set<std::string> columns;
    for (int cells = pick(4); cells > 0; --cells) {
      const std::string column =
          std::vector<std::string>{"a", "b", "l", "m", "t"}[static_cast<std::size_t>(pick(5))];
      if (columns.insert(column).second) row.cells.push_back(any_cell(column));
    }
    return row;
  }

  Mutation any_mutation() {
    Mutation mutation{table_, {int_bytes(pick(2)), int_bytes(pick(2))}, any_row()};
    const int kind = pick(20);
    if (kind == 0) mutation.write = PartitionDeletion{timestamp()};
    if (kind == 1) mutation.write = RangeDeletion{Slice{{{small()}, pick(2) == 0}, {{}, true}}, timestamp()};
    return mutation;
  }

  struct BaseRow {
    std::vector<std::string> partition_key;
    StoredRow row;
    std::optional<std::string> of_static;
  };

  void read_base(Transaction& transaction) {
    base_.clear();
    statics_.clear();
    PartitionCursor cursor = transaction.partitions(table_, {}, all_columns(table_), clock_.seconds);
    while (cursor.next()) {
      PartitionReader& reader = cursor.partition();
      if (const StoredRow* row = reader.static_row()) {
        if (const auto& cell = row->cells[index_of(table_, "s")]) statics_[reader.key()] = cell->value;
      }
      while (const StoredRow* row = reader.next()) base_.push_back({reader.key(), *row, std::nullopt});
    }
  }

  /// What the row holds of the indexed column, as value and key of a test.
  std::vector<std::pair<std::string, std::string>> held(const Index& index, const BaseRow& base) {
    const std::size_t place = *table_->find(index.column);
    const Column& column = table_->columns[place];
    if (column.kind == ColumnKind::partition_key) return {{base.partition_key[place], ""}};
    if (column.kind == ColumnKind::clustering) return {{base.row.clustering[0], ""}};
    if (!is_multicell(column.type)) {
      if (!base.row.cells[place]) return {};
      return {{std::string(base.row.cells[place]->value), ""}};
    }
    std::vector<std::pair<std::string, std::string>> found;
    for (const StoredElement& element : base.row.elements[place]) {
      const std::string value(element.cell.value);
      if (index.target == IndexTarget::keys || column.name == "t")
        found.emplace_back(element.path, "");
      else
        found.emplace_back(value, index.target == IndexTarget::entries ? element.path : "");
    }
    return found;
  }

  void check_index(Transaction& transaction, std::size_t place) {
    const Index& index = table_->indexes[place];
    const Column& column = table_->columns[*table_->find(index.column)];
    const bool of_partitions = column.kind == ColumnKind::partition_key || column.kind == ColumnKind::static_;
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> expected;
    for (const BaseRow& base : base_) {
      std::string name = base.partition_key[0] + base.partition_key[1];
      if (column.kind == ColumnKind::static_) continue;
      if (!of_partitions) name += base.row.clustering[0];
      for (const auto& what : held(index, base)) {
        auto& rows = expected[what];
        if (rows.empty() || rows.back() != name) rows.push_back(name);
      }
    }
    if (column.kind == ColumnKind::static_) {
      for (const auto& [key, value] : statics_) expected[{value, ""}].push_back(key[0] + key[1]);
    }
    std::set<std::pair<std::string, std::string>> asked;
    for (const auto& [what, rows] : expected) asked.insert(what);
    for (int number = 0; number < 4; ++number) asked.insert({int_bytes(number), ""});
    for (const auto& what : asked) {
      INFO("index on " << column.name << ", target " << static_cast<int>(index.target));
      IndexValues values;
      values.equal = what.first;
      if (index.target == IndexTarget::entries) values.key = what.second;
      const auto rows = named(transaction, place, values);
      // An index on a column of the key may name rows that have expired since.
      if (column.kind == ColumnKind::partition_key || column.kind == ColumnKind::clustering) {
        CHECK(std::ranges::includes(sorted(rows), sorted(expected[what])));
      } else {
        // Partitions and rows of one value come in the order of the scan.
        CHECK(rows == without_order_of_statics(column, expected[what], rows));
      }
    }
    if (column.name == "b") check_range(transaction, place, expected);
  }

  static std::vector<std::string> sorted(std::vector<std::string> texts) {
    std::ranges::sort(texts);
    return texts;
  }
  static std::vector<std::string> without_order_of_statics(const Column& column,
                                                           std::vector<std::string> expected,
                                                           const std::vector<std::string>& rows) {
    if (column.kind == ColumnKind::static_ && sorted(expected) == sorted(rows)) return rows;
    return expected;
  }

  void check_range(Transaction& transaction, std::size_t place,
                   const std::map<std::pair<std::string, std::string>, std::vector<std::string>>& expected) {
    IndexValues values;
    values.lower = int_bytes(1);
    values.lower_inclusive = pick(2) == 0;
    values.upper = int_bytes(3);
    values.upper_inclusive = pick(2) == 0;
    std::vector<std::string> rows;
    for (const auto& [what, names] : expected) {
      const int value = int_of(what.first);
      if (value < 1 || value > 3 || (value == 1 && !values.lower_inclusive)) continue;
      if (value == 3 && !values.upper_inclusive) continue;
      rows.insert(rows.end(), names.begin(), names.end());
    }
    CHECK(sorted(named(transaction, place, values)) == sorted(rows));
  }

  std::vector<std::string> named(Transaction& transaction, std::size_t place, const IndexValues& values) {
    std::vector<std::string> names;
    std::optional<ReadPosition> after;
    // Each row is named once, whether it is read on or begun anew after the row before.
    const bool goes_on = pick(2) == 0;
    std::optional<IndexRows> rows;
    while (true) {
      if (!rows || !goes_on) {
        rows.emplace(transaction, table_, place, values, TokenRange{}, clock_.seconds,
                     after ? &*after : nullptr);
      }
      const IndexedRow* row = rows->next();
      if (row == nullptr) return names;
      std::string name = row->partition_key[0] + row->partition_key[1];
      if (!row->whole_partition) name += row->clustering[0];
      names.push_back(name);
      after = ReadPosition{row->partition_key, row->clustering};
    }
  }

  void check_view(Transaction& transaction, std::size_t place) {
    const View& view = table_->views[place];
    const bool by_a = view.table->id == 30;
    const std::vector<std::string> columns =
        by_a ? std::vector<std::string>{"a", "k", "j", "c", "b", "l", "m", "t"}
             : std::vector<std::string>{"c", "j", "k", "b", "t"};
    Texts expected, found;
    for (const BaseRow& base : base_) {
      if (by_a ? !base.row.cells[index_of(table_, "a")] : int_of(base.row.clustering[0]) <= 1) continue;
      expected.insert(text_of(*table_, base.partition_key, base.row, columns));
    }
    PartitionCursor cursor = transaction.partitions(view.table, {}, all_columns(view.table), clock_.seconds);
    while (cursor.next()) {
      PartitionReader& reader = cursor.partition();
      while (const StoredRow* row = reader.next()) {
        found.insert(text_of(*view.table, reader.key(), *row, columns));
      }
    }
    Texts missing, surplus;
    std::ranges::set_difference(expected, found, std::inserter(missing, missing.end()));
    std::ranges::set_difference(found, expected, std::inserter(surplus, surplus.end()));
    INFO("view " << view.table->name);
    CHECK(missing == Texts());
    CHECK(surplus == Texts());
  }

  std::mt19937 random_;
  const bool expires_often_ = pick(2) == 0;
  Timestamp oldest_ = 0;
  HandClock clock_;
  Store store_;
  TablePointer table_, hidden_;
  std::vector<BaseRow> base_;
  std::map<std::vector<std::string>, std::string> statics_;
};

unsigned sequences(unsigned usual) {
  const char* text = std::getenv("CELLAR_SEQUENCES");
  return text != nullptr ? static_cast<unsigned>(std::atoi(text)) : usual;
}

}  // namespace

TEST_CASE("an index or view holds what a full scan gives after any writes") {
  for (unsigned seed = 0; seed < sequences(40); ++seed) {
    INFO("sequence " << seed);
    Trial(seed).run(40);
  }
}

TEST_CASE("an index or view is filled with what existing rows give") {
  for (unsigned seed = 0; seed < sequences(20); ++seed) {
    INFO("sequence " << seed);
    Trial trial(seed);
    trial.hide_derived();
    trial.run(30);
    trial.show_derived();
    trial.derive_again();
    trial.run(10);
    trial.derive_again();
  }
}

}  // namespace cellar::test
