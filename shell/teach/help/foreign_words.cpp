#include "shell/teach/help/foreign_words.h"

#include <algorithm>
#include <string>

#include "types/text/text.h"

namespace cellar {

namespace {

constexpr ForeignWord kWords[] = {
    {"tutorial,introduction,intro,getting started,start,first steps,course",
     "EXAMPLES makes tables to try things in, and HELP SELECT begins with them. LEARN plays lessons, step by "
     "step.",
     "EXAMPLES\n"
     "SELECT id, body FROM posts WHERE author = 'ann';\n",
     "examples,select,learn"},
    {"sql,sql server,postgres,postgresql,mysql,mariadb,sqlite,oracle,mongodb,redis,nosql",
     "CQL looks like SQL and is used the other way round: a table is made for one question. Its partition "
     "key says where the "
     "rows of an answer lie, so each query names it, and there is no JOIN. HELP knows many words of those "
     "languages: HELP JOIN, "
     "HELP AUTO_INCREMENT.",
     "SELECT name, size FROM gyms WHERE country = 'us' AND city = 'Phoenix';\n",
     "primary key,where,then-now"},
    {"join,inner join,left join,right join,full join,outer join,cross join,natural join,lookup",
     "A query reads one table. What you would join is kept in one table, made for the question, with the "
     "columns of both; "
     "each write then goes to all tables that hold the row. Two queries by key do as well if the other side "
     "is asked for "
     "rarely.",
     "CREATE TABLE posts_with_city (author text, id int, body text, city text, PRIMARY KEY (author, id));\n"
     "INSERT INTO posts_with_city (author, id, body, city) VALUES ('ann', 1, 'hello', 'Phoenix');\n"
     "SELECT body, city FROM posts_with_city WHERE author = 'ann';\n",
     "create table,batch,e107"},
    {"or,xor",
     "Conditions are joined by AND alone. Several values of one clustering column are IN; anything else is a "
     "query for each "
     "case.",
     "SELECT body FROM posts WHERE author = 'ann' AND id IN (1, 7);\n"
     "SELECT body FROM posts WHERE author = 'bob';\n",
     "where,e109"},
    {"not,not in,not equal,<>,!=",
     "WHERE says what to find, never what to leave out. Ask for a range, or test the rows in the program. IF "
     "has !=.",
     "SELECT id, body FROM posts WHERE author = 'ann' AND id > 1;\n"
     "UPDATE posts SET body = 'hello' WHERE author = 'ann' AND id = 1 IF body != 'bye';\n",
     "where,if,e316"},
    {"between", "Two relations say it: >= and <=, of the last clustering column that is named.",
     "SELECT id, body FROM posts WHERE author = 'ann' AND id >= 2 AND id <= 7;\n", "where"},
    {"in", "IN takes a list of values, not a query. Of a partition key it reads several partitions.",
     "SELECT body FROM posts WHERE author = 'ann' AND id IN (1, 7);\n", "where,e314"},
    {"unique,unique key,unique constraint,unique index",
     "Only the primary key is unique, and a second INSERT with it overwrites the first one. What else has to "
     "be unique is the "
     "key of a table of its own, written with IF NOT EXISTS: the answer says whether it was free.",
     "CREATE TABLE emails (email text PRIMARY KEY, customer text);\n"
     "INSERT INTO emails (email, customer) VALUES ('a@b.org', 'ann') IF NOT EXISTS;\n",
     "if,primary key"},
    {"primary key constraint,composite primary key,clustered index,composite index,covering index",
     "The primary key does what such an index does: it finds the partition, and sorts the rows in it. A "
     "query that needs "
     "another order or another column has another table.",
     "SELECT name, size FROM gyms WHERE country = 'us' AND city = 'Phoenix' AND opened >= '1990-01-01';\n",
     "primary key,create table,create index"},
    {"varchar,text,varchar2,nvarchar,char,character,string,clob,longtext",
     "text holds text of any length; varchar is another name for it. A length is not declared: the program "
     "checks it.",
     "CREATE TABLE names (id int PRIMARY KEY, name varchar);\n"
     "INSERT INTO names (id, name) VALUES (1, 'Ann');\n",
     "types,literals"},
    {"integer,int,tinyint,smallint,bigint,varint,float,double,decimal,number,numeric,real,money,long,"
     "unsigned",
     "Whole numbers are tinyint, smallint, int, bigint and varint, with 8, 16, 32, 64 and any number of "
     "bits; decimal is exact, "
     "for money, too; float and double are rounded. A size such as int(10) is not declared.",
     "CREATE TABLE prices (item text PRIMARY KEY, price decimal, pieces int);\n"
     "INSERT INTO prices (item, price, pieces) VALUES ('tea', 4.20, 7);\n",
     "types"},
    {"datetime,date,time,timestamp,datetime2,timestamptz,timestamp with time zone,time zone",
     "timestamp is a moment, with milliseconds; date and time are its halves. It is kept without a zone and "
     "shown in that of "
     "FORMAT ZONE.",
     "CREATE TABLE meetings (room text, begins timestamp, PRIMARY KEY (room, begins));\n"
     "INSERT INTO meetings (room, begins) VALUES ('blue', '2024-02-29 13:45+0100');\n"
     "SELECT begins, to_date(begins) FROM meetings WHERE room = 'blue';\n",
     "types,literals,format"},
    {"bit,bool,boolean", "boolean is true or false.",
     "CREATE TABLE lamps (room text PRIMARY KEY, is_lit boolean);\n"
     "INSERT INTO lamps (room, is_lit) VALUES ('blue', true);\n",
     "types,literals"},
    {"enum", "A text holds the word itself; which words there may be is checked by the program.",
     "CREATE TABLE lights (id int PRIMARY KEY, colour text);\n"
     "INSERT INTO lights (id, colour) VALUES (1, 'red');\n",
     "types"},
    {"array,list,set,tuple,jsonb,object,struct,hash,dictionary,nested table",
     "A column may be a list, a set or a map, whose elements are written one by one, or of a type of your "
     "own. A row is "
     "written and read as JSON, too.",
     "UPDATE posts SET tags = tags + {'new'}, likes['bob'] = 2 WHERE author = 'ann' AND id = 2;\n"
     "SELECT JSON id, tags, likes FROM posts WHERE author = 'ann' AND id = 2;\n",
     "types,create type,json"},
    {"auto increment,autoincrement,identity,bigserial,sequence,nextval,last insert id,generated "
     "always as identity",
     "Nothing counts rows for you: on a cluster all nodes would have to wait for one that does. uuid() makes "
     "an id that nobody "
     "else makes, now() one that also sorts by time.",
     "CREATE TABLE orders (customer text, id timeuuid, item text, PRIMARY KEY (customer, id));\n"
     "INSERT INTO orders (customer, id, item) VALUES ('ann', now(), 'tea');\n"
     "SELECT id, item FROM orders WHERE customer = 'ann';\n",
     "e112,types,counters,consistency"},
    {"guid,uuid,timeuuid,uniqueidentifier,newid,objectid",
     "The type uuid holds such an id, and uuid() makes one.",
     "CREATE TABLE parcels (id uuid PRIMARY KEY, item text);\n"
     "INSERT INTO parcels (id, item) VALUES (uuid(), 'tea');\n",
     "types,functions"},
    {"foreign key,references,referential integrity,cascade,on delete cascade",
     "Nothing checks that another row exists. Keep its key in a column, and write or delete what belongs "
     "together in one "
     "batch.",
     "BEGIN BATCH INSERT INTO posts (author, id, body) VALUES ('cy', 1, 'mine'); "
     "INSERT INTO posts (author, id, body) VALUES ('ann', 12, 'see cy 1'); APPLY BATCH;\n",
     "batch,create table"},
    {"check,check constraint,constraint",
     "A column is checked against its type, and nothing else. IF checks what is stored when a row is "
     "written.",
     "UPDATE gyms SET size = 450 WHERE country = 'us' AND city = 'Phoenix' AND opened = '1998-03-01' AND "
     "name = 'Iron House' "
     "IF size > 0;\n",
     "if,types"},
    {"like,ilike,regexp,rlike,similar to,glob,starts with,full text search,fulltext",
     "Text is found by its whole value, or by how it begins if it is a clustering column: a range. For the "
     "other words of a "
     "text keep a table with a row for each word.",
     "CREATE TABLE words (language text, word text, PRIMARY KEY (language, word));\n"
     "INSERT INTO words (language, word) VALUES ('en', 'cellar');\n"
     "SELECT word FROM words WHERE language = 'en' AND word >= 'ce' AND word < 'cf';\n",
     "where,e317"},
    {"having",
     "Groups are columns of the primary key, and all of them are answered; the program leaves out what it "
     "does not want.",
     "SELECT opened, count(*) FROM gyms WHERE country = 'us' AND city = 'Phoenix' GROUP BY opened;\n",
     "group by"},
    {"upsert,merge,insert or replace,replace into,on conflict,on duplicate key,on duplicate key "
     "update,insert ignore",
     "INSERT and UPDATE are both that already: the row with the key is written over, or made. IF NOT EXISTS "
     "and IF EXISTS "
     "look first.",
     "INSERT INTO posts (author, id, body) VALUES ('ann', 1, 'hello');\n"
     "UPDATE posts SET body = 'made by an update' WHERE author = 'cy' AND id = 3;\n"
     "INSERT INTO posts (author, id, body) VALUES ('ann', 1, 'mine') IF NOT EXISTS;\n",
     "insert,update,if"},
    {"default,default value",
     "A column has no default: what is not written is null. The program writes the value. A table has one "
     "for the time to "
     "live, default_time_to_live.",
     "INSERT INTO gyms (country, city, opened, name, size) VALUES ('us', 'Tucson', '2020-01-01', 'New', "
     "0);\n",
     "insert,create table,then-now"},
    {"null,is null,is not null,not null,coalesce,ifnull,nvl,isnull",
     "null is no value: nothing is stored. Key columns always have a value, others may lack one, and no "
     "declaration demands "
     "it. WHERE cannot ask for null; to write null is to delete, which leaves a tombstone. IF can ask for "
     "it.",
     "SELECT id, body, tags FROM posts WHERE author = 'ann';\n"
     "UPDATE posts SET body = 'hello' WHERE author = 'ann' AND id = 1 IF links = null;\n",
     "if,insert,w408,e406"},
    {"commit,rollback,transaction,begin transaction,start transaction,savepoint,autocommit,acid,work",
     "A statement is kept as soon as it is answered; there is nothing to commit, and nothing is taken back. "
     "What has to happen "
     "together or not at all is a batch. What depends on the stored value says IF.",
     "BEGIN BATCH INSERT INTO posts (author, id, body) VALUES ('ann', 10, 'both'); "
     "INSERT INTO posts (author, id, body) VALUES ('bob', 10, 'or none'); APPLY BATCH;\n"
     "UPDATE posts SET body = 'hello' WHERE author = 'ann' AND id = 1 IF body = 'hello';\n",
     "batch,if"},
    {"for update,select for update,lock,lock table,isolation level,serializable",
     "Nothing is locked. A write that depends on what was read says so by IF, and is tried again if "
     "[applied] is false.",
     "SELECT body FROM posts WHERE author = 'ann' AND id = 1;\n"
     "UPDATE posts SET body = 'hello' WHERE author = 'ann' AND id = 1 IF body = 'hello';\n",
     "if,consistency"},
    {"show tables,show databases,show schemas,show columns,show create table,list tables,information schema",
     "DESCRIBE shows what there is; system_schema holds it as tables.",
     "DESCRIBE TABLES\n"
     "DESCRIBE TABLE posts\n"
     "SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'examples';\n",
     "describe,system tables"},
    {"limit,offset,limit offset,fetch first,fetch next,top,rownum,pagination",
     "LIMIT ends an answer; nothing skips rows. The next page begins behind the last row of this one, by its "
     "key. Drivers do "
     "that by themselves.",
     "SELECT id, body FROM posts WHERE author = 'ann' LIMIT 2;\n"
     "SELECT id, body FROM posts WHERE author = 'ann' AND id > 2 LIMIT 2;\n",
     "select,where,paging"},
    {"count,row count,rows affected,returning",
     "count(*) reads all the rows that it counts, so count within a partition, or keep a counter. A write "
     "does not look, and "
     "cannot say how many rows there were; with IF it answers [applied].",
     "SELECT count(*) FROM posts WHERE author = 'ann';\n"
     "UPDATE visits SET count = count + 1 WHERE page = '/';\n"
     "SELECT count FROM visits WHERE page = '/';\n",
     "counters,group by,functions"},
    {"sum,avg,average,min,max,total",
     "They run over the rows of a partition, or over groups of them by columns of the key.",
     "SELECT max(size), avg(size) FROM gyms WHERE country = 'us' AND city = 'Phoenix';\n"
     "SELECT opened, sum(size) FROM gyms WHERE country = 'us' AND city = 'Phoenix' GROUP BY opened;\n",
     "group by,functions"},
    {"subquery,subselect,nested query,exists,with,cte,common table expression,derived table",
     "A query takes values, not another query. Run the inner one first, and write its answer into the other "
     "one.",
     "SELECT max(id) FROM posts WHERE author = 'bob';\n"
     "SELECT body FROM posts WHERE author = 'ann' AND id = 1;\n",
     "select,e107,create table"},
    {"union,union all,intersect,except,minus",
     "Run a query for each part; the program puts the answers together.",
     "SELECT body FROM posts WHERE author = 'ann';\nSELECT body FROM posts WHERE author = 'bob';\n",
     "select,where"},
    {"case,case when,iif,decode",
     "Values are answered as they are stored; the program turns them into words.",
     "SELECT name, size, size * 2 AS doubled FROM gyms WHERE country = 'us' AND city = 'Phoenix';\n",
     "functions"},
    {"concat,||,substring,substr,length,upper,lower,trim",
     "+ joins texts. No function cuts or changes a text: the program does it before it writes, or after it "
     "has read.",
     "SELECT author + ': ' + body FROM posts WHERE author = 'ann';\n", "functions"},
    {"getdate,sysdate,curdate,current date,systimestamp",
     "current_timestamp(), current_date() and current_time() are functions, and now() makes a timeuuid.",
     "SELECT current_timestamp(), current_date(), now() FROM system.local;\n", "functions,clock"},
    {"distinct",
     "SELECT DISTINCT lists partition keys, and nothing else. Without WHERE it reads all partitions.",
     "SELECT DISTINCT author FROM posts ALLOW FILTERING;\n", "select,e323"},
    {"alias,as,table alias",
     "AS names a column of the answer. Tables have no other name: a query has only one.",
     "SELECT name AS gym, size FROM gyms WHERE country = 'us' AND city = 'Phoenix';\n", "select"},
    {"sort,sorting,asc,order by random,random,rand",
     "Rows come in the order of the clustering columns, or backwards. Another order is another table; a "
     "random one is made by "
     "the program.",
     "SELECT id, body FROM posts WHERE author = 'ann' ORDER BY id DESC;\n", "order by,order"},
    {"window function,over,partition by,row number,rank,lag,lead,first value",
     "The rows of a partition are sorted, so the first ones of each are a query: PER PARTITION LIMIT. Sums "
     "that run along are "
     "made by the program.",
     "SELECT author, id, body FROM posts PER PARTITION LIMIT 1 ALLOW FILTERING;\n", "select,group by"},
    {"group concat,string agg,array agg,listagg",
     "Keep what belongs together in a collection, or read the partition: its rows are the list.",
     "SELECT id, tags FROM posts WHERE author = 'ann';\n", "group by,types"},
    {"alter primary key,change primary key,add primary key,drop primary key,rename table,modify column,alter "
     "column",
     "Where a row lies follows from its key, so the key of a table stays, as do its name and the types of "
     "its columns. Another "
     "key is another table: ADVISE proposes it for a query, and with APPLY makes and fills it.",
     "ADVISE SELECT author, id FROM posts WHERE body = 'hello';\n"
     "CREATE TABLE newest_posts (author text, id int, body text, PRIMARY KEY (author, id)) WITH CLUSTERING "
     "ORDER BY (id DESC);\n",
     "alter table,primary key,advise,e220"},
    {"add column,drop column,rename column",
     "ALTER TABLE adds and drops columns, and renames those of the key.",
     "CREATE TABLE remarks (author text, id int, PRIMARY KEY (author, id));\n"
     "ALTER TABLE remarks ADD body text;\n",
     "alter table"},
    {"database,create database,create schema,schema,drop database,tablespace",
     "A keyspace holds tables, as a database or schema of SQL does.",
     "CREATE KEYSPACE warehouse WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
     "USE warehouse;\n"
     "USE examples;\n",
     "create keyspace,use,describe"},
    {"insert select,insert into select,create table as,create table as select,select into,ctas",
     "ADVISE ... APPLY makes a table for a query and fills it from the one that is there. COPY moves rows "
     "through a file.",
     "ADVISE SELECT author, id FROM posts WHERE body = 'hello';\n"
     "COPY gyms TO STDOUT;\n",
     "advise,copy,create materialized view"},
    {"delete all,delete from table,empty table",
     "TRUNCATE takes all rows of a table; DELETE names a partition at least.",
     "CREATE TABLE papers (id int PRIMARY KEY);\nTRUNCATE papers;\n", "truncate,delete"},
    {"update all,update from,update join",
     "UPDATE names the whole primary key of one row; it does not look which rows there are. The program "
     "reads the keys, and "
     "updates each.",
     "SELECT author, id FROM posts WHERE author = 'ann';\n"
     "UPDATE posts SET tags = tags + {'read'} WHERE author = 'ann' AND id = 1;\n",
     "update,e312"},
    {"procedure,create function,user defined function,stored procedure,create procedure,trigger,create "
     "trigger",
     "Code runs in the program that talks to the database. What has to happen with a write is another "
     "statement of its batch.",
     "BEGIN BATCH INSERT INTO posts (author, id, body) VALUES ('ann', 11, 'x'); "
     "UPDATE posts SET pinned = 'x' WHERE author = 'ann'; APPLY BATCH;\n",
     "batch,e602"},
    {"user,create user,create role,role,grant,revoke,permission,password",
     "Nobody logs in here: who may read the file may do everything. People who shall not meet have a file, "
     "or at least a "
     "keyspace, of their own. Roles belong to a cluster.",
     "DESCRIBE KEYSPACES\n", "create keyspace,e601"},
    {"explain plan,analyze,query plan,execution plan",
     "EXPLAIN says what a statement would read or write; EXPLAIN ANALYZE runs it and measures.",
     "EXPLAIN SELECT body FROM posts WHERE author = 'ann' AND id = 1;\n"
     "EXPLAIN ANALYZE SELECT body FROM posts WHERE author = 'ann';\n",
     "explain,tracing,timing"},
    {"temporary table,temp table,create temporary table,expire,expiry,ttl",
     "A value, a row or all rows of a table may have a time to live, after which they are gone.",
     "INSERT INTO posts (author, id, body) VALUES ('ann', 20, 'for a minute') USING TTL 60;\n"
     "SELECT body, ttl(body) FROM posts WHERE author = 'ann' AND id = 20;\n",
     "insert,update,then-now"},
    {"backup,restore,pg dump,mysqldump,mongodump",
     "DUMP writes the whole database as a script, which cellar -f or cqlsh -f reads again.",
     "DESCRIBE KEYSPACE examples\n", "dump,copy"},
    {"import,load data,load csv,bulk insert,bulk load,bulk,insert many",
     "COPY reads a file of values into a table, and writes one.", "COPY gyms TO STDOUT WITH HEADER = true;\n",
     "copy,source"},
    {"find,find one,collection,document,insert one,aggregate",
     "A collection of documents is a table; a document is a row, which may be written and read as JSON. A "
     "find is a SELECT that "
     "names the partition.",
     "INSERT INTO posts JSON '{\"author\": \"cy\", \"id\": 5, \"body\": \"hi\", \"tags\": [\"new\"]}';\n"
     "SELECT JSON * FROM posts WHERE author = 'cy' AND id = 5;\n",
     "json,select,create table"},
    {"get,mget,hget,hgetall,hset,hmset,incr,zadd,zrange,lpush,sadd",
     "A key and its value are a partition. A hash is a row, a sorted set or list the rows of a partition, "
     "incr a counter.",
     "SELECT body FROM posts WHERE author = 'ann' AND id = 1;\n"
     "UPDATE visits SET count = count + 1 WHERE page = '/';\n",
     "select,insert,counters"},
    {"shard,sharding,bucket,shard key",
     "The partition key shards a table by itself. A partition that would grow without bound gets a bucket, "
     "such as the day, as "
     "a second column of its key.",
     "CREATE TABLE measured (device text, day date, at time, value double, PRIMARY KEY ((device, day), "
     "at));\n"
     "INSERT INTO measured (device, day, at, value) VALUES ('d1', '2024-02-29', '07:05:00', 20.5);\n"
     "SELECT at, value FROM measured WHERE device = 'd1' AND day = '2024-02-29';\n",
     "primary key,create table"},
};

/// "AUTO_INCREMENT" and "Count(*)" as the table has them.
std::string table_name_of(std::string_view word) {
  std::string name = to_lower(word);
  std::ranges::replace(name, '_', ' ');
  const std::size_t open = name.find('(');
  if (open != std::string::npos && open > 0) name.erase(open);
  return std::string(trim(name));
}

}  // namespace

std::span<const ForeignWord> foreign_words() { return kWords; }

const ForeignWord* find_foreign_word(std::string_view name) {
  const std::string wanted = table_name_of(name);
  if (wanted.empty()) return nullptr;
  const auto* const found = std::ranges::find_if(kWords, [&](const ForeignWord& word) {
    for (std::string_view rest = word.names; !rest.empty();) {
      const std::string_view next = rest.substr(0, rest.find(','));
      if (next == wanted) return true;
      rest.remove_prefix(std::min(rest.size(), next.size() + 1));
    }
    return false;
  });
  return found == std::end(kWords) ? nullptr : found;
}

}  // namespace cellar
