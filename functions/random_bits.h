// Bits for uuids. They are unpredictable enough not to be given twice, and no secrets.
//
// In:      nothing.
// Out:     64 random bits. The system is asked for a seed once in each thread, since each question to the system is
//          slow.
// Refused: nothing.
#pragma once

#include <cstdint>

namespace cellar {

std::uint64_t random_bits();

}  // namespace cellar
