#include "program/options/connect_options.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <span>
#include <string_view>

#include "program/options/option_kinds.h"
#include "shell/console/settings.h"
#include "types/text/text.h"

namespace cellar {

namespace {

void add_level(CLI::App& program, const char* name, std::string& level,
               std::span<const std::string_view> levels, const char* text) {
  const auto take = [&level, levels, name](const std::string& given) {
    level = to_upper(given);
    if (std::ranges::find(levels, level) == levels.end())
      throw CLI::ValidationError(name,
                                 "takes " + CLI::detail::join(levels, ", ") + ", and not \"" + given + "\"");
  };
  program.add_option_function<std::string>(name, take, text)->type_name("LEVEL");
}

void add_seconds(CLI::App& program, const char* name, std::optional<double>& seconds, const char* text) {
  const auto take = [&seconds, name](const std::string& given) {
    seconds = read_wait(given);
    if (!seconds)
      throw CLI::ValidationError(name,
                                 "takes a number of seconds from 0.001 to 86400, and not \"" + given + "\"");
  };
  program.add_option_function<std::string>(name, take, text)->type_name("SECONDS");
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

/// Whether a word of the command line is a password, or says that the next one is.
enum class PasswordPart : std::uint8_t { none, here, in_next_word };

/// `takes_next`: set if the next word is the value of another option.
PasswordPart password_in(std::string_view word, bool& takes_next) {
  if (word == "--password") return PasswordPart::in_next_word;
  if (word.starts_with("--password=")) return PasswordPart::here;
  takes_next = word == "--execute" || word == "--file";
  if (!word.starts_with('-') || word.starts_with("--")) return PasswordPart::none;
  // Short options may be written together, as in -Cp.
  constexpr std::string_view kWithoutValue = "Ctvh";
  const std::size_t place = word.find_first_not_of(kWithoutValue, 1);
  if (place == word.npos) return PasswordPart::none;
  const bool is_last = place + 1 == word.size();
  if (word[place] == 'p') return is_last ? PasswordPart::in_next_word : PasswordPart::here;
  takes_next = is_last;
  return PasswordPart::none;
}

}  // namespace

std::optional<double> read_wait(std::string_view text) {
  double seconds = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, seconds);
  if (fault != std::errc() || stop != end || !(seconds >= 0.001 && seconds <= 86'400)) return std::nullopt;
  return seconds;
}

std::vector<std::string> without_password(const std::vector<std::string>& arguments) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    bool takes_next = false;
    const PasswordPart part = password_in(arguments[i], takes_next);
    if (part == PasswordPart::none) kept.push_back(arguments[i]);
    if (part == PasswordPart::in_next_word) ++i;
    if (takes_next && i + 1 < arguments.size()) kept.push_back(arguments[++i]);
  }
  return kept;
}

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
  add_level(program, "--consistency", connect.consistency, kConsistencyLevels,
            connect.consistency == "ONE"
                ? "How many replicas must answer (default ONE), as CONSISTENCY sets it"
                : "How many replicas must answer (default LOCAL_QUORUM)");
  add_level(program, "--serial-consistency", connect.serial_consistency, kSerialConsistencyLevels,
            "Of writes with IF: SERIAL (default) or LOCAL_SERIAL");
  program.add_option("--protocol-version", connect.protocol_version, "3, 4 or 5 (default: the newest there)")
      ->type_name("N")
      ->check(CLI::Range(3, 5).description(""));
  program.add_flag("--no-compression", connect.has_no_compression, "Send everything as it is");
  add_seconds(program, "--connect-timeout", connect.connect_timeout,
              "Seconds until a node is given up (default 5)");
  add_seconds(program, "--request-timeout", connect.request_timeout,
              "Seconds until an answer is given up (default 60)");
  add_tls(program, connect);
}

}  // namespace cellar
