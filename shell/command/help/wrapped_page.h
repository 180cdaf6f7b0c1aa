// A page of HELP in the columns of a terminal.
//
// In:      a page, whose lines have up to 120 columns.
// Out:     the page with longer lines broken at blanks. What goes on in a further line stands under the description of
//          its line, or under its beginning. Examples stay as they are, so that they can be copied.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cellar {

std::string wrapped_page(std::string_view page, std::size_t columns);

}  // namespace cellar
