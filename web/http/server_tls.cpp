#include "web/http/server_tls.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <cerrno>
#include <ctime>
#include <fstream>
#include <new>
#include <system_error>

#include "refusal/refusal.h"

namespace cellar {

namespace {

/// Those of version 1.2 that keep what was sent a secret, also if the key becomes known later.
constexpr const char* kCiphers = "ECDHE+AESGCM:ECDHE+CHACHA20";

void require_readable(const std::string& file) {
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (stream && stream.peek() != std::ifstream::traits_type::eof()) return;
  const int error = errno;
  refuse("tls_file_unreadable", {},
         {{"file", file}, {"reason", std::generic_category().message(error == 0 ? ENODATA : error)}});
}

/// Nobody is asked for the password of a key.
int no_password(char*, int, int, void*) { return -1; }

void use_certificate(SSL_CTX* context, const std::string& file) {
  require_readable(file);
  ERR_clear_error();
  if (SSL_CTX_use_certificate_chain_file(context, file.c_str()) == 1) return;
  const unsigned long fault = ERR_peek_error();  // the first one: those behind it follow from it
  ERR_clear_error();
  if (ERR_GET_LIB(fault) == ERR_LIB_PEM && ERR_GET_REASON(fault) == PEM_R_NO_START_LINE)
    refuse("tls_no_certificate", {}, {{"file", file}});
  const char* const reason = ERR_reason_error_string(fault);
  refuse("tls_file", {}, {{"file", file}, {"reason", reason == nullptr ? "" : reason}});
}

/// A key of another algorithm than the certificate's is taken as that of a certificate that is still to come.
void use_key(SSL_CTX* context, const std::string& file, const std::string& certificate) {
  require_readable(file);
  ERR_clear_error();
  const bool is_used = SSL_CTX_use_PrivateKey_file(context, file.c_str(), SSL_FILETYPE_PEM) == 1;
  const bool is_other =
      is_used ? SSL_CTX_check_private_key(context) != 1 : ERR_GET_LIB(ERR_peek_error()) == ERR_LIB_X509;
  ERR_clear_error();
  if (is_other) refuse("tls_key_differs", {}, {{"key", file}, {"file", certificate}});
  if (!is_used) refuse("tls_no_key", {}, {{"file", file}});
}

}  // namespace

ServerTls::ServerTls(const ServerTlsFiles& files) : context_(SSL_CTX_new(TLS_server_method()), SSL_CTX_free) {
  if (context_ == nullptr) throw std::bad_alloc();
  SSL_CTX* const context = context_.get();
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_cipher_list(context, kCiphers);
  // A handshake costs a server more than its client: each connection has one. What a browser needs to go on with its
  // session is kept by the browser.
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_default_passwd_cb(context, no_password);
  use_certificate(context, files.certificate.string());
  use_key(context, files.key.string(), files.certificate.string());
}

std::optional<std::string> ServerTls::expired_on() const {
  const ASN1_TIME* const end = X509_get0_notAfter(SSL_CTX_get0_certificate(context_.get()));
  std::tm day{};
  if (X509_cmp_current_time(end) > 0 || ASN1_TIME_to_tm(end, &day) != 1) return std::nullopt;
  constexpr int kFirstYear = 1900;
  return fmt::format("{:04}-{:02}-{:02}", day.tm_year + kFirstYear, day.tm_mon + 1, day.tm_mday);
}

}  // namespace cellar
