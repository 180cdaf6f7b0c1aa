// Puts an empty database in the place of a person's, for a lesson, and that one back.
//
// In:      the objects that a console works on.
// Out:     while a lesson is played, these objects are an empty temporary database and a session of it, with a clock that is
//          the system's. What they were before is kept, and cannot be reached meanwhile: no statement touches it.
// Refused: what opening a temporary database refuses.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "database/database.h"
#include "shell/console/console.h"

namespace cellar {

class LessonDatabase {
 public:
  /// All must outlive it. `database` and `session` are those that the console refers to; no group is open and no result of
  /// them is read when they change.
  LessonDatabase(Console& console, Database& database, Session& session)
      : console_(console), database_(database), session_(session) {}

  /// An empty database, in the place of the person's or of the one before.
  void begin();
  /// The person's is back.
  void end();
  const Database& database() const { return database_; }

 private:
  struct Aside {
    Database database;
    Session session;
    std::shared_ptr<LessonClock> clock;
    std::optional<std::uint64_t> seed;
    std::string database_name, refused_query;
  };

  Console& console_;
  Database& database_;
  Session& session_;
  std::optional<Aside> aside_;
};

}  // namespace cellar
