// The few functions of libcrypto that the engine calls, upon libtomcrypt.
//
// In:      bytes.
// Out:     their MD5.
// Refused: nothing.
#pragma once

#include <tomcrypt.h>

#define MD5_DIGEST_LENGTH 16

using MD5_CTX = hash_state;

inline int MD5_Init(MD5_CTX* context) { return md5_init(context); }
inline int MD5_Update(MD5_CTX* context, const void* bytes, std::size_t size) {
  return md5_process(context, static_cast<const unsigned char*>(bytes), size);
}
inline int MD5_Final(unsigned char* digest, MD5_CTX* context) { return md5_done(context, digest); }
inline void MD5(const unsigned char* bytes, std::size_t size, unsigned char* digest) {
  MD5_CTX context;
  MD5_Init(&context);
  MD5_Update(&context, bytes, size);
  MD5_Final(digest, &context);
}
