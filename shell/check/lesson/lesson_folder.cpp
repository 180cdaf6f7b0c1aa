#include "shell/check/lesson/lesson_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "refusal/refusal.h"
#include "shell/check/grade/exercise_database.h"
#include "shell/check/lesson/lesson_parts.h"
#include "shell/check/lesson/lesson_player.h"
#include "shell/files/script_file.h"
#include "shell/teach/lesson/read_lesson.h"

namespace cellar {

namespace {

constexpr std::size_t kMapOfTrial = std::size_t{64} << 20;

[[noreturn]] void refuse_lesson(const std::string& file, std::size_t line, std::string reason) {
  refuse("wrong_lesson", {}, {{"place", fmt::format("{}:{}", file, line)}, {"reason", std::move(reason)}});
}

std::string_view language_of(const std::string& name) { return name.ends_with(".zh.md") ? "zh" : "en"; }

/// A console that plays lessons, with a database that nothing is written to.
struct LessonTrial {
  explicit LessonTrial(std::span<const LessonFile> files)
      : player(console, connection, progress, files, kMapOfTrial) {
    ConsoleHooks hooks;
    hooks.learn = [this](const LearnWish& wish, Answer& answer) { player.learn(wish, answer); };
    hooks.follow = [this](std::string_view text, const Answer& answer) {
      return player.follow(text, answer);
    };
    console.set_hooks(std::move(hooks));
    connection.set_notices(Notices::all);
  }
  void type(const std::string& text) {
    const Answer answer = console.answer(text);
    if (answer.refusal) settings.note_refused(text);
  }

  DatabaseConnection connection{Database::open_temporary({.sync = false, .map_size = kMapOfTrial}),
                                Policy::teach};
  ShellSettings settings;
  KeptOutput output;
  Console console{connection, settings, output};
  LessonProgressFile progress{{}};
  LessonPlayer player;
};

/// Types what each step asks for.
void play_through(const Lesson& lesson, const LessonFile& file, const std::string& path) {
  LessonTrial trial({&file, 1});
  trial.settings.language = *find_language(file.language);
  trial.settings.reaches_files = false;
  trial.type("LEARN " + lesson.id + " 1");
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const LessonStep& step = lesson.steps[i];
    for (const LessonScript& script : step.asked)
      for (const ScriptPart& part : split_script({script.text, script.line})) trial.type(part.text);
    if (!step.checks.empty() && trial.player.steps_done() <= i)
      refuse_lesson(path, step.line, "the step is not done by what it asks for");
    trial.type("NEXT");
  }
}

/// Refuses a translation that differs in more than words: who changes the language goes on with the same step and checks.
void require_same(const LessonFile& original, const std::string& original_path, const LessonFile& translation,
                  const std::string& path) {
  const std::vector<LessonPart> wanted =
      wordless_parts(read_lesson(original_path, original.language, original.text));
  const std::vector<LessonPart> found =
      wordless_parts(read_lesson(path, translation.language, translation.text));
  const auto [want, other] = std::ranges::mismatch(wanted, found);
  if (want == wanted.end() && other == found.end()) return;
  const std::string name = std::filesystem::path(original_path).filename().string();
  refuse_lesson(path, other == found.end() ? found.back().line : other->line,
                want == wanted.end() ? fmt::format("{} has no `{}` here", name, other->text)
                                     : fmt::format("{} has `{}` here", name, want->text));
}

}  // namespace

LessonFolder::LessonFolder(const std::filesystem::path& folder) {
  std::error_code fault;
  std::vector<std::filesystem::path> paths;
  for (std::filesystem::directory_iterator entry(folder, fault), end; !fault && entry != end;
       entry.increment(fault)) {
    const std::filesystem::path& path = entry->path();
    if (path.extension() == ".md" && path.filename() != "README.md") paths.push_back(path);
  }
  if (paths.empty()) refuse("no_lessons", {}, {{"folder", folder.string()}});
  // L2 comes before L10.
  std::ranges::sort(paths, [](const auto& left, const auto& right) {
    return ::strverscmp(left.c_str(), right.c_str()) < 0;
  });
  for (const std::filesystem::path& path : paths) add(path);
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const LessonFile& file = files_[i];
    const auto english = std::ranges::find_if(
        files_, [&](const LessonFile& each) { return each.id == file.id && each.language == "en"; });
    if (english == files_.end())
      refuse_lesson(paths_[i], 1, fmt::format("the folder has no {}.md beside it", file.id));
    require_same(*english, paths_[static_cast<std::size_t>(english - files_.begin())], file, paths_[i]);
  }
}

void LessonFolder::add(const std::filesystem::path& path) {
  std::string& text = texts_.emplace_back();
  ScriptFile file(path);
  for (std::string_view piece = file.read(); !piece.empty(); piece = file.read()) text += piece;
  const std::string_view language = language_of(path.filename().string());
  try {
    const Lesson lesson = read_lesson(path.string(), language, text);
    const auto is_same = [&](const LessonFile& each) {
      return each.id == lesson.id && each.language == language;
    };
    if (std::ranges::any_of(files_, is_same))
      refuse_lesson(path.string(), 1, fmt::format("another lesson is called {}", lesson.id));
    files_.push_back({texts_.emplace_back(lesson.id), language, text});
    paths_.push_back(path.string());
    play_through(lesson, files_.back(), path.string());
  } catch (const WrongLesson& wrong) {
    refuse_lesson(wrong.file, wrong.line, wrong.reason);
  }
}

}  // namespace cellar
