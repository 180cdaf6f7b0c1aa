// The shell's own pages: commands, statements of CQL, codes of refusals.
//
// In:      what a person asks about (nothing: the list of all).
// Out:     a page, nothing where there is none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cellar {

std::string help_overview();

/// A code ("E301"), a rule of the card ("K1"), a statement ("CREATE TABLE"), a command ("PAGING") or a topic
/// ("types"), any case.
std::optional<std::string> help_page(std::string_view topic);

}  // namespace cellar
