#include "client/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <system_error>

#include "refusal/refusal.h"

namespace cellar {

namespace {

void require(bool is_done, const std::string& file) {
  if (!is_done) refuse("tls_file", {}, {{"file", file}, {"reason", tls_fault()}});
}

}  // namespace

std::string tls_fault() {
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  if (ERR_SYSTEM_ERROR(code)) return std::generic_category().message(ERR_GET_REASON(code));
  const char* const reason = code == 0 ? nullptr : ERR_reason_error_string(code);
  return reason == nullptr ? "the connection was closed" : reason;
}

TlsContext::TlsContext(const TlsSettings& settings)
    : context_(SSL_CTX_new(TLS_client_method()), SSL_CTX_free), checks_host_(settings.checks_host) {
  if (context_ == nullptr) throw std::bad_alloc();
  SSL_CTX* const context = context_.get();
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_verify(context, settings.checks_certificate ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nullptr);
  if (!settings.ca_file.empty()) {
    require(SSL_CTX_load_verify_locations(context, settings.ca_file.c_str(), nullptr) == 1, settings.ca_file);
  } else {
    SSL_CTX_set_default_verify_paths(context);
  }
  if (settings.certificate_file.empty()) return;
  const std::string& key = settings.key_file.empty() ? settings.certificate_file : settings.key_file;
  require(SSL_CTX_use_certificate_chain_file(context, settings.certificate_file.c_str()) == 1,
          settings.certificate_file);
  require(SSL_CTX_use_PrivateKey_file(context, key.c_str(), SSL_FILETYPE_PEM) == 1, key);
}

}  // namespace cellar
