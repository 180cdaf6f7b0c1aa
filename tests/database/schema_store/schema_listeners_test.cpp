// Listeners of the schema, for changes of this process and of others.

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

#include "../fixture.h"

using namespace cellar;
using namespace std::chrono_literals;

namespace {

/// Events as they arrive: "created k.t".
class Heard {
 public:
  void operator()(const SchemaEvent& event) {
    constexpr std::string_view kChanges[] = {"created ", "updated ", "dropped "};
    const std::lock_guard guard(mutex_);
    events_.push_back(std::string(kChanges[static_cast<std::size_t>(event.change)]) + event.keyspace +
                      (event.name.empty() ? "" : "." + event.name));
    changed_.notify_all();
  }
  /// Waits until there are so many.
  Rows first(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, 30s, [&] { return events_.size() >= count; });
    return events_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  Rows events_;
};

}  // namespace

TEST_CASE("a listener hears of each change of the schema once, in order") {
  Fixture f;
  f.session.execute("CREATE TABLE before (k int PRIMARY KEY)");
  Heard heard, late;
  {
    const SchemaListener listener(f.database, std::ref(heard));
    f.run({"CREATE TABLE t (k int PRIMARY KEY, v int)", "CREATE TABLE IF NOT EXISTS t (k int PRIMARY KEY)",
           "TRUNCATE t", "INSERT INTO t (k, v) VALUES (1, 1)", "CREATE INDEX ON t (v)"});
    const SchemaListener other(f.database, std::ref(late));
    Session second(f.database);
    second.execute("DROP TABLE k.before");
    second.execute("DROP KEYSPACE k");
    CHECK(heard.first(5) ==
          Rows{"created k.t", "updated k.t", "dropped k.before", "dropped k.t", "dropped k"});
    CHECK(late.first(3) == Rows{"dropped k.before", "dropped k.t", "dropped k"});
  }
  create_keyspace(f.session, "unheard");
  CHECK(heard.first(0).size() == 5);
}

TEST_CASE("a listener may remove itself and use the database") {
  Fixture f;
  std::optional<SchemaListener> listener;
  Heard heard;
  listener.emplace(f.database, [&](const SchemaEvent& event) {
    {
      Session session(f.database);
      Result result =
          session.execute("SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'k'");
      CHECK(rows_of(result) == Rows{"'t'"});
    }
    listener.reset();
    heard(event);
  });
  f.session.execute("CREATE TABLE t (k int PRIMARY KEY)");
  CHECK(heard.first(1) == Rows{"created k.t"});
  f.session.execute("DROP TABLE t");
}

TEST_CASE("a listener of an idle database hears of another process", "[program]") {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("listeners" + std::to_string(getpid()) + ".cellar");
  Heard heard;
  {
    const Database database = Database::open(path);
    Session session(database);
    create_keyspace(session);
    const SchemaListener listener(database, std::ref(heard));
    const std::string command = std::string(CELLAR_PROGRAM) + " -e 'CREATE TABLE k.t (a int PRIMARY KEY); " +
                                "CREATE TABLE k.u (a int PRIMARY KEY); DROP TABLE k.t' " + path.string() +
                                " >/dev/null 2>&1";
    REQUIRE(std::system(command.c_str()) == 0);
    const Rows events = heard.first(1);
    // Between two looks, or not.
    CHECK(events.back() != "");
    session.execute("CREATE TABLE k.v (a int PRIMARY KEY)");
    Rows all = heard.first(2);
    for (std::size_t count = 2; all.back() != "created k.v"; ++count) all = heard.first(count + 1);
    CHECK(std::ranges::count(all, "created k.u") == 1);
    CHECK(std::ranges::count(all, "created k.t") == std::ranges::count(all, "dropped k.t"));
    CHECK(std::ranges::count(all, "created k.v") == 1);
  }
  std::filesystem::remove(path);
  std::filesystem::remove(path.string() + "-lock");
}

TEST_CASE("listeners come and go while sessions define tables") {
  Fixture f;
  std::thread definer([&] {
    Session session(f.database);
    session.use("k");
    for (int i = 0; i < 50; ++i)
      session.execute("CREATE TABLE t" + std::to_string(i) + " (k int PRIMARY KEY)");
  });
  Heard all;
  const SchemaListener listener(f.database, std::ref(all));
  for (int i = 0; i < 100; ++i) {
    std::atomic<int> calls = 0;
    {
      const SchemaListener other(f.database, [&](const SchemaEvent&) { ++calls; });
    }
  }
  definer.join();
  f.session.execute("CREATE TABLE last (k int PRIMARY KEY)");
  Rows events = all.first(1);
  for (std::size_t count = 1; events.back() != "created k.last"; ++count) events = all.first(count + 1);
  CHECK(std::ranges::count(events, "created k.t49") <= 1);
  CHECK(std::ranges::adjacent_find(events) == events.end());
}
