// TLS for the page, by OpenSSL: versions 1.2 and 1.3.
//
// In:      files in PEM form: the certificate of this machine, perhaps with those that vouch for it, and its key.
// Out:     what connections begin TLS with, in any thread; the day on which the certificate has expired.
// Refused: files that cannot be used (E686): each is named, with the reason. A key that a password protects is among
//          them, since nobody is asked for it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

struct ssl_ctx_st;

namespace cellar {

struct ServerTlsFiles {
  std::filesystem::path certificate, key;
};

class ServerTls {
 public:
  explicit ServerTls(const ServerTlsFiles& files);

  ssl_ctx_st* get() const { return context_.get(); }
  /// "2026-01-31"; nothing if the certificate has not expired. Browsers warn of one that has, so it is used nevertheless.
  std::optional<std::string> expired_on() const;

 private:
  std::shared_ptr<ssl_ctx_st> context_;
};

}  // namespace cellar
