// Batches that a request brings in parts mean what the same BATCH means as one text.

#include "fixture.h"
#include "parser/statement/statement.h"
#include "requests/replies.h"

using namespace cellar;

namespace {

using BatchKind = BatchStatement::Kind;

const char* const kTables[] = {
    "CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c))",
    "CREATE TABLE other (k int PRIMARY KEY, v text)",
    "CREATE TABLE counts (k int PRIMARY KEY, n counter)",
};

struct BatchTables : Fixture {
  BatchTables() {
    for (const char* const table : kTables) session.execute(table);
  }
  /// Conditional writes have the time of the clock.
  Rows all() {
    Rows rows;
    for (const char* const select :
         {"SELECT k, c, v FROM t", "SELECT k, v FROM other", "SELECT k, n FROM counts"}) {
      for (std::string& row : this->rows(select)) rows.push_back(std::move(row));
      rows.push_back("-");
    }
    return rows;
  }
};

std::string_view word_of(BatchKind kind) {
  return kind == BatchKind::unlogged ? "UNLOGGED " : kind == BatchKind::counter ? "COUNTER " : "";
}

/// The answer, or the message of the refusal.
Rows told_by(Session& session, const Request& request) {
  try {
    Result result = session.execute(request);
    Rows rows = rows_of(result);
    for (const Diagnostic& notice : result.notices()) rows.push_back("notice " + std::string(notice.id));
    return rows;
  } catch (const Refusal& refusal) {
    return {refusal.what()};
  }
}

/// Runs the statements as parts and as one text, by both paths and submitted, and compares answers and tables.
void check_same(BatchKind kind, const std::vector<std::string>& statements) {
  Request parts, text;
  Batch batch{kind, {}};
  std::string whole = "BEGIN " + std::string(word_of(kind)) + "BATCH ";
  for (const std::string& statement : statements) {
    batch.parts.push_back({statement, {}});
    whole += statement + "; ";
  }
  parts.statement = batch;
  parts.timestamp = text.timestamp = 7;
  text.statement = whole + "APPLY BATCH";
  BatchTables by_text;
  const Rows expected = told_by(by_text.session, text);
  const Rows expected_again = told_by(by_text.session, text);
  INFO(whole);
  for (const StatementPath path : {StatementPath::shortest, StatementPath::general}) {
    BatchTables by_parts;
    by_parts.session.set_path(path);
    CHECK(told_by(by_parts.session, parts) == expected);
    CHECK(told_by(by_parts.session, parts) == expected_again);
    CHECK(by_parts.all() == by_text.all());
  }
}

BatchPart part_of(Prepared prepared, std::vector<BoundValue> values) {
  return {std::move(prepared), std::move(values)};
}

}  // namespace

TEST_CASE("a batch in parts means what the batch means as one text") {
  check_same(BatchKind::logged,
             {"INSERT INTO t (k, c, v) VALUES (1, 1, 'a')", "DELETE FROM t WHERE k = 1 AND c = 1",
              "UPDATE other SET v = 'x' WHERE k = 2"});
  check_same(BatchKind::unlogged,
             {"INSERT INTO t (k, c, v) VALUES (1, 1, 'a')", "INSERT INTO t (k, c, v) VALUES (1, 2, 'b')"});
  check_same(BatchKind::counter,
             {"UPDATE counts SET n = n + 1 WHERE k = 1", "UPDATE counts SET n = n - 3 WHERE k = 2"});
  check_same(BatchKind::logged, {"INSERT INTO t (k, c, v) VALUES (1, 1, 'a')",
                                 "UPDATE t SET v = 'b' WHERE k = 1 AND c = 2 IF v = 'x'"});
  check_same(BatchKind::logged, {"INSERT INTO t (k, c, v) VALUES (1, 1, 'a')",
                                 "INSERT INTO t (k, c) VALUES (1, 2) IF NOT EXISTS"});
  // What a BATCH is refused for.
  check_same(BatchKind::logged, {"UPDATE counts SET n = n + 1 WHERE k = 1"});
  check_same(BatchKind::counter, {"INSERT INTO t (k, c, v) VALUES (1, 1, 'a')"});
  check_same(BatchKind::logged,
             {"INSERT INTO t (k, c, v) VALUES (1, 1, 'a')", "INSERT INTO nosuch (k) VALUES (1)"});
  check_same(BatchKind::logged,
             {"INSERT INTO t (k, c, v) VALUES (1, 1, 'a')", "INSERT INTO t (k, c, v) VALUES (1, 'x', 'a')"});
  check_same(BatchKind::logged, {"INSERT INTO t (k, c) VALUES (1, 1)", "SELECT * FROM t"});
  check_same(BatchKind::logged, {"INSERT INTO t (k, c) VALUES (1, 1) IF NOT EXISTS",
                                 "INSERT INTO t (k, c) VALUES (2, 1) IF NOT EXISTS"});
}

TEST_CASE("a batch without parts, or with comments and semicolons behind them, is one") {
  for (const StatementPath path : {StatementPath::shortest, StatementPath::general}) {
    BatchTables f;
    f.session.set_path(path);
    Request request;
    request.statement = Batch{};
    CHECK(told_by(f.session, request).empty());
    request.statement = Batch{BatchKind::logged,
                              {{"INSERT INTO t (k, c) VALUES (1, 1) ; ", {}},
                               {"INSERT INTO t (k, c, v) VALUES (1, 2, ';-- x'); -- y;", {}},
                               {"DELETE FROM other WHERE k = 1 -- gone", {}}}};
    CHECK(told_by(f.session, request).empty());
    CHECK(f.rows("SELECT k, c FROM t") == Rows{"1|1", "1|2"});
  }
}

