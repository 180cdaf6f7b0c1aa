// The pages of HELP: commands, statements of CQL, codes of refusals.
//
// In:      a topic.
// Out:     its page; nothing if there is none.
// Refused: nothing. The command HELP refuses a topic that has no page.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cellar {

std::string help_overview();

/// Accepts, in any case: a code ("E301"), a rule of the card ("K1"), a statement ("CREATE TABLE"), a command
/// ("PAGING"), a topic ("types"), a term in English or Chinese ("wide row", "宽行"), or a word that pages have.
std::optional<std::string> help_page(std::string_view topic);

/// Returns the topic that was most likely meant; empty if all are unlike it.
std::string nearest_topic(std::string_view topic);

}  // namespace cellar
