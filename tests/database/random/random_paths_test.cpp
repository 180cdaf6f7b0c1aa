// Random statements answer alike by the shortest path and by the general one, and leave the same file.

#include <cstdlib>

#include "../storage/raw.h"
#include "answer_text.h"
#include "fixture.h"
#include "random/random_script.h"

namespace cellar {
namespace {

/// A file and a session whose path may be chosen. Each statement has a tick of its own.
class PathWorld {
 public:
  PathWorld(StatementPath path, Policy policy) {
    StoreOptions options;
    options.sync = false;
    options.clock = [this] { return now; };
    database_.emplace(Database::open(file(), options));
    session.emplace(*database_, policy);
    session->set_path(path);
    session->set_notices(Notices::all);  // the usual ones are given once for each plan
    create_keyspace(*session);
    for (const RandomTable& table : random_tables()) create(table);
  }

  std::string run(const RandomStatement& statement) {
    return answer_of([&] {
      Request request{.statement = statement.text,
                      .values = statement.values,
                      .keyspace = {},
                      .timestamp = statement.timestamp,
                      .now = statement.now,
                      .page_size = statement.page_size,
                      .read_position = {}};
      if (statement.has_markers) request.statement = session->prepare(statement.text);
      return session->execute(request);
    });
  }
  /// Closes the file and returns all that is in it.
  std::vector<std::pair<std::string, std::string>> contents() {
    session.reset();
    database_.reset();
    return test::RawFile(file()).contents("data");
  }

  Timestamp now = 1'700'000'000'000'000;
  std::optional<Session> session;

 private:
  void create(const RandomTable& table) {
    session->execute("CREATE TABLE " + std::string(table.name) + " " + std::string(table.definition));
  }
  std::filesystem::path file() const { return folder_ / "file.cellar"; }

  const test::Folder folder_;
  std::optional<Database> database_;
};

/// Between statements both sessions change alike.
void change_alike(RandomScript& script, PathWorld& shortest, PathWorld& general) {
  const int what = script.roll(40), seconds = script.roll(20) == 0 ? 10 : 0;
  const bool is_teach = script.roll(2) == 0, drops = script.roll(4) == 0;
  for (PathWorld* world : {&shortest, &general}) {
    world->now += 1'000 + seconds * 1'000'000;
    Session& session = *world->session;
    if (what == 0) session.in_group() ? session.commit_group() : session.begin_group();
    if (what == 1 && session.in_group()) session.commit_group_async();
    if (what == 2) session.set_policy(is_teach ? Policy::teach : Policy::cassandra);
    if (what == 3) answer(session, drops ? "ALTER TABLE plain DROP a" : "ALTER TABLE plain ADD a text");
  }
}

/// As much of a long text as a person reads.
constexpr std::size_t kShown = 2'000;

/// Returns how many statements were not refused.
int compare_paths(unsigned seed, int statements) {
  const Policy policy = seed % 2 == 0 ? Policy::teach : Policy::cassandra;
  PathWorld shortest(StatementPath::shortest, policy), general(StatementPath::general, policy);
  RandomScript script(seed);
  int ran = 0;
  for (int left = statements; left > 0; --left) {
    change_alike(script, shortest, general);
    const RandomStatement statement = script.next();
    const std::string expected = general.run(statement), got = shortest.run(statement);
    ran += expected.starts_with("refused") ? 0 : 1;
    if (got == expected) continue;
    INFO("seed " << seed << ", " << statements - left << " statements before, "
                 << (statement.has_markers ? "with values: " : "") << statement.text.substr(0, kShown));
    REQUIRE(got.substr(0, kShown) == expected.substr(0, kShown));
    FAIL("the answers differ behind their beginning");
  }
  for (PathWorld* world : {&shortest, &general}) {
    if (world->session->in_group()) world->session->commit_group();
  }
  INFO("seed " << seed);
  REQUIRE((shortest.contents() == general.contents()));
  return ran;
}

TEST_CASE("random statements mean the same by the shortest path and by the general one") {
  constexpr int kStatements = 200;
  const char* number = std::getenv("CELLAR_SEQUENCES");
  const char* first = std::getenv("CELLAR_FIRST_SEQUENCE");
  const int sequences = number != nullptr ? std::atoi(number) : 30;
  const int begin = first != nullptr ? std::atoi(first) : 0;
  int ran = 0;
  for (int seed = begin; seed < begin + sequences; ++seed)
    ran += compare_paths(static_cast<unsigned>(seed), kStatements);
  CHECK(ran > sequences * kStatements / 8);
}

}  // namespace
}  // namespace cellar
