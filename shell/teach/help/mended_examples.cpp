#include "shell/teach/help/mended_examples.h"

#include <algorithm>
#include <iterator>

namespace cellar {

namespace {

constexpr std::string_view kSmallTable =
    "On a table of a few hundred rows, or for a look by hand: ALLOW FILTERING reads all of it. Not in a "
    "program "
    "whose table grows.";
constexpr std::string_view kSmallPartition =
    "If the partition stays small, ALLOW FILTERING costs little: it reads that one partition.";

constexpr MendedExample kMended[] = {
    {"E100",
     "CREATE KEYSPACE library WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};"},
    {"E101", "INSERT INTO posts (author, id, body) VALUES ('ann', 2, 'it''s late');"},
    {"E102", "SELECT body FROM posts WHERE author = 'ann';"},
    {"E103", "SELECT body FROM posts WHERE author = 'ann';"},
    {"E104", "SELECT body FROM posts WHERE author IN ('ann', 'bob') ALLOW FILTERING;"},
    {"E105", "CREATE TABLE t (a int, b int, c int, PRIMARY KEY ((a), b, c));"},
    {"E106", "SELECT body FROM posts WHERE author = 'ann';",
     "A reserved word is a name in double quotes, \"table\"; every statement then has to quote it."},
    {"E107",
     "CREATE TABLE posts_with_gym (author text, id int, body text, gym text, PRIMARY KEY (author, id)); "
     "SELECT body, gym FROM posts_with_gym WHERE author = 'ann';",
     "Two queries by key are right where one side is asked for rarely."},
    {"E108", "SELECT body FROM posts WHERE author = 'ann'; SELECT body FROM posts WHERE author = 'bob';"},
    {"E109", "SELECT body FROM posts WHERE author = 'ann'; SELECT body FROM posts WHERE author = 'bob';"},
    {"E110", "SELECT body FROM posts WHERE author = 'ann';"},
    {"E111", "DESCRIBE TABLES"},
    {"E112", "CREATE TABLE t (id timeuuid PRIMARY KEY); INSERT INTO t (id) VALUES (now());",
     "Numbers that count up without a gap need one place that gives them: a row, written with IF."},
    {"E113", "SELECT body FROM posts WHERE author = 'ann' LIMIT 10 ALLOW FILTERING;"},
    {"E114", "EXPAND ON"},
    {"E115", "DELETE FROM posts WHERE author = 'ann';"},
    {"E116", "CREATE TABLE t (id int PRIMARY KEY) WITH comment = 'a';"},
    {"E120", "CREATE TABLE t (id int PRIMARY KEY, v int);"},
    {"E121", "INSERT INTO posts (author, id, body) VALUES ('ann', 3, 'x');"},
    {"E122", "SELECT body FROM posts WHERE author = 'ann';"},
    {"E123", "SELECT body FROM posts WHERE author = 'ann' AND id = 1;"},
    {"E200", "USE shop; CREATE TABLE t (id int PRIMARY KEY);"},
    {"E201", "SELECT body FROM posts WHERE author = 'ann';"},
    {"E202", "CREATE TABLE t (id int, PRIMARY KEY (id));"},
    {"E203", "SELECT body FROM posts WHERE author = 'ann';"},
    {"E204", "INSERT INTO posts (author, id) VALUES ('ann', 1);"},
    {"E205", "CREATE TABLE t (id int PRIMARY KEY, v text);"},
    {"E206", "CREATE TABLE t (id int PRIMARY KEY, v list<frozen<list<int>>>);"},
    {"E207", "CREATE TABLE t (a int, b int, PRIMARY KEY (a, b)) WITH CLUSTERING ORDER BY (b DESC);"},
    {"E208", "CREATE TABLE t (id int, c int, s int STATIC, PRIMARY KEY (id, c));"},
    {"E209",
     "CREATE TABLE t (id int PRIMARY KEY, n counter); CREATE TABLE t_values (id int PRIMARY KEY, v int);"},
    {"E210", "CREATE TABLE t (id int PRIMARY KEY, v text);"},
    {"E212", "CREATE TABLE t (id int PRIMARY KEY) WITH comment = 'x';"},
    {"E213", "CREATE TABLE t (id int PRIMARY KEY) WITH gc_grace_seconds = 864000;"},
    {"E214", "CREATE TABLE IF NOT EXISTS posts (id int PRIMARY KEY);",
     "IF NOT EXISTS does not compare: the table that is there stays as it is."},
    {"E215", "CREATE KEYSPACE a_b WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};"},
    {"E216", "CREATE TABLE t (id int PRIMARY KEY);"},
    {"E217",
     "CREATE KEYSPACE library WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};"},
    {"E218",
     "CREATE TABLE t (id int PRIMARY KEY, v int); ALTER TABLE t DROP v; ALTER TABLE t ADD v_text text;"},
    {"E219", "DROP TABLE posts; DROP TYPE address;"},
    {"E220", "ALTER TABLE posts DROP body;",
     "Another key is another table: create it, copy the rows, drop the first one."},
    {"E221", "SELECT home.city FROM posts WHERE author = 'ann';"},
    {"E222", "CREATE TABLE t (id int PRIMARY KEY, v list<int>);"},
    {"E223", "CREATE INDEX ON posts (body);"},
    {"E224", "CREATE CUSTOM INDEX ON posts (body) USING 'sai';"},
    {"E225", "CREATE INDEX posts_body ON posts (body); DROP INDEX posts_body;"},
    {"E226",
     "CREATE MATERIALIZED VIEW posts_by_id AS SELECT author, id, body FROM posts WHERE id IS NOT NULL AND "
     "author IS NOT "
     "NULL "
     "PRIMARY KEY (id, author);"},
    {"E227",
     "CREATE MATERIALIZED VIEW posts_by_id AS SELECT author, id, body FROM posts WHERE id IS NOT NULL AND "
     "author IS NOT NULL PRIMARY KEY (id, author); DROP MATERIALIZED VIEW posts_by_id; DROP TABLE posts;"},
    {"E230", "SELECT body + '!' FROM posts WHERE author = 'ann';"},
    {"E231", "UPDATE posts SET tags = {'night'} WHERE author = 'ann' AND id = 1;"},
    {"E240", "SELECT to_date(now()) FROM posts WHERE author = 'ann';"},
    {"E241", "SELECT CAST(id AS text) FROM posts WHERE author = 'ann';"},
    {"E242", "SELECT (int) 5 FROM posts WHERE author = 'ann';"},
    {"E243", "SELECT likes['x'] FROM posts WHERE author = 'ann';"},
    {"E244", "SELECT ttl(body) FROM posts WHERE author = 'ann';"},
    {"E301",
     "CREATE TABLE posts_by_body (body text, author text, id int, PRIMARY KEY (body, author, id)); "
     "SELECT author, id FROM posts_by_body WHERE body = 'hello';",
     kSmallTable},
    {"E302", "SELECT name FROM gyms WHERE country = 'us' AND city = 'Phoenix';", kSmallTable},
    {"E303", "SELECT body FROM posts WHERE author = 'ann' AND id > 1;", kSmallTable},
    {"E304",
     "CREATE TABLE posts_by_author_body (author text, body text, id int, PRIMARY KEY (author, body, id)); "
     "SELECT id FROM posts_by_author_body WHERE author = 'ann' AND body = 'hello';",
     kSmallPartition},
    {"E305",
     "SELECT size FROM gyms WHERE country = 'us' AND city = 'Phoenix' AND opened = '1998-03-01' AND name = "
     "'Iron "
     "House';",
     kSmallPartition},
    {"E306",
     "SELECT size FROM gyms WHERE country = 'us' AND city = 'Phoenix' AND opened = '1998-03-01' AND name > "
     "'Iron';",
     kSmallPartition},
    {"E307", "SELECT body FROM posts WHERE author = 'ann' ORDER BY id;",
     "Rows of all partitions are sorted by the program that reads them."},
    {"E308", "SELECT body FROM posts WHERE author = 'ann' ORDER BY id;",
     "Few rows can be sorted by the program that reads them."},
    {"E309", "SELECT name FROM gyms WHERE country = 'us' AND city = 'Phoenix' ORDER BY opened, name;"},
    {"E310",
     "SELECT name FROM gyms WHERE country = 'us' AND city = 'Phoenix' ORDER BY opened DESC, name DESC;",
     "A table declared with CLUSTERING ORDER BY (opened DESC, name ASC) has mixed directions."},
    {"E311", "SELECT body FROM posts WHERE author = 'ann';",
     "To look around in a small table, or to export it: add ALLOW FILTERING."},
    {"E312", "INSERT INTO posts (author, id, body) VALUES ('ann', 1, 'hello');"},
    {"E313", "INSERT INTO posts (author, id, body) VALUES ('ann', 1, 'hello');"},
    {"E314", "SELECT body FROM posts WHERE author = 'ann'; SELECT body FROM posts WHERE author = 'bob';",
     "For a handful of keys add ALLOW FILTERING; a program asks for each key by itself, at the same time."},
    {"E315", "SELECT body FROM posts WHERE author = 'ann' AND id > 2;"},
    {"E316", "SELECT body FROM posts WHERE author = 'ann' AND id > 1;"},
    {"E317",
     "CREATE TABLE posts_by_body (author text, body text, PRIMARY KEY (author, body)); "
     "SELECT body FROM posts_by_body WHERE author = 'ann' AND body >= 'h' AND body < 'i';"},
    {"E318", "SELECT body FROM posts WHERE author = 'ann' AND tags CONTAINS 'h' ALLOW FILTERING;"},
    {"E319", "SELECT body FROM posts WHERE token(author) > 0 ALLOW FILTERING;"},
    {"E320", "SELECT body FROM posts WHERE author = 'ann' AND id > 1;"},
    {"E321",
     "SELECT id FROM posts WHERE author = 'ann' AND body = 'hello' ALLOW FILTERING; DELETE FROM posts WHERE "
     "author = 'ann' AND id = 1;"},
    {"E322", "UPDATE posts SET pinned = 'x' WHERE author = 'ann';"},
    {"E323", "SELECT DISTINCT author FROM posts WHERE author = 'ann';"},
    {"E324", "SELECT max(id), min(id) FROM posts WHERE author = 'ann';"},
    {"E325",
     "INSERT INTO posts (author, id, body) VALUES ('ann', 2, 'hello'); DELETE FROM posts WHERE author = "
     "'ann' "
     "AND id = 1;"},
    {"E326", "UPDATE posts SET body = 'hello again' WHERE author = 'ann' AND id = 1;",
     "What has to be read before it is written takes IF, or a counter."},
    {"E327", "DELETE body FROM posts WHERE author = 'ann' AND id = 1;"},
    {"E328", "INSERT INTO posts (author, id, body) VALUES ('ann', 1, 'hello');"},
    {"E329", "UPDATE posts SET body = 'x' WHERE author = 'ann' AND id = 1 IF EXISTS;"},
    {"E330", "UPDATE visits SET count = count + 1 WHERE page = '/';"},
    {"E331", "BEGIN BATCH INSERT INTO posts (author, id) VALUES ('ann', 1) USING TTL 60; APPLY BATCH;"},
    {"E332", "SELECT id, count(*) FROM posts WHERE author = 'ann' GROUP BY id;"},
    {"E333", "INSERT INTO posts JSON '{\"author\": \"ann\", \"id\": 1}';"},
    {"E340", "CREATE INDEX ON posts (body); SELECT id FROM posts WHERE author = 'ann' AND body = 'x';"},
    {"E341",
     "CREATE TABLE t (id int PRIMARY KEY, v vector<float, 2>); CREATE INDEX ON t (v) USING 'sai'; SELECT id "
     "FROM t ORDER BY v ANN OF [1, 2] LIMIT 3;"},
    {"E401", "SELECT body FROM posts WHERE author = 'ann';"},
    {"E402", "INSERT INTO posts (author, id) VALUES ('nobody', 1);"},
    {"E405", "PARAMETER 1 = 'ann'; SELECT body FROM posts WHERE author = ?;"},
    {"E406", "SELECT body FROM posts WHERE author = 'ann' AND body = 'hello' ALLOW FILTERING;"},
    {"E407", "UPDATE posts SET likes['bob'] = 1 WHERE author = 'ann' AND id = 1;"},
    {"E408", "UPDATE posts SET links = links + ['x'] WHERE author = 'ann' AND id = 1;"},
    {"E409", "SELECT body FROM posts WHERE author = 'ann' LIMIT 1;"},
    {"E410", "INSERT INTO posts (author, id) VALUES ('ann', 1) USING TTL 60;"},
    {"E411", "INSERT INTO posts (author, id) VALUES ('ann', 1) USING TIMESTAMP 1;"},
    {"E440", "SELECT id / 2 FROM posts WHERE author = 'ann';"},
    {"E441", "SELECT CAST(1.0 / 4 AS decimal) FROM posts WHERE author = 'ann';"},
    {"E442", "SELECT log((decimal) 1) FROM posts WHERE author = 'ann';"},
    {"E443", "SELECT floor(current_timestamp(), 1h) FROM posts WHERE author = 'ann';"},
    {"E444", "SELECT blob_as_int(0x00000001) FROM posts WHERE author = 'ann';"},
    {"E445", "SELECT similarity_cosine([1, 0], [1, 1]) FROM posts WHERE author = 'ann';"},
    {"E446", "SELECT mask_hash(body, 'SHA-256') FROM posts WHERE author = 'ann';"},
    {"E450", "INSERT INTO posts (author, id) VALUES ('ann', 99);"},
    {"E451", "SELECT (decimal) 1.5 FROM posts WHERE author = 'ann';"},
    {"E453", "INSERT INTO gyms (country, city, opened, name) VALUES ('us', 'Phoenix', '2024-02-29', 'x');"},
    {"E454", "SELECT (duration) 1y1d FROM posts WHERE author = 'ann';"},
    {"E455", "SELECT (inet) '127.0.0.1' FROM posts WHERE author = 'ann';"},
    {"E456", "SELECT (timeuuid) 50554d6e-29bb-11e5-b345-feff819cdc9f FROM posts WHERE author = 'ann';"},
    {"E457", "SELECT (text) 'é' FROM posts WHERE author = 'ann';"},
    {"E458", "SELECT (blob) 0x0abc FROM posts WHERE author = 'ann';"},
    {"E460", "INSERT INTO posts (author, id, tags) VALUES ('ann', 1, {'a'});"},
    {"E655", "PARAMETER :city = 'Paris'"},
    {"E656", "PARAMETER :city = 'Paris'; PARAMETERS CLEAR :city"},
    {"W401",
     "CREATE TABLE latest_posts (author text, id int, body text, PRIMARY KEY (author, id)) WITH CLUSTERING "
     "ORDER "
     "BY (id DESC); SELECT body FROM latest_posts WHERE author = 'ann';",
     "A read backwards costs little more. Declare the order of the most frequent query."},
    {"W402", "SELECT body FROM posts WHERE author = 'ann'; SELECT body FROM posts WHERE author = 'bob';",
     "For a few keys, or a table that stays small."},
    {"W403",
     "CREATE TABLE posts_by_author_body (author text, body text, id int, PRIMARY KEY (author, body, id)); "
     "SELECT id FROM posts_by_author_body WHERE author = 'ann' AND body = 'goodbye';",
     kSmallPartition},
    {"W417",
     "CREATE TABLE posts_by_body (body text, author text, id int, PRIMARY KEY (body, author, id)); "
     "SELECT author FROM posts_by_body WHERE body = 'goodbye';",
     "An index serves a query that is asked rarely, or that names its partition as well."},
};

}  // namespace

const MendedExample* find_mended(std::string_view code) {
  const auto* const found = std::ranges::find(kMended, code, &MendedExample::code);
  return found == std::end(kMended) ? nullptr : found;
}

}  // namespace cellar
