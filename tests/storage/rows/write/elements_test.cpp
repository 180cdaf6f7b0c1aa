// Elements that are written in one piece: the file is that of as many cells.
#include "purge/purging.h"
#include "storage/format/row_cells.h"

namespace cellar::test {

namespace {

TablePointer collections() {
  const Type number = native_type(TypeKind::int_);
  return TableBuilder(1)
      .partition("k", number)
      .clustering("c", number)
      .regular("m", map_of(number, native_type(TypeKind::text)))
      .regular("s", set_of(number))
      .regular("l", list_of(number))
      .grace(kGrace)
      .build();
}

using Contents = std::vector<std::pair<std::string, std::string>>;

struct Written {
  Contents data, purge, meta;
  bool operator==(const Written&) const = default;
};

RowWrite with_cells(const RowWrite& write) {
  RowWrite cells = write;
  cells.elements.clear();
  cells.cells.clear();
  each_cell(write, [&](const CellView& cell) {
    cells.cells.push_back(
        {cell.column, std::string(cell.path), cell.value ? Value(*cell.value) : Value(), cell.liveness});
  });
  return cells;
}

/// Writes the row, in one piece or as cells, over another and under a deleted range.
Written written(const RowWrite& write, bool as_cells) {
  Purging purging;
  purging.table = collections();
  const TablePointer& table = purging.table;
  RowWrite before;
  before.clustering = {int_bytes(1)};
  before.cells.push_back(cell(table, "s", Value(""), 30, int_bytes(2)));
  before.cells.push_back(cell(table, "m", Value("old"), 12, int_bytes(3)));
  purging.apply({purging.on(before)});
  const Slice rows{{{int_bytes(1)}}, {{int_bytes(3)}, true}};
  purging.apply({mutation(table, int_bytes(1), RangeDeletion{rows, 15})});
  purging.apply({purging.on(as_cells ? with_cells(write) : write)});
  purging.store.reset();
  RawFile file(purging.path);
  Written all{file.contents("data"), file.contents("purge"), file.contents("meta")};
  std::erase_if(all.meta,
                [](const auto& entry) { return entry.first == "host"; });  // differs from file to file
  return all;
}

std::string packed(const TablePointer& table, const std::string& column, const std::vector<Value>& elements) {
  return pack(table->columns[index_of(table, column)].type, elements);
}

}  // namespace

TEST_CASE("elements in one piece are stored as their cells are") {
  const TablePointer table = collections();
  const auto write = [&](const std::string& column, TypeKind kind, const std::vector<Value>& elements,
                         Liveness liveness) {
    RowWrite row;
    row.clustering = {int_bytes(1)};
    row.column_deletions.push_back({id_of(table, column), liveness.timestamp - 1});
    row.elements.push_back({id_of(table, column), kind, packed(table, column, elements), liveness, 77});
    return row;
  };
  const std::vector<Value> numbers = {int_bytes(1), int_bytes(2), int_bytes(3)};
  const std::vector<Value> with_null = {int_bytes(1), std::nullopt, int_bytes(3)};
  const std::vector<Value> pairs = {int_bytes(1), "one", int_bytes(3), std::nullopt, int_bytes(4), ""};
  for (const Liveness liveness : {Liveness{10, 0, 0}, Liveness{15, 0, 0}, Liveness{20, 0, 0},
                                  Liveness{30, 5, 1'000'005}, Liveness{40, 0, 0}}) {
    INFO(liveness.timestamp);
    for (const RowWrite& row :
         {write("s", TypeKind::set, numbers, liveness), write("l", TypeKind::list, numbers, liveness),
          write("l", TypeKind::list, with_null, liveness), write("m", TypeKind::map, pairs, liveness)}) {
      CHECK((written(row, false) == written(row, true)));
    }
  }
}

TEST_CASE("elements in one piece are shown as cells with their paths") {
  const TablePointer table = collections();
  RowWrite row;
  row.elements.push_back(
      {id_of(table, "l"), TypeKind::list, packed(table, "l", {int_bytes(5), std::nullopt}), {9, 5, 14}, -3});
  row.cells.push_back(cell(table, "s", Value(""), 9, int_bytes(1)));
  const std::vector<CellWrite> cells = with_cells(row).cells;
  REQUIRE(cells.size() == 3);
  CHECK(cells[0].path == list_position(-3, 0));
  CHECK(cells[0].liveness == Liveness{9, 5, 14});
  CHECK(cells[1].path == list_position(-3, 1));
  CHECK_FALSE(cells[1].value);
  CHECK(cells[1].liveness == Liveness{9, 0, 0});
  CHECK(cells[2].path == int_bytes(1));
}

}  // namespace cellar::test
