// The prepared statements of all clients, by id.
//
// In:      statements that the engine has prepared; ids of clients.
// Out:     the statement of an id. Those that were not used for the longest time are forgotten when the memory of all,
//          as it is estimated, exceeds its bound: their clients are told so, and prepare again.
// Refused: nothing; an unknown id gives null.
//
// All members may be called by several threads at a time.
#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/prepared/prepared_statement.h"

namespace cellar {

class PreparedStatements {
 public:
  explicit PreparedStatements(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  PreparedStatementPointer find(std::string_view id);
  void keep(PreparedStatementPointer statement);
  /// Forgets a statement, unless its id is that of a newer one by now.
  void forget(const PreparedStatementPointer& statement);
  std::vector<PreparedStatementPointer> all() const;

 private:
  using Uses = std::list<PreparedStatementPointer>;
  void erase(Uses::iterator place);

  const std::size_t most_bytes_;
  mutable std::mutex mutex_;  // guards the members below
  Uses uses_;                 // the last used first
  std::unordered_map<std::string_view, Uses::iterator> by_id_;
  std::size_t bytes_ = 0;
};

}  // namespace cellar
