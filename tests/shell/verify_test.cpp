// What `cellar verify` prints, and how it ends.
#include <catch2/catch.hpp>

#include "run_program.h"

using Catch::Contains;

namespace {

/// A database with one table of three rows.
void make_database(const ScratchFolder& folder) {
  folder.write("a.cql",
               "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
               "CREATE TABLE k.songs (artist text, year int, title text, PRIMARY KEY (artist, year));\n"
               "INSERT INTO k.songs (artist, year, title) VALUES ('abba', 1974, 'Waterloo');\n"
               "INSERT INTO k.songs (artist, year, title) VALUES ('abba', 1975, 'SOS');\n"
               "INSERT INTO k.songs (artist, year, title) VALUES ('blur', 1994, 'Girls');\n");
  REQUIRE(folder.run("db -f a.cql").status == 0);
}

/// Flips a bit of the first byte of the only `Waterloo` in the file, which is no text then.
void flip_bit(const ScratchFolder& folder) {
  std::string bytes = folder.read("db");
  const std::size_t title = bytes.find("Waterloo");
  REQUIRE(title != bytes.npos);
  REQUIRE(bytes.find("Waterloo", title + 1) == bytes.npos);
  bytes[title] = static_cast<char>(bytes[title] ^ 0x80);
  folder.write("db", bytes);
}

}  // namespace

TEST_CASE("verify says that a sound file is sound") {
  const ScratchFolder folder;
  make_database(folder);
  const ProgramRun run = folder.run("verify db");
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Catch::Matches("[0-9]+ pages, [0-9]+ entries: sound\n"));
  CHECK(run.errors.empty());
}

TEST_CASE("verify names the table, the key and the reason of a flipped byte") {
  const ScratchFolder folder;
  make_database(folder);
  flip_bit(folder);
  const ProgramRun run = folder.run("verify db");
  CHECK(run.status == 1);
  CHECK_THAT(run.output,
             Catch::Matches("damaged: k.songs, artist = 'abba' AND year = 1974: a value is none of "
                            "its column's type\n"
                            "table +sound +damaged +unreadable ranges\n"
                            "k.songs +2 +1 +0\n"
                            "[0-9]+ pages, [0-9]+ entries: 1 damaged place\n"));
  CHECK(run.errors.empty());
}
