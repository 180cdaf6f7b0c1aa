// Texts within XML: reports of JUnit, drawings of SVG.
//
// In:      any bytes.
// Out:     the text of an element or of an attribute. What XML cannot hold, or would steer a terminal, is shown as an escape.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>

namespace cellar {

std::string escape_xml(std::string_view text);

}  // namespace cellar
