// When a group of writes ends. The times are made up; nothing waits for them.
#include "shell/connection/group_limits.h"
#include "shell/connection/database_connection.h"

#include <catch2/catch.hpp>
#include <thread>

using namespace cellar;
using namespace std::chrono_literals;

namespace {

Database empty_database() {
  Database database = Database::open_temporary();
  Session session(database);
  session.execute(
      "CREATE KEYSPACE ks WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.execute("CREATE TABLE ks.t (id int PRIMARY KEY, v text)");
  return database;
}

}  // namespace

TEST_CASE("the size of a group is due after many writes, or after many bytes") {
  const Database database = empty_database();
  DatabaseConnection connection(database);
  GroupLimits limits(connection);
  limits.begin_group();
  for (std::size_t write = 1; write < GroupLimits::kWritesBetweenChecks; ++write) CHECK_FALSE(limits.note(1));
  CHECK(limits.note(1));
  CHECK_FALSE(limits.note(GroupLimits::kBytesBetweenChecks - 1));
  CHECK(limits.note(1));
  CHECK_FALSE(limits.note(GroupLimits::kBytesBetweenChecks - 1));
  limits.begin_group();  // with bytes of its own
  CHECK_FALSE(limits.note(1));
}

TEST_CASE("a group ends after its longest time") {
  const Database database = empty_database();
  DatabaseConnection connection(database);
  Session& session = connection.session();
  session.begin_group();
  GroupLimits limits(connection);
  const CoarseClock::time_point begin = CoarseClock::now();
  limits.begin_group(begin);
  CHECK_FALSE(limits.must_end_group(true, begin));
  CHECK_FALSE(limits.must_end_group(true, begin + GroupLimits::kLongest - 1ms));
  CHECK(limits.must_end_group(false, begin + GroupLimits::kLongest));
  session.drop_group();
}

TEST_CASE("a large group ends when its size is due") {
  const Database database = empty_database();
  DatabaseConnection connection(database);
  Session& session = connection.session();
  const Prepared insert = session.prepare("INSERT INTO ks.t (id, v) VALUES (?, ?)");
  session.begin_group();
  GroupLimits limits(connection);
  const CoarseClock::time_point begin = CoarseClock::now();
  limits.begin_group(begin);
  const std::string text(1 << 20, 'x');
  for (int id = 0; !session.group_is_large(); ++id) {
    REQUIRE(id < 4096);
    CHECK_FALSE(limits.must_end_group(true, begin));
    session.execute(insert, id, text);
  }
  CHECK_FALSE(limits.must_end_group(false, begin));
  CHECK(limits.must_end_group(true, begin));
  session.drop_group();
}

TEST_CASE("a group ends for another writer after its shortest time, which is asked for now and then") {
  const Database database = empty_database();
  DatabaseConnection connection(database);
  Session& session = connection.session();
  session.begin_group();
  session.execute("INSERT INTO ks.t (id, v) VALUES (1, 'a')");
  GroupLimits limits(connection);
  const CoarseClock::time_point begin = CoarseClock::now();
  limits.begin_group(begin);
  CHECK_FALSE(limits.must_end_group(true, begin + GroupLimits::kShortest));  // nobody waits

  std::thread other([&database] {
    Session writer(database);
    writer.set_wait({.waiting = nullptr, .interrupted = nullptr, .limit = 10min});
    writer.execute("INSERT INTO ks.t (id, v) VALUES (2, 'b')");
  });
  while (!session.group_is_waited_for()) std::this_thread::yield();
  CHECK_FALSE(limits.must_end_group(true, begin + GroupLimits::kShortest - 1ms));
  CHECK_FALSE(
      limits.must_end_group(true, begin + GroupLimits::kShortest + GroupLimits::kTimeBetweenChecks - 1ms));
  CHECK(limits.must_end_group(false, begin + GroupLimits::kShortest + GroupLimits::kTimeBetweenChecks));
  session.commit_group();
  other.join();
}
