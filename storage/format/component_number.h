// Components of keys that are numbers of any length: varint and decimal, without their tag.
//
// In:      native bytes, not empty; a component in a key.
// Out:     the component, which sorts by the value of the number; native bytes.
// Refused: a damaged component (`file_damaged`).
#pragma once

#include <string>
#include <string_view>

#include "storage/format/component.h"

namespace cellar {

/// The append functions return true if reading gives the same bytes back.
bool append_varint_component(std::string_view value, std::string& out);
bool append_decimal_component(std::string_view value, std::string& out);

std::string read_varint_component(ComponentReader& reader);
std::string read_decimal_component(ComponentReader& reader);
void skip_varint_component(ComponentReader& reader);
void skip_decimal_component(ComponentReader& reader);

}  // namespace cellar
