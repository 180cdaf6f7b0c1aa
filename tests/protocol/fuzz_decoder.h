// One function for everything that reads bytes of strangers.
#pragma once

#include <string_view>

namespace cellar::test {

/// Reads the bytes as those of a connection: the first three say whose, of which version, with which compression, in
/// which pieces they come and whether they are put into segments first. What is read is written again and read once more. It never throws, and never asserts, whatever
/// the bytes are; that reading and writing agree is checked by abort().
void fuzz_decoder(std::string_view bytes);

}  // namespace cellar::test
