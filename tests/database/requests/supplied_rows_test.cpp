// Rows of system tables that a program supplies.

#include <atomic>
#include <set>
#include <thread>

#include "database/database.h"
#include "executor/system/system_rows.h"
#include "fixture.h"
#include "types/token.h"

namespace cellar {

namespace {

/// Ends in the number; the digit behind the second hyphen says it is a random one.
std::string session_id(int number) {
  return "00000000-0000-4000-8000-0000000000" + std::string(number < 10 ? "0" : "") + std::to_string(number);
}
/// A time-based id of the number-th moment.
std::string event_id(int number) {
  return "0000000" + std::to_string(number) + "-0000-1000-8000-000000000000";
}

void add_event(SystemRows& rows, int session, int event) {
  rows.begin_row();
  rows.set("session_id", session_id(session));
  rows.set("event_id", event_id(event));
  rows.set("activity", "step " + std::to_string(event));
  rows.set("source", "127.0.0.1");
  rows.set("source_elapsed", event * 10);
}

SupplyRows events(std::set<int> sessions, int each) {
  return [=](SystemRows& rows) {
    for (const int session : sessions) {
      for (int event = each; event > 0; --event) add_event(rows, session, event);
    }
  };
}

Rows page(Session& session, const std::string& statement, std::size_t size, std::string& position) {
  Request request;
  request.statement = statement;
  request.page_size = size;
  request.read_position = position;
  Result result = session.execute(request);
  Rows rows = rows_of(result);
  position = result.read_position();
  return rows;
}

const std::string kAll = "SELECT session_id, event_id FROM system_traces.events";

}  // namespace

TEST_CASE("rows that a program supplies are read as those of any table") {
  Fixture f;
  f.database.supply_rows("system_traces", "events", events({1, 2, 3}, 4));
  const std::string one = " FROM system_traces.events WHERE session_id = " + session_id(2);
  CHECK(f.rows("SELECT activity" + one) == Rows{"'step 1'", "'step 2'", "'step 3'", "'step 4'"});
  CHECK(f.rows("SELECT activity" + one + " ORDER BY event_id DESC LIMIT 2") == Rows{"'step 4'", "'step 3'"});
  CHECK(f.rows("SELECT source_elapsed, source, thread" + one + " AND event_id = " + event_id(3)) ==
        Rows{"30|'127.0.0.1'|null"});
  CHECK(f.rows("SELECT activity" + one + " AND event_id > " + event_id(1) +
               " AND event_id <= " + event_id(3)) == Rows{"'step 2'", "'step 3'"});
  CHECK(f.rows("SELECT session_id FROM system_traces.events WHERE source_elapsed = 40 ALLOW FILTERING")
            .size() == 3);
  CHECK(f.rows("SELECT count(*) FROM system_traces.events") == Rows{"12"});
  CHECK(f.rows("SELECT DISTINCT session_id FROM system_traces.events").size() == 3);
  CHECK(f.rows("SELECT activity FROM system_traces.events WHERE session_id IN (" + session_id(3) + ", " +
               session_id(9) + ", " + session_id(1) + ") PER PARTITION LIMIT 1")
            .size() == 2);
  // Another database of the process has none.
  const Fixture other;
  Session session(other.database);
  Result none = session.execute(kAll);
  CHECK(rows_of(none).empty());
  f.database.supply_rows("system_traces", "events", nullptr);
  CHECK(f.rows(kAll).empty());
}

TEST_CASE("partitions that a program supplies come in the order of their tokens, or keys") {
  Fixture f;
  f.database.supply_rows("system_traces", "sessions", [](SystemRows& rows) {
    for (int number = 1; number < 20; ++number) {
      rows.begin_row();
      rows.set("session_id", session_id(number));
      rows.set("parameters", std::map<std::string, std::string>{{"page", std::to_string(number)}});
    }
  });
  const Rows tokens = f.rows("SELECT token(session_id) FROM system_traces.sessions");
  REQUIRE(tokens.size() == 19);
  for (std::size_t index = 1; index < tokens.size(); ++index)
    CHECK(std::stoll(tokens[index - 1]) < std::stoll(tokens[index]));
  CHECK(f.rows("SELECT session_id FROM system_traces.sessions WHERE token(session_id) <= " + tokens[7])
            .size() == 8);
  CHECK(f.rows("SELECT parameters['page'] FROM system_traces.sessions WHERE session_id = " + session_id(7)) ==
        Rows{"'7'"});
  f.database.supply_rows("system_views", "clients", [](SystemRows& rows) {
    for (const auto& [address, port] :
         {std::pair("10.0.0.9", 2), std::pair("10.0.0.10", 7), std::pair("10.0.0.9", 1)}) {
      rows.begin_row();
      rows.set("address", address);
      rows.set("port", port);
    }
    rows.set("username", "ann");
  });
  CHECK(f.rows("SELECT address, port, username FROM system_views.clients") ==
        Rows{"'10.0.0.9'|1|'ann'", "'10.0.0.9'|2|null", "'10.0.0.10'|7|null"});
  CHECK(f.rows("SELECT port FROM system_views.clients WHERE username = 'ann'") == Rows{"1"});
}

TEST_CASE("a row may be given in the order of the columns, and the last one of a key counts") {
  Fixture f;
  f.database.supply_rows("system_views", "settings", [](SystemRows& rows) {
    rows.add_row({"a", "1"});
    rows.add_row({"b", std::nullopt});
    rows.add_row({"a", "2"});
  });
  CHECK(f.rows("SELECT * FROM system_views.settings") == Rows{"'a'|'2'", "'b'|null"});
}

TEST_CASE("pages of supplied rows go on, whatever was supplied meanwhile") {
  Fixture f;
  f.database.supply_rows("system_traces", "events", events({1, 2, 3, 4, 5}, 3));
  const Rows all = f.rows(kAll);
  REQUIRE(all.size() == 15);
  for (const std::size_t size : {1, 2, 3, 4, 7}) {
    Rows paged;
    std::string position;
    do {
      for (std::string& row : page(f.session, kAll, size, position)) paged.push_back(std::move(row));
    } while (!position.empty());
    CHECK(paged == all);
  }
  // The partition in which the page has ended is gone: the read goes on behind it.
  std::string position;
  const Rows first = page(f.session, kAll, 4, position);
  std::set<int> left = {1, 2, 3, 4, 5};
  for (const int session : {1, 2, 3, 4, 5}) {
    if (first[3].starts_with(session_id(session))) left.erase(session);
  }
  REQUIRE(left.size() == 4);
  f.database.supply_rows("system_traces", "events", events(left, 3));
  CHECK(page(f.session, kAll, 100, position) == Rows(all.begin() + 6, all.end()));
  // The table is empty again.
  f.database.supply_rows("system_traces", "events", events({1, 2, 3, 4, 5}, 3));
  position.clear();
  page(f.session, kAll, 4, position);
  f.database.supply_rows("system_traces", "events", {});
  CHECK(page(f.session, kAll, 100, position).empty());
  CHECK(position.empty());
}

TEST_CASE("a program cannot supply rows that a table does not have") {
  Fixture f;
  const auto refused = [&](const SupplyRows& supply) {
    f.database.supply_rows("system_views", "clients", supply);
    return f.refused("SELECT * FROM system_views.clients");
  };
  CHECK(refused([](SystemRows& rows) { rows.add_row({"a"}); }) == "supplied_row_size");
  CHECK(refused([](SystemRows& rows) { rows.add_row({}); }) == "supplied_row_size");
  CHECK(refused([](SystemRows& rows) { rows.begin_row(); }) == "supplied_key_null");
  CHECK(refused([](SystemRows& rows) { rows.set("address", "127.0.0.1"); }) == "supplied_key_null");
  CHECK(refused([](SystemRows& rows) { rows.set("adress", "127.0.0.1"); }) == "supplied_column_unknown");
  CHECK(refused([](SystemRows& rows) {
          rows.set("address", "127.0.0.1");
          rows.set_bytes("port", "12");
        }) == "supplied_value_unfit");
  CHECK(refused([](SystemRows& rows) { rows.set("port", "127.0.0.1"); }) == "bound_to_other_type");
  CHECK(refused([](SystemRows& rows) {
          rows.set("address", "127.0.0.1");
          rows.set("port", 1);
        }) == "");
  f.database.supply_rows("system_views", "clients",
                         [](SystemRows&) { throw std::runtime_error("no clients"); });
  CHECK_THROWS_AS(f.rows("SELECT * FROM system_views.clients"), std::runtime_error);
  CHECK(f.rows("SELECT key FROM system.local") == Rows{"'local'"});
}

TEST_CASE("a program cannot supply rows of a table that computes them, or is none of the system's") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY)"});
  for (const auto& [keyspace, table] :
       {std::pair("system", "local"), std::pair("system_schema", "tables"), std::pair("k", "t"),
        std::pair("system", "absent"), std::pair("", "")}) {
    CHECK(refusal_of([&] { f.database.supply_rows(keyspace, table, events({1}, 1)); }) ==
          "table_not_supplied");
  }
}

