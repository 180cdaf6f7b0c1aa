// Kills the program at one of its system calls, so that a test can visit every state in which a process may die.
//
// In:      a database, a script, and the number of a stop.
// Out:     the system call at which the process was killed; nothing if it had ended before.
// Refused: nothing; throws std::runtime_error where the system does not let one process trace another.
//
// A stop is the entry to a system call, or the return from one: between the two lies what the kernel does, and between a
// return and the next entry what the process does in memory that it shares with others. Stops are counted over all
// threads, from the moment on at which the process has read its script.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

/// Runs `cellar DATABASE` with the script as its standard input. Kills it at the stop (the first is 1), and once it is
/// gone returns the number of the system call (SYS_write ...).
std::optional<long> kill_at(int stop, const std::filesystem::path& database, const std::string& script);
