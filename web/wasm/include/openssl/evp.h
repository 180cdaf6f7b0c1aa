// As md5.h beside this file.
//
// In:      bytes.
// Out:     their SHA-3.
// Refused: nothing.
#pragma once

#include <tomcrypt.h>

struct EVP_MD {
  int (*init)(hash_state*);
  int size;
};

inline const EVP_MD* EVP_sha3_224() {
  static constexpr EVP_MD algorithm{sha3_224_init, 28};
  return &algorithm;
}
inline const EVP_MD* EVP_sha3_256() {
  static constexpr EVP_MD algorithm{sha3_256_init, 32};
  return &algorithm;
}
inline const EVP_MD* EVP_sha3_384() {
  static constexpr EVP_MD algorithm{sha3_384_init, 48};
  return &algorithm;
}
inline const EVP_MD* EVP_sha3_512() {
  static constexpr EVP_MD algorithm{sha3_512_init, 64};
  return &algorithm;
}

inline int EVP_MD_size(const EVP_MD* algorithm) { return algorithm->size; }
inline int EVP_Digest(const void* bytes, std::size_t size, unsigned char* digest, unsigned*,
                      const EVP_MD* algorithm, void*) {
  hash_state state;
  algorithm->init(&state);
  sha3_process(&state, static_cast<const unsigned char*>(bytes), size);
  return sha3_done(&state, digest);
}
