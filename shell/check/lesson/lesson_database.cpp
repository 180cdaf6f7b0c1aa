#include "shell/check/lesson/lesson_database.h"

#include <utility>

namespace cellar {

void LessonDatabase::begin() {
  ShellSettings& settings = console_.settings();
  const auto clock = std::make_shared<LessonClock>();
  Database database = Database::open_temporary({.sync = false,
                                                .clock = [clock] { return clock->now(); },
                                                .clock_is_set = [clock] { return clock->stands(); },
                                                .map_size = map_size_});
  Session session(database, Policy::teach);
  session.set_notices(Notices::all);
  if (!aside_) console_.set_database_aside();
  std::pair<Database, Session> before = connection_.exchange(std::move(database), std::move(session));
  if (!aside_)
    aside_.emplace(Aside{std::move(before), settings.clock, settings.seed, settings.database_name,
                         settings.refused_query});
  settings.clock = clock;
  settings.seed.reset();
  settings.database_name.clear();
  settings.refused_query.clear();
  console_.begin_session();
}

void LessonDatabase::end() {
  if (!aside_) return;
  ShellSettings& settings = console_.settings();
  connection_.exchange(std::move(aside_->before.first), std::move(aside_->before.second));
  settings.clock = std::move(aside_->clock);
  settings.seed = aside_->seed;
  settings.database_name = std::move(aside_->database_name);
  settings.refused_query = std::move(aside_->refused_query);
  aside_.reset();
  console_.take_database_back();
}

}  // namespace cellar
