// Puts an empty database in the place of a person's, for a lesson, and that one back.
//
// In:      the console and its connection.
// Out:     while a lesson is played, the connection is one to an empty temporary database, with a clock that is the system's.
//          The database before is kept, and cannot be reached meanwhile: no statement touches it.
// Refused: what opening a temporary database refuses.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "shell/connection/database_connection.h"
#include "shell/console/console.h"

namespace cellar {

class LessonDatabase {
 public:
  /// Both must outlive it. `connection` is that of the console. `map_size`: how many bytes the database may have.
  LessonDatabase(Console& console, DatabaseConnection& connection, std::size_t map_size)
      : console_(console), connection_(connection), map_size_(map_size) {}

  /// An empty database, in the place of the person's or of the one before.
  void begin();
  /// The person's is back.
  void end();
  const Database& database() const { return *connection_.database(); }

 private:
  struct Aside {
    std::pair<Database, Session> before;
    std::shared_ptr<LessonClock> clock;
    std::optional<std::uint64_t> seed;
    std::string database_name, refused_query;
  };

  Console& console_;
  DatabaseConnection& connection_;
  const std::size_t map_size_;
  std::optional<Aside> aside_;
};

}  // namespace cellar