TEST_CASE("prepared and written statements of a batch have their values") {
  BatchTables f;
  const Prepared insert = f.session.prepare("INSERT INTO t (k, c, v) VALUES (?, ?, ?)");
  const Prepared add = f.session.prepare("UPDATE counts SET n = n + ? WHERE k = ?");
  create_keyspace(f.session, "elsewhere");  // in use: a Prepared keeps the keyspace of its own
  for (const StatementPath path : {StatementPath::shortest, StatementPath::general}) {
    f.session.set_path(path);
    f.session.execute("TRUNCATE k.t");
    Request request;
    request.statement = Batch{BatchKind::unlogged,
                              {part_of(insert, {bound_int(1), bound_int(2), bound_text("two")}),
                               part_of(insert, {bound_int(1), bound_int(3), bound_text("three")}),
                               {"DELETE FROM k.other WHERE k = ?", {bound_int(9)}}}};
    request.timestamp = 50;
    CHECK(told_by(f.session, request).empty());
    CHECK(f.rows("SELECT c, v, writetime(v) FROM k.t") == Rows{"2|'two'|50", "3|'three'|50"});
    request.statement = Batch{BatchKind::unlogged,
                              {part_of(insert, {bound_int(1)}), {"DELETE FROM k.other WHERE k = ?", {}}}};
    CHECK(refusal_of([&] { f.session.execute(request); }) == "wrong_value_count_of_part");
    // Together as many values as markers, but not each.
    request.statement = Batch{BatchKind::unlogged,
                              {part_of(insert, {bound_int(1), bound_int(2)}),
                               {"DELETE FROM k.other WHERE k = ?", {bound_int(9), bound_int(9)}}}};
    CHECK(refusal_of([&] { f.session.execute(request); }) == "wrong_value_count_of_part");
    request.statement = Batch{BatchKind::unlogged,
                              {part_of(insert, {bound_int(1), bound_int(2), bound_text("two")}),
                               {"DELETE FROM k.other WHERE k = ?", {bound_int(9), bound_int(9)}}}};
    CHECK(told_by(f.session, request) ==
          Rows{"E405: part 1 of the batch has 1 marker and was given 2 values"});
  }
  Request counted;
  counted.statement = Batch{BatchKind::counter,
                            {part_of(add, {BoundValue{encode_int64(2)}, bound_int(1)}),
                             part_of(add, {BoundValue{encode_int64(3)}, bound_int(1)})}};
  CHECK(told_by(f.session, counted).empty());
  CHECK(answer_of(f.session, counted).empty());
  CHECK(f.rows("SELECT n FROM k.counts") == Rows{"10"});
}

TEST_CASE("a part of a batch is one statement") {
  BatchTables f;
  for (const StatementPath path : {StatementPath::shortest, StatementPath::general}) {
    f.session.set_path(path);
    for (const std::vector<std::string>& parts : std::vector<std::vector<std::string>>{
             {"INSERT INTO t (k, c) VALUES (1, 1); INSERT INTO t (k, c) VALUES (2, 2)"},
             {"INSERT INTO t (k, c) VALUES (1, 1); APPLY BATCH; DROP TABLE t"},
             {"INSERT INTO t (k, c) VALUES (1, 1); APPLY BATCH; BEGIN BATCH"},
             {"INSERT INTO t (k, c) VALUES (1, 1) /* ", "*/ "},
             {"BEGIN BATCH INSERT INTO t (k, c) VALUES (1, 1); APPLY BATCH"},
             {"INSERT INTO t (k, c) VALUES (1, 1)", ""},
             {"DROP TABLE t"}}) {
      Request request;
      Batch batch;
      for (const std::string& each : parts) batch.parts.push_back({each, {}});
      request.statement = batch;
      INFO(parts.front());
      CHECK(refusal_of([&] { f.session.execute(request); }) != "");
      CHECK(rows_of_reply(*std::make_unique<Reply>(reply_of(f.session, request)))
                .front()
                .starts_with("refused"));
    }
  }
  CHECK(f.rows("SELECT k FROM t").empty());
}

TEST_CASE("a prepared part whose table has other types by now is refused") {
  BatchTables f;
  const Prepared insert = f.session.prepare("INSERT INTO other (k, v) VALUES (?, ?)");
  f.run({"DROP TABLE other", "CREATE TABLE other (k int PRIMARY KEY, v int)"});
  BatchTables elsewhere;
  for (const StatementPath path : {StatementPath::shortest, StatementPath::general}) {
    Request request;
    request.statement = Batch{BatchKind::logged, {part_of(insert, {bound_int(1), bound_text("abcd")})}};
    f.session.set_path(path);
    elsewhere.session.set_path(path);
    CHECK(refusal_of([&] { f.session.execute(request); }) == "marker_type_changed");
    CHECK(refusal_of([&] { elsewhere.session.execute(request); }) == "prepared_elsewhere");
  }
}
