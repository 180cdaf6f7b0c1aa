// Files, locks, and what the system refuses.
//
// Columns: id, code, class (refusal/cause.h), title, why, fix, then what struct Message says. Below the messages are
// the examples of their codes. Only refusal/messages.cpp includes this file.
#pragma once

#include "refusal/code_examples.h"
#include "refusal/messages.h"

namespace cellar::catalogue {

using enum ErrorClass;
using enum MessageKind;

inline constexpr Message kStorageMessages[] = {
    {"not_a_database", "E500", server | Cause::not_a_database, "{path} is not a Cellar database",
     "Cellar opens only files that it made itself.",
     "Check the path, or name a file that does not exist yet: Cellar creates it."},
    {"script_as_database", "E500", server, "{path} is a text, and no Cellar database",
     "A word without an option names the database file.", "If it is a script: cellar -f {path}"},
    {"rows_as_database", "E500", server, "{path} holds rows as text, and is no Cellar database",
     "A word without an option names the database file.",
     "Open or create a database, and fill a table of it: COPY my_table FROM '{path}';"},
    {"script_missing", "E500", server, "there is no {path}",
     "A word without an option names the database file. It is created if it does not exist, but not by a "
     "name "
     "that is rather that of a script.",
     "If it is a script, look for it, and run it by cellar -f FILE. For a database of this name: ./{path}"},
    {"rows_missing", "E500", server, "there is no {path}",
     "A word without an option names the database file. It is created if it does not exist, but not by a "
     "name "
     "that is rather that of rows as text.",
     "Open or create a database, and fill a table of it: COPY my_table FROM 'FILE'; For a database of this "
     "name: ./{path}"},
    {"file_truncated", "E501", server | Trait::ends_run, "{path} has lost its end",
     "The file is shorter than the data that it is said to hold, as after a copy that was broken off.",
     "Copy it again from its source, or restore a backup."},
    {"file_damaged", "E501", server | Cause::damaged_file | Trait::ends_run, "{path} is damaged",
     "Some of its bytes are not what Cellar wrote.",
     "Restore a backup. cellar verify FILE names what is damaged and what can still be read."},
    {"row_damaged", "E501", server | Cause::damaged_file | Trait::ends_run,
     "{path} is damaged: the row {row} of {table}", "What it holds for {column} is no value of type {type}.",
     "Restore a backup. cellar verify FILE names what is damaged and what can still be read."},
    {"format_unknown", "E502", server, "{path} has format {found}, and this program knows format {known}",
     "Each format of the file belongs to certain versions of Cellar.",
     "DUMP it with the version that wrote it, and load the dump here."},
    {"features_unknown_to_read", "E502", server,
     "{path} has features that this program does not know: {features}",
     "A newer Cellar has written entries that this one would read wrongly.",
     "Open it with the version that wrote it."},
    {"features_unknown_to_write", "E502", server,
     "{path} has features that this program cannot write: {features}",
     "A newer Cellar has written entries that this one can read, but would damage.",
     "Open it with the version that wrote it, or with --read-only."},
    {"file_is_lock_file", "E500", server, "{path} is the lock file of another database",
     "Cellar keeps the readers of a database in a file beside it, whose name ends in -lock.",
     "Name the database, or another file."},
    {"lock_file_taken", "E507", server, "{path} needs a lock file, and {lock} is a file of another kind",
     "Cellar keeps the readers of a database in a file beside it, and never overwrites one that it did not "
     "make.",
     "Rename or move one of the two."},
    {"map_outgrown", "E507", server, "another process has made {path} larger than it is mapped here",
     "It can be mapped anew only when no read or group of this process is under way.",
     "Read the open results to their end or close them, end the open groups, and try again."},
    {"address_space_full", "E509", overloaded | Trait::ends_run,
     "{path} does not fit into the memory that this process may use",
     "A database is mapped into the process's address space, which is limited (ulimit -v).",
     "Raise the limit (ulimit -v, or that of the container)."},
    {"too_many_files", "E509", overloaded | Trait::ends_run,
     "{path} cannot be opened: too many files are open",
     "An open database takes five file descriptors, and COMPACT five more for a while.",
     "Close some files, or raise the limit (ulimit -n)."},
    {"reader_without_lock_file", "E507", server, "{path} is being written by another process",
     "Here the file's folder cannot be written, so readers cannot keep a lock file beside it, and read only "
     "while nobody writes.",
     "Try again when the other process has committed."},
    {"snapshot_lost", "E507", server, "another process has written to {path} since this result was begun",
     "Here the file's folder cannot be written, so readers cannot keep a lock file beside it, and other "
     "processes may write once 64 megabytes of a result are read. The rest of it would be of a later "
     "version.",
     "Run the query again when nobody writes, or ask for fewer rows at a time."},
    {"file_not_permitted", "E503", server, "no permission to open {path} this way",
     "Writing needs the right to change the file and its folder.",
     "Ask for the right, or open the file with --read-only."},
    {"file_missing", "E504", server, "there is no {path}",
     "A file is created where it is missing, but not when it is only read.", "Check the path."},
    {"file_folder_missing", "E504", server, "there is no folder {folder}, so there is no {path}",
     "A file is created where it is missing, but not its folder.",
     "Make the folder first: mkdir -p {folder}"},
    {"file_is_directory", "E504", server, "{path} is a folder", "A database is one file.",
     "Name a file, for instance {path}/data.cellar."},
    {"disk_full", "E505", write_failure | Trait::ends_run, "{path} cannot grow: {reason}",
     "What was not yet committed has not happened; all that was committed before is safe.",
     "Make room on the disk, or raise the limit that it has reached (a quota, ulimit -f), then run the "
     "statement "
     "again."},
    {"map_full", "E505", write_failure | Trait::ends_run, "{path} cannot grow: its map is full",
     "The file is mapped into the memory of the process, and has reached the most that this process could "
     "map. "
     "What was not yet committed has not happened; all that was committed before is safe.",
     "TRUNCATE or DROP what is not needed, then COMPACT. Or raise the limit of address space (ulimit -v, or "
     "that of the container) or StoreOptions::map_size, and open the file again."},
    {"file_removed", "E505", write_failure | Trait::ends_run, "{path} was removed while it is open here",
     "What it holds is kept until the last process that has it open ends, and can be read. Nothing more is "
     "written, since "
     "it would be gone then.",
     "DUMP 'rescued.cql' at its prompt saves the data before the program ends; load that script into a new "
     "database."},
    {"transaction_full", "E505", write_failure | Trait::ends_run, "{path} cannot take so much at once",
     "One transaction has changed more pages than it can keep. It has not happened; all that was "
     "committed before is safe.",
     "Write less in one statement or group."},
    {"wait_interrupted", "E506", write_timeout | Cause::wait_interrupted,
     "gave up waiting to write to {path}",
     "One session of one process writes to a file at a time, and another one does.",
     "Try again when it has ended."},
    {"session_is_writing", "E506", write_timeout, "waited {seconds|second|seconds} to write to {path}",
     "One session writes to a file at a time. Another one of this program has an open group or a long "
     "statement under way, or waits for another process itself.",
     "Commit or drop that group, or wait for the statement, then try again. A thread that left a group "
     "open in another session waits for itself."},
    {"too_many_waiting", "E506", write_timeout,
     "{count|request|requests} of this program wait already for a lock to write",
     "Each of them holds a thread of the database until another session has ended its group or statement.",
     "Commit or drop the open group, then try again."},
    {"statement_took_too_long", "E506", write_timeout,
     "the statement was ended after {seconds|second|seconds}",
     "A statement in the page has no more time than that, so that nobody has to wait for it.",
     "Read or write less at once: one partition, or a part of it."},
    {"deadline_passed", "E506", write_timeout, "the time that this statement was given is over",
     "The program that sent it set a deadline. A write that is refused for it has changed nothing.",
     "Set a later deadline, or ask for less at once: one partition, a page of rows."},
    {"too_many_long_requests", "E509", overloaded | Trait::ends_run,
     "{count|request|requests} that read much are under way in this program",
     "Each of them is a read of many rows, or the build of an index, and holds a thread.",
     "Try again when some of them have ended, or read less at once."},
    {"too_many_requests", "E509", overloaded | Trait::ends_run,
     "{count|request|requests} with {bytes|byte|bytes} wait for an answer",
     "A database takes no more at once than RequestLimits says.", "Send it again when others are answered."},
    {"process_is_writing", "E506", write_timeout, "waited {seconds|second|seconds} to write to {path}",
     "Only one process writes to a file at a time, and another one does.", "Try again when it has ended."},
    {"no_thread", "E506", write_timeout, "the system grants no thread to gather writes for {path}",
     "A group that reads its own writes, or is large, needs a thread of its own.",
     "Raise the limit of processes and threads (ulimit -u), or run each statement without a group."},
    {"file_in_use", "E507", server, "another process has {path} open",
     "COMPACT replaces the file, so no other process may have it open.",
     "Close the other process (fuser {path} tells its number), then type COMPACT again."},
    {"file_being_opened", "E507", server, "another process is opening or compacting {path}",
     "Only one process can do that at a time, and five seconds were not enough.", "Try again."},
    {"file_has_two_names", "E507", server | Cause::file_has_two_names,
     "another process has {path} open under another name",
     "The lock file beside a database has its name, so two names have two lock files, and neither process "
     "would see what the other one reads and writes.",
     "Close the other process (fuser {path} tells its number), or open the file by the name that it had "
     "there."},
    {"file_has_hard_links", "E507", server, "{path} has another name, too (a hard link)",
     "COMPACT puts a new file in the place of the old one, so the other name would keep the old data.",
     "Remove the other name (find -samefile {path} tells it), or make it a symbolic link."},
    {"file_replaced", "E507", server, "{path} is another file now than the one that is open by this name",
     "A file that a process has open was moved or removed, and another one has its name. The lock file "
     "beside "
     "it belongs to the open one.",
     "Close the process that has the other file open (fuser {path}-lock tells its number), or give this one "
     "a name "
     "of its own."},
    {"compact_in_transaction", "E507", server, "{path} is being read or written in this process",
     "COMPACT puts a new file in the place of the old one, so no read may be under way.",
     "Read the open results to their end or close them, end the open groups, and try again."},
    {"store_is_read_only", "E508", unauthorized | Cause::read_only, "{path} is open read-only", "",
     "Leave out --read-only (StoreOptions::read_only)."},
    {"file_open_to_read", "E508", unauthorized | Cause::read_only,
     "{path} is open read-only in this process already", "A process opens a file once.",
     "Close it first, or open it to write from the beginning."},
    {"too_many_readers", "E509", overloaded | Trait::ends_run, "{path} has too many readers at once",
     "About nine hundred results can be open at the same time, in all processes together.",
     "End some of them and try again."},
    {"process_number_taken", "E509", overloaded | Trait::ends_run,
     "{path} is open in another process with the number {number}",
     "Processes that share a file are told apart by their numbers. Each container has numbers of its own, "
     "which often "
     "begin with 1.",
     "Let the containers share their process numbers (docker run --pid), or end the other one first."},
    {"memory_used_up", "E509", overloaded | Trait::ends_run, "there is not enough memory for this statement",
     "It needs more than the system grants, or a damaged file has a size in it that is too large.",
     "Raise the limit (ulimit -v), or take a smaller statement. cellar verify FILE tells whether the file is "
     "damaged."},
    {"file_failure", "E509", overloaded | Trait::ends_run, "{path} cannot be used: {reason}", "",
     "Close the file and open it again. If it fails again, cellar verify FILE tells whether it is damaged."},
    {"file_unreadable", "E509", overloaded | Trait::ends_run, "{path} cannot be read: {reason}",
     "The system has refused a read, which says nothing of what the file holds.",
     "Try it again. If it fails again, check the disk; cellar verify FILE names what cannot be read."},
    {"file_failed_before", "E509", overloaded | Trait::ends_run,
     "{path} must be opened again, since a commit to it has failed",
     "What was committed before is there. Reads that began before the failure, and groups, keep the file "
     "open until they "
     "end.",
     "End them, or close the file, and run the statement again."},
    {"temporary_folder_unusable", "E509", overloaded | Trait::ends_run,
     "there is no folder for temporary files: {reason}",
     "Data that have no file lie in one without a name, in the folder that TMPDIR names, or in /tmp.",
     "Let TMPDIR name a folder that exists, or name a file."},
    {"ids_used_up", "E509", overloaded | Trait::ends_run, "{path} has given all its ids to tables",
     "Each CREATE TABLE and each TRUNCATE takes an id that was never given before, of about four billion.",
     "DUMP the database, and load the dump into a new file."},
    {"key_too_long", "E211", invalid | Cause::key_value,
     "the {what} has {size|byte|bytes}, and 65535 is the most",
     "Keys, and elements of a collection that is not frozen, have at most 65535 bytes.",
     "Store a hash or a shorter name as the key and the long text in a regular column."},
    {"indexed_value_too_long", "E211", invalid,
     "the value for {column} has {size|byte|bytes}, and its index holds at most {most}",
     "An index keeps each value as a key, and keys have at most 65535 bytes.",
     "Index a column with a hash of the text or with its beginning."},
    {"view_key_value_too_long", "E211", invalid,
     "the {what} of this row in view {view} would have {size|byte|bytes}, and 65535 is the most",
     "It is made of {columns}. A view keeps the row under a key of its own, and keys have at most 65535 "
     "bytes.",
     "Store a shorter value, or drop the view."},
    {"row_too_long_to_derive", "E211", invalid | Cause::row_too_long,
     "a row of {table} has no room in {derived}: its {what} has {size|byte|bytes}, and {most} is the most",
     "The row with {row} was stored before. Indexes and views keep what they find a row by as a key, and "
     "keys have "
     "at most 65535 bytes. Nothing of the definition is kept.",
     "Shorten or delete the value in that row first."},
    {"value_too_long", "E211", invalid,
     "the value for {column} has {size|byte|bytes}, and {most} is the most",
     "A value is held in memory as a whole, and a message to a cluster takes no more.",
     "Store it in pieces, each in a row of its own, or in a file, and its name here."},
    {"read_position_unknown", "E511", protocol_error, "this is no paging state that Cellar has given",
     "A read goes on only from a paging state that Cellar gave for it.", "Start the read anew."},
    {"read_position_of_another_read", "E511", invalid, "the next page belongs to another read",
     "A page is followed by that of the same statement, as long as the key of its table has the same types.",
     "Start the read anew."},
};

inline constexpr CodeExample kStorageCodes[] = {
    {.code = "E500", .circumstances = "cellar my.cellar-lock"},
    {.code = "E501", .circumstances = "a file whose end was cut off"},
    {.code = "E502", .circumstances = "a file that a newer Cellar has made"},
    {.code = "E503", .circumstances = "a file that belongs to somebody else"},
    {.code = "E504", .circumstances = "cellar no/such/folder/my.cellar"},
    {.code = "E505", .circumstances = "a disk without free space"},
    {.code = "E506", .circumstances = "Ctrl-C while another process writes to the file"},
    {.code = "E507", .circumstances = "COMPACT while another process has the file open"},
    {.code = "E508", .circumstances = "an INSERT after cellar --read-only my.cellar"},
    {.code = "E509", .circumstances = "a process whose memory or number of open files is limited"},
    {.code = "E511", .circumstances = "a paging state that another database gave"},
};

}  // namespace cellar::catalogue
