// The library as an embedder sees it: typed values, empty objects, what comes as a Refusal.

#include <cstdlib>
#include <future>
#include <thread>
#include <type_traits>

#include "fixture.h"

using namespace cellar;

namespace {

template <typename Action>
std::string words_of(Action action) {
  try {
    action();
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
  return "";
}

struct Items : Fixture {
  Items() {
    run({"CREATE TABLE items (id int PRIMARY KEY, title text, tags set<text>, price decimal, sold timestamp)",
         "INSERT INTO items (id, title, tags) VALUES (1, 'one', {'b', 'a'})"});
  }
};

}  // namespace

TEST_CASE("rows are read by type, and name or place") {
  Items f;
  Result result = f.session.execute("SELECT id, title, tags, price, id AS again FROM items");
  const ResultRow* row = result.next();
  REQUIRE(row != nullptr);
  CHECK(row->get<std::int32_t>("id") == 1);
  CHECK(row->get<int>(0) == 1);
  CHECK(row->get<std::int64_t>("again") == 1);
  CHECK(row->get<std::string>("title") == "one");
  CHECK(row->get<std::string_view>(1) == "one");
  CHECK(row->get<std::set<std::string>>("tags") == std::set<std::string>{"a", "b"});
  CHECK(row->get<std::optional<std::string>>("price") == std::nullopt);
  CHECK(words_of([&] { row->get<std::string>("price"); }) ==
        "E523: the column price is null, and std::string has no null");
  CHECK(words_of([&] { row->get<int>("title"); }) ==
        "E522: the column title is text and cannot be read as std::int32_t");
  CHECK(words_of([&] { row->get<int>("tittle"); }) == "E524: the result has no column tittle");
  CHECK(words_of([&] { row->get<int>(5); }) == "E524: the result has 5 columns, and none is number 5");
}

TEST_CASE("rows are read by name on every way that a result takes") {
  Items f;
  for (int id = 2; id <= 300; ++id)
    f.session.execute("INSERT INTO items (id) VALUES (" + std::to_string(id) + ")");
  const auto sum = [&](std::string_view select) {
    Result result = f.session.execute(select);
    std::int64_t total = 0;
    while (const ResultRow* row = result.next()) {
      total += row->get<int>("id");
      result.pause();
    }
    return total;
  };
  constexpr std::int64_t kAll = 300 * 301 / 2;
  CHECK(sum("SELECT title, id FROM items") == kAll);
  CHECK(sum("SELECT title, id FROM items WHERE id = 7") == 7);
  f.session.begin_group();
  f.session.execute("INSERT INTO items (id) VALUES (0)");
  CHECK(sum("SELECT title, id FROM items WHERE id IN (0, 5)") == 5);
  CHECK(sum("SELECT title, id FROM items") == kAll);
  f.session.commit_group();
}

TEST_CASE("markers are bound from values of C++, in order or by name") {
  Items f;
  const Prepared insert =
      f.session.prepare("INSERT INTO items (id, title, tags, price, sold) VALUES (?, ?, ?, ?, ?)");
  using namespace std::chrono_literals;
  f.session.execute(insert, 2, "two", std::vector<std::string>{"x", "w", "x"}, std::nullopt,
                    Milliseconds(1500ms));
  f.session.execute(insert, named("id", 3), named("price", "1.50"), named("title", std::string("three")));
  f.session.execute(insert, std::int64_t{4}, std::optional<std::string>(), kUnset, 7, kUnset);
  CHECK(f.rows("SELECT id, title, tags, price, sold FROM items WHERE id IN (2, 3, 4)") ==
        Rows{"2|'two'|{'w', 'x'}|null|'1970-01-01 00:00:01.500+0000'", "3|'three'|null|1.50|null",
             "4|null|null|7|null"});

  const Prepared select = f.session.prepare("SELECT title FROM items WHERE id = ?");
  Result result = f.session.execute(select, 2);
  CHECK(result.next()->get<std::string>("title") == "two");
  const std::vector<BoundValue> bytes = select.bind(3);
  CHECK(bytes.at(0).value == encode_int32(3));
  Result of_bytes = f.session.execute(select, bytes);
  CHECK(of_bytes.next()->get<std::string>(0) == "three");

  const Prepared twice = f.session.prepare("SELECT id FROM items WHERE id IN (:a, :b, :a)");
  Result both = f.session.execute(twice, named("b", 2), named("a", 3));
  CHECK(rows_of(both) == Rows{"2", "3"});
}

TEST_CASE("what does not fit a marker is refused by its name") {
  Items f;
  const Prepared insert = f.session.prepare("INSERT INTO items (id, title) VALUES (?, ?)");
  CHECK(words_of([&] { f.session.execute(insert, "2", "two"); }) ==
        "E522: the marker id is int and cannot be bound from std::string_view");
  CHECK(words_of([&] { f.session.execute(insert, 2, 2); }) ==
        "E522: the marker title is text and cannot be bound from std::int32_t");
  CHECK(words_of([&] { f.session.execute(insert, 2); }) ==
        "E405: the statement has 2 markers and was given 1 value");
  CHECK(words_of([&] { f.session.execute(insert, named("id", 2), named("tittle", "")); }) ==
        "E524: the statement has no marker tittle");
  CHECK(words_of([&] { f.session.execute(insert, std::int64_t{1} << 31, "x"); }).starts_with("E450"));
  CHECK(f.rows("SELECT id FROM items") == Rows{"1"});
}

TEST_CASE("every member of an empty object refuses, or is as one of a result without rows") {
  Items f;
  Result empty;
  CHECK_FALSE(empty.has_rows());
  CHECK(empty.next() == nullptr);
  CHECK(empty.columns().empty());
  CHECK(empty.notices().empty());
  CHECK(empty.read_position().empty());
  CHECK(empty.counters().rows == 0);
  empty.pause();
  Result full = f.session.execute("SELECT id FROM items");
  empty = std::move(full);
  CHECK(full.next() == nullptr);
  CHECK(empty.next() != nullptr);

  const std::string of_prepared = "E520: this Prepared is empty";
  Prepared prepared;
  CHECK(words_of([&] { prepared.markers(); }) == of_prepared);
  CHECK(words_of([&] { prepared.columns(); }) == of_prepared);
  CHECK(words_of([&] { prepared.bind(1); }) == of_prepared);
  CHECK(words_of([&] { prepared.bind(named("id", 1)); }) == of_prepared);
  CHECK(words_of([&] { f.session.execute(prepared); }) == of_prepared);
  CHECK(words_of([&] { f.session.execute(Request{prepared, {}, {}, {}, {}, 0, {}}); }) == of_prepared);
  std::promise<std::string> answer;
  f.session.submit({prepared, {}, {}, {}, {}, 0, {}}, [&](Reply reply) {
    answer.set_value(std::string(std::get<Refusal>(reply).diagnostic.id));
  });
  CHECK(answer.get_future().get() == "empty_object");
  prepared = f.session.prepare("SELECT id FROM items");
  Prepared other = std::move(prepared);
  CHECK(words_of([&] { prepared.markers(); }) == of_prepared);
  CHECK(other.columns().size() == 1);
}

TEST_CASE("every member of a session that was moved from refuses") {
  Items f;
  Session session(f.database);
  Session moved = std::move(session);
  const Prepared prepared = moved.prepare("SELECT id FROM k.items");
  const std::function<void()> calls[] = {
      [&] { session.execute("SELECT id FROM k.items"); },
      [&] { session.prepare("SELECT id FROM k.items"); },
      [&] { session.execute(prepared); },
      [&] {
        session.execute(Request{"SELECT id FROM k.items", {}, {}, {}, {}, 0, {}});
      },
      [&] { session.submit({}, [](Reply) {}); },
      [&] { session.begin_group(); },
      [&] { session.commit_group(); },
      [&] { session.commit_group_async(); },
      [&] { session.is_commit_done(); },
      [&] { session.drop_group(); },
      [&] { session.in_group(); },
      [&] { session.pending(); },
      [&] { session.group_is_large(); },
      [&] { session.group_is_waited_for(); },
      [&] { session.keyspace(); },
      [&] { session.use("k"); },
      [&] { session.policy(); },
      [&] { session.set_policy(Policy::teach); },
      [&] { session.set_path(StatementPath::general); },
      [&] { session.set_wait({}); },
      [&] { session.schema(); },
  };
  for (const auto& call : calls) CHECK(words_of(call) == "E520: this Session is empty");
  session = std::move(moved);
  CHECK(session.policy() == Policy::cassandra);
}

TEST_CASE("every member of a database that was moved from refuses") {
  Database database = Database::open_temporary();
  Database moved = std::move(database);
  const std::function<void()> calls[] = {
      [&] { database.schema(); },  [&] { database.read_only(); },      [&] { database.path(); },
      [&] { database.compact(); }, [&] { Session session(database); },
  };
  for (const auto& call : calls) CHECK(words_of(call) == "E520: this Database is empty");
  database = moved;
  CHECK_FALSE(database.read_only());
}

TEST_CASE("groups are begun and ended by turns") {
  Items f;
  CHECK(refusal_of([&] { f.session.commit_group(); }) == "no_open_group");
  CHECK(refusal_of([&] { f.session.commit_group_async(); }) == "no_open_group");
  CHECK(f.session.is_commit_done());
  f.session.drop_group();
  f.session.begin_group();
  f.session.execute("INSERT INTO items (id) VALUES (2)");
  CHECK(refusal_of([&] { f.session.begin_group(); }) == "group_is_open");
  CHECK(f.session.pending() == 1);
  f.session.commit_group();
  CHECK(refusal_of([&] { f.session.commit_group(); }) == "no_open_group");
  CHECK(f.rows("SELECT id FROM items WHERE id = 2") == Rows{"2"});
}

TEST_CASE("a session that ends drops its group") {
  Items f;
  {
    Session session(f.database);
    session.begin_group();
    session.execute("INSERT INTO k.items (id) VALUES (2)");
    session.commit_group_async();
    session.execute("INSERT INTO k.items (id) VALUES (3)");
  }
  CHECK(f.rows("SELECT id FROM items WHERE id IN (2, 3)") == Rows{"2"});
}

TEST_CASE("a prepared statement runs in its own database only") {
  Items f, other;
  const Prepared prepared = f.session.prepare("SELECT id FROM items");
  CHECK(refusal_of([&] { other.session.execute(prepared); }) == "prepared_elsewhere");
  CHECK(refusal_of([&] { other.session.execute(prepared); }) == "prepared_elsewhere");
  Session second(f.database);
  Result result = second.execute(prepared);
  CHECK(rows_of(result) == Rows{"1"});
}

TEST_CASE("results and prepared statements outlive their session and database") {
  std::optional<Items> f(std::in_place);
  Prepared prepared = f->session.prepare("SELECT id FROM items");
  Result result = f->session.execute(prepared);
  f.reset();
  CHECK(rows_of(result) == Rows{"1"});
  CHECK(prepared.columns().size() == 1);
}

TEST_CASE("a result ends after a refusal") {
  Items f;
  f.session.execute("INSERT INTO items (id) VALUES (2)");
  Result result = f.session.execute("SELECT id FROM items");
  REQUIRE(result.next() != nullptr);
  result.pause();
  f.session.execute("DROP TABLE items");
  CHECK(refusal_of([&] { result.next(); }) == "table_gone");
  CHECK(result.next() == nullptr);
  CHECK(result.columns().size() == 1);
}

TEST_CASE("a failure of the file system is a refusal") {
  const char* before = std::getenv("TMPDIR");
  const std::string folder = before != nullptr ? before : "";
  setenv("TMPDIR", "/nowhere/at/all", 1);
  CHECK(refusal_of([] { Database::open_temporary(); }) == "temporary_folder_unusable");
  if (before != nullptr) {
    setenv("TMPDIR", folder.c_str(), 1);
  } else {
    unsetenv("TMPDIR");
  }
}

TEST_CASE("what a function throws that was handed over ends the statement, and comes out of the call") {
  StoreOptions options;
  bool fails = false;
  options.clock = [&]() -> Timestamp {
    if (fails) throw 7;
    return system_clock_microseconds();
  };
  const Database database = Database::open_temporary(options);
  Session session(database);
  create_keyspace(session);
  session.execute("CREATE TABLE t (id int PRIMARY KEY)");
  fails = true;
  CHECK_THROWS_AS(session.execute("INSERT INTO t (id) VALUES (1)"), int);
  std::promise<std::string> answer;
  session.submit({"INSERT INTO t (id) VALUES (2)", {}, {}, {}, {}, 0, {}},
                 [&](Reply reply) { answer.set_value(std::string(std::get<Refusal>(reply).diagnostic.id)); });
  CHECK(answer.get_future().get() == "program_fault");
  fails = false;
  Result result = session.execute("SELECT id FROM t");
  CHECK(rows_of(result).empty());
  CHECK(refusal_of([&] { session.submit({}, nullptr); }) == "no_completion");
}

TEST_CASE("a wait that a function ends by throwing leaves the queue of writes to the others") {
  Items f;
  f.session.begin_group();
  f.session.execute("INSERT INTO items (id) VALUES (2)");
  const auto write = [&](int id, WaitForWriter wait) {
    Session session(f.database);
    session.set_wait(std::move(wait));
    session.execute("INSERT INTO k.items (id) VALUES (" + std::to_string(id) + ")");
  };
  std::future<void> patient = std::async(std::launch::async, write, 3, WaitForWriter());
  std::this_thread::sleep_for(std::chrono::milliseconds(100));  // by now it leads, most likely
  WaitForWriter thrower;
  thrower.interrupted = []() -> bool { throw 7; };
  CHECK_THROWS_AS(write(4, thrower), int);
  f.session.commit_group();
  patient.get();
  CHECK(f.rows("SELECT id FROM items WHERE id IN (2, 3, 4)") == Rows{"2", "3"});
}
