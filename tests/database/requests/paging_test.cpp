// Pages of a result, one after another, are the result.

#include <random>

#include "fixture.h"
#include "types/token.h"

namespace cellar {

namespace {

Request page_request(const std::string& statement, std::size_t size, const std::string& position = {}) {
  Request request;
  request.statement = statement;
  request.page_size = size;
  request.read_position = position;
  return request;
}

/// All pages of `size` rows. Between two of them `meanwhile` runs.
template <typename Action>
Rows by_pages(Session& session, const std::string& statement, std::size_t size, Action meanwhile) {
  Rows all;
  std::string position;
  do {
    Result result = session.execute(page_request(statement, size, position));
    const Rows rows = rows_of(result);
    REQUIRE(rows.size() <= size);
    all.insert(all.end(), rows.begin(), rows.end());
    position = result.read_position();
    meanwhile();
  } while (!position.empty());
  return all;
}

struct PagedTable : Fixture {
  PagedTable() {
    run(
        {"CREATE TABLE t (p int, c int, d int, v int, s int static, PRIMARY KEY (p, c, d)) WITH CLUSTERING "
         "ORDER "
         "BY (c DESC, d ASC)",
         "CREATE TABLE plain (p int PRIMARY KEY, v int)"});
    session.begin_group();
    for (int p = 0; p < 12; ++p) {
      const std::string key = std::to_string(p);
      session.execute("INSERT INTO plain (p, v) VALUES (" + key + ", " + key + ")");
      if (p % 3 != 0) session.execute("UPDATE t SET s = " + key + " WHERE p = " + key);
      if (p % 4 == 1) continue;  // its static row alone, if that
      for (int c = 0; c < 2 + p % 3; ++c) {
        for (int d = 0; d < 4; ++d) {
          session.execute("INSERT INTO t (p, c, d, v) VALUES (" + key + ", " + std::to_string(c) + ", " +
                          std::to_string(d) + ", " + std::to_string((p + c + d) % 5) + ")");
        }
      }
    }
    session.commit_group();
  }
};

const std::vector<std::string>& selections() {
  static const std::vector<std::string> all = {
      "SELECT * FROM t",
      "SELECT * FROM plain",
      "SELECT p FROM plain WHERE p IN (7, 3, 100, 5, 1)",
      "SELECT c, d, v FROM t WHERE p = 2",
      "SELECT c, d, v FROM t WHERE p = 2 ORDER BY c ASC, d DESC",
      "SELECT c, d FROM t WHERE p = 5 AND c = 2 AND d > 0",
      "SELECT p, c, d FROM t WHERE p IN (2, 1, 6, 8)",
      "SELECT p, c, d FROM t WHERE p IN (2, 5) AND c IN (0, 2) AND d IN (1, 3)",
      "SELECT p, c, d FROM t WHERE p IN (2, 5, 6) ORDER BY c ASC, d DESC",
      "SELECT p, c, d FROM t WHERE p IN (2, 5, 6) ORDER BY c ASC, d DESC LIMIT 7",
      "SELECT DISTINCT p, s FROM t",
      "SELECT DISTINCT p FROM t LIMIT 5",
      "SELECT p, s FROM t",
      "SELECT p, c, d, v FROM t WHERE v = 3 ALLOW FILTERING",
      "SELECT p, c, d, s FROM t WHERE s > 4 ALLOW FILTERING",
      "SELECT p, c FROM t WHERE token(p) > -3000000000000000000 AND token(p) <= 6000000000000000000",
      "SELECT p, c FROM t LIMIT 17",
      "SELECT p, c, d FROM t PER PARTITION LIMIT 3",
      "SELECT p, c, d FROM t PER PARTITION LIMIT 3 LIMIT 11",
      "SELECT p, c, d FROM t WHERE p IN (2, 5, 6) PER PARTITION LIMIT 2 LIMIT 5",
      "SELECT p, c, d, v FROM t WHERE v > 1 PER PARTITION LIMIT 2 ALLOW FILTERING",
      "SELECT count(*), max(v) FROM t",
      "SELECT p, count(*), max(v), max(v) + p FROM t GROUP BY p",
      "SELECT p, s, c, d, v FROM t GROUP BY p, c",
      "SELECT p, s, c, d, v FROM t GROUP BY p, c, d",
      "SELECT p, c, sum(v) FROM t GROUP BY p, c PER PARTITION LIMIT 2",
      "SELECT p, c, sum(v) FROM t GROUP BY p, c PER PARTITION LIMIT 1 LIMIT 4",
      "SELECT c, sum(v) FROM t WHERE p = 2 GROUP BY c ORDER BY c ASC, d DESC",
      "SELECT p, c, sum(v) FROM t WHERE p IN (2, 5, 6) GROUP BY p, c",
      "SELECT p, c, sum(v) FROM t WHERE p IN (2, 5, 6) GROUP BY p, c ORDER BY c ASC LIMIT 5",
      "SELECT count(*), max(v) FROM t WHERE p IN (2, 5, 6) ORDER BY c ASC",
      "SELECT p, c, count(*) FROM t WHERE v > 1 GROUP BY p, c ALLOW FILTERING",
      "SELECT DISTINCT p, count(s) FROM t GROUP BY p",
      "SELECT p, max(v) FROM plain GROUP BY p",
      "SELECT v FROM t WHERE p = 2 AND c = 0 AND d = 1",
      "SELECT v FROM plain WHERE p = 3",
      "SELECT * FROM t WHERE p = 99",
  };
  return all;
}

}  // namespace

TEST_CASE("pages of any size are together the result without pages") {
  PagedTable t;
  for (const bool in_group : {false, true}) {
    for (const std::string& selection : selections()) {
      const Rows whole = t.rows(selection);
      for (std::size_t size = 1; size <= whole.size() + 2; ++size) {
        INFO(selection << ", " << size << " rows a page");
        if (in_group) {
          t.session.begin_group();
          t.session.execute("UPDATE t SET v = 0 WHERE p = 2 AND c = 50 AND d = 1");
          t.session.execute("DELETE v FROM t WHERE p = 2 AND c = 50 AND d = 1");
        }
        REQUIRE(by_pages(t.session, selection, size, [] {}) == whole);
        t.session.drop_group();
      }
    }
  }
}

TEST_CASE("pages that end by their bytes are together the result without pages") {
  PagedTable t;
  t.run({"CREATE TABLE wide (p int, c int, v text, PRIMARY KEY (p, c))"});
  t.session.begin_group();
  // More rows than are read one by one before a read gathers rows ahead.
  for (int c = 0; c < 1200; ++c) {
    t.session.execute("INSERT INTO wide (p, c, v) VALUES (1, " + std::to_string(c) + ", '" +
                      std::string(static_cast<std::size_t>(c % 70), 'x') + "')");
  }
  t.session.commit_group();
  std::vector<std::string> all = selections();
  all.emplace_back("SELECT * FROM wide WHERE p = 1");
  for (const std::string& selection : all) {
    const Rows whole = t.rows(selection);
    for (const std::size_t bytes : {1, 10, 40, 1000, 20'000}) {
      INFO(selection << ", " << bytes << " bytes a page");
      Rows read;
      Request request = page_request(selection, 5000);
      request.page_bytes = bytes;
      std::size_t pages = 0;
      do {
        Result result = t.session.execute(request);
        const Rows rows = rows_of(result);
        if (bytes == 1) CHECK((rows.size() <= 1 || result.read_position().empty()));
        read.insert(read.end(), rows.begin(), rows.end());
        request.read_position = result.read_position();
        ++pages;
      } while (!request.read_position.empty());
      CHECK(read == whole);
      if (selection.ends_with("wide WHERE p = 1")) CHECK((pages > 1) == (bytes < 40'000));
    }
  }
}

TEST_CASE("no row comes twice while others write, and what stays is not missed") {
  PagedTable t;
  Session other(t.database);
  std::mt19937 random(9);
  const auto write = [&] {
    const std::string place = " WHERE p = " + std::to_string(random() % 12) +
                              " AND c = " + std::to_string(random() % 5) +
                              " AND d = " + std::to_string(random() % 6);
    other.execute(random() % 2 == 0 ? "DELETE FROM k.t" + place : "UPDATE k.t SET v = 1" + place);
  };
  for (int round = 0; round < 60; ++round) {
    for (const char* selection :
         {"SELECT p, c, d FROM t", "SELECT p, c, d FROM t WHERE p IN (2, 5, 6, 8, 11)",
          "SELECT p, c, d FROM t WHERE p = 2 ORDER BY c ASC, d DESC"}) {
      const Rows before = t.rows(selection);
      Rows changed;
      const Rows read = by_pages(t.session, selection, 1 + random() % 9, [&] {
        write();
        const Rows now = t.rows(selection);
        for (const Rows* rows : {&before, &now}) {
          const Rows& others = rows == &before ? now : before;
          for (const std::string& row : *rows) {
            if (std::ranges::find(others, row) == others.end()) changed.push_back(row);
          }
        }
      });
      INFO(selection);
      Rows once = read;
      std::ranges::sort(once);
      REQUIRE(std::ranges::adjacent_find(once) == once.end());
      const auto stays = [&](const std::string& row) {
        return std::ranges::find(changed, row) == changed.end();
      };
      Rows staying, staying_read;
      std::ranges::copy_if(before, std::back_inserter(staying), stays);
      std::ranges::copy_if(read, std::back_inserter(staying_read), stays);
      REQUIRE(staying_read == staying);
    }
  }
}

TEST_CASE("a page tells what it has read, and the last one has no position") {
  PagedTable t;
  t.session.set_policy(Policy::teach);
  const std::string selection = "SELECT p, c, d FROM t WHERE v = 3 ALLOW FILTERING";
  Result result = t.session.execute(page_request(selection, 2));
  CHECK(rows_of(result).size() == 2);
  CHECK_FALSE(result.read_position().empty());
  REQUIRE(result.notices().size() == 1);
  const auto& told = result.notices()[0].parameters;
  const auto matched = std::ranges::find(told, "matched", &Parameter::name);
  REQUIRE(matched != told.end());
  CHECK(matched->value == "2");
  Result limited = t.session.execute(page_request("SELECT p FROM plain LIMIT 4 ALLOW FILTERING", 4));
  CHECK(rows_of(limited).size() == 4);
  CHECK(limited.read_position().empty());
  Result shorter = t.session.execute(page_request("SELECT p FROM plain ALLOW FILTERING", 100));
  CHECK(rows_of(shorter).size() == 12);
  CHECK(shorter.read_position().empty());
}

TEST_CASE("no row follows the last one that the keys name, by whatever path") {
  PagedTable t;
  const auto has_position = [&](const std::string& statement, std::size_t size) {
    Result result = t.session.execute(page_request(statement, size));
    CHECK(rows_of(result).size() == size);
    return !result.read_position().empty();
  };
  for (const StatementPath path : {StatementPath::shortest, StatementPath::general}) {
    t.session.set_path(path);
    CHECK_FALSE(has_position("SELECT v FROM plain WHERE p = 3", 1));
    CHECK_FALSE(has_position("SELECT v FROM t WHERE p = 3 AND c = 1 AND d = 2", 1));
    CHECK_FALSE(has_position("SELECT v FROM plain WHERE p IN (3, 4)", 2));
    CHECK(has_position("SELECT v FROM plain WHERE p IN (3, 4)", 1));
    CHECK(has_position("SELECT v FROM t WHERE p = 3 AND c = 1 AND d IN (1, 2)", 1));
    CHECK(has_position("SELECT v FROM t WHERE p = 3", 1));
  }
}

TEST_CASE("a position that is none of the statement's is refused") {
  PagedTable t;
  Result result = t.session.execute(page_request("SELECT * FROM t", 3));
  rows_of(result);
  const std::string position = result.read_position();
  const auto refused = [&](const std::string& statement, const std::string& from) {
    return refusal_of([&] { t.session.execute(page_request(statement, 3, from)); });
  };
  CHECK(refused("SELECT * FROM t", position).empty());
  const std::string of_another = "read_position_of_another_read";
  CHECK(refused("SELECT * FROM plain", position) == of_another);
  CHECK(refused("SELECT * FROM t WHERE p = 100", position) == of_another);
  CHECK(refused("SELECT count(*) FROM t", position) == of_another);
  CHECK(refused("SELECT p, count(*) FROM t GROUP BY p", position) == of_another);
  CHECK(refused("SELECT * FROM t", "x") == "read_position_unknown");
  for (std::size_t byte = 0; byte < position.size(); ++byte) {
    std::string changed = position;
    changed[byte] = static_cast<char>(changed[byte] ^ 0x10);
    CHECK(refused("SELECT * FROM t", changed) == "read_position_unknown");
  }
  // Somebody may know the sum, and make bytes up.
  const std::string made_up("\x02\x80", 2);
  const std::int64_t sum = token_of({made_up});
  CHECK(refused("SELECT * FROM t", made_up + encode_int64(sum).substr(4)) == "read_position_unknown");
  t.run({"DROP TABLE t", "CREATE TABLE t (p int, c int, PRIMARY KEY (p, c))"});
  CHECK(refused("SELECT * FROM t", position) == of_another);
}

TEST_CASE("a read goes on in a table that was truncated, or dropped and created again") {
  Fixture f;
  const std::string definition = "CREATE TABLE t (p int, c int, v text, w int, PRIMARY KEY (p, c))";
  const auto fill = [&](const std::string& value) {
    f.session.begin_group();
    for (int row = 0; row < 60; ++row) {
      f.session.execute("INSERT INTO t (p, c, v, w) VALUES (" + std::to_string(row % 3) + ", " +
                        std::to_string(row) + ", '" + value + "', " + std::to_string(row % 2) + ")");
    }
    f.session.commit_group();
  };
  const std::vector<std::vector<std::string>> changes = {
      {"TRUNCATE t"}, {"DROP TABLE t", definition, "CREATE INDEX ON t (w)"}};
  for (const StatementPath path : {StatementPath::shortest, StatementPath::general}) {
    f.session.set_path(path);
    for (const char* const statement :
         {"SELECT * FROM t", "SELECT * FROM t WHERE p = 1", "SELECT * FROM t WHERE p IN (0, 1, 2)",
          "SELECT p, c, v FROM t WHERE w = 1", "SELECT p, c, count(*) FROM t GROUP BY p, c",
          "SELECT DISTINCT p FROM t"}) {
      for (const auto& change : changes) {
        INFO(statement << " " << change[0]);
        f.run({"DROP TABLE IF EXISTS t", definition, "CREATE INDEX ON t (w)"});
        fill("old");
        Result first = f.session.execute(page_request(statement, 2));
        CHECK(rows_of(first).size() == 2);
        for (const std::string& step : change) f.run({step});
        fill("new");
        Result all = f.session.execute(statement);
        Rows expected = rows_of(all);
        expected.erase(expected.begin(), expected.begin() + 2);
        Rows rest;
        for (std::string position = first.read_position(); !position.empty();) {
          Result page = f.session.execute(page_request(statement, 2, position));
          for (auto& row : rows_of(page)) rest.push_back(std::move(row));
          position = page.read_position();
        }
        CHECK(rest == expected);
      }
    }
  }
}

TEST_CASE("a row lasts until the next one is asked for, also where its snapshot has ended") {
  Fixture f;
  const std::string text(200, 'a');
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v text)"});
  for (const char* key : {"1", "2", "3"}) {
    f.session.execute("INSERT INTO t (k, v) VALUES (" + std::string(key) + ", '" + text + "')");
  }
  // The pages that held it are written again and again.
  const auto overwrite = [&] {
    Session other(f.database);
    other.use("k");
    for (int i = 0; i < 20; ++i) {
      const std::string value(200, static_cast<char>('b' + i));
      for (const char* key : {"1", "2", "3"}) {
        other.execute("UPDATE t SET v = '" + value + "' WHERE k = " + key);
      }
    }
  };
  SECTION("at the end of a page") {
    Result page = f.session.execute(page_request("SELECT v FROM t", 1));
    const ResultRow* row = page.next();
    REQUIRE(row != nullptr);
    CHECK_FALSE(page.read_position().empty());
    overwrite();
    CHECK((*row)[0] == text);
  }
  SECTION("of one row, read by its key") {
    Result one = f.session.execute("SELECT v FROM t WHERE k = 2");
    const ResultRow* row = one.next();
    REQUIRE(row != nullptr);
    overwrite();
    CHECK((*row)[0] == text);
  }
  SECTION("of an aggregate") {
    Result greatest = f.session.execute("SELECT max(v) FROM t");
    const ResultRow* row = greatest.next();
    REQUIRE(row != nullptr);
    overwrite();
    CHECK((*row)[0] == text);
  }
  SECTION("in a group") {
    f.session.begin_group();
    Result result = f.session.execute("SELECT v FROM t");
    const ResultRow* row = result.next();
    REQUIRE(row != nullptr);
    for (const char* key : {"1", "2", "3"}) {
      f.session.execute("UPDATE t SET v = 'short' WHERE k = " + std::string(key));
    }
    CHECK((*row)[0] == text);
    CHECK(rows_of(result) == Rows(2, "'" + text + "'"));
    f.session.commit_group();
  }
}

}  // namespace cellar
