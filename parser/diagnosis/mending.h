// Puts the fixes of a refused text in, one after the other, to see where they lead.
//
// In:      a text, the fault that refuses it, and a function that finds the next fault of a text.
// Out:     the places that have the first fault, too; one fix for all faults on the way; the other faults.
// Refused: nothing.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "refusal/refusal.h"

namespace cellar {

/// Returns what refuses a text, with its own fix; nothing if it is accepted.
using FindFault = std::function<std::optional<Diagnostic>(const std::string& text)>;

struct Mending {
  std::vector<Span> repeated;  // of the first text: further places with its fault, in their order
  std::optional<Fix> fix;      // of the first text: leads to one that is accepted; nothing if none was found
  std::optional<Fix> fix_of_kind;  // likewise: mends the first fault and those that repeat it
  /// The faults of other kinds that were met on the way. All but the last one have a fix, and if `fix` is
  /// there, so has that. Their spans belong to texts that nobody wrote.
  std::vector<Diagnostic> after;
};
/// A guess never completes a statement that destroys: whoever typed it says which table, or which word, was meant.
/// Takes such a fix from a fault of the text.
void withhold_guess(Diagnostic& fault, std::string_view text);

/// Gives `fault` of a text, which has a fix of its own, the one that leads to a text that is accepted, if there is one,
/// and the other places that have the fault.
void mend_all(std::string_view text, Diagnostic& fault, const FindFault& find_fault);
Mending mend(std::string_view text, const Diagnostic& first, const FindFault& find_fault);

/// Returns true if both are the same fault: six strings in double quotes are one mistake.
bool is_same_kind(const Diagnostic& left, const Diagnostic& right);

}  // namespace cellar
