#include "shell/teach/help/help_pages.h"

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
    {"create index",
     "CREATE INDEX [IF NOT EXISTS] [name] ON table (column) [USING 'sai' [WITH OPTIONS = {...}]];\n"
     "DROP INDEX [IF EXISTS] name;\n"
     "Finds rows by a column that is not their key. Without USING it serves one relation a query: column = "
     "value,\n"
     "and of collections CONTAINS; keys(m), entries(m) and full(f) index CONTAINS KEY, m['k'] = v and f = "
     "{...}.\n"
     "With USING 'sai' several relations and indexes serve together, also <, <=, >, >= of numbers and times, "
     "and\n"
     "ANN OF vectors (HELP ANN). A read through an index goes without ALLOW FILTERING, with the notice W417: "
     "on a\n"
     "cluster it asks every node. Where the query is known, a table with that key is better.\n",
     "CREATE INDEX ON posts (body);\n"
     "CREATE INDEX ON posts (entries(likes));\n"
     "CREATE INDEX tags_of_posts ON posts (tags) USING 'sai';\n"
     "SELECT author, id FROM posts WHERE body = 'hello';\n"
     "SELECT author, id FROM posts WHERE likes['bob'] = 1;\n"
     "DROP INDEX tags_of_posts;\n"},
    {"create materialized view",
     "CREATE MATERIALIZED VIEW [IF NOT EXISTS] name AS SELECT columns | * FROM table\n"
     "  WHERE key_column IS NOT NULL [AND ...] PRIMARY KEY (...) [WITH option = value];\n"
     "ALTER MATERIALIZED VIEW name WITH option = value;\n"
     "DROP MATERIALIZED VIEW [IF EXISTS] name;\n"
     "The table once more under another key, kept up to date by each write of the table; it takes no writes "
     "of "
     "its\n"
     "own. The key is that of the table in any order, with at most one other column. Each column of it needs "
     "IS\n"
     "NOT NULL; rows without a value for it are not in the view. A view is read like a table, by its key.\n",
     "CREATE MATERIALIZED VIEW posts_by_id AS SELECT author, id, body FROM posts "
     "WHERE id IS NOT NULL AND author IS NOT NULL PRIMARY KEY (id, author);\n"
     "SELECT author, body FROM posts_by_id WHERE id = 1;\n"
     "ALTER MATERIALIZED VIEW posts_by_id WITH comment = 'by number';\n"},
    {"create type",
     "CREATE TYPE [IF NOT EXISTS] [keyspace.]name (field type, ...);\n"
     "A column of that type is frozen<name>, written as a whole, or name, whose fields are written one by "
     "one.\n",
     "CREATE TYPE person (name text, born date);\n"
     "CREATE TABLE books (isbn text PRIMARY KEY, author frozen<person>);\n"
     "INSERT INTO books (isbn, author) VALUES ('0-1', {name: 'Ann', born: '1990-05-01'});\n"},
    {"alter type", "ALTER TYPE name ADD field type;\nALTER TYPE name RENAME field TO other;\n",
     "ALTER TYPE address ADD zip text;\nALTER TYPE address RENAME zip TO postcode;\n"},
    {"drop", "DROP KEYSPACE | TABLE | TYPE | INDEX | MATERIALIZED VIEW [IF EXISTS] name;\n",
     "DROP TABLE IF EXISTS nothing;\nDROP TABLE visits;\n"},
    {"truncate", "TRUNCATE [TABLE] name;   takes all rows of a table away\n", "TRUNCATE posts;\n"},
    {"insert",
     "INSERT INTO table (columns) VALUES (values)\n"
     "  [IF NOT EXISTS] [USING TTL seconds AND TIMESTAMP microseconds];\n"
     "Names the whole primary key. A row with that key is overwritten, column by column, unless the "
     "statement "
     "says\n"
     "IF NOT EXISTS (HELP IF). INSERT INTO table JSON '{...}' takes a document (HELP JSON).\n",
     "INSERT INTO posts (author, id, body, tags) VALUES ('ann', 7, 'It''s late', {'night'});\n"
     "INSERT INTO posts (author, id, body) VALUES ('ann', 8, 'Gone in an hour') USING TTL 3600;\n"},
    {"update",
     "UPDATE table [USING TTL seconds AND TIMESTAMP microseconds]\n"
     "SET column = value, list = list + [x], set = set - {x}, map['k'] = v\n"
     "WHERE the whole primary key [IF EXISTS | IF condition AND ...];\n"
     "Creates the row if it does not exist and no IF asks for it (HELP IF). A counter is added to (HELP "
     "COUNTERS).\n",
     "UPDATE posts SET body = 'Early', tags = tags + {'day'} WHERE author = 'ann' AND id = 7;\n"
     "UPDATE posts SET likes['bob'] = 1, links = links + ['a.org'] WHERE author = 'ann' AND id = 7;\n"},
    {"delete",
     "DELETE [columns] FROM table [USING TIMESTAMP microseconds] WHERE key\n"
     "  [IF EXISTS | IF condition AND ...];\n"
     "Deletes columns, a row, a range of rows, or a partition; with IF (HELP IF) columns or a row.\n",
     "DELETE body FROM posts WHERE author = 'ann' AND id = 7;\n"
     "DELETE FROM posts WHERE author = 'ann' AND id < 5;\nDELETE FROM posts WHERE author = 'ann';\n"},
    {"if",
     "INSERT ... IF NOT EXISTS     UPDATE ... IF EXISTS     DELETE ... IF EXISTS\n"
     "UPDATE | DELETE ... IF column = value AND column IN (...) AND map['k'] != value ...;\n"
     "A conditional write looks before it writes. It answers a row: [applied] says whether it has written; "
     "if "
     "not,\n"
     "the values follow that did not fit. IF comes after WHERE; in an INSERT after VALUES, before USING. "
     "Conditions\n"
     "are about columns outside the key: =, !=, <, <=, >, >=, IN, CONTAINS; column = null asks for no value. "
     "With\n"
     "IF, SET n = n + 1 works on numbers, too. In a batch all conditions decide together, in one "
     "partition.\n"
     "IF takes no USING TIMESTAMP. On a cluster it costs several round trips.\n",
     "INSERT INTO posts (author, id, body) VALUES ('ann', 1, 'mine') IF NOT EXISTS;\n"
     "UPDATE posts SET body = 'changed' WHERE author = 'ann' AND id = 1 IF body = 'hello';\n"
     "DELETE FROM posts WHERE author = 'ann' AND id = 1 IF body != 'changed' AND likes['bob'] = null;\n"},
    {"counters",
     "UPDATE table SET column = column + n WHERE the whole primary key;   also - and +=, -=\n"
     "A counter is only added to: no INSERT, IF, USING TTL or TIMESTAMP, no index. Beside its key a table "
     "of\n"
     "counters has nothing but counters. A batch of them is a BEGIN COUNTER BATCH. An addition that is "
     "repeated\n"
     "counts twice; where that matters, write a row for each event and count the rows of a partition.\n",
     "CREATE TABLE votes (film text, day date, up counter, down counter, PRIMARY KEY (film, day));\n"
     "UPDATE votes SET up = up + 1, down -= 1 WHERE film = 'Alien' AND day = '2024-02-29';\n"
     "SELECT day, up, down FROM votes WHERE film = 'Alien';\n"},
    {"explain",
     "EXPLAIN [ANALYZE] [(FORMAT JSON, TIMING OFF)] SELECT | INSERT | UPDATE | DELETE | BEGIN BATCH ...;\n"
     "Says what the statement would read or write: its partitions and rows, the order, what is tested row by "
     "row,\n"
     "the tombstones that it makes, and the rules that allow or refuse it (HELP RULES). A statement that "
     "would be\n"
     "refused is explained, too, with what it would cost, and then its refusal. EXPLAIN is Cellar's own; "
     "Cassandra\n"
     "has none.\n"
     "EXPLAIN ANALYZE runs the statement, and adds what was measured. A write is really made, as in "
     "PostgreSQL.\n"
     "FORMAT JSON answers one object; TIMING OFF leaves the time out.\n",
     "EXPLAIN SELECT body FROM posts WHERE author = 'ann' ORDER BY id DESC LIMIT 10;\n"
     "EXPLAIN ANALYZE SELECT body FROM posts WHERE author = 'ann';\n"
     "EXPLAIN (FORMAT JSON) UPDATE posts SET body = 'hello' WHERE author = 'ann' AND id = 1;\n"},
    {"select",
     "SELECT [JSON] [DISTINCT] * | expressions [AS name] FROM table\n"
     "WHERE partition key = value AND clustering columns from left to right, one range last (HELP WHERE)\n"
     "[GROUP BY key columns] [ORDER BY clustering column ASC|DESC | vector ANN OF [...]]\n"
     "[PER PARTITION LIMIT n] [LIMIT n] [ALLOW FILTERING];\n",
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
     "is no OR, no NOT and no null. Other columns are searched through an index (HELP CREATE INDEX) or with "
     "ALLOW\n"
     "FILTERING, collections by CONTAINS and CONTAINS KEY. HELP RULES has the rules, HELP E301 what a "
     "refusal "
     "means.\n",
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
    {"order",
     "The order of rows is stored, not chosen: a partition is sorted by its clustering columns, as CREATE "
     "TABLE\n"
     "declares them (WITH CLUSTERING ORDER BY). A query reads a slice in that order or backwards (HELP ORDER "
     "BY).\n"
     "Numbers as text are sorted by characters, '10' before '9': declare int. A day as text is sorted by\n"
     "time if it is written year first, '2024-02-29', and not if the day comes first. Partitions have no "
     "order\n"
     "that a query could use: they lie by the hash of their key.\n",
     "CREATE TABLE latest (device text, at timestamp, value double, PRIMARY KEY (device, at)) WITH "
     "CLUSTERING "
     "ORDER BY (at DESC);\n"
     "SELECT at, value FROM latest WHERE device = 'd1' LIMIT 10;\n"},
    {"then-now",
     "What older articles say of Cassandra, and what is true now:\n"
     "  \"there is no query language\"        CQL is the interface; get, set and list of cassandra-cli are "
     "gone\n"
     "  \"schema-free\"                      columns are declared; an unknown one is refused (HELP E203)\n"
     "  \"the timestamp cannot be queried\"  writetime(column) and ttl(column) answer it\n"
     "  \"there is no secondary index\"      CREATE INDEX makes one (HELP CREATE INDEX); a table by key is "
     "better\n"
     "  \"no TTL on the column family\"      default_time_to_live is an option of a table; each cell keeps "
     "its own\n"
     "  \"column family, super column\"      a table; a collection or another clustering column\n"
     "  \"wide row, dynamic columns\"        a partition of many rows (HELP WIDE ROW)\n"
     "  \"WITH COMPACT STORAGE\"             is accepted for old tables; no new one needs it\n"
     "  \"multi-row transactions\"           a batch with IF in one partition (HELP IF)\n",
     "CREATE TABLE sessions (id uuid PRIMARY KEY, who text) WITH default_time_to_live = 3600;\n"
     "SELECT writetime(body), ttl(body) FROM posts WHERE author = 'ann';\n"},
    {"group by",
     "GROUP BY columns of the primary key, from left to right\n"
     "Rows that are alike in these columns make one row of the answer, for which count, min, max, sum and "
     "avg "
     "are\n"
     "computed; other columns show the first row's value. It names the whole partition key first, unless "
     "WHERE "
     "has\n"
     "fixed it by =. The last one may be floor(time, duration). There is no HAVING; groups of other columns "
     "need\n"
     "a table whose key begins with them.\n",
     "SELECT opened, count(*) FROM gyms WHERE country = 'us' AND city = 'Phoenix' GROUP BY opened;\n"
     "SELECT floor(opened, 1y) AS year, max(size) FROM gyms WHERE country = 'us' AND city = 'Phoenix' GROUP "
     "BY "
     "floor(opened, 1y);\n"},
    {"ann vector search",
     "SELECT columns FROM table [WHERE ...] ORDER BY vector_column ANN OF [numbers] LIMIT n;\n"
     "Finds the n vectors that are nearest to a given one, the nearest first. It needs an index USING 'sai' "
     "on "
     "a\n"
     "column vector<float, n>, and LIMIT, up to 1000. similarity_function is cosine (which has no place for "
     "a "
     "vector\n"
     "of zeros), dot_product or euclidean. Relations beside it need an index, or the whole partition key. "
     "Here\n"
     "all vectors are compared, so the answer is exact; on a cluster it is approximate.\n",
     "CREATE TABLE pictures (id int PRIMARY KEY, place vector<float, 2>);\n"
     "CREATE INDEX ON pictures (place) USING 'sai' WITH OPTIONS = {'similarity_function': 'euclidean'};\n"
     "INSERT INTO pictures (id, place) VALUES (1, [0.5, 0.25]);\n"
     "SELECT id, similarity_euclidean(place, [1, 0]) FROM pictures ORDER BY place ANN OF [1, 0] LIMIT 3;\n"},
    {"json",
     "INSERT INTO table JSON '{\"column\": value, ...}' [DEFAULT UNSET] [IF NOT EXISTS] [USING ...];\n"
     "SELECT JSON columns FROM table ...;\n"
     "A row as a document. Columns that the document does not name are set to null; DEFAULT UNSET leaves "
     "them "
     "as\n"
     "they are. Names are folded to lower case, one with capitals is \"\\\"Name\\\"\". Sets, lists, tuples "
     "and\n"
     "vectors are arrays, maps and user types objects; dates, uuids and blobs are text. from_json() and "
     "to_json() do\n"
     "it for one value.\n",
     "INSERT INTO posts JSON '{\"author\": \"ann\", \"id\": 9, \"tags\": [\"a\"], \"likes\": {\"bob\": "
     "1}}';\n"
     "INSERT INTO posts JSON '{\"author\": \"ann\", \"id\": 9, \"body\": \"It''s late\"}' DEFAULT UNSET;\n"
     "SELECT JSON id, body, tags FROM posts WHERE author = 'ann';\n"
     "UPDATE posts SET tags = from_json('[\"b\", \"c\"]') WHERE author = 'ann' AND id = 9;\n"},
    {"allow filtering",
     "ALLOW FILTERING reads what the key finds, and throws away what does not match. On a cluster that may "
     "be\n"
     "every row of a table. Under POLICY teach it also permits reads of several partitions, and says what "
     "they "
     "read.\n",
     "SELECT author, id FROM posts WHERE body = 'Early' ALLOW FILTERING;\n"},
    {"batch",
     "BEGIN [UNLOGGED | COUNTER] BATCH [USING TIMESTAMP microseconds]\n  INSERT ...; UPDATE ...; DELETE "
     "...;\n"
     "APPLY BATCH;\n"
     "All of it happens, or nothing. With IF behind a statement all of it depends on the condition (HELP "
     "IF).\n",
     "BEGIN BATCH INSERT INTO posts (author, id) VALUES ('bob', 1); DELETE FROM posts WHERE author = 'ann'; "
     "APPLY BATCH;\n"},
    {"use", "USE keyspace;   names of tables without a keyspace are looked up there\n", "USE shop;\n"},
    {"scripts",
     "cellar shop.cellar -f load.cql            runs the statements and commands of a file; -f - reads\n"
     "                                          standard input. -f and -e may stand several times, and\n"
     "                                          run in their order\n"
     "cellar shop.cellar -f load.cql --dry-run  plans and checks each statement, with the tables that\n"
     "                                          the script would make; nothing is written\n"
     "cellar shop.cellar -f load.cql --from load.cql:120\n"
     "                                          goes on there. Before it USE, PARAMETER and other\n"
     "                                          commands that set something run, and print nothing\n"
     "--stop-on-error ends the run at the first statement that is refused; else the rest runs. --echo\n"
     "prints each statement before its answer. --report-commits says while the script runs how many of\n"
     "its statements are saved.\n"
     "Ctrl-C, SIGTERM and a full disk end the run. Then a line says what to type to go on, and the last\n"
     "line of standard error which statements are saved: the first ones, without a gap.\n"
     "Exit status: 0 all ran, 1 a wrong option, a file or the disk, 2 a statement was refused, 130\n"
     "Ctrl-C, 143 SIGTERM. SOURCE 'file' runs a script at the prompt and in scripts (HELP SOURCE).\n",
     ""},
    {"system tables",
     "SELECT ... FROM system_schema.tables WHERE keyspace_name = 'name';   likewise columns, indexes, views, "
     "types\n"
     "SELECT ... FROM system.local;   system_virtual_schema, system_auth, system_traces and others are "
     "there, "
     "too\n"
     "What there is, as drivers and tools ask for it. The rows are computed, so nothing can be written to "
     "them;\n"
     "POLICY does not apply to them. DESCRIBE shows the same as statements (HELP DESCRIBE).\n",
     "SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'shop';\n"
     "SELECT column_name, kind, type FROM system_schema.columns WHERE keyspace_name = 'shop' AND table_name "
     "= "
     "'posts';\n"
     "SELECT index_name, options FROM system_schema.indexes;\n"
     "SELECT release_version FROM system.local;\n"},
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
    {"keys",
     "Enter runs a whole statement or command, and else begins a line. Alt-Enter always begins a line.\n"
     "Up Down, Ctrl-P Ctrl-N   from line to line, and behind them through the history; Alt-P Alt-N: entry by "
     "entry\n"
     "Left Right, Ctrl-B Ctrl-F   a character; Ctrl-Left Ctrl-Right, Alt-B Alt-F: a word\n"
     "Home End, Ctrl-A Ctrl-E   the line's beginning and end; Ctrl-Home Ctrl-End, Alt-< Alt->: those of all "
     "lines\n"
     "Backspace Delete, Ctrl-H Ctrl-D   delete a character\n"
     "Ctrl-K Ctrl-U   delete to the line's end, to its beginning; Alt-D Alt-Backspace: a word\n"
     "Ctrl-W          deletes back to a blank\n"
     "Ctrl-Y   puts back what was deleted so; Alt-Y then: what was deleted before it\n"
     "Ctrl-_   undo; Ctrl-T: swap two characters; Alt-U Alt-L Alt-C: capitals, small letters, one capital\n"
     "Tab   completes, or lists what may come next (HELP TAB); in a paste it is a tab, as Alt-Tab and Ctrl-V "
     "Tab "
     "are\n"
     "Ctrl-R Ctrl-S   search the history, older and newer; Enter runs, Right edits, Ctrl-G goes back,\n"
     "                Ctrl-C leaves the line, too\n"
     "Escape          takes the list of Tab away, and ends a search with what it has found; Escape and a key "
     "in a "
     "row\n"
     "                are Alt and that key\n"
     "Ctrl-X Ctrl-E   opens what is typed in $VISUAL or $EDITOR; EDIT: the last statement\n"
     "Ctrl-C drops what is typed, or stops what runs; it never leaves: Ctrl-D in an empty line does, and\n"
     "Ctrl-\\ while a statement runs. Ctrl-D first says how to keep what is in no file. Ctrl-Z suspends, "
     "Ctrl-L "
     "clears.\n"
     "What is pasted waits for Enter, and then runs statement by statement. A prompt such as '... says what "
     "is "
     "open:\n"
     "a quote ' or \", a text in $$, a comment /*, a bracket, a batch.\n",
     ""},
    {"tab",
     "Tab types what has to come next. If several things may come, it types what they begin with in common; "
     "if that "
     "is\n"
     "nothing, it lists them, columns with their types, functions with their signatures; Tab again lists "
     "those that had no room. It knows what the place takes:\n"
     "  SELECT * FROM <Tab>                tables and views of the keyspace in use, and the other keyspaces\n"
     "  SELECT <Tab>                       DISTINCT, JSON, the columns of the keyspace's tables, functions\n"
     "  SELECT <Tab> FROM posts            its columns (the name of the table may be behind the cursor)\n"
     "  ... WHERE <Tab>                    the columns of the key that are still missing come first\n"
     "  ... ORDER BY <Tab>                 the clustering columns\n"
     "  INSERT INTO posts (author, <Tab>   the columns that are not named yet\n"
     "  UPDATE posts SET <Tab>             those that may be set\n"
     "  ... WITH compaction = {<Tab>       options and their values\n"
     "  COPY posts (<Tab>                  its columns; behind FROM and TO: files; behind WITH: options and "
     "values\n"
     "  HELP E30<Tab>                      codes; behind HELP: topics\n"
     "  SOURCE '<Tab>                      files, behind CAPTURE, OUTPUT and EDIT as well\n"
     "Words come in capitals or small letters, as you type them; names that need quotes get them. Tab works "
     "in each\n"
     "line of a statement. Behind a blank it lists all that may come. HELP KEYS tells the other keys.\n",
     ""},
    {"rules",
     "",  // the rule card itself comes before it
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
