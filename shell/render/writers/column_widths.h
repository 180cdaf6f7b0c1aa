// Which columns of a table a terminal has room for, and how wide each is.
//
// In:      the width that each column would like, and the columns of the terminal.
// Out:     the width that each one gets. Narrow columns stay whole; the wide ones share what is left, equally.
//          If there is no room for a few characters of each, the first columns are shown, which begin with the key.
// Refused: nothing.
#pragma once

#include <cstddef>

#include "shell/render/shown_rows.h"

namespace cellar {

struct FittedWidths {
  Widths widths;        // of the columns that are shown: the first ones
  bool is_cut = false;  // some are left out
};

/// `between` columns of the terminal are between two columns, `around` beside all of them.
FittedWidths fit_widths(const Widths& wanted, std::size_t terminal, std::size_t between, std::size_t around);

}  // namespace cellar
