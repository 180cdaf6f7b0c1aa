// The page by HTTPS: what is agreed on, what is refused, and what those take who never agree.
#include <openssl/ssl.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <random>
#include <vector>

#include "made_certificate.h"
#include "refusal/refusal.h"
#include "refusal/render.h"
#include "web/http/server_tls.h"
#include "web_world.h"

using namespace cellar;
using namespace cellar::test;

namespace {

/// A folder with a certificate of this machine, and a client that trusts anybody.
struct TlsFiles {
  TlsFiles()
      : folder(std::filesystem::temp_directory_path() /
               ("cellar-tls-" + std::to_string(std::random_device()()))),
        is_made(std::filesystem::create_directories(folder)),
        own(folder, "own", "IP:127.0.0.1") {}
  ~TlsFiles() { std::filesystem::remove_all(folder); }

  std::shared_ptr<const ServerTls> server() const {
    return std::make_shared<const ServerTls>(
        ServerTlsFiles{.certificate = own.certificate_file, .key = own.key_file});
  }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
    return (folder / name).string();
  }

  std::filesystem::path folder;
  bool is_made;
  MadeCertificate own;
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> client{SSL_CTX_new(TLS_client_method()), SSL_CTX_free};
};

WebOptions with_tls(const TlsFiles& files) {
  WebOptions options{.address = {"127.0.0.1", 0}};
  options.tls = files.server();
  return options;
}

std::string fault_of(const std::string& certificate, const std::string& key) {
  try {
    const ServerTls tls({.certificate = certificate, .key = key});
    return "";
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
}

/// What a client sends first, as it would go through a socket.
std::string client_hello(SSL_CTX* context) {
  const std::unique_ptr<SSL, decltype(&SSL_free)> tls(SSL_new(context), SSL_free);
  BIO* const out = BIO_new(BIO_s_mem());
  SSL_set_bio(tls.get(), BIO_new(BIO_s_mem()), out);
  SSL_connect(tls.get());
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(out, &bytes);
  return {bytes, static_cast<std::size_t>(size)};
}

}  // namespace

