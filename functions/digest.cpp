#include "functions/digest.h"

// The functions of one algorithm are deprecated since OpenSSL 3 in favour of EVP.
#define OPENSSL_API_COMPAT 10100
#include <openssl/evp.h>
#include <openssl/md5.h>
#include <openssl/sha.h>

#include <cstdint>

#include "types/number/byte_order.h"
#include "types/text/text.h"

namespace cellar {

namespace {

template <typename Context, auto init, auto update, auto final, std::size_t size>
std::string digest_of(std::string_view message) {
  Context context;
  init(&context);
  update(&context, message.data(), message.size());
  std::string bytes(size, '\0');
  final(reinterpret_cast<unsigned char*>(bytes.data()), &context);
  return bytes;
}

constexpr auto md5 = digest_of<MD5_CTX, MD5_Init, MD5_Update, MD5_Final, MD5_DIGEST_LENGTH>;
constexpr auto sha1 = digest_of<SHA_CTX, SHA1_Init, SHA1_Update, SHA1_Final, SHA_DIGEST_LENGTH>;
constexpr auto sha224 = digest_of<SHA256_CTX, SHA224_Init, SHA224_Update, SHA224_Final, SHA224_DIGEST_LENGTH>;
constexpr auto sha256 = digest_of<SHA256_CTX, SHA256_Init, SHA256_Update, SHA256_Final, SHA256_DIGEST_LENGTH>;
constexpr auto sha384 = digest_of<SHA512_CTX, SHA384_Init, SHA384_Update, SHA384_Final, SHA384_DIGEST_LENGTH>;
constexpr auto sha512 = digest_of<SHA512_CTX, SHA512_Init, SHA512_Update, SHA512_Final, SHA512_DIGEST_LENGTH>;

std::string finish_sha512(SHA512_CTX& context, std::string_view message) {
  SHA512_Update(&context, message.data(), message.size());
  std::string bytes(SHA512_DIGEST_LENGTH, '\0');
  SHA512_Final(reinterpret_cast<unsigned char*>(bytes.data()), &context);
  return bytes;
}

// SHA-512/t is SHA-512 from another initial state, cut to t bits. The state is the digest of the name
// "SHA-512/t" by a SHA-512 whose own initial state is changed by 0xa5 (FIPS 180-4, 5.3.6).
std::string sha512_cut(std::string_view name, std::string_view message, std::size_t size) {
  SHA512_CTX context;
  SHA512_Init(&context);
  for (auto& word : context.h) word ^= 0xa5a5a5a5a5a5a5a5;
  const std::string state = finish_sha512(context, name);
  SHA512_Init(&context);
  for (std::size_t i = 0; i < 8; ++i) context.h[i] = load_big_endian<std::uint64_t>(&state[i * 8]);
  return finish_sha512(context, message).substr(0, size);
}

std::string sha3(const EVP_MD* algorithm, std::string_view message) {
  std::string bytes(static_cast<std::size_t>(EVP_MD_size(algorithm)), '\0');
  EVP_Digest(message.data(), message.size(), reinterpret_cast<unsigned char*>(bytes.data()), nullptr,
             algorithm, nullptr);
  return bytes;
}

}  // namespace

std::optional<std::string> digest(std::string_view algorithm, std::string_view bytes) {
  const std::string name = to_lower(algorithm);
  if (name == "md5") return md5(bytes);
  if (name == "sha-1" || name == "sha1" || name == "sha") return sha1(bytes);
  if (name == "sha-224") return sha224(bytes);
  if (name == "sha-256") return sha256(bytes);
  if (name == "sha-384") return sha384(bytes);
  if (name == "sha-512") return sha512(bytes);
  if (name == "sha3-224") return sha3(EVP_sha3_224(), bytes);
  if (name == "sha3-256") return sha3(EVP_sha3_256(), bytes);
  if (name == "sha3-384") return sha3(EVP_sha3_384(), bytes);
  if (name == "sha3-512") return sha3(EVP_sha3_512(), bytes);
  if (name == "sha-512/224") return sha512_cut("SHA-512/224", bytes, 28);
  if (name == "sha-512/256") return sha512_cut("SHA-512/256", bytes, 32);
  return std::nullopt;
}

}  // namespace cellar
