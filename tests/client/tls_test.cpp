// TLS between the client's connection and a server, with certificates that the test makes.
#include "client/tls.h"

#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <csignal>
#include <memory>
#include <string>
#include <thread>

#include "client/server_connection.h"
#include "made_certificate.h"
#include "process.h"
#include "refusal/refusal.h"
#include "scripted_server.h"

namespace cellar::test {

namespace {

/// Answers OPTIONS, STARTUP and one statement over TLS. With `clients` it asks for a certificate that this one has signed.
class TlsServer {
 public:
  explicit TlsServer(const MadeCertificate& own, const MadeCertificate* clients = nullptr)
      : context_(SSL_CTX_new(TLS_server_method()), SSL_CTX_free) {
    SSL_CTX_use_certificate_chain_file(context_.get(), own.certificate_file.c_str());
    SSL_CTX_use_PrivateKey_file(context_.get(), own.key_file.c_str(), SSL_FILETYPE_PEM);
    if (clients != nullptr) {
      SSL_CTX_load_verify_locations(context_.get(), clients->certificate_file.c_str(), nullptr);
      SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    }
    listening_ = listen_on_loopback(address_.port);
    thread_ = std::thread([this] { serve(); });
  }
  ~TlsServer() {
    shutdown(listening_, SHUT_RDWR);
    thread_.join();
    close(listening_);
  }
  TlsServer(const TlsServer&) = delete;
  TlsServer& operator=(const TlsServer&) = delete;

  const ServerAddress& address() const { return address_; }

 private:
  void serve() const {
    const int client = accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) return;
    const std::unique_ptr<SSL, decltype(&SSL_free)> tls(SSL_new(context_.get()), SSL_free);
    SSL_set_fd(tls.get(), client);
    if (SSL_accept(tls.get()) == 1) {
      char buffer[4096];
      for (const std::string& answer : {supported(), frame_of(ReadyResponse{}), rows_of({"one"}, "")}) {
        if (SSL_read(tls.get(), buffer, sizeof buffer) <= 0) break;
        SSL_write(tls.get(), answer.data(), static_cast<int>(answer.size()));
      }
      while (SSL_read(tls.get(), buffer, sizeof buffer) > 0) continue;
    }
    close(client);
  }

  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
  ServerAddress address_;
  int listening_ = -1;
  std::thread thread_;
};

std::string fault_of(const TlsServer& server, const TlsSettings& tls) {
  try {
    ConnectionSettings settings{.version = ProtocolVersion::v4, .compresses = false};
    settings.tls.emplace(tls);
    ServerConnection connection(server.address(), settings);
    return connection.query("SELECT v FROM k.t").rows.size() == 1 ? "" : "no row";
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
}

}  // namespace

TEST_CASE("TLS checks the certificate of a node and its name, and shows one of the client") {
  std::signal(SIGPIPE, SIG_IGN);
  const TemporaryFolder folder;
  const MadeCertificate node(folder.path, "node", "IP:127.0.0.1"),
      other(folder.path, "other", "DNS:other.example");
  {
    const TlsServer server(node);
    CHECK(fault_of(server, {.ca_file = node.certificate_file}).empty());
  }
  {
    const TlsServer server(node);
    CHECK(fault_of(server, {}) ==
          "E686: no TLS with " + server.address().text() + ": self-signed certificate");
  }
  {
    const TlsServer server(other);
    CHECK(fault_of(server, {.ca_file = other.certificate_file}) ==
          "E686: no TLS with " + server.address().text() + ": IP address mismatch");
  }
  {
    const TlsServer server(other);
    CHECK(fault_of(server, {.checks_certificate = false, .checks_host = false}).empty());
  }
  {
    const TlsServer server(node, &other);
    CHECK(fault_of(server, {.ca_file = node.certificate_file,
                            .certificate_file = other.certificate_file,
                            .key_file = other.key_file})
              .empty());
  }
  {
    const TlsServer server(node, &other);
    CHECK_THAT(fault_of(server, {.ca_file = node.certificate_file}), Catch::Matchers::StartsWith("E68"));
  }
}

TEST_CASE("a file that is no certificate is refused by name, and a server without TLS, too") {
  const TemporaryFolder folder;
  write_file(folder / "text.pem", "no certificate\n");
  const std::string path = (folder / "text.pem").string();
  CHECK_THROWS_MATCHES(
      TlsContext({.ca_file = path}), Refusal,
      Catch::Matchers::Predicate<Refusal>([&](const Refusal& refusal) {
        return std::string(refusal.what()).starts_with("E686: " + path + " cannot be used for TLS: ");
      }));
  const std::string absent = (folder / "absent.pem").string();
  for (const TlsSettings& settings :
       {TlsSettings{.ca_file = absent}, TlsSettings{.certificate_file = absent}}) {
    try {
      const TlsContext context(settings);
      FAIL();
    } catch (const Refusal& refusal) {
      CHECK(std::string(refusal.what()) ==
            "E686: " + absent + " cannot be used for TLS: No such file or directory");
    }
  }
  const ScriptedServer plain(Conversation{supported()});
  ConnectionSettings settings;
  settings.tls.emplace(TlsSettings{});
  CHECK_THROWS_AS(ServerConnection(plain.address(), settings), Refusal);
}

}  // namespace cellar::test
