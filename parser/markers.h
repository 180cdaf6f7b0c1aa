// Tells whether a text may hold bind markers, without parsing it.
//
// In:      the text of a statement.
// Out:     false if it has none; true for one with a `?` or a `:name` outside of strings, quoted names and comments. A
//          colon between a key and its value is none; an odd text may be taken for one with markers.
// Refused: nothing.
#pragma once

#include <string_view>

namespace cellar {

bool may_have_markers(std::string_view text);

}  // namespace cellar