TEST_CASE("the page comes by TLS 1.2 and 1.3, and by nothing older") {
  const TlsFiles files;
  const WebWorld world(with_tls(files));
  CHECK(world.server.address().starts_with("https://127.0.0.1:"));
  for (const auto& [version, name] :
       {std::pair(TLS1_2_VERSION, "TLSv1.2"), std::pair(TLS1_3_VERSION, "TLSv1.3")}) {
    SSL_CTX_set_min_proto_version(files.client.get(), version);
    SSL_CTX_set_max_proto_version(files.client.get(), version);
    WebClient client(world.port, files.client.get());
    CHECK(client.tls_version() == name);
    CHECK(client.ask(world.get("/")).status == 200);
    const std::string value(200'000, 'v');
    CHECK(
        client.ask(world.message("/answer", "{\"statement\":" + json_string("HELP " + value) + "}")).status ==
        200);
    client.send(world.get("/words.js") + world.get("/style.css"));
    CHECK(client.receive().body.size() > 10'000);
    CHECK(client.receive().body.size() > 5'000);
  }
  SSL_CTX_set_security_level(files.client.get(), 0);
  SSL_CTX_set_min_proto_version(files.client.get(), TLS1_VERSION);
  SSL_CTX_set_max_proto_version(files.client.get(), TLS1_1_VERSION);
  CHECK(WebClient(world.port, files.client.get()).tls_version().empty());
}

TEST_CASE("a response is whole when TLS ends, and the end is said") {
  const TlsFiles files;
  const WebWorld world(with_tls(files));
  WebClient client(world.port, files.client.get());
  const WebAnswer answer = client.ask(world.get("/words.js", "Connection: close\r\n"));
  CHECK(answer.status == 200);
  CHECK(answer.body.size() > 10'000);
  CHECK(client.rest().empty());
  CHECK(client.was_told_the_end());
  // Its body is not read, and still on its way while it is answered.
  WebClient refused(world.port, files.client.get());
  const std::string head = "POST /answer HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 200000\r\n\r\n";
  CHECK(refused.ask(head + std::string(200'000, 'x')).status == 421);
}

TEST_CASE("who speaks in the clear where TLS is wanted is told how the address begins, and no other one") {
  const TlsFiles files;
  const WebWorld world(with_tls(files));
  for (const std::string& bytes : {world.get("/"), world.message("/answer", R"({"statement":"HELP"})"),
                                   std::string("nonsense"), std::string("\0\0\0\0", 4)}) {
    WebClient plain(world.port);
    const WebAnswer answer = plain.ask(bytes);
    CHECK(answer.status == 400);
    CHECK(answer.body == "This page is encrypted: its address begins with https://\n");
    CHECK(answer.head.find("location") == std::string::npos);
    CHECK(answer.head.find("strict-transport") == std::string::npos);
    CHECK(plain.rest().empty());
  }
  CHECK(WebClient(world.port, files.client.get()).ask(world.get("/")).status == 200);
}

TEST_CASE("a handshake that stops halfway is ended in time, and takes no place from others") {
  const TlsFiles files;
  WebOptions options = with_tls(files);
  options.http.handshake = std::chrono::milliseconds(100);
  options.http.connections = 3;
  const WebWorld world(options);
  const std::string hello = client_hello(files.client.get());
  for (const std::size_t size : {std::size_t{1}, std::size_t{5}, std::size_t{100}, hello.size()}) {
    INFO(size);
    WebClient halfway(world.port);
    halfway.send(hello.substr(0, size));
    halfway.rest();  // ends
  }
  options.http.handshake = options.http.idle = std::chrono::minutes(10);
  const WebWorld patient(options);
  std::vector<std::unique_ptr<WebClient>> halfway;
  for (int client = 0; client < 20; ++client) {
    halfway.push_back(std::make_unique<WebClient>(patient.port));
    halfway.back()->send(hello.substr(0, static_cast<std::size_t>(client % 10) * 20));
  }
  CHECK(WebClient(patient.port, files.client.get()).ask(patient.get("/")).status == 200);
}

TEST_CASE("handshakes with random faults end, and the next one is agreed on") {
  const TlsFiles files;
  const WebWorld world(with_tls(files));
  const std::string hello = client_hello(files.client.get());
  const char* const rounds = std::getenv("CELLAR_MUTATED_MESSAGES");
  const int count = rounds == nullptr ? 100 : std::atoi(rounds);
  std::mt19937 random(7);
  for (int round = 0; round < count; ++round) {
    std::string bytes = hello;
    for (std::size_t faults = 1 + random() % 4; faults > 0; --faults)
      bytes[1 + random() % (bytes.size() - 1)] = static_cast<char>(random());
    if (random() % 4 == 0) bytes.insert(random() % bytes.size(), std::string(random() % 20'000, 'x'));
    WebClient client(world.port);
    client.send(bytes);
    client.end_sending();
    client.rest();
  }
  CHECK(WebClient(world.port, files.client.get()).ask(world.get("/")).status == 200);
}

TEST_CASE("by TLS a page of the same address in the clear is another site") {
  const TlsFiles files;
  const WebWorld world(with_tls(files));
  const auto status = [&](const std::string& origin) {
    return WebClient(world.port, files.client.get())
        .ask(world.message("/start", "{}", "Origin: " + origin + "\r\n"))
        .status;
  };
  CHECK(status("https://" + world.host) == 200);
  CHECK(status("http://" + world.host) == 403);
  CHECK(status("https://evil.example") == 403);
  CHECK(status("null") == 403);
}

TEST_CASE("files that cannot be used for TLS are refused by name, with the reason") {
  const TlsFiles files;
  const MadeCertificate other(files.folder, "other", "IP:127.0.0.1");
  const std::string text = files.write("text.pem", "no certificate\n"), empty = files.write("empty.pem", ""),
                    missing = (files.folder / "missing.pem").string(), folder = files.folder.string(),
                    &certificate = files.own.certificate_file, &key = files.own.key_file;
  CHECK(fault_of(certificate, key).empty());
  CHECK(fault_of(missing, key) == "E686: " + missing + " cannot be read: No such file or directory");
  CHECK(fault_of(certificate, missing) == "E686: " + missing + " cannot be read: No such file or directory");
  CHECK(fault_of(folder, key) == "E686: " + folder + " cannot be read: Is a directory");
  CHECK(fault_of(empty, key) == "E686: " + empty + " cannot be read: No data available");
  CHECK(fault_of(text, key) == "E686: " + text + " holds no certificate");
  CHECK(fault_of(key, key) == "E686: " + key + " holds no certificate");
  CHECK(fault_of(certificate, text) == "E686: " + text + " holds no key that can be used");
  CHECK(fault_of(certificate, certificate) == "E686: " + certificate + " holds no key that can be used");
  CHECK(fault_of(certificate, key + ".locked") == "E686: " + key + ".locked holds no key that can be used");
  CHECK(fault_of(certificate, other.key_file) ==
        "E686: the key in " + other.key_file + " is not that of the certificate in " + certificate);
  std::FILE* const file = std::fopen((files.folder / "rsa.key").c_str(), "w");
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> rsa(EVP_RSA_gen(2048), EVP_PKEY_free);
  PEM_write_PrivateKey(file, rsa.get(), nullptr, nullptr, 0, nullptr, nullptr);
  std::fclose(file);
  CHECK(fault_of(certificate, files.folder / "rsa.key").starts_with("E686: the key in "));
  const std::string broken =
      files.write("broken.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
  CHECK(fault_of(broken, key).starts_with("E686: " + broken + " cannot be used for TLS: "));
}

TEST_CASE("the day is known on which a certificate has expired") {
  const TlsFiles files;
  const MadeCertificate old(files.folder, "old", "IP:127.0.0.1", -400L * 24 * 3600);
  CHECK_FALSE(files.server()->expired_on().has_value());
  const std::optional<std::string> day =
      ServerTls({.certificate = old.certificate_file, .key = old.key_file}).expired_on();
  REQUIRE(day.has_value());
  CHECK(day->size() == std::string_view("2026-01-31").size());
  CHECK(day->starts_with("20"));
}
