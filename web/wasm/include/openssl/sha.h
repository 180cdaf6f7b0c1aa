// As md5.h beside this file.
//
// In:      bytes.
// Out:     their SHA-1, or one of SHA-2.
// Refused: nothing.
#pragma once

#include <tomcrypt.h>

#include <algorithm>
#include <cstdint>

#define SHA_DIGEST_LENGTH 20
#define SHA224_DIGEST_LENGTH 28
#define SHA256_DIGEST_LENGTH 32
#define SHA384_DIGEST_LENGTH 48
#define SHA512_DIGEST_LENGTH 64

using SHA_CTX = hash_state;
using SHA256_CTX = hash_state;

inline int SHA1_Init(SHA_CTX* context) { return sha1_init(context); }
inline int SHA1_Update(SHA_CTX* context, const void* bytes, std::size_t size) {
  return sha1_process(context, static_cast<const unsigned char*>(bytes), size);
}
inline int SHA1_Final(unsigned char* digest, SHA_CTX* context) { return sha1_done(context, digest); }

inline int SHA256_Init(SHA256_CTX* context) { return sha256_init(context); }
inline int SHA256_Update(SHA256_CTX* context, const void* bytes, std::size_t size) {
  return sha256_process(context, static_cast<const unsigned char*>(bytes), size);
}
inline int SHA256_Final(unsigned char* digest, SHA256_CTX* context) { return sha256_done(context, digest); }

inline int SHA224_Init(SHA256_CTX* context) { return sha224_init(context); }
inline int SHA224_Update(SHA256_CTX* context, const void* bytes, std::size_t size) {
  return SHA256_Update(context, bytes, size);
}
inline int SHA224_Final(unsigned char* digest, SHA256_CTX* context) { return sha224_done(context, digest); }

/// `h` is the state before the first byte, which the caller may change until then.
struct SHA512_CTX {
  std::uint64_t h[8];
  hash_state state;
  bool has_begun;
};

inline void begin_sha512(SHA512_CTX* context) {
  std::copy(std::begin(context->state.sha512.state), std::end(context->state.sha512.state), context->h);
  context->has_begun = false;
}
inline int SHA512_Init(SHA512_CTX* context) {
  sha512_init(&context->state);
  begin_sha512(context);
  return 1;
}
inline int SHA512_Update(SHA512_CTX* context, const void* bytes, std::size_t size) {
  if (!context->has_begun)
    std::copy(std::begin(context->h), std::end(context->h), context->state.sha512.state);
  context->has_begun = true;
  return sha512_process(&context->state, static_cast<const unsigned char*>(bytes), size);
}
inline int SHA512_Final(unsigned char* digest, SHA512_CTX* context) {
  return sha512_done(&context->state, digest);
}

inline int SHA384_Init(SHA512_CTX* context) {
  sha384_init(&context->state);
  begin_sha512(context);
  return 1;
}
inline int SHA384_Update(SHA512_CTX* context, const void* bytes, std::size_t size) {
  return SHA512_Update(context, bytes, size);
}
inline int SHA384_Final(unsigned char* digest, SHA512_CTX* context) {
  return sha384_done(&context->state, digest);
}