TEST_CASE("threads read what is supplied while it is replaced") {
  const Database database = Database::open_temporary();
  // Each function gives rows of one value, so a read that saw two of them would show two values.
  const auto supply = [](int value) {
    return [owned = std::make_shared<int>(value)](SystemRows& rows) {
      for (int number = 1; number < 30; ++number) {
        rows.begin_row();
        rows.set("prepared_id", std::vector<std::byte>{static_cast<std::byte>(number)});
        rows.set("query_string", std::to_string(*owned));
      }
    };
  };
  database.supply_rows("system", "prepared_statements", supply(0));
  std::atomic<bool> ends = false;
  std::atomic<int> mixed = 0;
  std::vector<std::thread> readers;
  for (int reader = 0; reader < 4; ++reader) {
    readers.emplace_back([&] {
      Session session(database);
      const Prepared select = session.prepare("SELECT query_string FROM system.prepared_statements");
      while (!ends) {
        Result result = session.execute(select);
        const Rows rows = rows_of(result);
        const std::set<std::string> values(rows.begin(), rows.end());
        if ((!rows.empty() && rows.size() != 29) || values.size() > 1) ++mixed;
      }
    });
  }
  for (int value = 1; value < 300; ++value) {
    if (value % 10 == 0)
      database.supply_rows("system", "prepared_statements", {});
    else
      database.supply_rows("system", "prepared_statements", supply(value));
    std::this_thread::yield();
  }
  ends = true;
  for (std::thread& reader : readers) reader.join();
  CHECK(mixed == 0);
}

}  // namespace cellar
