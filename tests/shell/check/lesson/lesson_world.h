// A console that plays lessons, without a terminal.
//
// In:      the files of lessons, the file of progress, a database of one's own; what is typed.
// Out:     its answer, and what the lesson says to it.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "shell/check/lesson/lesson_player.h"
#include "shell/console/console.h"

inline bool says(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

struct LessonWorld {
  explicit LessonWorld(std::span<const cellar::LessonFile> files = cellar::lesson_files(),
                       const std::filesystem::path& file = {})
      : progress(file), player(console, connection, progress, files) {
    cellar::ConsoleHooks hooks;
    hooks.learn = [this](const cellar::LearnWish& wish, cellar::Answer& answer) {
      player.learn(wish, answer);
    };
    hooks.follow = [this](std::string_view text, const cellar::Answer& answer) {
      return player.follow(text, answer);
    };
    console.set_hooks(std::move(hooks));
    connection.set_notices(cellar::Notices::all);
  }

  /// Returns the code of a refusal, or the text of a command.
  std::string type(const std::string& text) {
    cellar::Answer answer = console.answer(text);
    lesson = answer.lesson;
    if (answer.refusal) settings.note_refused(text);
    return answer.refusal ? std::string(answer.refusal->code()) : answer.text;
  }

  cellar::DatabaseConnection connection{cellar::Database::open_temporary({.sync = false}),
                                        cellar::Policy::teach};
  cellar::ShellSettings settings;
  cellar::KeptOutput output;
  cellar::Console console{connection, settings, output};
  cellar::LessonProgressFile progress;
  cellar::LessonPlayer player;
  std::string lesson;  // what it said to what was typed last
};
