// The records of the schema.  ON DISK: what is said here holds for every file that was ever written.
//
// In:      a keyspace, table or user type.
// Out:     a record that says all of it; and back again.
// Refused: a record that is damaged, or has fields or a version that this program does not know
//          (`damaged_schema`, with the record's name; schema/tables.h says `damaged_table` of a table's).
//
// Sources: record.cpp; user_type_record.cpp for user types; derived_record.cpp for indexes and views.
//
// The file's database `schema` has one record an object, under its name:
//
//   keyspace/music          type/music/address          table/music/songs          view/music/songs_by_year
//
// A record of a kind that a program does not know is refused, too: a table whose index is passed over would
// be written wrongly. A record is
//
//   version u8 = 1 | fields (schema/record_fields.h: tag varint, length varint, value)
//
// Fields come by tag; those that are called "each" come as often as there are things, in their order. A field
// that is left out is false, zero or empty. New things are added as new tags: even ones where an older
// program must refuse the record, odd ones where it may pass over them. "time" is an i64 of microseconds
// since 1970, big-endian; a flag is a field of no bytes.
//
//   keyspace      2 name, 4 each entry of the replication: (2 key, 4 value), 6 flag: durable_writes is false
//   user type     2 keyspace, 4 name, 6 each field: (2 name, 4 type)
//   table         2 flag: a column's type is or has a user type (comes first, so that it is found quickly),
//                 4 keyspace, 6 name, 8 id varint, 10 uuid (16 bytes),
//                 12 each column, 14 each dropped column, 16 each option,
//                 18 option set varint: options that are left out are as in the set (schema/option_set.h),
//                 20 each index, 22 each view, 24 of a view's table: (2 name of its base, 4 id varint of the
//                 key column that is a regular column of the base, left out if there is none),
//                 40 flag: compact storage
//   index         2 id varint, 4 name, 6 id varint of its column, 8 target varint (1 value, 2 values, 3 keys,
//                 4 entries, 5 full), 10 kind varint (1 legacy, 2 sai), 12 each option: (2 key, 4 value),
//                 14 flag: is built
//   view          2 its table: the fields of a table, without a record of its own; 4 where clause,
//                 6 each filter, 8 flag: includes all columns, 10 flag: is built
//   filter        2 each column id varint, 4 operator varint (1 =, 2 <, 3 <=, 4 >, 5 >=, 6 IN, 7 CONTAINS,
//                 8 CONTAINS KEY), 8 each alternative: (2 each value); 6 is not used
//   column        2 id varint, 4 name, 6 type, 8 kind varint (1 partition key, 2 clustering, 3 static,
//                 4 regular; columns come in the order of Table::columns), 10 flag: descending,
//                 12 time: dropped_before
//   option        2 name, and then either 4 text, or 6 each entry of a map: (2 key, 4 value), 8 flag: a map
//   dropped       2 id varint, 4 name, 6 type, 8 kind varint, 10 time of the drop.  A type of its own: user
//                 types in it are written as tuples, since they may be dropped while the column's name still
//                 remembers what it held.
//   view/ record  2 name of the base, whose record holds all of the view
//   type          2 word: a native type as CQL calls it, or list, set, map, tuple, vector, user;
//                 4 flag: frozen, 6 each argument: type, 8 dimension varint of a vector,
//                 10 name of a user type of the same keyspace, whose fields are in its own record
//
// Indexes and views are in the record of their table, since every write of the table has to keep them. Their
// ids are counted together with those of tables.
//
// Ids of columns are given from 1 on within a table, static and regular columns first, and never again within
// it: a column that was dropped keeps its id among the dropped ones. Ids of tables are given by the file and
// never again.
//
//   CREATE TABLE music.songs (id int PRIMARY KEY, tags set<text>), id 7, as it would be without options
//     01                                          version
//     04 05 'music'  06 05 'songs'  08 01 07      keyspace, name, id
//     0A 10 (16 bytes)                            uuid
//     0C 11                                       a column of 17 bytes
//       02 01 02  04 02 'id'                        id 2
//       06 05 (02 03 'int')  08 01 01               its type, a partition key
//     0C 1B                                       a column of 27 bytes
//       02 01 01  04 04 'tags'                      id 1
//       06 0D (02 03 'set' 06 06 (02 04 'text'))    set, with text as its argument
//       08 01 04                                    regular
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schema/schema.h"

namespace cellar {

/// What the names of records begin with, by kind.
inline constexpr std::string_view kKeyspaceRecords = "keyspace/";
inline constexpr std::string_view kTableRecords = "table/";
inline constexpr std::string_view kUserTypeRecords = "type/";
inline constexpr std::string_view kViewRecords = "view/";

std::string record_name(const Keyspace& keyspace);
std::string record_name(const UserType& user_type);
std::string record_name(const Table& table);
std::string table_record_name(std::string_view keyspace, std::string_view table);

std::string view_record_name(std::string_view keyspace, std::string_view view);

enum class RecordKind { unknown, keyspace, user_type, table, view };
/// The parts of a record's name, as views into it. `name` is empty for a keyspace, and for a damaged name.
struct RecordName {
  RecordKind kind = RecordKind::unknown;
  std::string_view keyspace;
  std::string_view name;
};
RecordName parse_record_name(std::string_view record_name);

std::string encode(const Keyspace& keyspace);  // without its tables and types
std::string encode(const UserType& user_type);
std::string encode(const Table& table);
std::string encode(const ViewName& view);

/// Names are those under which the record was found; a record that says another name is damaged.
Keyspace decode_keyspace(const std::string& name, std::string_view record);
Table decode_table(const std::string& keyspace, const std::string& name, std::string_view record,
                   const UserTypes& user_types);
ViewName decode_view_name(const std::string& keyspace, const std::string& name, std::string_view record);
/// All user types of a keyspace, from their records by name: they are made of each other.
UserTypes decode_user_types(const std::string& keyspace, const std::map<std::string, std::string>& records);

/// Without decoding the rest.
bool record_uses_user_types(std::string_view table_record);

/// The ids that a record gives a table, its indexes and its views, without decoding the rest; those before the
/// damage if it is damaged.
std::vector<TableId> ids_in_record(std::string_view table_record);

/// The type as it is kept of a dropped column: tuples in the place of user types.
Type without_user_types(Type type);

}  // namespace cellar
