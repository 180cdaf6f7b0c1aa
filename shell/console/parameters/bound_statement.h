// Runs a statement with the parameters that its markers need.
//
// In:      a statement, the parameters that were set, and a way to ask a person for others.
// Out:     its result; nothing if the person gave up.
// Refused: what the session refuses; a marker without a value, a value that does not fit: both with the place of the
//          marker.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "shell/connection/connection.h"
#include "shell/console/parameters/parameters.h"

namespace cellar {

/// Asks for the value of one marker, or shows why the last answer was none.
struct ParameterPrompt {
  /// Returns the line that was typed; nothing if the person gave up. `prompt` is ":id (int): ".
  std::function<std::optional<std::string>(const std::string& prompt)> ask;
  std::function<void(const Diagnostic& fault, const std::string& typed)> complain;
};

/// `prompt` is null where nobody can be asked.
std::optional<Result> execute_bound(Connection& connection, const StatementParameters& parameters,
                                    std::string_view statement, const ParameterPrompt* prompt = nullptr);

}  // namespace cellar
