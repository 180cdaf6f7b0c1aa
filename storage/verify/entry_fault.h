// Common parts of the checks of single entries.
//
// In:      a condition that a sound entry meets, or a check.
// Out:     what is wrong with the entry, in words.
// Refused: nothing. Memory that is short says nothing of the entry: std::bad_alloc is thrown on.
#pragma once

#include <exception>
#include <new>
#include <optional>
#include <string>

namespace cellar {

/// Thrown to end the check of an entry.
struct EntryFault {
  const char* reason;
};

inline void require(bool holds, const char* reason) {
  if (!holds) throw EntryFault{reason};
}

/// Returns the fault that the check throws, or that the decoders refuse.
template <class Check>
std::optional<std::string> fault_thrown_by(Check check_entry) {
  try {
    check_entry();
    return std::nullopt;
  } catch (const EntryFault& fault) {
    return fault.reason;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    return "its bytes are not what Cellar writes";
  }
}

}  // namespace cellar
