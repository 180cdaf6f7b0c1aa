// The memory of statements, as it is counted for an account (refusal/memory_account.h).
//
// In:      a text.
// Out:     the bytes that are counted for it.
// Refused: nothing here. A program that contains this source counts what operator new takes, and refuses what the
//          account of the thread does not grant.
#pragma once

#include <cstddef>
#include <string>

namespace cellar {

std::size_t counted_size(const std::string& text);

}  // namespace cellar
