// Internet addresses between text and their 4 or 16 bytes.
//
// In:      a text, or the 4 or 16 bytes of an address.
// Out:     the bytes, nothing for a text that is no address; or the text.
// Refused: nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cellar {

/// Takes what Java takes of an address: `1.2.3.4`, `1.2.3` (1.2.0.3), `1.2`, `1`; `::1`, `fe80::1.2.3.4`,
/// either also in brackets if it is version 6. A version 4 address mapped into version 6 comes out as
/// version 4. Names of hosts give nothing.
std::optional<std::string> parse_inet(std::string_view text);
/// As above, for the host of a server, which may also be `localhost` (127.0.0.1).
std::optional<std::string> parse_host(std::string_view text);

/// `1.2.3.4`, or version 6 in the short form of RFC 5952 (`2001:db8::1`).
std::string inet_text(std::string_view bytes);

/// The text that Java writes: version 6 without `::` (`0:0:0:0:0:0:0:1`). Casts to text and JSON show this
/// form.
std::string inet_java_text(std::string_view bytes);

}  // namespace cellar
