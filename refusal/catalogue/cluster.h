// A cluster behind the shell: connections to its nodes, and what it answers instead of a result.
//
// Columns: id, code, class (refusal/cause.h), title, why, fix, then what struct Message says. Below the messages are
// the examples of their codes. Only refusal/messages.cpp includes this file.
#pragma once

#include "refusal/code_examples.h"
#include "refusal/messages.h"

namespace cellar::catalogue {

using enum ErrorClass;
using enum MessageKind;

inline constexpr Message kClusterMessages[] = {
    {"node_refuses_connection", "E680", server | Trait::ends_run, "nothing listens at {address}",
     "The machine is there, and no server takes connections at this port.",
     "Look whether the node runs, and which port it has for clients: --connect HOST:PORT (9042 by default)."},
    {"node_unknown", "E680", server | Trait::ends_run, "there is no host {host}: {reason}", "",
     "Check the name, or write the address in numbers."},
    {"node_silent", "E680", server | Trait::ends_run, "{address} does not take a connection within {time}",
     "The machine is off, or something between here and there drops what is sent.",
     "Check the address and the firewall. --connect-timeout SECONDS waits longer."},
    {"node_unreachable", "E680", server | Trait::ends_run, "no connection to {address}: {reason}", "",
     "Check the address: --connect HOST:PORT."},
    {"no_node_reachable", "E680", server | Trait::ends_run, "no connection to any of {nodes}",
     "The last of them: {reason}.", "Check the addresses: --connect HOST:PORT,HOST."},
    {"login_needed", "E681", unauthorized | Trait::ends_run, "{address} asks for a user and a password", "",
     "Say --username NAME; the password is asked for, or read by --password-file FILE."},
    {"login_wrong", "E681", unauthorized | Trait::ends_run, "{address} does not accept the login of {user}",
     "The cluster answers: {words}", "Check the name and the password."},
    {"node_speaks_otherwise", "E682", server | Trait::ends_run,
     "what {address} answers is not the protocol of CQL", "{words}.",
     "Check the port: that for clients is 9042 by default. A node that demands TLS needs --ssl."},
    {"node_lacks_version", "E682", server | Trait::ends_run,
     "{address} does not speak version {version} of the protocol", "The cluster answers: {words}",
     "Leave --protocol-version out: the newest version that the node speaks is found."},
    {"node_lost", "E683", server, "the connection to {address} was lost: {reason}",
     "Whether the statement was run is not known.", "Look what it has changed before you send it again."},
    {"node_without_answer", "E683", server, "{address} has not answered within {time}",
     "Whether the statement was run, or still will be, is not known.",
     "Look what it has changed before you send it again. --request-timeout SECONDS waits longer."},
    {"cluster_refuses_by_server", "E684", server, "the cluster answers: {words}", "", ""},
    {"cluster_refuses_by_protocol", "E684", protocol_error, "the cluster answers: {words}", "", ""},
    {"cluster_refuses_syntax", "E684", syntax, "the cluster answers: {words}", "", ""},
    {"cluster_refuses_access", "E684", unauthorized, "the cluster answers: {words}",
     "The role that has logged in may not do this.", "Log in as another role, or have it granted."},
    {"cluster_refuses", "E684", invalid, "the cluster answers: {words}", "", ""},
    {"cluster_refuses_settings", "E684", config, "the cluster answers: {words}", "", ""},
    {"cluster_has_it", "E684", already_exists, "the cluster answers: {words}", "", ""},
    {"cluster_function_fails", "E684", function_failure, "the cluster answers: {words}", "", ""},
    {"cluster_lacks_replicas", "E685", unavailable, "the cluster answers: {words}",
     "Fewer nodes that hold the rows are alive than the level of consistency asks for. Nothing was changed.",
     "Wait for the nodes, or ask for fewer of them (`CONSISTENCY ONE`)."},
    {"cluster_overloaded", "E685", overloaded, "the cluster answers: {words}", "", "Send it again later."},
    {"cluster_truncates_not", "E685", truncate_error, "the cluster answers: {words}",
     "TRUNCATE needs all nodes alive.", "Wait for the nodes, and send it again."},
    {"cluster_write_timeout", "E685", write_timeout, "the cluster answers: {words}",
     "Some nodes may have written, and the others get it later: the write is not undone.",
     "Send it again if twice is as good as once: not with a counter, an append to a list, or IF."},
    {"cluster_read_timeout", "E685", read_timeout, "the cluster answers: {words}", "",
     "Read less at once, or send it again."},
    {"cluster_read_failure", "E685", read_failure, "the cluster answers: {words}", "", ""},
    {"cluster_write_failure", "E685", write_failure, "the cluster answers: {words}",
     "Some nodes may have written: the write is not undone.", ""},
    {"tls_refused", "E686", server | Trait::ends_run, "no TLS with {address}: {reason}", "",
     "Check the certificate of the node and the files of --ssl-ca, --ssl-cert and --ssl-key."},
    {"tls_file", "E686", server | Trait::ends_run, "{file} cannot be used for TLS: {reason}", "",
     "Name a file in PEM form."},
    {"cluster_option", "E687", invalid | Trait::ends_run, "{option} does not go with --connect",
     "It is about the file of a database of this machine.", "Leave it out."},
    {"address_of_node", "E687", invalid | Trait::ends_run, "{text} is no address of a node",
     "Addresses are separated by commas; each is a name or a number, and perhaps a port.",
     "Write for instance --connect db1.example.org:9042,10.0.0.2."},
    {"password_unread", "E687", invalid | Trait::ends_run,
     "{file} holds no password that can be read: {reason}", "The first line of the file is the password.",
     "Write it there, and let nobody else read the file."},
    {"check_keyspace_exists", "E687", invalid | Trait::ends_run,
     "the cluster has a keyspace {keyspace} already",
     "Each script makes a keyspace of this name, and drops it at its end.",
     "Drop it, if nobody needs it, or check with another cluster."},
    {"cluster_warns", "W427", warning, "the cluster warns: {words}", "", ""},
};

inline constexpr CodeExample kClusterCodes[] = {
    {.code = "E680", .circumstances = "cellar --connect 127.0.0.1:9999, and nothing listens there"},
    {.code = "E681", .circumstances = "cellar --connect HOST without --username, at a cluster with logins"},
    {.code = "E682", .circumstances = "cellar --connect HOST:22"},
    {.code = "E683", .circumstances = "the node ends while a statement runs"},
    {.code = "E684", .circumstances = "a statement that only the cluster can judge, such as GRANT"},
    {.code = "E685", .circumstances = "QUORUM is asked for, and two of three nodes are off"},
    {.code = "E686",
     .circumstances = "cellar --connect HOST --ssl, and the certificate is that of another host"},
    {.code = "E687", .circumstances = "cellar --connect HOST shop.cellar"},
    {.code = "W427", .circumstances = "a BATCH over many partitions, which the cluster warns of"},
};

}  // namespace cellar::catalogue
