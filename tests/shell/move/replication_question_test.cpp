// `cellar move` at a terminal asks how a new keyspace is to be replicated.
#include <catch2/catch.hpp>

#include "run_program.h"
#include "terminal.h"

using Catch::Matchers::Contains;

namespace {

/// A folder with a database and a server that listens there.
class ServedFolder {
 public:
  ServedFolder() {
    folder_.write(
        "shop.cql",
        "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
        "CREATE TABLE shop.t (k int PRIMARY KEY);\nINSERT INTO shop.t (k) VALUES (1);\n");
    REQUIRE(folder_.run("shop.cellar -f shop.cql").status == 0);
    folder_.run(
        "serve --listen ./node --ready-file ready > served 2>&1 & echo $! > pid; while [ ! -e ready ]; do "
        "sleep 0.05; "
        "done");
  }
  ~ServedFolder() { folder_.run("--version > version; kill $(cat pid)"); }
  ServedFolder(const ServedFolder&) = delete;
  ServedFolder& operator=(const ServedFolder&) = delete;

  const ScratchFolder& folder() const { return folder_; }
  std::string replication() const {
    return folder_.run("--connect ./node -e \"DESCRIBE KEYSPACE shop\"").output;
  }

 private:
  ScratchFolder folder_;
};

}  // namespace

TEST_CASE("at a terminal the replication of a new keyspace is asked for, and one is proposed") {
  const ServedFolder served;
  TerminalSession terminal({.arguments = {"move", "shop.cellar", "--to", "./node"},
                            .folder = served.folder().path,
                            .size = {24, 120}});
  terminal.wait_for("Replication of keyspace shop [{'class': 'NetworkTopologyStrategy', 'datacenter1': 1}]:");
  SECTION("Enter takes it") {
    terminal.press("Enter");
    CHECK(terminal.wait_for_end() == 0);
    CHECK_THAT(terminal.text(), Contains("shop.cellar and ./node hold the same."));
    CHECK_THAT(served.replication(), Contains("NetworkTopologyStrategy"));
  }
  SECTION("what is typed is taken") {
    terminal.type("{'class': 'SimpleStrategy', 'replication_factor': 1}\n");
    CHECK(terminal.wait_for_end() == 0);
    CHECK_THAT(served.replication(), Contains("SimpleStrategy"));
  }
}
