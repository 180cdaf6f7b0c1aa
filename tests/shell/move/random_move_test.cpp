// Random tables of every type, whose values have several times, are moved: both sides are the same.
#include <catch2/catch.hpp>

#include <cstdlib>

#include "../copy/random_tables.h"
#include "move_world.h"

using namespace cellar;
using namespace cellar::test;

namespace {

std::size_t moved_tables() {
  const char* const text = std::getenv("CELLAR_SEQUENCES");
  return text == nullptr ? 150 : std::strtoull(text, nullptr, 10);
}

/// "USING TIMESTAMP 5 AND TTL 90000": few times, so that several values have the same.
std::string random_times(RandomTables& random) {
  const std::string life = random.roll(3) == 0 ? " AND TTL " + std::to_string(90'000 + random.roll(2)) : "";
  return " USING TIMESTAMP " + std::to_string(1 + random.roll(6)) + life;
}

/// Writes, deletes or extends a value of a row, or of its partition.
void change(Session& session, const CopiedTable& table, std::size_t column, const std::vector<Value>& key,
            RandomTables& random) {
  const CopiedColumn& changed = table.columns[column];
  const bool extends = is_collection(changed.type) && is_multicell(changed.type) && random.roll(2) == 0;
  std::string text = "UPDATE moved" + random_times(random) + " SET " + changed.name + " = " +
                     (extends ? changed.name + " + ?" : "?") + " WHERE ";
  std::vector<BoundValue> values = {{random.value(changed.type, true)}};
  if (!extends && random.roll(8) == 0) values.front().value.reset();
  for (std::size_t i = 0; i < (changed.is_static ? table.partition_key_size : table.key_size()); ++i) {
    text += (i == 0 ? "" : " AND ") + table.columns[i].name + " = ?";
    values.push_back({key[i]});
  }
  session.execute(session.prepare(text), std::span<const BoundValue>(values));
}

void insert_key(Session& session, const CopiedTable& table, const std::vector<Value>& key,
                RandomTables& random) {
  std::string names, markers;
  std::vector<BoundValue> values;
  for (std::size_t i = 0; i < table.key_size(); ++i) {
    names += (i == 0 ? "" : ", ") + table.columns[i].name;
    markers += i == 0 ? "?" : ", ?";
    values.push_back({key[i]});
  }
  session.execute(
      session.prepare("INSERT INTO moved (" + names + ") VALUES (" + markers + ")" + random_times(random)),
      std::span<const BoundValue>(values));
}

void write_rows(Session& session, const CopiedTable& table, RandomTables& random) {
  std::vector<Value> key(table.key_size());
  for (int rows = 1 + random.roll(8); rows > 0; --rows) {
    const bool is_same_partition = key.front().has_value() && random.roll(3) != 0;
    for (std::size_t i = is_same_partition ? table.partition_key_size : 0; i < key.size(); ++i)
      key[i] = random.value(table.columns[i].type, false);
    try {
      if (random.roll(2) == 0) insert_key(session, table, key, random);
      for (int changes = random.roll(6); changes > 0 && table.columns.size() > key.size(); --changes)
        change(session, table,
               key.size() +
                   static_cast<std::size_t>(random.roll(static_cast<int>(table.columns.size() - key.size()))),
               key, random);
    } catch (const Refusal& refusal) {
      // The random value of a key was an empty text.
      if (refusal.diagnostic.id != "empty_partition_key") throw;
      key.assign(table.key_size(), std::nullopt);
    }
  }
}

/// All values, and when they were written; a list counts as its newest element, which the move's own comparison knows.
std::string select_of(const CopiedTable& table) {
  std::string select = "SELECT ";
  for (const CopiedColumn& column : table.columns) {
    select += (select.size() > 7 ? ", " : "") + column.name;
    const bool has_time = &column >= table.columns.data() + table.key_size();
    const bool is_list = column.type.kind == TypeKind::list && is_multicell(column.type);
    if (has_time && !is_list) select += ", writetime(" + column.name + ")";
  }
  return select + " FROM k.moved";
}

void move_and_compare(unsigned seed) {
  RandomTables random(seed);
  const CopiedTable table = random.table();
  if (table.has_counters()) return;
  MoveWorld world;
  world.to_cluster = random.roll(2) == 0;
  world.run(kKeyspace);
  Session& session = world.source.connection.session();
  session.use("k");
  for (const std::string& type : table.types) session.execute(type);
  session.execute(table.create("moved"));
  write_rows(session, table, random);
  INFO("seed " << seed << "\n" << table.create("t"));
  for (int times = 0; times < 2; ++times) {
    const MoveReport report = world.move();
    CHECK(lines_of(report) == std::vector<std::string>{});
    CHECK((report.ended_by ? report.ended_by->id : "") == "");
    CHECK(world.target.rows_of(select_of(table)) == world.source.rows_of(select_of(table)));
  }
}

}  // namespace

TEST_CASE("random tables of every type are moved with the times of their values") {
  const char* const first = std::getenv("CELLAR_FIRST_SEQUENCE");
  const std::size_t begin = first == nullptr ? 0 : std::strtoull(first, nullptr, 10);
  for (std::size_t seed = begin; seed < begin + moved_tables(); ++seed)
    move_and_compare(static_cast<unsigned>(seed));
}
