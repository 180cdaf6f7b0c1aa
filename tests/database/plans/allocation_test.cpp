// In the steady state a statement of a known shape takes no memory of its own: what is counted here is every
// call of operator new in this thread (LMDB's own are calls of malloc), and the bytes that are held at once.

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <new>
#include <thread>

#include "database/database.h"
#include "database/queues/workers.h"
#include "storage/store.h"
#include "storage/verify/verify.h"
#include "types/number/number.h"

namespace {

thread_local std::size_t allocations = 0;
thread_local std::ptrdiff_t held = 0, most_held = 0;  // bytes
/// The call of operator new that fails, counted from now; 0: none.
thread_local std::size_t failing = 0;

void* noted(void* memory) {
  held += static_cast<std::ptrdiff_t>(malloc_usable_size(memory));
  most_held = std::max(most_held, held);
  return memory;
}

void* counted(std::size_t size) {
  ++allocations;
  if (failing > 0 && --failing == 0) throw std::bad_alloc();
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return noted(memory);
  throw std::bad_alloc();
}

[[gnu::noinline]] void give_back(void* memory) noexcept {
  held -= static_cast<std::ptrdiff_t>(malloc_usable_size(memory));
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return noted(std::malloc(size == 0 ? 1 : size));
}
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept { return operator new(size, tag); }
// Not inlined: the compiler would take the calls of free() for a mistake where it does not see those of malloc().
[[gnu::noinline]] void operator delete(void* memory) noexcept { give_back(memory); }
[[gnu::noinline]] void operator delete[](void* memory) noexcept { give_back(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
[[gnu::noinline]] void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }

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

TEST_CASE("a request for which there is no memory keeps no share of the limits, and the session goes on") {
  constexpr std::size_t kCalls = 16;
  std::size_t refused = 0;
  for (std::size_t call = 1; call <= kCalls; ++call) {
    const Database database =
        Database::open_temporary({}, {.limits = {.requests = 1, .bytes = 1 << 20}, .threads = {}});
    Session session(database);
    session.execute(
        "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session.execute("CREATE TABLE k.t (k int PRIMARY KEY)");
    std::atomic<int> answered = 0;
    Request request, next;
    request.statement = next.statement = std::string("INSERT INTO k.t (k) VALUES (1)");
    Completion completion = [&](const Reply&) { ++answered; };
    INFO("the call of operator new that fails: " << call);
    int submitted = 1;
    failing = call;
    try {
      session.submit(std::move(request), std::move(completion));
      ++submitted;
    } catch (const std::bad_alloc&) {
      ++refused;
    }
    failing = 0;
    CHECK_FALSE(session.in_group());  // waits
    CHECK_NOTHROW(session.submit(std::move(next), [&](const Reply&) { ++answered; }));
    CHECK_FALSE(session.in_group());
    CHECK(answered == submitted);
  }
  CHECK(refused >= 1);
}

TablePointer table_of_rows() {
  Table table;
  table.id = 1;
  table.keyspace = "k";
  table.name = "t";
  table.columns.resize(2);
  for (Column& column : table.columns) column.id = static_cast<ColumnId>(&column - table.columns.data() + 1);
  table.columns[0].name = "k";
  table.columns[0].type = native_type(TypeKind::int_);
  table.columns[0].kind = ColumnKind::partition_key;
  table.columns[1].name = "v";
  table.columns[1].type = native_type(TypeKind::text);
  table.partition_key_size = 1;
  return std::make_shared<const Table>(std::move(table));
}

/// By a row, as direct writes do, or by a mutation, as the general path does.
void write_row(WriteTransaction& transaction, const TablePointer& table, int row, std::string_view value,
               bool is_direct) {
  const std::string key = encode_int32(row);
  const Liveness liveness{10, 0, 0};
  if (is_direct) {
    const std::string_view keys[] = {key};
    const SimpleCell cells[] = {{2, value}};
    return transaction.apply(SimpleRow{table, keys, {}, true, liveness, cells});
  }
  RowWrite write;
  write.marker = liveness;
  write.cells.push_back({2, "", Value(value), liveness});
  transaction.apply(Mutation{table, {key}, std::move(write)});
}

std::size_t rows_in(const Store& store, const TablePointer& table, int rows) {
  Transaction transaction = store.read();
  std::size_t found = 0;
  for (int row = 0; row < rows; ++row)
    found += transaction.partition(table, {encode_int32(row)}, {}, 0).next() != nullptr ? 1 : 0;
  return found;
}

/// Writes rows; the call of operator new with this number fails in each write that may hand the gathered ones over to the
/// thread that puts them. Returns whether one was refused for it.
bool write_without_memory(bool is_direct, std::size_t call) {
  constexpr int kRows = 540;
  constexpr std::size_t kWorthPutting = 2 << 20;
  const Store store = Store::open_temporary();
  const TablePointer table = table_of_rows();
  const std::string value(4'000, 'v');
  WriteTransaction transaction = store.write();
  transaction.may_move();  // as that of a group, so that a thread may put the rows
  std::size_t told = 0;
  bool is_refused = false;
  for (int row = 0; row < kRows && !is_refused; ++row) {
    failing = transaction.gathered_bytes() + 2 * value.size() > kWorthPutting ? call : 0;
    try {
      write_row(transaction, table, row, value, is_direct);
      ++told;
    } catch (const std::bad_alloc&) {
      is_refused = true;
    }
    failing = 0;
  }
  if (is_refused && !transaction.usable()) return true;
  transaction.commit();
  CHECK(rows_in(store, table, kRows) == told);
  return is_refused;
}

TEST_CASE("a write for which there is no memory is not committed with those before it") {
  const bool is_direct = GENERATE(true, false);
  constexpr std::size_t kCalls = 24;
  std::size_t refused = 0;
  for (std::size_t call = 1; call <= kCalls; ++call) {
    INFO("the call of operator new that fails: " << call);
    refused += write_without_memory(is_direct, call) ? 1 : 0;
  }
  CHECK(refused >= 2);
}

TEST_CASE("a sound file is not called damaged if there is no memory to check it") {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("cellar-allocation-" + std::to_string(getpid()));
  {
    Session session(Database::open(path));
    session.execute(
        "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session.execute(
        "CREATE TABLE k.t (k text, c text, v text, m map<text, text>, l list<frozen<map<text, text>>>, "
        "PRIMARY "
        "KEY (k, c))");
    const std::string text(100, 'x');
    session.execute("INSERT INTO k.t (k, c, v, m, l) VALUES ('" + text + "', '" + text + "', '" + text +
                    "', {'" + text + "': 'a'}, [{'" + text + "': 'a'}])");
    session.execute("DELETE FROM k.t WHERE k = '" + text + "' AND c > '" + text + "'");
  }
  std::size_t calls = 0;
  bool is_checked = false;
  for (; !is_checked; ++calls) {
    INFO("the call of operator new that fails: " << calls + 1);
    std::vector<std::string> damages;
    damages.reserve(100);
    const VerifyActions actions{.on_damage = [&](const Damage& damage) { damages.push_back(damage.reason); },
                                .interrupted = [] { return false; }};
    failing = calls + 1;
    try {
      verify_file(path, actions);
      is_checked = failing > 0;
    } catch (const std::bad_alloc&) {
    }
    failing = 0;
    CHECK(damages == std::vector<std::string>());
  }
  CHECK(calls > 100);
  std::filesystem::remove(path);
  std::filesystem::remove(path.string() + "-lock");
}

TEST_CASE("a task of who has a place among the workers needs no memory") {
  Workers workers;
  const Workers::Place place(workers);
  std::atomic<int> ended = 0;
  std::function<void()> task = [&ended] { ++ended; };
  const auto run = [&] {
    const int before = ended;
    workers.run(task);
    while (ended == before) std::this_thread::yield();
  };
  run();  // starts the threads
  const std::size_t before = allocations;
  for (int i = 0; i < kStatements; ++i) run();
  CHECK(allocations == before);
}

/// Allocations of a refusal after others of its shape.
std::size_t allocations_of_refusal(const std::function<std::string(int)>& statement) {
  const Database database = Database::open_temporary();
  Session session(database, Policy::teach);
  session.execute(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.use("k");
  session.execute("CREATE TABLE t (id int, c int, name text, PRIMARY KEY (id, c))");
  std::size_t before = 0;
  for (int i = 0; i < 2 * kStatements; ++i) {
    if (i == kStatements) before = allocations;
    REQUIRE(std::holds_alternative<Refusal>(session.attempt(statement(i))));
  }
  return (allocations - before) / kStatements;
}

TEST_CASE("a refusal of a known shape is made without the grammar, which allocates a thousand times") {
  constexpr std::size_t kFew = 150;
  const auto number = [](int i) { return std::to_string(i); };
  CHECK(allocations_of_refusal([&](int i) { return "INSERT INTO u (id) VALUES (" + number(i) + ")"; }) <
        kFew);
  CHECK(allocations_of_refusal(
            [&](int i) { return "INSERT INTO t (id, c, nam) VALUES (" + number(i) + ", 1, 'a')"; }) < kFew);
  CHECK(allocations_of_refusal([&](int i) {
          return "INSERT INTO t (id, c) VALUES (" + number(i) + ", 'a" + number(i) + "')";
        }) < kFew);
  CHECK(allocations_of_refusal(
            [&](int i) { return "INSERT INTO t (id, name) VALUES (1, 'a" + number(i) + "')"; }) < kFew);
  CHECK(allocations_of_refusal(
            [&](int i) { return "INSERT INTO t (id, c name) VALUES (" + number(i) + ", 1, 'a')"; }) < kFew);
  CHECK(allocations_of_refusal([&](int i) { return "INSRT INTO t (id, c) VALUES (" + number(i) + ", 1)"; }) <
        kFew);
  CHECK(allocations_of_refusal([&](int i) { return "# comment" + number(i); }) < kFew);
  CHECK(allocations_of_refusal([&](int i) { return "this is the line number " + number(i) + " of a note"; }) <
        kFew);
}

TEST_CASE("a refusal that shows a name is made without the grammar for other names") {
  constexpr std::size_t kFew = 150;
  const auto name = [](int i) { return "a" + std::to_string(i); };
  CHECK(allocations_of_refusal([&](int i) { return "SELECT id FROM t WHERE id = " + name(i); }) < kFew);
  CHECK(allocations_of_refusal(
            [&](int i) { return "SELECT id FROM t WHERE id = 1 AND name = \"" + name(i) + "\""; }) < kFew);
  CHECK(allocations_of_refusal(
            [&](int i) { return "cqlsh> SELECT id FROM t WHERE id = " + std::to_string(i); }) < kFew);
}

TEST_CASE("a text that is prepared and refused is refused again without the grammar") {
  constexpr std::size_t kFew = 150;
  const Database database = Database::open_temporary();
  Session session(database);
  std::size_t before = 0;
  for (int i = 0; i < 2 * kStatements; ++i) {
    if (i == kStatements) before = allocations;
    CHECK_THROWS_AS(session.prepare("cqlsh:k> SELECT id FROM t WHERE id = " + std::to_string(i)), Refusal);
  }
  CHECK((allocations - before) / kStatements < kFew);
}

TEST_CASE("a query that is refused for the key of its table is not planned again with other literals") {
  constexpr std::size_t kCopies = 30;  // of the refusal
  const auto name = [](int i) { return "'a" + std::to_string(i) + "'"; };
  CHECK(allocations_of_refusal([&](int i) { return "SELECT id FROM t WHERE name = " + name(i); }) < kCopies);
  CHECK(allocations_of_refusal(
            [&](int i) { return "SELECT id FROM t WHERE name = " + name(i) + " ORDER BY c"; }) < kCopies);
  CHECK(allocations_of_refusal([&](int i) { return "SELECT id FROM t LIMIT 1" + std::to_string(i); }) <
        kCopies);
  const auto one = [](int i) { return "SELECT id FROM t WHERE id = " + std::to_string(i); };
  CHECK(allocations_of_refusal([&](int i) { return one(i) + " ORDER BY name"; }) < kCopies);
  CHECK(allocations_of_refusal([&](int i) { return one(i) + " ORDER BY id"; }) < kCopies);
  CHECK(allocations_of_refusal([&](int i) { return one(i) + " AND c = 5 ORDER BY name"; }) < kCopies);
  CHECK(allocations_of_refusal([&](int i) {
          return "SELECT id FROM t WHERE c = " + std::to_string(i) + " ORDER BY c ALLOW FILTERING";
        }) < kCopies);
}

TEST_CASE("refusals of a known shape cost as much as the ones before, and keep nothing") {
  constexpr int kRefusals = 2'000;
  constexpr std::size_t kKept = 1 << 16;
  const Database database = Database::open_temporary();
  Session session(database, Policy::teach);
  session.execute(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.use("k");
  session.execute("CREATE TABLE t (id int, c int, name text, PRIMARY KEY (id, c))");
  int number = 0;
  const auto allocations_of = [&](const std::string& begin, const std::string& end, int refusals) {
    const std::size_t before = allocations;
    for (int i = 0; i < refusals; ++i) session.attempt(begin + std::to_string(100'000 + number++) + end);
    return allocations - before;
  };
  for (const auto& [begin, end] :
       {std::pair<std::string, std::string>("INSERT INTO t (id, c) VALUES (", ", 'text')"),
        std::pair<std::string, std::string>("INSERT INTO t (id, c nam) VALUES (", ", 1, 'a')"),
        std::pair<std::string, std::string>("INSERT INTO t (id, c, nam) VALUES (", ", 1, 'a')")}) {
    INFO(begin);
    allocations_of(begin, end, kRefusals);
    const std::size_t once = allocations_of(begin, end, kRefusals);
    const std::ptrdiff_t before = held;
    const std::size_t twice = allocations_of(begin, end, 2 * kRefusals);
    CHECK(twice <= 2 * once + once / 20);
    CHECK(held - before < static_cast<std::ptrdiff_t>(kKept));
  }
}

/// The grammar and the planner would allocate fifty times for an element; the key of its entry is one allocation.
TEST_CASE("a long literal allocates little for each of its elements") {
  constexpr std::size_t kElements = 20'000;
  const Database database = Database::open_temporary();
  Session session(database);
  session.execute(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.use("k");
  session.execute(
      "CREATE TABLE t (id int PRIMARY KEY, l list<int>, s set<int>, m map<int, int>, fs frozen<set<int>>, "
      "fm frozen<map<int, int>>)");
  std::string numbers, pairs;
  for (std::size_t i = 0; i < kElements; ++i) {
    const std::string number = std::to_string(i * 7919 % 15'000);
    numbers += (i == 0 ? "" : ",") + number;
    pairs += (i == 0 ? "" : ",") + number + ":1";
  }
  for (const std::string& statement :
       {"INSERT INTO t (id, l) VALUES (1, [" + numbers + "])",
        "INSERT INTO t (id, s) VALUES (1, {" + numbers + "})",
        "INSERT INTO t (id, m) VALUES (1, {" + pairs + "})",
        "INSERT INTO t (id, fs) VALUES (1, {" + numbers + "})",
        "INSERT INTO t (id, fm) VALUES (1, {" + pairs + "})",
        "BEGIN BATCH INSERT INTO t (id, fs) VALUES (1, {" + numbers + "}); APPLY BATCH"}) {
    INFO(statement.substr(0, 40));
    const std::size_t before = allocations;
    session.execute(statement);
    CHECK(allocations - before < kElements + kElements / 4);
  }
}

/// A cell of its own, as a structure, takes 104 bytes, and a node of a plan more than a thousand.
TEST_CASE("a long literal holds little memory for each of its elements, also if it is refused") {
  constexpr std::size_t kElements = 100'000, kMostOfElement = 80;
  const Database database = Database::open_temporary();
  Session session(database);
  session.execute(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.use("k");
  session.execute("CREATE TABLE t (id int PRIMARY KEY, l list<int>, s set<int>, m map<int, text>)");
  std::string numbers, pairs;
  for (std::size_t i = 0; i < kElements; ++i) {
    const std::string number = std::to_string(i);
    numbers += (i == 0 ? "" : ",") + number;
    pairs += (i == 0 ? "" : ",") + number + ":'a" + number + "'";
  }
  const auto most_held_by = [&](const std::string& statement) {
    const std::ptrdiff_t before = most_held = held;
    session.attempt(statement);
    return static_cast<std::size_t>(most_held - before) / kElements;
  };
  for (const std::string end : {"", ",'text'"}) {
    INFO(end);
    CHECK(most_held_by("INSERT INTO t (id, l) VALUES (1, [" + numbers + end + "])") < kMostOfElement);
    CHECK(most_held_by("INSERT INTO t (id, s) VALUES (1, {" + numbers + end + "})") < kMostOfElement);
  }
  for (const std::string end : {"", ",5:6"}) {
    INFO(end);
    CHECK(most_held_by("INSERT INTO t (id, m) VALUES (1, {" + pairs + end + "})") < kMostOfElement);
  }
}

/// The grammar would need two kilobytes for each element, whatever the others are.
TEST_CASE("a long literal with words, comments or an element that is computed holds little memory") {
  constexpr std::size_t kElements = 50'000, kMostOfElement = 100;
  const Database database = Database::open_temporary();
  Session session(database);
  session.execute(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.use("k");
  session.execute(
      "CREATE TABLE t (id int PRIMARY KEY, l list<int>, b list<boolean>, d frozen<list<double>>, m map<int, "
      "boolean>, s set<int>)");
  const auto list_of = [](const std::function<std::string(std::size_t)>& element) {
    std::string text;
    for (std::size_t i = 0; i < kElements; ++i) text += (i == 0 ? "" : ",") + element(i);
    return text;
  };
  const auto number = [](std::size_t i) { return std::to_string(i); };
  const auto word = [](std::size_t i) { return std::string(i % 2 == 0 ? "true" : "FALSE"); };
  const std::string numbers = list_of(number);
  for (const std::string& statement :
       {"INSERT INTO t (id, b) VALUES (1, [" + list_of(word) + "])",
        "INSERT INTO t (id, d) VALUES (1, [" + list_of([](std::size_t i) {
          return i % 3 == 0 ? "NaN" : i % 3 == 1 ? "-Infinity" : "1.5";
        }) + "])",
        "INSERT INTO t (id, m) VALUES (1, {" +
            list_of([&](std::size_t i) { return number(i) + ":" + word(i); }) + "})",
        "INSERT INTO t (id, l) /* c */ VALUES (1, [" + numbers + "])",
        "INSERT INTO t (id, l) VALUES (1, [" + numbers + "]) -- the end",
        "INSERT INTO t (id, l) VALUES (1, [" +
            list_of([&](std::size_t i) { return "\n -- row\n" + number(i); }) + "])",
        "INSERT INTO t (id, s) VALUES (1, {" +
            list_of([&](std::size_t i) { return number(i) + " /* " + number(i) + ", */"; }) + "})",
        "INSERT INTO t (id, l) VALUES (1, [" + numbers + ", (int) 5, " + numbers + "])",
        "UPDATE t SET s = s + {" + numbers + ", 2 + 3, abs(-5)} WHERE id = 1",
        "INSERT INTO t (id, m) VALUES (1, {" + list_of([&](std::size_t i) {
          return number(i) + ":" + word(i);
        }) + ", (int) 5: (boolean) true})"}) {
    INFO(statement.substr(0, 60));
    const std::ptrdiff_t before = most_held = held;
    session.execute(statement);
    CHECK(static_cast<std::size_t>(most_held - before) / kElements < kMostOfElement);
  }
  const auto most_held_by_refused = [&](const std::string& statement, std::string_view id) {
    const std::ptrdiff_t before = most_held = held;
    const Reply reply = session.attempt(statement);
    CHECK(std::get<Refusal>(reply).diagnostic.id == id);
    return static_cast<std::size_t>(most_held - before) / kElements;
  };
  CHECK(most_held_by_refused("INSERT INTO t (id, l) VALUES (1, [" + numbers + ", null])",
                             "null_in_collection") < kMostOfElement);
  CHECK(most_held_by_refused("INSERT INTO t (id, l) VALUES (1, [(int) 5, " + numbers + ", true])",
                             "literal_of_wrong_type") < kMostOfElement);
}

TEST_CASE("lists of many lengths have no plans of their own, and a list of one length has one") {
  constexpr std::size_t kElements = 5'000;
  constexpr std::size_t kPlan = 10 * kElements;  // it has a node for each element
  const Database database = Database::open_temporary();
  Session session(database);
  session.execute(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.use("k");
  session.execute("CREATE TABLE t (id int PRIMARY KEY, f frozen<list<int>>)");
  const auto allocations_of = [&](std::size_t elements) {
    std::string text = "INSERT INTO t (id, f) VALUES (1, [1234";
    for (std::size_t i = 1; i < elements; ++i) text += ",1234";
    text += "])";
    const std::size_t before = allocations;
    session.execute(text);
    return allocations - before;
  };
  for (std::size_t i = 0; i < 20; ++i) CHECK(allocations_of(kElements + i) < kPlan);
  for (int i = 0; i < 3; ++i) allocations_of(kElements);
  CHECK(allocations_of(kElements) < kElements);
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
