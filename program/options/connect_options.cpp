#include "program/options/connect_options.h"

#include <CLI/CLI.hpp>

#include <algorithm>

#include "program/options/option_kinds.h"
#include "types/text/text.h"

namespace cellar {

namespace {

const std::vector<std::string> kLevels = {"ANY", "ONE",          "TWO",         "THREE",    "QUORUM",
                                          "ALL", "LOCAL_QUORUM", "EACH_QUORUM", "LOCAL_ONE"};
const std::vector<std::string> kSerialLevels = {"SERIAL", "LOCAL_SERIAL"};

void add_level(CLI::App& program, const char* name, std::string& level,
               const std::vector<std::string>& levels, const char* text) {
  const auto take = [&level, &levels, name](const std::string& given) {
    level = to_upper(given);
    if (std::ranges::find(levels, level) == levels.end())
      throw CLI::ValidationError(name,
                                 "takes " + CLI::detail::join(levels, ", ") + ", and not \"" + given + "\"");
  };
  program.add_option_function<std::string>(name, take, text)->type_name("LEVEL");
}

void add_login(CLI::App& program, ConnectOptions& connect) {
  program.add_option("-u,--username", connect.user, "The user of the cluster; the password is asked for")
      ->type_name("NAME");
  program
      .add_option("-p,--password", connect.password,
                  "The password; others can see it, so --password-file is better")
      ->type_name("WORD");
  program.add_option("--password-file", connect.password_file, "A file whose first line is the password")
      ->type_name("FILE");
  program
      .add_option("--credentials", connect.credentials,
                  "A file with user and password, as cqlsh has it (default ~/.cassandra/credentials)")
      ->type_name("FILE");
}

void add_tls(CLI::App& program, ConnectOptions& connect) {
  program.add_flag("--ssl", connect.has_tls, "TLS with the nodes, whose certificates are checked");
  program
      .add_option("--ssl-ca", connect.ca_file, "The certificates that are trusted (default: the system's)")
      ->type_name("FILE");
  program.add_option("--ssl-cert", connect.certificate_file, "A certificate to show to the nodes")
      ->type_name("FILE");
  program.add_option("--ssl-key", connect.key_file, "Its key (default: in the same file)")->type_name("FILE");
  program.add_flag("--ssl-trust-all", connect.trusts_any_certificate,
                   "Check no certificate: whoever is between can read and change all");
}

}  // namespace

bool asks_for_cluster(const std::vector<std::string>& arguments) {
  return describes_all_options(arguments) || std::ranges::any_of(arguments, [](const std::string& argument) {
           return argument.starts_with("--connect");
         });
}

void add_connect(CLI::App& program, ConnectOptions& connect) {
  program
      .add_option("--connect", connect.nodes,
                  "Work on a cluster of Cassandra or ScyllaDB in place of a file (docs/cluster.md)")
      ->type_name("HOST[:PORT][,...]");
  add_connect_settings(program, connect);
}

void add_connect_settings(CLI::App& program, ConnectOptions& connect) {
  add_login(program, connect);
  program
      .add_option("--datacenter", connect.datacenter, "The datacenter whose nodes are asked (default: any)")
      ->type_name("NAME");
  program
      .add_option("--translate", connect.translation,
                  "Where nodes are reached from here, by the addresses that they tell of themselves")
      ->type_name("ADDRESS=HOST[:PORT][,...]");
  add_level(program, "--consistency", connect.consistency, kLevels,
            connect.consistency == "ONE"
                ? "How many replicas must answer (default ONE), as CONSISTENCY sets it"
                : "How many replicas must answer (default LOCAL_QUORUM)");
  add_level(program, "--serial-consistency", connect.serial_consistency, kSerialLevels,
            "Of writes with IF: SERIAL (default) or LOCAL_SERIAL");
  program.add_option("--protocol-version", connect.protocol_version, "3, 4 or 5 (default: the newest there)")
      ->type_name("N")
      ->check(CLI::Range(3, 5).description(""));
  program.add_flag("--no-compression", connect.has_no_compression, "Send everything as it is");
  program
      .add_option("--connect-timeout", connect.connect_timeout,
                  "Seconds until a node is given up (default 5)")
      ->type_name("SECONDS");
  program
      .add_option("--request-timeout", connect.request_timeout,
                  "Seconds until an answer is given up (default 60)")
      ->type_name("SECONDS");
  add_tls(program, connect);
}

}  // namespace cellar
