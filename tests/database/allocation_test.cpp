// In the steady state a statement of a known shape takes no memory of its own: what is counted here is every
// call of operator new in this thread (LMDB's own are calls of malloc).

#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>

#include "database/database.h"

namespace {

thread_local std::size_t allocations = 0;

void* counted(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept { return operator new(size, tag); }
// Not inlined: the compiler would take the calls of free() for a mistake where it does not see those of malloc().
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace cellar {
namespace {

constexpr int kStatements = 1000;

/// Counts the allocations of kStatements statements after as many others in an open group; buffers that
/// double may grow a few times.
std::size_t allocations_of(const std::string& table, const std::function<std::string(int)>& statement) {
  const Database database = Database::open_temporary();
  Session session(database);
  session.execute(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.use("k");
  session.execute(table);
  std::vector<std::string> texts;
  for (int i = 0; i < 2 * kStatements; ++i) texts.push_back(statement(i));
  session.begin_group();
  for (int i = 0; i < kStatements; ++i) session.execute(texts[static_cast<std::size_t>(i)]);
  const std::size_t before = allocations;
  for (int i = kStatements; i < 2 * kStatements; ++i) session.execute(texts[static_cast<std::size_t>(i)]);
  const std::size_t taken = allocations - before;
  session.commit_group();
  return taken;
}

TEST_CASE("statements of a known shape allocate nothing") {
  constexpr std::size_t kGrowing = 10;
  const std::string table =
      "CREATE TABLE t (k int, c text, a text, b bigint, d double, u uuid, s timestamp, x blob, o boolean, "
      "PRIMARY KEY ((k, u), c))";
  const auto insert = [](int i) {
    const std::string n = std::to_string(i);
    return "INSERT INTO t (k, u, c, a, b, d, s, x, o) VALUES (" + n +
           ", 550e8400-e29b-41d4-a716-446655440000, 'a clustering value " + n +
           "', 'a text that is longer than what fits into the string itself', " + n + "000000000, 1." + n +
           ", '2020-01-01 10:00:00', 0x0102030405060708090a0b0c0d0e0f101112, true);";
  };
  CHECK(allocations_of(table, insert) <= kGrowing);
  const auto update = [](int i) {
    return "UPDATE t SET a = 'another text that is longer than what fits into a string', b = null WHERE k "
           "= " +
           std::to_string(i) + " AND u = 550e8400-e29b-41d4-a716-446655440000 AND c = 'x'";
  };
  CHECK(allocations_of(table, update) <= kGrowing);
}

TEST_CASE("prepared reads of a row allocate nothing") {
  const Database database = Database::open_temporary();
  Session session(database);
  session.execute(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.execute("CREATE TABLE k.t (k int, c text, a text, b bigint, x blob, PRIMARY KEY (k, c))");
  const std::string text = "a text that is longer than what fits into the string itself";
  const Prepared insert = session.prepare("INSERT INTO k.t (k, c, a, b) VALUES (1, ?, ?, 3)");
  const BoundValue cells[] = {{text}, {text}};
  session.execute(insert, cells);
  const Prepared select = session.prepare("SELECT k, c, a, b, x FROM k.t WHERE k = ? AND c = ? LIMIT 1");
  const std::vector<BoundValue> there{{std::string("\0\0\0\1", 4)}, {text}};
  const std::vector<BoundValue> not_there{{std::string("\0\0\0\2", 4)}, {text}};
  const auto rows_of = [&](const std::vector<BoundValue>& key) {
    Result result = session.execute(select, key);
    std::size_t rows = 0;
    while (const ResultRow* row = result.next()) rows += (*row)[2] == text;
    return rows;
  };
  std::size_t found = rows_of(there) + rows_of(not_there);
  const std::size_t before = allocations;
  for (int i = 0; i < kStatements; ++i) found += rows_of(there) + rows_of(not_there);
  CHECK(allocations == before);
  CHECK(found == kStatements + 1);
}

}  // namespace
}  // namespace cellar
