// Texts within reports for programs.
//
// In:      any bytes.
// Out:     scalars of YAML (within TAP), strings of JSON, fields of CSV. Bytes that these cannot hold are shown as escapes. XML:
//          types/text/xml_text.h.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>

namespace cellar {

/// A double-quoted scalar of YAML.
std::string quote_yaml(std::string_view text);
/// A string with its quotes.
std::string quote_json(std::string_view text);
/// A field of CSV. A spreadsheet would run one that begins like a formula; it takes what follows an apostrophe for text.
std::string escape_csv(std::string_view text);

}  // namespace cellar
