// What becomes of a file that is read, written, purged and compacted.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace cellar::test {

struct Met {
  /// The first refusal that speaks of damage, or fault.
  std::string damage;
  /// What no file may lead to: an exception that is no refusal, or the signal that has ended the process of the trial.
  std::string fault;
  std::size_t answers = 0;  // a hash of all rows that were read
};

/// Runs `work` in a process of its own, and returns what it returns, or the signal that has ended the process, be it
/// because it took minutes. The caller has no other threads and no open file.
std::string told_by_child(const std::function<std::string()>& work);

/// Returns the code of what the action refuses; empty if it refuses nothing. Other exceptions than refusals, which a
/// person sees as a fault of the program, are told by their words.
std::string code_of(const std::function<void()>& action);

/// True of what code_of() returns for a fault of the program.
bool is_fault(const std::string& code);
/// True of refusals of a damaged file.
bool speaks_of_damage(const std::string& code);

/// Changes the file. With `goes_on`, damage does not end the trial, so that each step meets it.
Met met_in(const std::filesystem::path& path, bool goes_on);

}  // namespace cellar::test
