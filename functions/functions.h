// The functions and operators of CQL, found by name, and the help of each.
//
// In:      a name in lower case (`to_date`, the older `todate`, `_add`, `cast_as_int`), what is known of the
//          arguments' types, the type that the result is wanted as.
// Out:     the signatures of that name, or why it takes no such arguments; the lines of help.
// Refused: nothing. The caller knows the place of the call and refuses.
//
// The functions are kept in families, a file each (functions/family.h): there is no other list of them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "functions/function.h"
#include "refusal/refusal.h"

namespace cellar {

/// Why a function takes no such arguments: the id of the message and what its words name.
struct Misfit {
  std::string_view message;
  Parameters parameters;
};

/// No signatures: there is no such function.
using Signatures = std::variant<std::vector<Function>, Misfit>;

/// Returns every signature of `name`. The signatures of some functions depend on the arguments (min,
/// map_keys, collection_sum, similarity_cosine ...) and on `receiver`, the type that the result is wanted as.
/// `Function::name` is today's name, also where `name` is an older one.
Signatures find_functions(std::string_view name, std::span<const std::optional<Type>> arguments,
                          const std::optional<Type>& receiver);

/// The help of a function, which HELP shows. `<type>` in a name is the name of a native type: `blob_as_<type>`.
struct FunctionHelp {
  std::string_view family;              // "Dates and times": a title, the same for neighbours in the list
  std::string_view name;                // "to_date"; of an operator its function, "_add"
  std::string_view older_name;          // "todate"; empty where there is none
  std::vector<std::string> signatures;  // "to_date(timestamp) -> date"
  std::string_view text;                // one line
};

/// All functions that are run, family by family.
std::span<const FunctionHelp> function_help();

/// The help of one function, by today's name or an older one, in lower case; null where there is none.
const FunctionHelp* find_function_help(std::string_view name);

}  // namespace cellar
