// Completion at the prompt: commands of the shell with their arguments, and statements of CQL.
//
// In:      a text and the cursor in it; the schema and the keyspace in use, as they are at that moment.
// Out:     what may come next (shell/completion/completion.h). Within strings and comments nothing, files aside.
// Refused: nothing. A text that is too long to be read while somebody waits has no candidates.
#pragma once

#include <filesystem>
#include <optional>
#include <utility>

#include "shell/completion/completion.h"
#include "shell/connection/connection.h"

namespace cellar {

/// Refers to both as long as it lives.
class Completer {
 public:
  /// `home` is the folder for ~ in names of files; empty: there is none. Nothing: no names of files are offered.
  Completer(const Connection& connection, std::optional<std::filesystem::path> home)
      : connection_(connection), home_(std::move(home)) {}

  Completions operator()(std::string_view text, std::size_t cursor) const;

 private:
  const Connection& connection_;
  std::optional<std::filesystem::path> home_;
};

/// The same for a schema.
Completions complete(const Schema& schema, std::string_view keyspace, std::string_view text,
                     std::size_t cursor, const std::optional<std::filesystem::path>& home = "");

}  // namespace cellar
