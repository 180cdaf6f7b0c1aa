// The properties of a message that code acts upon: its kind, its cause and its traits.
//
// In:      the third column of the catalogue (refusal/catalogue/), the only place where they are set.
// Out:     constants and the value that combines them: `invalid | Cause::absent | Trait::guess`.
// Refused: nothing. Sources outside refusal/ never compare an id or a code with a literal (tests/house).
#pragma once

#include <cstdint>

namespace cellar {

/// The error classes of the CQL native protocol (protocol v5, section 9).
enum class ErrorClass : std::uint16_t {
  server = 0x0000,  // drivers send the statement again, so it is for failures of Cellar alone
  protocol_error = 0x000A,
  unavailable = 0x1000,
  overloaded = 0x1001,
  truncate_error = 0x1003,
  write_timeout = 0x1100,
  read_timeout = 0x1200,
  read_failure = 0x1300,
  function_failure = 0x1400,
  write_failure = 0x1500,
  syntax = 0x2000,
  unauthorized = 0x2100,
  invalid = 0x2200,
  config = 0x2300,
  already_exists = 0x2400,
  unprepared = 0x2500,
};

enum class MessageKind : std::uint8_t {
  refusal,
  no_advice,  // a refusal: ADVISE has understood the query, and has no table for it
  notice,     // comes with an answer
  warning,  // a notice that is given even if notices are off: Cassandra gives it, or Cellar does what it does not
  lesson,  // a notice about clusters, which is not for scripts; it is told in full once at the prompt
  lint,    // a notice about the design of a table
};

/// Why a message was given, as far as code acts on it. A cause is an enumerator, and not the id of a message, so that
/// several messages may share one.
enum class Cause : std::uint8_t {
  none,

  // The text of a statement.
  empty_text,         // it holds no statement
  another_statement,  // a second statement begins at the span
  foreign_sign,       // a sign that a word processor or an input method has put in
  hash_comment,
  prose,
  unknown_word,     // no statement begins with its first word
  misspelled_word,  // Subject: the keyword that was meant
  cassandra_cli,    // Subject: the table; the fix names its partition key `key`
  statement_in_batch,

  // Names and plans.
  absent,             // Subject: the keyspace, table or type that does not exist
  no_keyspace,        // none is in use, and there is none
  unbuilt,            // an index or view does not hold all rows yet. Subject: its base table
  order_of_equality,  // ORDER BY a column that the query fixes, or of its only row, which no other key mends

  // Notices and lints.
  partitions_read,         // the read may cost several partitions,
  rows_filtered,           // rows that do not match,
  partitions_filtered,     // or both
  collection_overwritten,  // by a value whose number of elements is not known yet
  static_columns,          // columns should be static
  few_partitions,          // the partition key has few values
  partition_of_now,        // the partition key consists of parts of time
  lost_rows,               // rows of one time overwrite each other

  // Runs.
  list_element,  // depends on a stored list
  key_value,     // a value cannot be in a key
  row_too_long,  // a definition is refused for a row that exists
  interrupted,
  wait_interrupted,
  import_interrupted,
  unfit_json,           // a JSON value does not fit its type
  unreadable_json,      // a text is no JSON
  unfit_json_duration,  // which Cassandra refuses in another class

  // Files.
  damaged_file,  // the words name the file by {path}
  not_a_database,
  file_has_two_names,
  read_only,

  // The shell.
  place_not_reached,  // the place where a script is to go on
  absent_command,
};

/// Properties of a message that are independent of its cause.
enum class Trait : std::uint8_t {
  guess = 1,            // the fix is a guess at what was meant
  ends_run = 2,         // the database cannot go on: no later statement, or row of a file, can succeed
  of_key = 4,           // a table with another key may serve the query
  needs_filtering = 8,  // Cassandra refuses the statement unless it says ALLOW FILTERING
  accepted = 16,        // Cassandra accepts the statement
  tells_lines = 32,     // the words say which lines of the script were not run
  minor = 64,           // a lint that is worth a look, and no warning
  of_schema = 128,      // the words name nothing but the schema, so another literal changes none of them
};

/// The third column of the catalogue.
struct MessageClass {
  MessageKind kind = MessageKind::refusal;
  ErrorClass error_class = ErrorClass::invalid;  // unused in notices
  Cause cause = Cause::none;
  std::uint8_t traits = 0;

  constexpr MessageClass(ErrorClass of_refusal) : error_class(of_refusal) {}
  constexpr MessageClass(MessageKind of_kind) : kind(of_kind) {}
  constexpr bool has(Trait trait) const { return (traits & static_cast<std::uint8_t>(trait)) != 0; }
};

constexpr MessageClass operator|(MessageClass left, Cause cause) {
  left.cause = cause;
  return left;
}

constexpr MessageClass operator|(MessageClass left, Trait trait) {
  left.traits |= static_cast<std::uint8_t>(trait);
  return left;
}

}  // namespace cellar
