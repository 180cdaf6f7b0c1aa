// A key and a certificate that it has signed itself, as files.
#pragma once

#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

namespace cellar::test {

struct MadeCertificate {
  /// `subject_name`: "IP:127.0.0.1", "DNS:other.example". `ends_in`: seconds from now.
  MadeCertificate(const std::filesystem::path& folder, const std::string& name, const char* subject_name,
                  long ends_in = 3600)
      : certificate_file((folder / (name + ".crt")).string()), key_file((folder / (name + ".key")).string()) {
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(EVP_EC_gen("P-256"), EVP_PKEY_free);
    const std::unique_ptr<X509, decltype(&X509_free)> made(X509_new(), X509_free);
    X509_set_version(made.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(made.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(made.get()), ends_in - 7200);
    X509_gmtime_adj(X509_getm_notAfter(made.get()), ends_in);
    X509_set_pubkey(made.get(), key.get());
    X509_NAME* const subject = X509_get_subject_name(made.get());
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("node"),
                               -1, -1, 0);
    X509_set_issuer_name(made.get(), subject);
    X509_EXTENSION* const names = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, subject_name);
    X509_add_ext(made.get(), names, -1);
    X509_EXTENSION_free(names);
    X509_sign(made.get(), key.get(), EVP_sha256());
    write(certificate_file, [&](FILE* file) { PEM_write_X509(file, made.get()); });
    write(key_file,
          [&](FILE* file) { PEM_write_PrivateKey(file, key.get(), nullptr, nullptr, 0, nullptr, nullptr); });
    write(key_file + ".locked", [&](FILE* file) {
      PEM_write_PrivateKey(file, key.get(), EVP_aes_128_cbc(), reinterpret_cast<const unsigned char*>("word"),
                           4, nullptr, nullptr);
    });
  }

  std::string certificate_file, key_file;  // and KEY.locked, which has a password

 private:
  template <typename Write>
  static void write(const std::string& path, Write write) {
    FILE* const file = std::fopen(path.c_str(), "w");
    REQUIRE(file != nullptr);
    write(file);
    std::fclose(file);
  }
};

}  // namespace cellar::test
