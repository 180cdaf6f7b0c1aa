// The server: where it listens, and the bounds of what its clients may ask for.
//
// Columns: id, code, class (refusal/cause.h), title, why, fix, then what struct Message says. Below the messages are
// the examples of their codes. Only refusal/messages.cpp includes this file.
#pragma once

#include "refusal/code_examples.h"
#include "refusal/messages.h"

namespace cellar::catalogue {

using enum ErrorClass;
using enum MessageKind;

inline constexpr Message kServerMessages[] = {
    {"named_value_missing", "E405", invalid, "the marker {marker} was given no value",
     "Values that have names are bound to the markers of those names.", "Give each marker a value."},
    {"answer_too_long", "E531", invalid, "the result is longer than {size} MiB",
     "A result that is asked for without pages is sent in one piece.",
     "Ask for it in pages (drivers call it page size or fetch size), or read less at once."},
    {"too_many_answers", "E509", overloaded | Trait::ends_run,
     "clients have not read too many of their answers",
     "The server keeps the answers that clients have not read yet, and their memory is bounded.",
     "Read the answers that are there, and send the request again."},
    {"too_many_request_bytes", "E509", overloaded | Trait::ends_run,
     "clients have sent too many large requests that are not answered",
     "The server keeps each request until it is answered, and their memory is bounded.",
     "Send it again when others are answered."},
    {"listen_address_unknown", "E532", server, "{address} is no address to listen at",
     "A server listens at addresses in numbers, or at a unix socket, whose path has a slash.",
     "Write for instance 127.0.0.1, ::1 or /tmp/cellar.sock."},
    {"listen_address_open", "E532", server, "other machines can reach {address}, and nobody has to log in",
     "Whoever reaches the server may read and change everything.",
     "Listen at 127.0.0.1, ::1 or a unix socket. Where the network itself is closed, as within a container, "
     "say "
     "--insecure."},
    {"page_is_open", "E532", server, "other machines can reach {address}, and nobody has to log in",
     "Whoever reaches the page may read and change everything in its database.",
     "Listen at 127.0.0.1 or ::1, or give each student a database of their own: --students 30."},
    {"too_many_definitions", "E536", invalid,
     "the tables of this database would have more than {parts|column|columns} and parts of types",
     "A program that many share keeps the tables of each in memory. A user type counts as often as it is "
     "named, since it is copied there: a few types within types double it again and again.",
     "Drop tables that nobody needs, or name fewer types within types."},
    {"statement_takes_too_much", "E536", invalid,
     "the statement would take more than {megabytes} MiB of memory",
     "What it names, writes or shows is kept in memory while it runs, and memory is shared with others.",
     "Name fewer rows at once, and write shorter values."},
    {"notebook_has_forgotten", "E536", invalid,
     "more than {megabytes} MiB were kept beside the tables, and are given up",
     "The values of PARAMETER, the steps of TIMELINE, the traces of SHOW SESSION and which lints are "
     "silenced "
     "are kept in memory, which is shared with others. The tables are as they were. This statement was not "
     "run.",
     "Run it again; set parameters again that it needs."},
    {"too_many_queries", "E536", invalid, "QUERIES names more than {queries|query|queries}",
     "Each is planned on each table, and each that comes after another is an arrow. Names behind after= "
     "count, "
     "too.",
     "Give fewer at once, or in a file."},
    {"cannot_listen", "E532", server, "the server cannot listen at {address}: {reason}", "",
     "Name another address or port; port 0 takes any that is free."},
    {"class_folder_in_use", "E507", server, "another class keeps its databases in {folder}",
     "Two programs would write over the marks of each other.",
     "End the other one, or keep this class in another folder."},
    {"tls_file_unreadable", "E686", server | Trait::ends_run, "{file} cannot be read: {reason}", "",
     "Name a file in PEM form that this user may read."},
    {"tls_no_certificate", "E686", server | Trait::ends_run, "{file} holds no certificate",
     "In PEM form one begins with -----BEGIN CERTIFICATE-----.", "Name its file for --certificate."},
    {"tls_no_key", "E686", server | Trait::ends_run, "{file} holds no key that can be used",
     "In PEM form one begins with -----BEGIN PRIVATE KEY-----. Nobody is asked for the password of one that "
     "is "
     "encrypted.",
     "Name its file for --key; `openssl pkey -in FILE -out NEW` writes it without a password."},
    {"tls_key_differs", "E686", server | Trait::ends_run,
     "the key in {key} is not that of the certificate in {file}", "", "Name the two that belong together."},
    {"no_baseline_of_file", "E533", invalid, "a database in a file cannot be reset",
     "A reset sets everything back to what was there at the start. It is for tests, whose data are gone at "
     "the end.",
     "Start the server without DATABASE: cellar serve --init FILE."},
    {"no_baseline", "E533", invalid, "there is no state to go back to",
     "A reset needs the former values of all keys that were written since the start or the last reset; "
     "beyond "
     "256 MiB of them they are forgotten.",
     "Start the server anew, and then reset more often."},
    {"fault_unknown", "E534", invalid, "{fault} is no fault that a server can make",
     "A fault has a kind; behind it may come on reads, on writes or on a name, and how many requests it "
     "strikes.",
     "Write KIND [TIME] [on reads|writes|NAME] [: N in M | : next N], for instance 'write timeout on orders: "
     "next 1'. KIND is unavailable, read timeout, write timeout, read failure, write failure, overloaded, "
     "bootstrapping, truncate error, server error, unprepared, delay 200ms or drop."},
    {"too_many_faults", "E534", invalid, "there are {count} faults already",
     "Each request is compared with all of them.", "End them: CELLAR FAULTS OFF."},
    {"server_statement_unknown", "E535", syntax, "the server has no such statement",
     "CELLAR begins a statement for the server itself.",
     "Write CELLAR RESET, CELLAR FAULT 'unavailable: 1 in 100' or CELLAR FAULTS OFF."},
};

inline constexpr CodeExample kServerCodes[] = {
    {.code = "E531",
     .circumstances = "SELECT * of a table of 300 MiB, by a driver whose pages are switched off"},
    {.code = "E532", .circumstances = "cellar serve --listen 0.0.0.0"},
    {.code = "E533", .circumstances = "CELLAR RESET, sent to a server that was started with a DATABASE"},
    {.code = "E534", .circumstances = "cellar serve --fault 'timeout: sometimes'"},
    {.code = "E535", .circumstances = "CELLAR REST, sent to a server"},
    {.code = "E536",
     .circumstances =
         "CREATE TYPE in the page of cellar class, with a type in it that holds a thousand others"},
};

}  // namespace cellar::catalogue
