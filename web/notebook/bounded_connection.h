// The connection of a notebook to its database.
//
// In:      statements, as any connection.
// Out:     their results.
// Refused: what refuse_too_many_definitions() refuses (E536), before it is planned; what the database refuses.
#pragma once

#include <string_view>

#include "shell/connection/database_connection.h"

namespace cellar {

class BoundedConnection final : public DatabaseConnection {
 public:
  using DatabaseConnection::DatabaseConnection;
  using DatabaseConnection::execute;

  Result execute(std::string_view statement) override;
  Reply attempt(std::string_view statement) override;
  Prepared prepare(std::string_view statement) override;
  /// Another session of the same database takes the place of this one.
  void begin_anew(Language language, StatementPath path);

 private:
  void check(std::string_view statement) const;
};

}  // namespace cellar
