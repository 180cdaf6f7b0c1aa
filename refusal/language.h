// The languages that the words of messages exist in.
#pragma once

#include <cstdint>

namespace cellar {

enum class Language : std::uint8_t { english, chinese };

}  // namespace cellar
