#include "shell/command/help_pages.h"

namespace cellar {

namespace {

constexpr HelpPage kPages[] = {
    {"create keyspace",
     "CREATE KEYSPACE [IF NOT EXISTS] name WITH replication = {'class': 'SimpleStrategy', "
     "'replication_factor': 1};\n"
     "Makes a home for tables and types. USE name; puts it in use.\n",
     "CREATE KEYSPACE library WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"},
    {"alter keyspace",
     "ALTER KEYSPACE name WITH replication = {...} [AND durable_writes = true|false];\n"
     "Is kept, and shown by DESCRIBE. It has no effect: there is one copy of the data.\n",
     "ALTER KEYSPACE shop WITH durable_writes = true;\n"},
    {"create table",
     "CREATE TABLE [IF NOT EXISTS] [keyspace.]name (\n"
     "    column type [STATIC], ...,\n"
     "    PRIMARY KEY ((partition columns), clustering columns)\n"
     ") [WITH CLUSTERING ORDER BY (column ASC|DESC, ...) AND option = value ...];\n"
     "A partition is found by its key; its rows are sorted by the clustering columns (HELP PRIMARY KEY).\n"
     "A STATIC column has one value for the whole partition.\n",
     "CREATE TABLE events (device text, at timestamp, value double, PRIMARY KEY (device, at)) WITH "
     "CLUSTERING "
     "ORDER BY (at DESC);\n"},
    {"primary key",
     "PRIMARY KEY (a)            a is the partition key: one row a partition\n"
     "PRIMARY KEY (a, b)         a is the partition key, b a clustering column\n"
     "PRIMARY KEY ((a, b), c)    a and b together are the partition key, c is a clustering column\n"
     "The partition key says where rows lie: a query names all of it. Clustering columns sort the rows of a\n"
     "partition, from left to right. A row is known by its whole primary key: a second INSERT with the same "
     "key\n"
     "overwrites the first one. The key of a table cannot be changed later, only its names (ALTER TABLE ... "
     "RENAME).\n",
     "CREATE TABLE likes (customer text, liked_on timestamp, product text, PRIMARY KEY ((customer), "
     "liked_on, "
     "product));\n"
     "CREATE TABLE readings (device text, day date, at time, value double, PRIMARY KEY ((device, day), "
     "at));\n"},
    {"alter table",
     "ALTER TABLE name ADD column type [, ...];\nALTER TABLE name DROP column;\n"
     "ALTER TABLE name RENAME key_column TO other;\nALTER TABLE name WITH option = value;\n",
     "ALTER TABLE posts ADD summary text;\nALTER TABLE posts DROP summary;\n"
     "ALTER TABLE posts RENAME id TO number;\nALTER TABLE posts WITH comment = 'what people write';\n"},
    {"create materialized view",
     "CREATE MATERIALIZED VIEW [IF NOT EXISTS] name AS SELECT columns | * FROM table\n"
     "  WHERE key_column IS NOT NULL [AND ...] PRIMARY KEY (...) [WITH option = value];\n"
     "ALTER MATERIALIZED VIEW name WITH option = value;\n"
     "The key is that of the table in any order, with at most one other column. The view follows the "
     "table.\n",
     "CREATE MATERIALIZED VIEW posts_by_id AS SELECT author, id, body FROM posts "
     "WHERE id IS NOT NULL AND author IS NOT NULL PRIMARY KEY (id, author);\n"
     "ALTER MATERIALIZED VIEW posts_by_id WITH comment = 'newest first';\n"},
    {"create type",
     "CREATE TYPE [IF NOT EXISTS] [keyspace.]name (field type, ...);\n"
     "A column of that type is frozen<name>, written as a whole, or name, whose fields are written one by "
     "one.\n",
     "CREATE TYPE person (name text, born date);\n"
     "CREATE TABLE books (isbn text PRIMARY KEY, author frozen<person>);\n"
     "INSERT INTO books (isbn, author) VALUES ('0-1', {name: 'Ann', born: '1990-05-01'});\n"},
    {"alter type", "ALTER TYPE name ADD field type;\nALTER TYPE name RENAME field TO other;\n",
     "ALTER TYPE address ADD zip text;\nALTER TYPE address RENAME zip TO postcode;\n"},
    {"drop", "DROP KEYSPACE | TABLE | TYPE | MATERIALIZED VIEW [IF EXISTS] name;\n",
     "DROP TABLE IF EXISTS nothing;\nDROP TABLE visits;\n"},
    {"truncate", "TRUNCATE [TABLE] name;   takes all rows of a table away\n", "TRUNCATE posts;\n"},
    {"insert",
     "INSERT INTO table (columns) VALUES (values) [USING TTL seconds AND TIMESTAMP microseconds];\n"
     "Names the whole primary key. A row with that key is overwritten, column by column.\n",
     "INSERT INTO posts (author, id, body, tags) VALUES ('ann', 7, 'It''s late', {'night'});\n"
     "INSERT INTO posts (author, id, body) VALUES ('ann', 8, 'Gone in an hour') USING TTL 3600;\n"},
    {"update",
     "UPDATE table [USING TTL seconds AND TIMESTAMP microseconds]\n"
     "SET column = value, list = list + [x], set = set - {x}, map['k'] = v\n"
     "WHERE the whole primary key;\n"
     "Creates the row if it does not exist.\n",
     "UPDATE posts SET body = 'Early', tags = tags + {'day'} WHERE author = 'ann' AND id = 7;\n"
     "UPDATE posts SET likes['bob'] = 1, links = links + ['a.org'] WHERE author = 'ann' AND id = 7;\n"},
    {"delete",
     "DELETE [columns] FROM table [USING TIMESTAMP microseconds] WHERE key;\n"
     "Deletes columns, a row, a range of rows, or a partition.\n",
     "DELETE body FROM posts WHERE author = 'ann' AND id = 7;\n"
     "DELETE FROM posts WHERE author = 'ann' AND id < 5;\nDELETE FROM posts WHERE author = 'ann';\n"},
    {"select",
     "SELECT [DISTINCT] * | expressions FROM table\n"
     "WHERE partition key = value AND clustering columns from left to right, one range last (HELP WHERE)\n"
     "[ORDER BY clustering column ASC|DESC] [PER PARTITION LIMIT n] [LIMIT n] [ALLOW FILTERING];\n",
     "SELECT id, body FROM posts WHERE author = 'ann' LIMIT 10;\n"
     "SELECT count(*), max(id) FROM posts WHERE author = 'ann';\n"},
    {"where",
     "A query names its partition, and then rows in the order in which they are sorted:\n"
     "  every column of the partition key by =             author = 'ann'\n"
     "  clustering columns from left to right, by = or IN  id = 7, id IN (7, 8)\n"
     "  the last one that is named, by a range             id >= 7 AND id < 20\n"
     "Several clustering columns at once: (opened, name) > ('1990-01-01', 'b'). Conditions are joined by "
     "AND; "
     "there\n"
     "is no OR, no NOT and no null. Other columns are searched only with ALLOW FILTERING, and collections "
     "then\n"
     "by CONTAINS and CONTAINS KEY. HELP RULES has the rules, HELP E301 what a refusal means.\n",
     "SELECT body FROM posts WHERE author = 'ann' AND id >= 7 AND id < 20;\n"
     "SELECT name FROM gyms WHERE country = 'us' AND city = 'Phoenix' AND (opened, name) > ('1990-01-01', "
     "'b');\n"
     "SELECT id FROM posts WHERE author = 'ann' AND tags CONTAINS 'night' ALLOW FILTERING;\n"},
    {"order by",
     "ORDER BY clustering column ASC|DESC, ...\n"
     "Rows come as they are stored, by the clustering order of the table, or the other way round: all "
     "columns "
     "turned.\n"
     "Anything else is another table, whose key has that order.\n",
     "SELECT id, body FROM posts WHERE author = 'ann' ORDER BY id DESC LIMIT 10;\n"},
    {"allow filtering",
     "ALLOW FILTERING reads what the key finds, and throws away what does not match. On a cluster that may "
     "be\n"
     "every row of a table. Under POLICY teach it also permits reads of several partitions, and says what "
     "they "
     "read.\n",
     "SELECT author, id FROM posts WHERE body = 'Early' ALLOW FILTERING;\n"},
    {"batch",
     "BEGIN [UNLOGGED] BATCH [USING TIMESTAMP microseconds]\n  INSERT ...; UPDATE ...; DELETE ...;\n"
     "APPLY BATCH;\n"
     "All of it happens, or nothing.\n",
     "BEGIN BATCH INSERT INTO posts (author, id) VALUES ('bob', 1); DELETE FROM posts WHERE author = 'ann'; "
     "APPLY BATCH;\n"},
    {"use", "USE keyspace;   names of tables without a keyspace are looked up there\n", "USE shop;\n"},
    {"types",
     "ascii bigint blob boolean counter date decimal double duration float inet int smallint text time "
     "timestamp\n"
     "timeuuid tinyint uuid varchar varint; list<T> set<T> map<K, V> tuple<A, B> vector<T, n> frozen<T>; "
     "user "
     "types\n"
     "(HELP CREATE TYPE). A list, set or map is a column whose elements are written one by one; frozen<...> "
     "is\n"
     "written as a whole, and may be a key.\n",
     "CREATE TABLE things (id uuid PRIMARY KEY, tags set<text>, sizes map<text, decimal>, place "
     "tuple<double, "
     "double>);\n"},
    {"literals",
     "'text' (a quote inside is doubled), $$text$$, 42, 1.5, true, 0xcafe, 1d12h, null,\n"
     "123e4567-e89b-12d3-a456-426614174000, [1, 2], {'a', 'b'}, {'k': 1}, (1, 'a'), {field: 1}.\n"
     "Dates, times and addresses are written as text: '2024-02-29', '13:45:00', '2024-02-29 13:45+0000', "
     "'::1'.\n"
     "\"Double quotes\" hold names, never text.\n",
     "SELECT id FROM posts WHERE author = $$it's ann$$;\n"},
    {"functions",
     "Operators      + - * / %; + also joins texts, and adds a duration to a time\n"
     "Conversions    CAST(x AS type)\n"
     "Cells          ttl() writetime() maxwritetime(): what is stored beside a value\n"
     "Elements       map['k'], user_type.field\n"
     "HELP to_date shows the signatures of a function.\n",
     "SELECT id, writetime(body), map_keys(likes), id * 2 + 1 FROM posts WHERE author = 'ann';\n"
     "SELECT min(id), avg(id) FROM posts WHERE author = 'ann';\n"
     "INSERT INTO gyms (country, city, opened, name) VALUES ('us', 'Phoenix', current_date(), 'New');\n"},
    {"rules",
     "K1  every column of the partition key needs = or IN\n"
     "K2  no range on the partition key\n"
     "K3  clustering columns are restricted from left to right, without a gap\n"
     "K4  one range, and it comes last\n"
     "K5  only key columns are searchable\n"
     "K6  writes name the whole primary key\n"
     "O1  ORDER BY needs the partition fixed\n"
     "O2  ORDER BY follows the clustering order; columns fixed by = may be skipped\n"
     "O3  all directions as declared, or all reversed\n"
     "U1  the same primary key means the same row: a second INSERT overwrites\n",
     ""},
};

}  // namespace

std::span<const HelpPage> help_pages() { return kPages; }

std::string_view sample_schema() {
  return "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
         "USE shop;\n"
         "CREATE TYPE address (street text, city text);\n"
         "CREATE TABLE posts (author text, id int, body text, tags set<text>, likes map<text, int>, links "
         "list<text>, pinned text STATIC, home frozen<address>, PRIMARY KEY (author, id));\n"
         "CREATE TABLE gyms (country text, city text, opened date, name text, size int, PRIMARY KEY "
         "((country, "
         "city), opened, name));\n"
         "CREATE TABLE visits (page text PRIMARY KEY, count counter);\n"
         "INSERT INTO posts (author, id, body) VALUES ('ann', 1, 'hello');\n";
}

}  // namespace cellar
