#include "rich_database.h"

#include <string>

#include "../fixture.h"

namespace cellar::test {

namespace {

const std::vector<const char*> kTables = {
    "CREATE TYPE address (street text, town text, numbers frozen<list<int>>)",
    "CREATE TABLE plain (p int, c int, s text STATIC, v text, d double, PRIMARY KEY (p, c)) WITH CLUSTERING "
    "ORDER BY "
    "(c DESC) AND gc_grace_seconds = 1000",
    "CREATE TABLE many (p int, c int, m map<text, int>, s set<int>, l list<text>, a address, f "
    "frozen<map<int, "
    "text>>, st set<int> STATIC, big text STATIC, large text, PRIMARY KEY (p, c)) WITH gc_grace_seconds = "
    "1000",
    "CREATE TABLE long_keys (p text, c text, d text, v int, m map<text, int>, PRIMARY KEY (p, c, d)) WITH "
    "gc_grace_seconds = 1000",
    "CREATE TABLE counted (p int, c int, n counter, PRIMARY KEY (p, c))",
    "CREATE TABLE exact (p text, q text, c varint, e decimal, v int, PRIMARY KEY ((p, q), c, e))",
    "CREATE TABLE indexed (p int, c int, v int, w text, m map<text, int>, l list<int>, e map<text, int>, s "
    "int STATIC, "
    "PRIMARY KEY (p, c)) WITH gc_grace_seconds = 1000",
    "CREATE TABLE parts (p int, q int, c int, s int STATIC, v int, PRIMARY KEY ((p, q), c))",
    "CREATE INDEX by_v ON indexed (v)",
    "CREATE INDEX by_c ON indexed (c)",
    "CREATE INDEX by_s ON indexed (s)",
    "CREATE INDEX by_q ON parts (q)",
    "CREATE INDEX by_key ON indexed (keys(m)) USING 'sai'",
    "CREATE INDEX by_l ON indexed (l)",
    "CREATE INDEX by_e ON indexed (entries(e))",
    "CREATE MATERIALIZED VIEW u AS SELECT v, p, c, w, m FROM indexed WHERE v IS NOT NULL AND p IS NOT NULL "
    "AND c IS "
    "NOT NULL PRIMARY KEY (v, p, c)",
    "CREATE MATERIALIZED VIEW by_row AS SELECT c, p, w FROM indexed WHERE p IS NOT NULL AND c IS NOT NULL "
    "PRIMARY "
    "KEY (c, p)",
    "CREATE TABLE near (p int PRIMARY KEY, y vector<float, 2>)",
    "CREATE INDEX by_y ON near (y) USING 'sai'",
    "CREATE TABLE pairs (p int, c int, d int, v int, PRIMARY KEY (p, c, d)) WITH COMPACT STORAGE",
    "CREATE TABLE altered (p int PRIMARY KEY, v int, gone int, m map<int, int>)",
};

const std::vector<const char*> kRows = {
    "INSERT INTO plain (p, c, s, v, d) VALUES (1, 1, 'static', 'one', 1.5)",
    "INSERT INTO plain (p, c, v) VALUES (1, 2, 'ends') USING TTL 5000",
    "UPDATE plain SET d = 2.5 WHERE p = 1 AND c = 3",
    "UPDATE plain USING TTL 6000 SET v = 'ends, too' WHERE p = 1 AND c = 3",
    "DELETE v FROM plain WHERE p = 1 AND c = 1",
    "DELETE FROM plain WHERE p = 1 AND c = 4",
    "INSERT INTO plain (p, c, v) VALUES (1, 8, 'covered')",
    "DELETE FROM plain WHERE p = 1 AND c > 6 AND c < 9",
    "DELETE FROM plain WHERE p = 1 AND c > 10",
    "INSERT INTO plain (p, c, v) VALUES (1, 12, 'in the middle of a deleted range')",
    "INSERT INTO plain (p, c, s, v) VALUES (2, 1, 'old', 'old')",
    "DELETE FROM plain WHERE p = 2",
    "INSERT INTO plain (p, c, s, v) VALUES (3, 1, 'old', 'old')",
    "DELETE FROM plain WHERE p = 3",
    "INSERT INTO plain (p, c, s, v) VALUES (3, 2, 'new', 'new')",
    "INSERT INTO many (p, c, m, s, l, a, f, st) VALUES (1, 1, {'a': 1, 'b': 2}, {1, 2}, ['x', 'y'], {street: "
    "'s', "
    "town: 't', numbers: [1, 2]}, {1: 'one'}, {7})",
    "UPDATE many USING TTL 5000 SET m['c'] = 3, s = s + {3} WHERE p = 1 AND c = 1",
    "DELETE m['b'] FROM many WHERE p = 1 AND c = 1",
    "UPDATE many SET m['only'] = 1 WHERE p = 1 AND c = 2",
    "UPDATE many SET st = st + {8} WHERE p = 2",
    "UPDATE counted SET n = n + 5 WHERE p = 1 AND c = 1",
    "UPDATE counted SET n = n - 2 WHERE p = 1 AND c = 2",
    "DELETE n FROM counted WHERE p = 1 AND c = 2",
    "INSERT INTO exact (p, q, c, e, v) VALUES ('p', 'q', 12345678901234567890, 1.00, 1)",
    "INSERT INTO exact (p, q, c, e, v) VALUES ('p', 'q', -5, 12.5, 2)",
    "INSERT INTO indexed (p, c, v, w, m, l, e, s) VALUES (1, 2, 3, 'four', {'five': 6}, [7, 8], {'nine': "
    "10}, 11)",
    "INSERT INTO indexed (p, c, v, w) VALUES (1, 3, 3, 'short') USING TTL 5000",
    "UPDATE indexed SET m['six'] = 7, w = 'no marker' WHERE p = 1 AND c = 4",
    "DELETE FROM indexed WHERE p = 1 AND c > 5",
    "INSERT INTO parts (p, q, s) VALUES (1, 2, 3)",
    "INSERT INTO parts (p, q, c, v) VALUES (1, 2, 4, 5)",
    "INSERT INTO near (p, y) VALUES (1, [1, 2])",
    "INSERT INTO near (p, y) VALUES (2, [3, 4]) USING TTL 5000",
    "INSERT INTO pairs (p, c, d, v) VALUES (1, 2, 3, 4)",
    "INSERT INTO pairs (p, c, v) VALUES (1, 2, 5)",
    "INSERT INTO altered (p, v, gone, m) VALUES (1, 2, 3, {4: 5})",
    "ALTER TABLE altered DROP gone",
    "ALTER TABLE altered DROP m",
    "INSERT INTO altered (p, v) VALUES (2, 3)",
};

const std::vector<const char*> kReads = {
    "SELECT * FROM plain WHERE p = 1 ORDER BY c ASC",
    "SELECT * FROM plain WHERE p = 1 ORDER BY c DESC",
    "SELECT * FROM plain WHERE p = 1 AND c = 3",
    "SELECT * FROM plain WHERE p = 1 AND c > 1 AND c < 12 ORDER BY c ASC",
    "SELECT * FROM plain WHERE p = 3 ORDER BY c ASC",
    "SELECT v, ttl(v), writetime(v), d FROM plain",
    "SELECT DISTINCT p, s FROM plain",
    "SELECT * FROM many WHERE p = 1 ORDER BY c DESC",
    "SELECT * FROM many WHERE p = 2 ORDER BY c DESC",
    "SELECT c, m['a'], ttl(m), large FROM many WHERE p = 1 AND c = 1",
    "SELECT DISTINCT p, st, big FROM many",
    "SELECT n FROM counted WHERE p = 1 ORDER BY c DESC",
    "SELECT * FROM exact WHERE p = 'p' AND q = 'q' ORDER BY c DESC",
    "SELECT * FROM indexed WHERE p = 1 ORDER BY c DESC",
    "SELECT * FROM indexed WHERE v = 3",
    "SELECT * FROM parts WHERE q = 2",
    "SELECT * FROM indexed WHERE c = 2",
    "SELECT * FROM indexed WHERE c = 4",
    "SELECT * FROM indexed WHERE s = 11",
    "SELECT * FROM indexed WHERE m CONTAINS KEY 'five'",
    "SELECT * FROM indexed WHERE m CONTAINS KEY 'six'",
    "SELECT * FROM indexed WHERE l CONTAINS 7",
    "SELECT * FROM indexed WHERE e['nine'] = 10",
    "SELECT * FROM u WHERE v = 3 ORDER BY p DESC",
    "SELECT * FROM by_row WHERE c = 2 ORDER BY p DESC",
    "SELECT * FROM near ORDER BY y ANN OF [1, 2] LIMIT 3",
    "SELECT * FROM pairs WHERE p = 1 ORDER BY c DESC",
};

const std::vector<const char*> kWrites = {
    "INSERT INTO plain (p, c, s, v) VALUES (1, 1, 'written', 'written')",
    "UPDATE plain SET v = 'written' WHERE p = 1 AND c = 2",
    "UPDATE plain SET d = 1 WHERE p = 1 AND c = 7",
    "INSERT INTO plain (p, c, v) VALUES (1, 11, 'written')",
    "DELETE FROM plain WHERE p = 1 AND c < 12 AND c > 2",
    "INSERT INTO plain (p, c, s, v) VALUES (2, 1, 'written', 'written')",
    "UPDATE plain SET s = 'written' WHERE p = 3",
    "UPDATE many SET m['a'] = 4, m['d'] = 5, s = s - {1}, l = ['z'] + l, a.town = 'u', large = 'small' WHERE "
    "p = 1 AND "
    "c = 1",
    "UPDATE many SET l[0] = 'first' WHERE p = 1 AND c = 1",
    "UPDATE many SET st = st - {7}, big = 'small' WHERE p = 1",
    "UPDATE many SET m = {'e': 6} WHERE p = 1 AND c = 2",
    "DELETE st FROM many WHERE p = 2",
    "UPDATE counted SET n = n + 1 WHERE p = 1 AND c = 1",
    "UPDATE counted SET n = n + 1 WHERE p = 1 AND c = 2",
    "UPDATE exact SET v = 5 WHERE p = 'p' AND q = 'q' AND c = 12345678901234567890 AND e = 1.0",
    "INSERT INTO indexed (p, c, v, w) VALUES (1, 2, 4, 'written') IF NOT EXISTS",
    "UPDATE indexed SET v = 4, m = m - {'five'}, l = l - [7], e['nine'] = 11, s = 12 WHERE p = 1 AND c = 2",
    "UPDATE indexed SET v = 5 WHERE p = 1 AND c = 3",
    "DELETE FROM indexed WHERE p = 1 AND c = 4",
    "INSERT INTO near (p, y) VALUES (1, [5, 6])",
    "DELETE FROM near WHERE p = 2",
    "UPDATE pairs SET v = 6 WHERE p = 1 AND c = 2 AND d = 3",
    "UPDATE altered SET v = 7 WHERE p = 1",
    "ALTER TABLE altered ADD again int",
};

std::string of(std::size_t size, char letter) { return std::string(size, letter); }

/// Rows whose values and keys are too long for the lists.
std::vector<std::string> large_rows() {
  const std::string p = of(100, 'p');
  return {
      "INSERT INTO many (p, c, large) VALUES (1, 3, '" + of(5000, 'l') + "')",
      "UPDATE many SET large = '" + of(4500, 'l') + "' WHERE p = 1 AND c = 1",
      "UPDATE many SET big = '" + of(4200, 'b') + "' WHERE p = 1",
      "UPDATE many SET m['" + of(600, 'k') + "'] = 5 WHERE p = 1 AND c = 1",
      "INSERT INTO long_keys (p, c, d, v) VALUES ('" + p + "', '" + of(450, 'c') + "', '" + of(600, 'd') +
          "', 1)",
      "UPDATE long_keys USING TTL 5000 SET m['k'] = 1 WHERE p = '" + p + "' AND c = '" + of(450, 'c') +
          "' AND d = '" + of(600, 'd') + "'",
      "INSERT INTO long_keys (p, c, d, v) VALUES ('" + p + "', 'short', 'd', 2)",
      "DELETE FROM long_keys WHERE p = '" + p + "' AND c = '" + of(700, 'e') + "'",
      "INSERT INTO indexed (p, c, v, w) VALUES (2, 2, 4, '" + of(4500, 'w') + "')",
  };
}

}  // namespace

StoreOptions at_second(Timestamp second) {
  StoreOptions options;
  options.clock = [second] { return second * 1'000'000; };
  options.sync = false;
  return options;
}

void write_rich_database(const std::filesystem::path& path) {
  Session session(Database::open(path, at_second(kWritten)));
  create_keyspace(session);
  for (const char* statement : kTables) session.execute(statement);
  for (const char* statement : kRows) session.execute(statement);
  for (const std::string& statement : large_rows()) session.execute(statement);
}

const std::vector<const char*>& reads() { return kReads; }
const std::vector<const char*>& writes() { return kWrites; }

}  // namespace cellar::test
