// What a batch is warned about, by each path, alone, in a group and prepared.
#include "fixture.h"

namespace cellar {
namespace {

std::string batch_of(int partitions, std::string_view kind, std::size_t size) {
  std::string text = "BEGIN " + std::string(kind) + " BATCH ";
  for (int k = 0; k < partitions; ++k)
    text += "INSERT INTO t (k, v) VALUES (" + std::to_string(k) + ", '" + std::string(size, 'x') + "'); ";
  return text + "APPLY BATCH";
}

std::vector<std::string> notices_of(Session& session, const std::string& statement) {
  std::vector<std::string> ids;
  const Result result = session.execute(statement);
  for (const Diagnostic& notice : result.notices()) ids.emplace_back(notice.id);
  return ids;
}

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE(
    "a batch of several partitions is warned about from 5 KiB on, an unlogged one from eleven partitions "
    "on") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v text)"});
  for (const StatementPath path : {StatementPath::general, StatementPath::shortest}) {
    f.session.set_path(path);
    for (int round = 0; round < 2; ++round) {  // with an unknown shape and with a known one
      CHECK(notices_of(f.session, batch_of(10, "UNLOGGED", 1)).empty());
      CHECK(notices_of(f.session, batch_of(11, "UNLOGGED", 1)) == Ids{"batch_of_many_partitions"});
      CHECK(notices_of(f.session, batch_of(11, "", 1)).empty());
      CHECK(notices_of(f.session, batch_of(2, "", 2'500)).empty());
      CHECK(notices_of(f.session, batch_of(2, "", 2'600)) == Ids{"large_batch"});
      CHECK(notices_of(f.session, batch_of(1, "", 6'000)).empty());
    }
  }
  f.session.begin_group();
  CHECK(notices_of(f.session, batch_of(20, "UNLOGGED", 300)) ==
        Ids{"large_batch", "batch_of_many_partitions"});
  f.session.commit_group();
}

}  // namespace cellar
