// The options of --connect, as data.
//
// In:      the arguments of the command line, which program/options/connect_options.cpp reads.
// Out:     the nodes, the login, TLS, and what is sent with each statement.
// Refused: nothing.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace cellar {

struct ConnectOptions {
  std::optional<std::string> nodes;  // HOST[:PORT],...; nothing: the statements run in this process
  std::optional<std::string> user;
  std::optional<std::string> password;
  std::optional<std::filesystem::path> password_file;
  std::optional<std::filesystem::path> credentials;  // a file of the form of cqlsh's
  std::string datacenter;
  std::optional<std::string> translation;  // ADDRESS=HOST[:PORT],...
  std::string consistency = "ONE";
  std::string serial_consistency;
  std::optional<unsigned> protocol_version;
  std::optional<double> connect_timeout;  // seconds
  std::optional<double> request_timeout;
  bool has_no_compression = false;
  bool has_tls = false;
  std::string ca_file;
  std::string certificate_file;
  std::string key_file;
  bool trusts_any_certificate = false;
};

/// Returns a number of seconds to wait, from a thousandth to a day; nothing for another text.
std::optional<double> read_wait(std::string_view text);
/// Returns the arguments without the password among them, in whichever way it was typed: what is shown again must not tell it.
std::vector<std::string> without_password(const std::vector<std::string>& arguments);
/// Returns whether the arguments ask for a cluster, or for a description of all options.
bool asks_for_cluster(const std::vector<std::string>& arguments);
void add_connect(CLI::App& program, ConnectOptions& connect);
/// The same without the nodes, for a command that names them by an option of its own.
void add_connect_settings(CLI::App& program, ConnectOptions& connect);

}  // namespace cellar
