// The format of the file.  ON DISK: a change here needs another kFormatVersion.
//
// In:      nothing.
// Out:     the numbers and marks of the format, as constants.
// Refused: nothing; what reads a file refuses what this does not allow.
//
// A Cellar file is an LMDB file with four named databases:
//
//   data     the rows of all tables, with their deletions
//   purge    the queue of what may be removed: by table and kind, ordered by the second of its death
//   schema   name -> record of a keyspace, table or user type, as schema/record.h says
//   meta     "format" -> "cellar" u32 version, u32 features needed to read, u32 features needed to write;
//            "counters" -> i64 last timestamp of the clock, u64 next table id, u64 next space (see "long
//            keys"), u64 version of the schema; 't' table id u32 -> i64 largest timestamp ever written to a
//            row, u64 range tombstones, u64 covering ones, i64 gc_grace_seconds (-1: nothing was queued yet),
//            i64 due and
//            u64 turn of its entry in the schedule (see `purge`; INT64_MAX and 0: none); "copy" -> name of
//            the file that COMPACT is copying into, in the same folder. Whoever opens the database to
//            write removes that file: it is left from a process that was killed. The entry stays until the
//            next COMPACT; the copy itself does not have it;
//            "host" -> the id of the node, 16 bytes: a uuid of version 4, random, made with the file. A file of an
//            earlier program has none, and a damaged one may be of another size: then the id follows from the
//            counters, and the first commit stores it. A file to which nothing was ever written gets a random one.
//
// Other named databases may exist, made by a later version; COMPACT copies them. None has flags of LMDB's:
// each key occurs once, in the order of memcmp.
//
// ---- what a change of the format takes from now on ----------------------------------------------------
//
// A program refuses a file whose version it does not know, one with a bit that it does not know in "needed to
// read", and, if it is to write, one with such a bit in "needed to write". So:
//   - What an older program can read unchanged, and keeps intact when it writes (another key of `meta`,
//     another named database that only speeds reads up and can be recognized as stale): nothing.
//   - What an older program can read, but would damage by writing (entries of `data` that must follow others,
//     a kind of purge entry): a bit in "needed to write", set by the transaction that makes the first of
//     them.
//   - What an older program would read wrongly (a flag of packed rows, a kind of entry, a key of another
//     form): a bit in "needed to read" as well, set by the same rule. A file without any such entry remains
//     readable by older programs.
//   - A change of existing data (every key, every row): another version. The program that introduces it
//     upgrades files of the version before, or says which program does.
// A bit, a flag, a kind of entry and a purge kind never get a second meaning. An unknown one is refused by
// name, never ignored. A file of each version is kept, and opened by the tests.
//
// Numbers are big-endian unless they are called varint (seven bits a byte, lowest first, the high bit set in
// all but the last), zigzag (a varint of a number of either sign: 0, -1, 1, -2, ... are 0, 1, 2, 3, ...) or
// id:
//   00..BF             the id itself, up to 191
//   C0..EF, one byte   192 + the rest as a number, up to 12,479
//   F0..F7, two bytes  12,480 + the rest as a number, up to 536,767
//   F8, four bytes     the id
// Ids sort as their numbers do, no encoded id is a prefix of another, and none begins with FF. Bits and tags
// that this page does not name are refused, since they may be data of a later version.
//
// One database for all tables, or one a table? One. Each key costs a byte more, but the table id
// in front makes DROP and TRUNCATE one entry of the purge queue, however large the table is; 10,000 tables
// need no handles, no limit set beforehand, and no walk over them at open; and a table costs nothing until
// it has rows.
//
// ---- long keys ----------------------------------------------------------------------------------
//
// LMDB's keys end at 511 bytes. A key of up to 510 bytes is stored as it is. For a longer key, its first 510
// bytes followed by 0x01 are the key of an overflow entry, whose value is the id (8 bytes) of a space. The
// rest of the key is stored in that space, after 0xFF and the id, by the same rule: 510 bytes in all, or a
// further overflow entry. No other key begins with 0xFF. So a key of 511 bytes is always an overflow entry.
// It sorts after the key that is its first 510 bytes and before all greater ones, which is the place of all
// keys in its space. An overflow entry is erased when its space becomes empty.
//
//   key of 1,200 bytes k[0..1200), spaces 7 and 8 being fresh
//     k[0..510) 01                        -> 00 00 00 00 00 00 00 07
//     FF 00..07 k[510..1011) 01           -> 00 00 00 00 00 00 00 08
//     FF 00..08 k[1011..1200)             -> the value
//
// ---- keys of `data` -----------------------------------------------------------------------------
//
//   partition   table id | token, sign flipped, u64 | per column of the partition key: length varint, bytes.
//               A key of one column whose type has one size (int, uuid, ...) has no length: the table says
//               it.
//   entry       partition | kind u8 | ...
//       kind 10   static row                          its packed entry
//                                        | 01 | own   its own entries
//       kind 20   a range tombstone | start position | 00
//       kind 30   row | clustering components         its packed entry
//                                        | 01 | own   its own entries
//   index entry index id | value | row [| 01 | path]    see "entries of indexes"
//   own         column id | path               an element of a multicell column
//               column id                      a simple cell too large for the packed entry: its value
//
// Tokens order partitions; partitions of one token are in the order of their encoded keys. No row's key is a
// prefix of another row's: every component delimits itself and begins with a byte from 01 to FE. A row's own
// entries follow its packed entry, whose key is that of the row. So in the order of memcmp, the position
// before all rows that begin with some values is encoded as their components, and the position after them as
// the same bytes followed by FF.
//
// A row of compact storage with several clustering columns may lack the values of the last ones: in the place of
// each component there is 01, which is not inverted in a descending column.
//
// A component begins with a tag (01 null, in tuples and user types only; 02 empty, of zero bytes; 03 value):
//   ascii text blob inet       bytes, 00 written as 00 FF; end 00 01
//   tinyint ... bigint         as they are, sign bit flipped; timestamp, too
//   date time boolean          as they are
//   float double               sign bit flipped if positive, all bits if negative; one NaN, above all else
//   varint                     head, then the shortest two's complement of n bytes; the head is 80+n for a
//                              positive number, 7F-n for a negative one, up to n = 96; above that F0 and n
//                              u32, or 0F and n u32 inverted
//   decimal                    01 negative, 02 zero, 03 positive; then, inverted if negative: exponent as
//                              head and bytes of a varint, digits in pairs 01..64 (00..99), end 00.
//                              12.5 is 0.125 * 10^2: 03 81 02 0D 33 00
//   uuid                       16 bytes: version, then for version 1 the time from its high end, for the
//                              others the first half without the version; then the second half
//   timeuuid                   time from its high end (8 bytes), then 8 bytes with the sign bits flipped
//   list set map               components one after another (key, value of a map); end 00
//   tuple user                 the first component, and on to the last that is not null; end 00 (the
//                              type may grow)
//   vector                     components one after another
// A descending column has all bits of its component inverted, tag and end included.
// Two forms of one value (decimal 1.0 and 1.00) have one encoding. If the encoding does not give the bytes
// back, the packed entry of the row keeps the values that were written first.
//
// A path of a set or map is a component by the same rules; of a list it is the 12 bytes of list_position; of
// a user type the u16 number of the field.
//
//   INSERT INTO t (k, c, d) VALUES (7, 'ab', 5), table 3, k int, c text ASC, d int DESC
//     03 | token 8 bytes | 00000007 | 30 | 03 61 62 00 01 | FC 7F FF FF FA
// A range of rows ends before or after a prefix, so all rows that begin with 'ab' lie between
//     03 | ... | 30 | 03 61 62 00 01      and      03 | ... | 30 | 03 61 62 00 01 FF
// A clustering text of 600 bytes makes a key of more than 510, and the row is in a space of its own:
//     03 | token | 00000007 | 30 | 03 and 495 bytes of the text | 01                -> space
//     FF | space | the other 105 bytes | 00 01 | FC 7F FF FF FA                     -> the packed entry
//
// ---- values of `data` ---------------------------------------------------------------------------
//
// A packed entry has the marker, the deletions and the simple cells of a row. Most rows have a marker with a
// timestamp of six bytes that does not expire, cells that are alike (or none) with ids up to 7, and nothing
// else; they are always written like this:
//   head u8               80 and the bitmap of the cells; 80 alone if there are none
//   timestamp             6 bytes
//   values                as those of cells that are alike, below
// All other rows are written like this:
//   flags u8              01 marker, 02 the cells are alike, 0C how the base's timestamp is written,
//                         10 the base has a time to live, 20 further flags follow
//   further flags u8      not 0: 01 deletion of the row, 02 deletions of columns, 04 there are own entries,
//                         08 clustering values kept as written
//   base                  timestamp [time to live varint, expires varint]: of the marker if there is one,
//                         else of the first cell; whatever is alike does not repeat it
//   deletion of the row   timestamp i64, local second varint
//   deletions of columns  size varint of it all; each: column id varint, timestamp i64, local second varint
//   clustering values     size varint of it all; each: length varint and bytes
//   cells, to the end, by column id
//     alike               all have values here, and are as the base. A bitmap of their column ids: seven a
//                         byte, the least id in the lowest bit, id 1 in the lowest of the first byte, the
//                         high bit set in all bytes but the last. Then the values: length varint and bytes
//                         each, but the last one runs to the end.
//     otherwise           each: column id varint, less that of the cell before; flags u8: 01 as base, 02 time
//                         to live, 04 tombstone, 08 value in an own entry; [timestamp zigzag, less that of
//                         the base [time to live varint, expires varint]]; then of a tombstone local second
//                         varint; else, if here, length varint and value
// Ways to write a timestamp: 0 there is none (a row without marker and cells), 1 in 6 bytes, 2 in 7 bytes, as
// microseconds since 2025 began (1735689600000000); 3 in 8 bytes, as microseconds since 1970, for all others.
// Six bytes last until the end of 2033. A row with own entries always has a packed entry. So an INSERT of
// simple columns is one put.
//
//   INSERT INTO t (k, c, d, a, v) VALUES (7, 'ab', 5, 'xyz', 9) USING TIMESTAMP 1735689600000258,
//   a text of id 4, v int of id 5
//     98 | 00 00 00 00 01 02 | 03 78 79 7A | 00 00 00 09
//   The same row after DELETE v USING TIMESTAMP 1735689600000259 in the second 300: cells that are not alike
//     05 | 00 00 00 00 01 02 | 04 01 03 78 79 7A | 01 04 02 AC 02
//
// The cell of a counter has the sum of all that was added since its last deletion, as a bigint (eight bytes,
// which wrap around), and the timestamp of the newest addition. A write of a counter is an addition; it is
// merged like this, in whatever order writes come, as long as their timestamps grow (counters take no
// others): with a stored value, the sums are added and the larger timestamp stays; a stored tombstone that is
// not older hides it, an older one goes, and counting begins at zero. So a transaction need not read a
// counter to add to it.
//
// The size of a packed entry is bounded. A cell over 4 KiB has an entry of its own; and if the values in a
// packed entry would exceed 16 KiB together, the largest of them move to own entries until 8 KiB are left. So
// an update of one cell never rewrites much more than that cell. A cell that has moved out returns to the
// packed entry with a value of 512 bytes or less.
//
// Storing the rows of a partition together in one entry (a block) would save the token and partition key, 14
// of 70 bytes of a narrow row, and LMDB's 10 bytes per entry: about a third. It was rejected: an INSERT would
// have to read, split and rewrite a block of a page instead of inserting one node (twice the cost of a load
// in random order; a change already reads before it writes, but only one row); deletion, expiry and purge of
// a row would rewrite its neighbours; range deletions would have to cut blocks at their ends; and a read of
// one row would search the block as well as the tree. A partition of one row would pay for all of this and
// gain nothing.
//
// An element: flags u8: 01 time to live, 02 tombstone, 04 path kept as it was written, 18 how its timestamp
// is written; timestamp; [time to live varint, expires varint]; [local second varint]; [length varint and
// path]; the value to the end.
//
// Seconds are varints of the 64-bit two's complement.
//
// ---- range tombstones ---------------------------------------------------------------------------
//
// A deletion of a range or a partition is a set of range tombstones [start position, end position) of the
// rows of a partition, which never overlap. Value: kind u8, timestamp i64, local deletion time varint, then
// the end position.
//   kind 1, covering   everything stored inside is dead: not younger than the tombstone. A read skips it by
//                      one seek, in both directions, and never looks inside.
//   kind 2, empty      nothing stored inside is dead by the tombstone. A read ignores it; it hides older
//                      writes that come later.
// A range without entries may be of either kind. A write that is not younger than the range tombstone over
// its row is dropped. A younger write erases what a covering tombstone holds of its row and turns the row's
// own range into an empty tombstone; each remaining side of the covering tombstone joins the empty one if
// nothing is stored there. So refilling a deleted partition leaves one empty tombstone. A new deletion that
// is not older than any row of its table becomes one covering tombstone; otherwise the dead rows of the range
// are erased and the range becomes an empty tombstone. Younger tombstones in the range are kept.
//
// The position FF, after all rows, is also that of the static row, and the deletion of a partition ends after
// it, at FF FF. A deletion of a range of rows ends at FF at most. So a write of static cells finds the
// deletion of its partition even if the table had no static column at the time. If it has, or had, one, the
// packed entry of the static row has the deletion, too. (Early files of this version have it only there.)
//
// ---- indexes and views --------------------------------------------------------------------------
//
// What an index or view holds is a function of the merged rows of its table: what a row gave before a write and
// does not give after it is erased by the same transaction, what it gives then is put. There are no tombstones.
//
// A view is a table of its own, whose rows are written as those of any table. It takes over the live cells and
// elements of its base, with their timestamps and times to live. If a regular column of the base is in the
// view's key, the marker of a row has the liveness of that cell, and a row without a live marker is not shown,
// whatever cells it has. What is purged from the base is erased from its indexes and views by the same transaction, so
// that they agree with it even if the clock was ahead and is set back. (Earlier programs purged each by itself, the
// base or the view first. So a write that puts the packed entry of a view's row erases own entries that this row does
// not have, and puts a large cell again that the view has lost and the base has not, as long as the row names it.)
//
// Entries of indexes have keys of their own, beginning with the index's id, which is given like those of tables:
//
//   index entry  index id | value | row [| 01 | path]
//     value      the component of the indexed value, ascending. In an index on the keys of a map, the component
//                of the key, on entries those of key and value; of an index on the values of a collection, that
//                of one value. An index of kind sai on a vector has no value here.
//     row        the key of the row that has the value, without its table id
//     path       of an index on the values of a list or map, the path of the element: a row may have a value
//                several times
//   its value    nothing; or expires varint (0: never), and then the vector of an index of kind sai on one
//
// So the rows of one value lie in the order of their tokens, and an element of a collection has one entry. An
// index on a column of the key has an entry for each row that may live: one with a marker, a cell or own
// entries. If the row has own entries, that entry has no end, and stays when all of them have expired: a read
// finds out from the row. An expired entry is not there; it is queued in the lanes of the index, and so is a row of a
// view whose marker expires, in those of the view. The lanes of an index or view have at least the grace of its table,
// and nothing is purged by them that ended in the same second as what the table still has in its lanes, or later. So
// they only erase what an earlier program has left when it purged the table.
//
//   CREATE INDEX ON t (v), index id 9, after INSERT INTO t (k, c, v) VALUES (7, 'ab', 5) USING TTL 60 in the
//   second 1,700,000,000, k and v int, c text:
//     09 | 03 80000005 | token | 00000007 | 30 | 03 61 62 00 01      -> BC E2 CF AA 06
//
// The first index or view of a file sets bit 1 in "needed to write". (A program that does not know the bit would
// be refused their tables by the fields of their records, too, but not the purge of their lanes.)
//
// ---- keys and values of `purge` -----------------------------------------------------------------
//
//   01 | due i64, sign flipped | turn u64 | table id u32              schedule.  Value: none
//   02 | table id u32 | kind u8 | death i64, sign flipped | place     lanes
//     kind 1  row       place: key of the packed entry.  Value: none
//     kind 2  element   place: key of the own entry.  Value: size of the row's key, varint
//     kind 3  range tombstone   place: its key.  Value: size of the partition's key, varint
//     kind 4  index entry       place: its key.  Value: none
//     kind 5  row of a view that lives as long as its marker   place: key of the packed entry.  Value: none
//   03 | table id u32                                                 dropped tables.  Value: none
// Anything else is refused as damage.
//
// Death is the second in which the entry was deleted, or expires. The entry may be purged from death +
// gc_grace_seconds + 1 on, by the grace that the table has at that time: the grace is not in the entries, so
// a change of it moves only one entry, that of the schedule. A table whose lanes are not empty has one entry
// there; no entry of its lanes may be purged before its due second. The turn is the number of the transaction
// that put the entry, so that tables which have been due for equally long take turns. Within a lane the
// oldest death comes first. Lanes are worked off side by side, in slices, so that no kind of work waits for
// another kind.
//
// The statistics of a table have the due second and the turn of its entry in the schedule. If they differ from it, the
// entry is removed when it is found due, and the table is scheduled by its lanes, or if it has no statistics, by the
// next entry of its lanes.
//
// The counts of range tombstones are exact: where they are 0, nobody looks for any. The largest timestamp of a table is
// at least that of everything in its rows, except static ones, and stays when that is overwritten or purged; a view,
// which has no deleted ranges, may not have it. The grace of a table is its gc_grace_seconds, or none.
//
// A row is queued once for each second in which its marker, a deletion or a cell of it ends; each element
// that ends, and each range tombstone, is queued once. An entry of the queue is removed when the entry of
// `data` that it refers to is replaced. The entry of `data` may also have been erased in another way (with a
// range tombstone, or by COMPACT); then the entry of the queue has no effect when it comes due.
//
//   DELETE FROM t WHERE k = 7 AND c = 'ab' AND d = 5, table 3, at second 1,700,000,000 (6553F100), grace 10
//     02 | 00000003 | 01 | 80000000 6553F100 | the row's key        01 | 80000000 6553F10B | turn | 00000003
//
// ---- what holds, and the test of it -------------------------------------------------------------
//
//   row marker            rows: "a row lives while its marker or a cell lives"
//   timestamps            reconcile: "the larger timestamp wins", "ties"
//   counters              counters: all
//   clock                 store: "the clock strictly increases"
//   deletions             deletions: "every order of writes and deletions ends alike"; random: model
//   ranges of deletion    deletions: "a deleted stretch is skipped in both directions"
//   time to live          rows: "an expired cell is a deleted cell"
//   purge                 purge: "a commit purges a bounded amount", "what is due is purged";
//                         purge_queue: "no kind of work delays another", "a change of the grace";
//                         compact: "compact does it all"
//   static columns        rows: "static cells live without a row"; deletions: "the deletion of a partition
//                         reaches static cells of columns that are added later"
//   packed rows           row_entries: "five columns are one entry",
//                         "a large cell has an entry of its own", "a packed entry has a bound in total";
//                         row_format: "the examples of the format's header are what is written"
//   collections           row_entries: "a map filled one by one stays linear"
//   long keys             long_keys: all
//   ids                   store: "ids are never given twice";
//                         database: "ids of columns are small, and none of a table is given twice"
//   format version        files: "an unknown format is refused by name",
//                         "an unknown feature is refused by its number, to read or to write";
//                         database: "a file of format 3 is read, written and compacted"
//   id of the node        database: node_facts, "the id of the node belongs to the file" and the three after it
//   transactions          store: "a transaction is all or nothing", "a refused group leaves no trace"
//   schema version        store: "the schema's version grows"
//   one writer            processes: all
//   size                  files: "a full disk"; compact: "compact shrinks the file and keeps its rows"
//   read position         read_position: all
//   derived data          derived: all; database: random_derived, view_purge, agreement
//   threads               processes: "threads read while one writes"; database: many_sessions
//   many writers          database: write_queue, "no write waits for more than a few commits";
//                         environment_locks: "a process that writes turn after turn lets another one in"
//   damage                damage: all; program: damage; database: mutations, "verify finds whatever a read, a
//                         write, a purge, an index or a view refuses"; damaged_values: all
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "storage/format/bytes.h"
#include "storage/map/databases.h"
#include "storage/map/long_keys.h"

