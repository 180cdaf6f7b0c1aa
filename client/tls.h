// TLS for connections to servers, by OpenSSL.
//
// In:      files in PEM form: the certificates that are trusted, a certificate of the client with its key.
// Out:     what a ServerSocket begins TLS with. It can be shared by threads.
// Refused: files that cannot be used (E686).
#pragma once

#include <memory>
#include <string>

struct ssl_ctx_st;

namespace cellar {

struct TlsSettings {
  std::string ca_file{};           // empty: those that the system trusts
  std::string certificate_file{};  // empty: none is shown
  std::string key_file{};          // empty: in the certificate's file
  bool checks_certificate = true;
  bool checks_host = true;  // whether the certificate is that of the host which was asked for
};

class TlsContext {
 public:
  explicit TlsContext(const TlsSettings& settings);

  ssl_ctx_st* get() const { return context_.get(); }
  bool checks_host() const { return checks_host_; }

 private:
  std::shared_ptr<ssl_ctx_st> context_;
  bool checks_host_;
};

/// Returns the last error of OpenSSL in this thread in words, and forgets it.
std::string tls_fault();

}  // namespace cellar
