// Messages that come with an answer: notices, warnings and lints.
//
// Columns: id, code, class (refusal/cause.h), title, why, fix, then what struct Message says. Below the messages are
// the examples of their codes. Only refusal/messages.cpp includes this file.
#pragma once

#include "refusal/code_examples.h"
#include "refusal/messages.h"

namespace cellar::catalogue {

using enum ErrorClass;
using enum MessageKind;

inline constexpr Message kNoticeMessages[] = {
    {"name_folded", "W411", notice, "{written} is kept as {name}",
     "Names without double quotes are folded to lower case. This is said once in a session.",
     "Write names in lower case, with _ between words. A name in double quotes keeps its capitals, and needs "
     "the "
     "quotes from then on."},
    {"collection_overwritten", "W406", notice | Cause::collection_overwritten,
     "{column} of {table} is overwritten as a whole",
     "The old elements are deleted by one deletion of the column, and all new ones are written: later reads "
     "pass "
     "both until the deletion is purged.",
     "Add or remove the elements that change: {column} = {column} + ..., or {column}[...] = ... of a map."},
    {"collection_overwritten_by", "W406", notice,
     "{column} of {table} is overwritten as a whole: a deletion, and {elements|element|elements}",
     "The old elements are deleted by one deletion of the column, and all new ones are written, also those "
     "that "
     "stay the same.",
     "Add or remove the elements that change: {column} = {column} + ..., or {column}[...] = ... of a map. A "
     "set "
     "adds and removes without a read."},
    {"list_read_first", "W407", notice, "the list {column} of {table} is read before it is written",
     "An element of a list is found by its position or its value, so the whole list has to be read first: a "
     "write that waits for a read, and that another write may overtake.",
     "Use a set, or a map with keys of your own: their elements are written without a read."},
    {"null_inserted", "W408", notice, "null for {column} writes a tombstone into {table}",
     "A tombstone is a deletion of a cell that may not be there: it takes space, and reads pass it until it "
     "is "
     "purged.",
     "Leave the column out of the INSERT: what is not written takes no space."},
    {"nulls_inserted", "W408", notice, "this INSERT writes tombstones into {table}: {columns}",
     "INSERT JSON writes null to each column that the document does not name, and a marker that is bound to "
     "null does "
     "the same. A tombstone takes space, and reads pass it until it is purged.",
     "Add DEFAULT UNSET behind the document, or leave the marker unset: what is not written takes no space."},
    {"deletions_passed", "W409", notice,
     "this read {rows|row|rows} of {table}, and passed {deletions|deletion|deletions}",
     "What is deleted, or has outlived its time to live, stays in the file until it may be purged, and each "
     "read "
     "passes it. A queue that is read from its beginning comes to this.",
     "Begin to read behind what was deleted, by a bound on the clustering columns; or delete a range or a "
     "partition "
     "in place of row after row."},
    {"partition_of_tombstones", "W409", notice,
     "a read of one partition of {table} passes {deletions|tombstone|tombstones} for {cells|cell|cells}",
     "Cassandra warns of a read that passes 1,000, and refuses one that passes 100,000. They stay for "
     "gc_grace_seconds at least.",
     "Begin to read behind what was deleted, by a bound on the clustering columns; or delete a range or a "
     "partition in place of row after row."},
    {"partition_of_too_many_tombstones", "W409", notice,
     "a read of one partition of {table} passes {deletions|tombstone|tombstones}, and a cluster refuses it",
     "It returns {cells|cell|cells} at most. Cassandra warns of a read that passes 1,000, and refuses one "
     "that passes 100,000. They stay for gc_grace_seconds at least.",
     "Begin to read behind what was deleted, by a bound on the clustering columns; or delete a range or a "
     "partition in place of row after row."},
    {"limit_reads_oldest", "W410", notice, "LIMIT without ORDER BY gives the oldest rows of {table} first",
     "Rows are stored by {column} ascending, and a read without ORDER BY takes them in stored order.",
     "Add ORDER BY {column} DESC for the newest, or declare the table WITH CLUSTERING ORDER BY ({column} "
     "DESC)."},
    {"counter_not_repeatable", "W412", lesson, "an addition to {column} of {table} must not be sent twice",
     "A write that times out on a cluster may have happened. Other writes can be repeated and mean the same; "
     "an "
     "addition that is repeated counts twice.",
     "Count where a small error is harmless, or keep one row for each event and count the rows."},
    {"batch_across_partitions", "W413", notice, "this batch writes several partitions: {places}",
     "All of its writes happen or none, but not at once: a reader may see a part of them. A cluster writes "
     "the "
     "batch to a log of other nodes first.",
     "That is right for copies of one fact in several tables. To load data faster, send the writes one by "
     "one."},
    {"unlogged_batch_across_partitions", "W413", notice,
     "this unlogged batch writes several partitions: {places}",
     "Nothing makes its writes happen together: a part of them may fail.",
     "Batch what one partition must have together; use a logged batch for copies of one fact; send other "
     "writes "
     "one by one."},
    {"many_columns_read", "W414", notice, "SELECT * reads all {count} columns of {table}",
     "Each column that nobody looks at is read from disk and sent all the same.",
     "Name the columns that you use."},
    {"key_time_moved", "W426", warning,
     "{rows|row|rows} of {table} got a time up to {milliseconds|millisecond|milliseconds} later, because a "
     "row "
     "with that key existed",
     "The key holds a time that a function gives, and several statements run within a millisecond: each "
     "would overwrite "
     "the row of the one before, as on a cluster. Here it takes the next millisecond that is free.",
     "Add to the key what tells such rows apart, or make its time a timeuuid that now() gives: each is a new "
     "one."},
    {"key_times_of_batch_moved", "W426", warning,
     "{rows|row|rows} of the batch got a time up to {milliseconds|millisecond|milliseconds} later, because "
     "a row of {table} with that key existed",
     "Keys hold a time that a function gives, and several statements run within a millisecond: each would "
     "overwrite the row of the one before, as on a cluster. Here the batch takes the next millisecond that "
     "is "
     "free, and so does the second of two rows that are alike but for the time.",
     "Add to the key what tells such rows apart, or make its time a timeuuid that now() gives: each is a new "
     "one."},
    {"row_replaced", "W404", notice, "{cells|cell|cells} of a row of {table} overwritten: {changes}",
     "INSERT does not look whether its primary key has a row: it writes its cells, and the old values are "
     "gone. "
     "They were written at {written}.",
     "IF NOT EXISTS inserts only where no row is. If both rows are facts, the primary key lacks the column "
     "that "
     "tells them apart.",
     "", "", "U1"},
    {"collection_replaced", "W404", notice, "{cells|cell|cells} of a row of {table} overwritten: {changes}",
     "INSERT does not look whether its primary key has a row: it writes its cells, and the old values are "
     "gone.",
     "IF NOT EXISTS inserts only where no row is. If both rows are facts, the primary key lacks the column "
     "that "
     "tells them apart.",
     "", "", "U1"},
    {"row_inserted_again", "W405", notice, "this row of {table} was there already, and nothing in it changed",
     "The write is made all the same, with a newer timestamp. Repeating it does no harm: the same primary "
     "key is "
     "the same row.",
     "", "", "", "U1"},
    {"write_changed_nothing", "W405", notice, "this write changes no value of {table}: {columns}",
     "The cells are written all the same, with a newer timestamp: for a cluster it is a write like any "
     "other, "
     "and work for every replica.",
     "Write what has changed."},
    {"values_unchanged", "W405", notice, "this write leaves a value of {table} as it was: {columns}",
     "The cell is written all the same, with a newer timestamp: for a cluster it is a write like any other.",
     "Write only the columns that have changed."},
    {"write_too_old", "W405", notice, "this write of {table} is older than what is stored, and is not seen",
     "The larger timestamp wins, in whatever order writes arrive: this one has {given}, and {stored} is "
     "stored.",
     "Leave out USING TIMESTAMP, unless the write is an old one that arrives late."},
    {"write_hidden", "W405", notice, "a younger deletion hides this write of {table}",
     "A deletion hides what is not younger than it, also writes that arrive later.",
     "Leave out USING TIMESTAMP, unless the write is an old one that arrives late."},
    {"write_of_batch_hidden", "W405", notice, "another write of this batch hides one of {table}",
     "The writes of a batch have one timestamp, whatever their order: a deletion wins, then the larger "
     "value.",
     "Write each row once in a batch, or give its writes timestamps of their own.", "", "", "U1"},
    {"nothing_to_delete", "W405", notice, "there is nothing in {table} that this deletes",
     "The deletion is written all the same: a tombstone, which later reads pass until it is purged.", ""},
    {"deletion_too_old", "W405", notice, "this deletion in {table} is older than what is stored",
     "A deletion hides what is not younger than it; younger values stay.",
     "Leave out USING TIMESTAMP, unless the deletion is an old one that arrives late."},
    {"lint_growing_partition", "L501", lint, "partitions of {table} grow without bound, by {column}",
     "All rows of one {partition} lie in one partition, on one node, and new ones never end. From a hundred "
     "megabytes on "
     "a "
     "partition is slow to read and to repair.",
     "Add a part of time to the partition key, such as a column month: the newest rows are then in the "
     "newest "
     "partition. A small number of rows that is known beforehand needs none."},
    {"lint_few_partitions", "L502", lint | Cause::few_partitions,
     "{column} gives {table} few partitions, and large ones",
     "There are as many partitions as {column} has values, and each lies on one node: the others have "
     "nothing "
     "to do.",
     "Put a column with many values into the partition key beside {column}, or in place of it."},
    {"lint_key_lacks_id", "L503", lint | Cause::lost_rows,
     "rows of {table} with the same {column} overwrite each other",
     "The primary key is {key}, and {id} is not in it: two writes with different {id} at the same time are "
     "one "
     "row, and the later one wins.",
     "Add {id} to the end of the primary key.", "", "", "U1"},
    {"lint_key_of_time", "L503", lint | Cause::lost_rows,
     "rows of {table} with the same {column} overwrite each other",
     "The primary key is {key}, and a timestamp counts milliseconds: two writes within one are one row, and "
     "the later one wins.",
     "Make {column} a timeuuid, which is unique, or add an id behind it.", "", "", "U1"},
    {"lint_key_lacks_key", "L503", lint | Cause::lost_rows,
     "rows of {original} with the same {own_key} overwrite each other in {table}",
     "{original} tells its rows apart by {key}, and {id} is not in the key of {table}.",
     "Add {id} to the end of the primary key.", "", "", "U1"},
    {"lint_partition_of_time", "L504", lint | Cause::partition_of_now,
     "all that is written to {table} now goes to one partition",
     "The partition key consists of parts of time alone: one node takes all the writes of the current "
     "{column}, while the others wait.",
     "Add a column with many values to the partition key, such as the kind of event, or a shard number."},
    {"lint_changing_key", "L505", lint | Trait::minor, "{column} of {table} can change, and is in its key",
     "{original} has {column} outside of its key {key}. A new value is a new row of {table}, and the old one "
     "stays.",
     "When {column} changes, delete the old row of {table} and insert the new one, in one BATCH.", "", "",
     "U1"},
    {"lint_order", "L506", lint,
     "{table} keeps the oldest rows first, the wrong way round for {count|query|queries}",
     "Rows are stored by {column} ascending. ORDER BY {column} DESC reads them backwards, which is slower, "
     "and a LIMIT without ORDER BY gives the oldest.",
     "Declare the table WITH CLUSTERING ORDER BY ({column} DESC)."},
    {"lint_joined_values", "L507", lint, "{value} joins several values in {column} of {table}",
     "Values that are joined in one text cannot be searched or sorted each by itself, and have no types.",
     "Give each value a column of the key with its own type."},
    {"lint_number_as_text", "L508", lint, "{value} in {column} of {table} is a number, and sorts as text",
     "Text is sorted by its characters: '10' comes before '9'.", "Make {column} an int."},
    {"lint_date_as_text", "L508", lint, "{value} in {column} of {table} is a date, and sorts as text",
     "Text is sorted by its characters, and so by the day before the month.",
     "Make {column} a date or a timestamp; as text write the year first."},
    {"lint_large_value", "L509", lint, "a value of {column} in {table} has {size} MB",
     "A value is read and written as a whole, and held in memory by each node on its way.",
     "Cut it into parts of at most 1 MB, each a row: a clustering column counts them. Or keep a file "
     "elsewhere, and "
     "its address here."},
    {"lint_mixed_time_to_live", "L510", lint | Trait::minor,
     "some values of {column} in {table} expire, and others do not",
     "A time to live belongs to each value as it was written: a row may lose this column, and keep the "
     "others.",
     "Write all columns of a row with the same USING TTL, or declare default_time_to_live."},
    {"lint_static", "L511", lint | Cause::static_columns,
     "{columns} of {table} may be the same in all rows of a partition",
     "Table {entity} has one value for each {id}, which is the partition key of {table}: each row repeats "
     "it.",
     "Declare the columns STATIC: a partition keeps one value of them."},
    {"lint_static_by_data", "L511", lint | Cause::static_columns,
     "{columns} of {table} had one value in each partition",
     "In the rows that were looked at, all rows of a partition repeat it.",
     "Declare the columns STATIC if that is a rule: a partition keeps one value of them."},
    {"lint_compact_storage", "L512", lint | Trait::minor, "COMPACT STORAGE of {table} is a form of the past",
     "It keeps rows without markers, as programs before CQL read them, and forbids collections, static "
     "columns and "
     "new columns.",
     "Leave it out."},
    {"lint_hot_columns", "L513", lint | Trait::minor,
     "{table} keeps columns that are updated often, {hot}, beside others that seldom are: {cold}",
     "There are at least {often|update|updates} of the former, and at most {seldom} of the latter. Each "
     "update of a row "
     "is written to another file of its node, and a read of the row looks for it in all of them, also for "
     "the columns "
     "that never change.",
     "Keep {hot} in a table of their own with the same key: {split} with PRIMARY KEY {key}."},
    {"lint_counter_for_ids", "L514", lint, "{column} of {table} is a counter that seems to give out ids",
     "An addition does not answer the new value: two programs that read after it may read the same number.",
     "Use a timeuuid or a uuid, which each program makes by itself."},
    {"lint_skew", "L515", lint, "one partition of {table} has {largest} rows, the median one {median}",
     "A partition lies on one node: that of the large one works, while the others wait.",
     "Add a column to the partition key that divides the large ones, such as a part of time, or a bucket."},
    {"lint_all_columns", "L516", lint | Trait::minor, "SELECT * reads all {count} columns of {table}",
     "Each column that nobody looks at is read and sent all the same; a column that is added changes the "
     "answer.",
     "Name the columns that you use."},
    {"lint_large_collection", "L517", lint, "{column} of {table} has {count|element|elements} in one row",
     "A collection is read as a whole, whatever is asked of it.",
     "Make each element a row: a table with the element as its last clustering column."},
    {"lint_schema_size", "L518", lint | Trait::minor,
     "the schema has {keyspaces|keyspace|keyspaces} and {tables|table|tables}",
     "Each table takes about a megabyte of memory on each node, whether it has rows or not; Cassandra warns "
     "from 150 "
     "tables on.",
     "Keep rows of one kind in one table, with a column for what would tell the tables apart."},
    {"lint_key_alone", "L519", lint | Trait::minor,
     "{table} holds keys alone: each lookup needs a second query",
     "It leads to rows of {original}, by {key}, whose columns are then read from another node.",
     "Copy the columns that the query shows into {table}."},
    {"lint_unread", "L520", lint, "no query of the script reads {table}",
     "Tables are made for queries; one that is only written costs, and serves nobody.",
     "Leave it out, or write the query that it is for into the script."},
    {"lint_filtering", "L521", lint, "ALLOW FILTERING reads rows of {table} that it does not return",
     "The work grows with the table, and not with the answer.",
     "Keep a table that is keyed by what the query knows: ADVISE shows it."},
    {"lint_queue", "L523", lint, "{table} is used as a queue: rows are taken from its beginning, and deleted",
     "Each deletion leaves a tombstone at the beginning of the partition, and each later read passes all of "
     "them.",
     "Begin each read behind the last row that was taken, by a bound on the clustering column; and divide "
     "the "
     "partition by time, so that old ones are left behind."},
    {"lint_unused_columns", "L524", lint | Trait::minor, "no query of the script reads {columns} of {table}",
     "What is written and never read takes space and time.",
     "Leave it out of the table, or name it in a query."},
    {"lint_many_partitions", "L525", lint | Trait::minor,
     "one IN of {column} reads {count|partition|partitions} of {table}",
     "Each value is a partition of its own, on its own nodes; the query waits for the slowest.",
     "Make the partitions coarser, such as a month for a day, so that a query reads one or two."},
    {"lint_index", "L522", lint, "an index on {column} asks every node of a cluster",
     "Each node indexes its own rows, so a query by {column} alone goes to all nodes, whatever it finds.",
     "For a query that runs often, write a table of its own: {lookup} with PRIMARY KEY {key}. It takes a "
     "write "
     "more for each change."},
    {"lint_value_beyond_segment", "L509", lint,
     "a value of {column} in {table} has {size} MB, more than a cluster takes",
     "A cluster refuses a write of more than half a segment of its commit log: 16 MiB, unless it is "
     "configured.",
     "Cut it into parts of at most 1 MB, each a row: a clustering column counts them. Or keep a file "
     "elsewhere, and its address here."},
    {"lint_large_partition", "L530", lint, "a partition of {table} has {size} MB, in {cells|cell|cells}",
     "A partition is on its replicas as a whole, however many nodes there are. From 100 MB on it is slow to "
     "read, to compact and to repair, and the queries beside it wait.",
     "Add a column to the partition key that divides it, such as a part of time, or a bucket."},
    {"lint_many_cells", "L530", lint, "a partition of {table} has {cells|cell|cells}, in {size} MB",
     "A partition is on its replicas as a whole, however many nodes there are. From 100,000 cells on it is "
     "slow to compact and to repair.",
     "Add a column to the partition key that divides it, such as a part of time, or a bucket."},
    {"lint_hot_node", "L531", lint,
     "one of {nodes} nodes would have {share} % of {table}, and an equal part is {even} %",
     "The largest partition alone has {part} %. What lies in one partition no other node can take over: that "
     "node works, while the others wait.",
     "Add a column with many values to the partition key, or one that divides the largest partitions."},
    {"lint_index_of_few_values", "L532", lint,
     "the index on {column} of {table} has {values|value|values} in {rows|row|rows}",
     "One value has {share} % of them. A query by a value asks every node, and each answers with a large "
     "part of its rows.",
     "Write a table of its own for the query, with a partition key of {column} and a column that divides its "
     "rows; or name the partition in the query as well."},
    {"lint_one_replica", "L533", lint, "keyspace {keyspace} has one replica of each row",
     "While its node is down a row can be neither read nor written, and a disk that is lost takes its rows "
     "along.",
     "On the cluster, give the keyspace three replicas in each datacenter, before the data are loaded."},
    {"lint_simple_strategy", "L534", lint, "keyspace {keyspace} is replicated by SimpleStrategy",
     "It knows no racks and no datacenters: all replicas of a row may be in one rack, and a second "
     "datacenter gets none.",
     "On the cluster, use NetworkTopologyStrategy with the name of the datacenter, also if there is one."},
    {"lint_future_timestamps", "L535", lint,
     "{table} has {count|write|writes} with a timestamp to come, at most {latest}",
     "The larger timestamp wins: until that time, what is written or deleted later is not seen. Timestamps "
     "count microseconds since 1970, and other units are a common mistake.",
     "Write the rows into a new table with timestamps of now, and drop this one."},
    {"lint_future_timestamp", "L535", lint, "the timestamp {timestamp} is to come",
     "The larger timestamp wins: until that time, what is written or deleted later is not seen. Timestamps "
     "count microseconds since 1970, and other units are a common mistake.",
     "Leave out USING TIMESTAMP, or give microseconds."},
    {"lint_own_command", "L536", lint, "{command} is known to this program alone",
     "cqlsh and a cluster refuse it.", "Keep it in a script that is not run on the cluster."},
    {"lint_command_of_cqlsh", "L537", lint | Trait::minor, "{command} is a command of cqlsh, and no CQL",
     "cqlsh runs it; a driver sends statements alone, and a cluster refuses it.",
     "Run this script with cqlsh, or leave the command out."},
    {"lint_long_index_term", "L538", lint,
     "the index on {column} of {table} would lack {count|value|values} of more than 8 KiB",
     "An index of the kind 'sai' leaves out longer terms on a cluster, with a warning to the writer: queries "
     "through it do not find the rows. Here it finds them.",
     "Index a column with a short form of the value, such as a digest."},
    {"lint_name", "L526", lint | Trait::minor, "{table} is searched by {partition}, and not by {column}",
     "A name such as x_by_y says what a query has to know. {column} is not in the partition key: {key}.",
     "Rename it, or put {column} into the partition key."},
};

inline constexpr CodeExample kNoticeCodes[] = {
    {.code = "L501", .example = "CREATE TABLE letters (reader text, id timeuuid, PRIMARY KEY (reader, id));"},
    {.code = "L502", .example = "CREATE TABLE people (gender text, id uuid, PRIMARY KEY (gender, id));"},
    {.code = "L503",
     .example =
         "CREATE TABLE likes (product_id int, liked_on timestamp, customer_id int, PRIMARY KEY (product_id, "
         "liked_on));"},
    {.code = "L504", .example = "CREATE TABLE events (day date, at timeuuid, PRIMARY KEY (day, at));"},
    {.code = "L505", .circumstances = "LINT with a copy of a table whose key has a column that can change"},
    {.code = "L506", .circumstances = "ADVISE FILE with queries that all read a partition backwards"},
    {.code = "L507", .example = "INSERT INTO posts (author, id) VALUES ('TX:Paris', 1);"},
    {.code = "L508",
     .example = "CREATE TABLE parts (thing text, name text, PRIMARY KEY (thing, name)); INSERT INTO parts "
                "(thing, name) "
                "VALUES "
                "('x', '10');"},
    {.code = "L509", .circumstances = "LINT with a value of more than 1 MB among the first rows of a table"},
    {.code = "L510",
     .circumstances = "LINT with values of a column that were written with and without USING TTL"},
    {.code = "L511",
     .example = "CREATE TABLE products (product_id int PRIMARY KEY, title text); CREATE TABLE likes "
                "(product_id int, "
                "customer int, "
                "title text, PRIMARY KEY (product_id, customer));"},
    {.code = "L512", .example = "CREATE TABLE old (k int PRIMARY KEY, v int) WITH COMPACT STORAGE;"},
    {.code = "L513",
     .circumstances =
         "cellar lint with a script that updates a column more than ten times as often as others"},
    {.code = "L514", .example = "CREATE TABLE numbers (name text PRIMARY KEY, next_id counter);"},
    {.code = "L515",
     .circumstances = "LINT with one partition more than a hundred times as large as the median one"},
    {.code = "L516", .circumstances = "cellar lint with a script that says SELECT *"},
    {.code = "L517", .circumstances = "LINT with more than a hundred elements in a collection"},
    {.code = "L518", .circumstances = "LINT with more than 150 tables, or 10 keyspaces"},
    {.code = "L519", .circumstances = "LINT with a copy of a table that has columns of keys alone"},
    {.code = "L520", .circumstances = "cellar lint with a script that has queries, and none of a table"},
    {.code = "L521", .circumstances = "cellar lint with a script that says ALLOW FILTERING"},
    {.code = "L523",
     .circumstances =
         "cellar lint with a script that reads the first rows of a partition, and deletes rows of it"},
    {.code = "L524", .circumstances = "cellar lint with a script whose queries never name a column"},
    {.code = "L525", .circumstances = "cellar lint with a script that names more than ten partitions by IN"},
    {.code = "L522", .example = "CREATE INDEX ON posts (body);"},
    {.code = "L526",
     .example =
         "CREATE TABLE orders_by_product (customer int, product int, PRIMARY KEY (customer, product));"},
    {.code = "L530",
     .circumstances = "cellar readiness with a partition of more than 100 MB, or 100,000 cells"},
    {.code = "L531", .circumstances = "cellar readiness with a table of few partitions, one of them large"},
    {.code = "L532", .circumstances = "cellar readiness with an index on a column of few values"},
    {.code = "L533", .circumstances = "cellar readiness with a replication factor of 1"},
    {.code = "L534", .circumstances = "cellar readiness with a keyspace that has SimpleStrategy"},
    {.code = "L535",
     .circumstances = "cellar readiness with a script that says USING TIMESTAMP and means nanoseconds"},
    {.code = "L536", .circumstances = "cellar readiness with a script that says EXPLAIN, or LINT"},
    {.code = "L537", .circumstances = "cellar readiness with a script that says CONSISTENCY"},
    {.code = "L538", .circumstances = "cellar readiness with a text of more than 8 KiB in a 'sai' index"},
    {.code = "W404",
     .example =
         "INSERT INTO posts (author, id, body) VALUES ('ann', 7, 'a'); INSERT INTO posts (author, id, body) "
         "VALUES "
         "('ann', 7, 'b');"},
    {.code = "W405", .example = "DELETE FROM posts WHERE author = 'nobody' AND id = 1;"},
    {.code = "W406", .example = "UPDATE posts SET tags = {'x'} WHERE author = 'ann' AND id = 1;"},
    {.code = "W407",
     .example = "CREATE TABLE walks (id int PRIMARY KEY, steps list<text>); UPDATE walks SET steps = steps - "
                "['left'] "
                "WHERE id "
                "= 1;"},
    {.code = "W408", .example = "INSERT INTO posts (author, id, body) VALUES ('ann', 1, null);"},
    {.code = "W409",
     .circumstances = "a partition of a queue whose first hundred rows were deleted one by one"},
    {.code = "W410",
     .example =
         "CREATE TABLE sightings (place text, seen timestamp, PRIMARY KEY (place, seen)); SELECT seen FROM "
         "sightings WHERE "
         "place = 'x' "
         "LIMIT 10;"},
    {.code = "W411", .example = "CREATE TABLE Walks (id int PRIMARY KEY);"},
    {.code = "W412",
     .example =
         "CREATE TABLE hits (page text PRIMARY KEY, n counter); UPDATE hits SET n = n + 1 WHERE page = 'x';"},
    {.code = "W414", .circumstances = "SELECT * FROM a table of more than twenty columns"},
    {.code = "W426",
     .example =
         "CREATE TABLE calls (number text, at timestamp, PRIMARY KEY (number, at)); BEGIN BATCH INSERT INTO "
         "calls "
         "(number, at) VALUES ('x', to_timestamp(now())); INSERT INTO calls (number, at) VALUES ('x', "
         "to_timestamp(now())); APPLY BATCH;"},
};

}  // namespace cellar::catalogue
