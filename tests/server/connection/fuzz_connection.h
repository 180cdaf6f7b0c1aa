// One function for a connection of the server that a stranger has: what it sends, and what it must hear.
#pragma once

#include <string>
#include <string_view>

namespace cellar::test {

/// Takes bytes as what one client sends to a server with a database in memory. The first two choose the version, the
/// compression, the size of the pieces in which bytes come, and what the others are: bytes as they are, or frames behind a
/// STARTUP, each an opcode (a byte), the length of its body (two bytes) and its body, whose headers, segments and checksums
/// are right. Each frame must have one response, which can be read, unless the connection ends. It never throws; that the
/// server keeps to it is checked by abort(), after a line on standard error.
void fuzz_connection(std::string_view bytes);

/// Returns the input for the frames of a line of driver_sessions.txt.
std::string fuzz_input_of_session(std::string_view line);

}  // namespace cellar::test
