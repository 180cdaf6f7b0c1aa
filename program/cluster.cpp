#include "program/cluster.h"

#include <charconv>
#include <fstream>
#include <utility>

#include "program/options/environment.h"
#include "shell/console/configuration/configuration_files.h"
#include "shell/editor/interrupt.h"
#include "shell/files/home.h"
#include "shell/terminal/terminal_question.h"

namespace cellar {

namespace {

std::chrono::milliseconds seconds_of(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

std::string first_line(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  if (!file || !std::getline(file, line)) {
    const std::string reason = file.is_open() ? "it has no line" : "it cannot be opened";
    refuse("password_unread", {}, {{"file", path.string()}, {"reason", reason}});
  }
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

/// What options and the configuration say together about one cluster.
class ClusterWish {
 public:
  ClusterWish(const ConnectOptions& options, Language language,
              const std::optional<std::filesystem::path>& cqlshrc)
      : options_(options),
        language_(language),
        home_(personal_folders().home),
        configuration_(read_configuration(personal_folders(), with_home_if(cqlshrc))) {}

  ClusterSettings settings() {
    ClusterSettings settings;
    settings.nodes = read_addresses(*options_.nodes, port());
    settings.datacenter = options_.datacenter;
    ConnectionSettings& connection = settings.connection;
    if (options_.translation) connection.translation = read_translation(*options_.translation);
    connection.interrupted = interrupt_token();
    connection.compresses = !options_.has_no_compression;
    if (options_.protocol_version) connection.version = protocol_version(*options_.protocol_version);
    take_limit(options_.connect_timeout, "timeout", connection.connect_limit);
    take_limit(options_.request_timeout, "request_timeout", connection.answer_limit);
    connection.login = login();
    if (wants_tls()) connection.tls.emplace(tls());
    return settings;
  }

 private:
  std::optional<std::filesystem::path> with_home_if(const std::optional<std::filesystem::path>& path) const {
    return path ? std::optional<std::filesystem::path>(with_home(*path, home_)) : std::nullopt;
  }
  std::string configured(std::string_view section, std::string_view key) const {
    return std::string(configuration_.value(section, key).value_or(""));
  }
  void take_limit(const std::optional<double>& option, std::string_view key,
                  std::chrono::milliseconds& limit) {
    const std::optional<double> seconds = option ? option : configured_wait(key);
    if (seconds) limit = seconds_of(*seconds);
  }
  std::optional<double> configured_wait(std::string_view key) const {
    const std::string text = configured("connection", key);
    if (text.empty()) return std::nullopt;
    const std::optional<double> seconds = read_wait(text);
    if (!seconds) refuse_setting(key, text, "a number of seconds from 0.001 to 86400");
    return seconds;
  }
  std::uint16_t port() const {
    const std::string text = configured("connection", "port");
    std::uint16_t port = 9042;
    const char* const end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, port);
    if (!text.empty() && (fault != std::errc() || stop != end || port == 0))
      refuse_setting("port", text, "a number from 1 to 65535");
    return port;
  }
  [[noreturn]] static void refuse_setting(std::string_view key, const std::string& value,
                                          const char* expected) {
    refuse("cluster_setting", {},
           {{"setting", "[connection] " + std::string(key)}, {"value", value}, {"expected", expected}});
  }

  std::optional<ServerLogin> login() {
    Configuration credentials;
    const std::string named = configured("authentication", "credentials");
    std::filesystem::path file =
        named.empty() ? home_ / ".cassandra" / "credentials" : std::filesystem::path(named);
    if (options_.credentials) file = *options_.credentials;
    std::error_code unknown;
    if (const std::filesystem::path path = with_home(file, home_); std::filesystem::exists(path, unknown))
      credentials = read_configuration_file(path, {});
    constexpr std::string_view kSections[] = {"PlainTextAuthProvider", "plain_text_auth", "authentication"};
    const auto found = [&](std::string_view key) {
      for (const std::string_view section : kSections) {
        if (const auto value = credentials.value(section, key)) return std::string(*value);
      }
      return configured("authentication", key);
    };
    const std::string user = options_.user ? *options_.user : found("username");
    if (user.empty() && options_.password_file) refuse("password_without_user");
    if (user.empty()) return std::nullopt;
    if (options_.password_file)
      return ServerLogin{user, first_line(with_home(*options_.password_file, home_))};
    if (options_.password) return ServerLogin{user, *options_.password};
    // A password in a file belongs to the user in it.
    const bool is_other_user = options_.user && !found("username").empty() && found("username") != user;
    if (const std::string password = found("password"); !password.empty() && !is_other_user)
      return ServerLogin{user, password};
    return ServerLogin{user,
                       ask_at_terminal(password_question(user, language_), TypingShown::no).value_or("")};
  }

  bool wants_tls() {
    return options_.has_tls || !options_.ca_file.empty() || !options_.certificate_file.empty() ||
           options_.trusts_any_certificate || configuration_.switch_of("connection", "ssl").value_or(false);
  }
  TlsSettings tls() {
    const auto file = [&](const std::string& option, std::string_view key) {
      const std::string path = option.empty() ? configured("ssl", key) : option;
      return path.empty() ? path : with_home(path, home_).string();
    };
    TlsSettings settings{.ca_file = file(options_.ca_file, "certfile"),
                         .certificate_file = file(options_.certificate_file, "usercert"),
                         .key_file = file(options_.key_file, "userkey")};
    settings.checks_certificate =
        !options_.trusts_any_certificate && configuration_.switch_of("ssl", "validate").value_or(true);
    settings.checks_host = settings.checks_certificate;
    return settings;
  }

  const ConnectOptions& options_;
  const Language language_;
  std::filesystem::path home_;
  Configuration configuration_;
};

}  // namespace

ClusterSettings cluster_settings(const ConnectOptions& connect, Language language,
                                 const std::optional<std::filesystem::path>& cqlshrc) {
  return ClusterWish(connect, language, cqlshrc).settings();
}

std::unique_ptr<ClusterConnection> connect_to_cluster(const ConnectOptions& connect, Policy policy,
                                                      Language language,
                                                      const std::optional<std::filesystem::path>& cqlshrc) {
  auto connection = std::make_unique<ClusterConnection>(cluster_settings(connect, language, cqlshrc), policy);
  connection->set_consistency(connect.consistency, connect.serial_consistency);
  return connection;
}

}  // namespace cellar
