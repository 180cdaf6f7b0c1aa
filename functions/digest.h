// Message digests, for mask_hash.
//
// In:      the name of an algorithm in any case (MD5, SHA-1, SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224,
//          SHA-512/256) and bytes.
// Out:     the digest; nothing for another name.
// Refused: nothing.
//
// The digests are computed by libcrypto, by its functions for one algorithm each. Its EVP interface, which
// alone has SHA-3, would bring all providers into the static program: 3.7 MB and 3 ms at every start instead
// of 75 KB, and calls of dlopen and getaddrinfo, which a static program cannot rely on.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cellar {

std::optional<std::string> digest(std::string_view algorithm, std::string_view bytes);

}  // namespace cellar
