// A long scan reads rows ahead, page by page; nobody sees that: not in the rows, nor in what they have cost, nor when the
// result is paused or comes in pages.

#include <random>

#include "fixture.h"

namespace cellar {

namespace {

struct LongTables : Fixture {
  LongTables() {
    run(
        {"CREATE TABLE narrow (p int, c int, a text, b bigint, PRIMARY KEY (p, c)) WITH "
         "CLUSTERING ORDER "
         "BY (c DESC)",
         "CREATE TABLE wide (p text PRIMARY KEY, a int, l list<int>)"});
    std::mt19937 random(11);
    session.begin_group();
    for (int i = 0; i < 4'000; ++i) {
      const std::string p = std::to_string(i / 97), c = std::to_string(i % 97);
      const std::string key = "WHERE p = " + p + " AND c = " + c;
      const int kind = static_cast<int>(random() % 150);
      if (kind == 0) {
        session.execute("UPDATE narrow SET b = 7 " + key);
      } else {
        session.execute("INSERT INTO narrow (p, c, a, b) VALUES (" + p + ", " + c + ", '" +
                        std::string(kind, 'a') + "', " + std::to_string(random() % 1000) + ")" +
                        (kind == 1 ? " USING TTL 1000" : ""));
      }
      if (kind == 2) session.execute("DELETE a FROM narrow " + key);
      if (kind == 3) session.execute("DELETE FROM narrow " + key);
      if (kind == 4) session.execute("DELETE FROM narrow WHERE p = " + p + " AND c = 1000");
      session.execute("INSERT INTO wide (p, a" + std::string(kind == 5 ? ", l" : "") + ") VALUES ('key " +
                      std::to_string(i) + "', 1" + (kind == 5 ? ", [1, 2]" : "") + ")");
    }
    session.commit_group();
  }
};

const std::vector<std::string>& selections_of_scans() {
  static const std::vector<std::string> all = {
      "SELECT p, c, a, b FROM narrow",
      "SELECT * FROM narrow",
      "SELECT * FROM narrow LIMIT 257",
      "SELECT b, p FROM narrow",
      "SELECT c FROM narrow LIMIT 1000",
      "SELECT a, a FROM narrow",
      "SELECT a, b FROM narrow WHERE token(p) > -3000000000000000000 AND token(p) <= 6000000000000000000",
      "SELECT p, c, writetime(b) FROM narrow",
      "SELECT p, b FROM narrow WHERE b > 500 ALLOW FILTERING",
      "SELECT p, c FROM narrow PER PARTITION LIMIT 90",
      "SELECT p, a FROM wide",
      "SELECT * FROM wide",
  };
  return all;
}

std::string text_of(const ReadCounters& counters) {
  return " " + std::to_string(counters.partitions) + "/" + std::to_string(counters.rows) + "/" +
         std::to_string(counters.entries);
}

std::string text_of(const Result& result, const ResultRow& row) {
  std::string text;
  for (std::size_t i = 0; i < row.size(); ++i) text += to_literal(result.columns()[i].type, row[i]) + "|";
  return text;
}

/// The rows, each with what all have cost so far. The result is paused about once in so many rows.
Rows costs_of(Result result, std::optional<unsigned> pauses = std::nullopt) {
  std::mt19937 random(5);
  Rows rows;
  while (const ResultRow* row = result.next()) {
    rows.push_back(text_of(result, *row) + text_of(result.counters()));
    if (pauses && random() % *pauses == 0) result.pause();
  }
  rows.push_back(text_of(result.counters()));
  return rows;
}

Rows by_pages(Session& session, const std::string& statement, std::size_t size) {
  Rows all;
  Request request;
  request.statement = statement;
  request.page_size = size;
  do {
    Result result = session.execute(request);
    while (const ResultRow* row = result.next())
      all.push_back(text_of(result, *row) + text_of(result.counters()));
    request.read_position = result.read_position();
  } while (!request.read_position.empty());
  return all;
}

}  // namespace

TEST_CASE("rows that are read ahead come and cost as rows that are read one by one") {
  LongTables t;
  const auto by = [&](StatementPath path, auto read) {
    t.session.set_path(path);
    return read();
  };
  const auto is_alike = [&](auto read) {
    return by(StatementPath::shortest, read) == by(StatementPath::general, read);
  };
  for (const std::string& selection : selections_of_scans()) {
    INFO(selection);
    CHECK(is_alike([&] { return costs_of(t.session.execute(selection)); }));
    CHECK(is_alike([&] { return costs_of(t.session.execute(selection), 300); }));
    for (const std::size_t size : {299, 1000})
      CHECK(is_alike([&] { return by_pages(t.session, selection, size); }));
  }
}

TEST_CASE("a pause among rows that were read ahead shows what was written meanwhile") {
  LongTables t;
  Session other(t.database);
  other.use("k");
  Result result = t.session.execute("SELECT p, c, a FROM narrow");
  for (int i = 0; i < 1'000; ++i) REQUIRE(result.next() != nullptr);
  const ResultRow* row = result.next();
  const int p = row->get<std::int32_t>("p");
  const int c = row->get<std::int32_t>("c");
  // The rows are in descending order.
  other.execute("UPDATE narrow SET a = 'new' WHERE p = " + std::to_string(p) +
                " AND c = " + std::to_string(c - 1));
  other.execute("INSERT INTO narrow (p, c, a) VALUES (" + std::to_string(p) + ", " + std::to_string(c) +
                ", 'late')");
  result.pause();
  row = result.next();
  REQUIRE(row != nullptr);
  CHECK(row->get<std::int32_t>("c") == c - 1);
  CHECK(row->get<std::string>("a") == "new");
}

TEST_CASE("a row that was read ahead outlives its page") {
  LongTables t;
  Request request;
  request.statement = "SELECT p, c, a FROM narrow";
  request.page_size = 700;
  Result result = t.session.execute(request);
  for (int i = 0; i < 699; ++i) REQUIRE(result.next() != nullptr);
  const ResultRow* row = result.next();
  REQUIRE(row != nullptr);
  CHECK_FALSE(result.read_position().empty());
  const std::string before = text_of(result, *row);
  Session other(t.database);
  for (int i = 0; i < 3; ++i) other.execute("TRUNCATE k.narrow");
  CHECK(text_of(result, *row) == before);
  CHECK(result.next() == nullptr);
}

}  // namespace cellar
