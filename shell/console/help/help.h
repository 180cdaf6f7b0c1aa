// The pages of HELP: commands, statements of CQL, codes of refusals, words of SQL.
//
// In:      a topic.
// Out:     its page; nothing if there is none.
// Refused: nothing. The command HELP refuses a topic that has no page.
//
// Sources: help.cpp; help_overview.cpp for HELP alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shell/teach/help/code_page.h"

namespace cellar {

std::string help_overview(Language language = Language::english);

/// Accepts, in any case: a code ("E301"), a rule of the card ("K1"), a statement ("CREATE TABLE"), a command
/// ("PAGING"), a topic ("types"), a word of elsewhere ("JOIN", "auto_increment"), a term in English or Chinese ("wide row",
/// "宽行"), or a word that pages have. `met` is the case of the code that was just met, if there was one.
std::optional<std::string> help_page(std::string_view topic, const MetCase* met = nullptr,
                                     Language language = Language::english);

/// True for a letter and digits, as codes are written: such a word means no other page.
bool is_like_code(std::string_view topic);

/// Returns the topic that was most likely meant; empty if all are unlike it.
std::string nearest_topic(std::string_view topic);

}  // namespace cellar