namespace cellar {

/// The keys of `meta`; those of statistics begin with the mark.
inline constexpr std::string_view kFormatKey = "format";
inline constexpr std::string_view kCountersKey = "counters";
inline constexpr std::string_view kCopyKey = "copy";
inline constexpr std::string_view kHostKey = "host";
inline constexpr char kStatsMark = 't';

inline constexpr std::size_t kHostIdSize = 16;

inline constexpr std::string_view kFormatMagic = "cellar";
inline constexpr std::uint32_t kFormatVersion = 3;
/// The file has, or had, an index or a view.
inline constexpr std::uint32_t kDerivedDataFeature = 1;
/// The feature bits that this program knows.
inline constexpr std::uint32_t kFeaturesKnownToRead = 0;
inline constexpr std::uint32_t kFeaturesKnownToWrite = kDerivedDataFeature;

inline constexpr char kStaticKind = 0x10;
inline constexpr char kRangeTombstoneKind = 0x20;
inline constexpr char kRowKind = 0x30;
/// Follows the row's key in the keys of the row's own entries.
inline constexpr char kOwnEntry = 0x01;
inline constexpr char kRangeTombstoneEnd = 0x00;
/// In the place of a clustering value that a row lacks: before all values, whatever the column's direction.
inline constexpr char kLackingClustering = 0x01;
/// Greater than every byte that can follow a partition, a row or a component in a key.
inline constexpr char kAfter = static_cast<char>(0xFF);

/// Timestamps may be stored relative to this, in fewer bytes: microseconds from 1970 to 2025.
inline constexpr std::int64_t kTimestampEpoch = 1'735'689'600'000'000;

/// The first byte of a key of `purge`.
inline constexpr char kPurgeSchedule = 0x01;
inline constexpr char kPurgeLane = 0x02;
inline constexpr char kPurgeDropped = 0x03;

/// A simple cell's value above this size has an entry of its own.
inline constexpr std::size_t kLargestPackedValue = 4096;
/// If the values in a packed entry exceed the first size together, the largest of them move to own entries
/// until at most the second size is left.
inline constexpr std::size_t kLargestPackedRow = 16 * 1024;
inline constexpr std::size_t kPackedRowAfterMove = 8 * 1024;
/// A cell with an own entry keeps it for values above this size.
inline constexpr std::size_t kLargestReturningValue = 512;

/// The largest id of a table. (An encoded id begins with 0xF8 at most, so no key of `data` begins with 0xFF.)
inline constexpr std::uint32_t kLargestTableId = 0xFEFFFFFF;

}  // namespace cellar
