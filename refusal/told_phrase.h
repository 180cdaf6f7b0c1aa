// A sentence that was put together in English, below the rooms that have words, said in another language.
//
// In:      the sentence; phrases in a language, whose English texts have slots for what differs: "index {name} lacks an
//          entry of it".
// Out:     the words of the phrase that fits with most letters, with its parts said likewise; the sentence itself if none fits.
// Refused: nothing.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "refusal/messages.h"

namespace cellar {

/// The parts of a text that a pattern has slots for; nothing if the text is another one. The names are those of the
/// pattern, which outlives them.
std::optional<Parameters> parts_of(std::string_view pattern, std::string_view text);

std::string told_in(std::string_view english, std::span<const Phrase> phrases);

}  // namespace cellar
