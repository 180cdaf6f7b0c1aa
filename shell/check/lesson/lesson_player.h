// Plays lessons: shows steps, judges what is typed, and knows how far a student has come.
//
// In:      a console with the objects that it works on, and where progress is kept; wishes of the commands LEARN, NEXT ...; what
//          was typed, with its answer.
// Out:     answers of the commands; what the lesson says to a statement. Nothing is printed.
// Refused: a lesson or step that there is not; NEXT, BACK, WHY, SKIP and LEARN OFF while no lesson is played.
//
// A step is done when all its checks hold. It then stays done, NEXT goes on, and whatever is typed meanwhile changes nothing
// about that. What is typed beside a step is never answered by the lesson: only a statement like one that the step asks
// for gets a nudge.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/check/lesson/lesson_database.h"
#include "shell/check/lesson/lesson_judge.h"
#include "shell/check/words/check_words.h"
#include "shell/console/console.h"
#include "shell/console/learn_wish.h"
#include "shell/teach/lesson/lesson.h"
#include "shell/teach/lesson/lesson_files.h"
#include "shell/teach/lesson/lesson_progress.h"

namespace cellar {

class LessonPlayer {
 public:
  /// All must outlive it. The files of a lesson in several languages differ in words alone (lesson_parts.h). `map_size`: how many bytes the database of a lesson may have.
  LessonPlayer(Console& console, DatabaseConnection& connection, LessonProgress& progress,
               std::span<const LessonFile> files = lesson_files(),
               std::size_t map_size = StoreOptions().map_size);

  /// Does what a command wishes.
  void learn(const LearnWish& wish, Answer& answer);
  /// To be called with each statement and command that was typed, in a script neither. Returns lines for people; may be empty.
  std::string follow(std::string_view text, const Answer& answer);
  /// The width of what both show.
  void set_columns(std::size_t columns) { columns_ = columns; }

  bool is_playing() const { return play_.has_value(); }
  /// The id of the lesson that is played; empty if none is.
  std::string lesson() const { return play_ ? play_->lesson.id : std::string(); }
  std::size_t steps() const { return play_ ? play_->lesson.steps.size() : 0; }
  /// Counted from 1; 0 while no lesson is played.
  std::size_t shown_step() const { return play_ ? play_->shown + 1 : 0; }
  std::size_t steps_done() const { return play_ ? play_->done : 0; }
  /// By what key the last call of follow() has chosen its nudge: a code, the name of a check, "else"; empty: it gave none.
  const std::string& last_nudge() const { return last_nudge_; }

 private:
  struct Play {
    Lesson lesson;
    Language language;
    std::size_t done = 0;          // steps
    std::size_t shown = 0;         // index of the step that is shown
    std::vector<bool> held = {};   // checks of the statements typed that have held in this step
    std::size_t typed = 0;         // statements of this step that are like those that it asks for
    std::size_t nudged = 0;        // how often the step has given a nudge
    bool has_told_unkept = false;  // that the progress is not kept
  };

  /// Returns the file of a lesson in the language, or in English if that has none; null if there is no such lesson.
  const LessonFile* find_file(std::string_view id) const;
  void list(Answer& answer);
  void leave(Answer& answer);
  void begin(const BeginLesson& wish, Answer& answer);
  void next(Answer& answer);
  void back(Answer& answer);
  void why(Answer& answer);
  void skip(Answer& answer);

  /// Makes the database as it is when so many steps are done, by the statements of the lesson.
  void rebuild(std::size_t steps);
  void play_up_to(std::size_t steps);
  void run(const std::vector<LessonScript>& scripts);
  Answer type(const std::string& text);
  void take_language();
  Play& play();
  const LessonStep& step() const { return play_->lesson.steps[play_->shown]; }
  bool is_open() const { return play_->shown == play_->done; }
  /// To be called when the open step is shown for the first time.
  void open_step();
  struct Verdict {
    std::string check, found;     // the first check that does not hold, and why; empty: all hold
    bool has_held_first = false;  // another check holds with this statement
  };
  Verdict judge(const TypedStatement& typed);
  /// Whether the text begins with the word of a statement that the step asks for.
  bool is_like_asked(std::string_view text) const;
  /// The same; all statements that write are akin, so that an INSERT in the place of an UPDATE is.
  bool is_akin_to_asked(std::string_view text) const;
  std::string nudge(const TypedStatement& typed, const Verdict& verdict);
  std::string text_of_nudge(const TypedStatement& typed, const Verdict& verdict);
  /// Types what the step asks for. Returns true if it is done then. `told`: refusals and notices, a line each.
  bool type_asked(std::string& told);
  void note_done();
  std::string said_when_done();
  std::string shown_text() const;
  static void show(Answer& answer, std::string text);
  void show_step(Answer& answer, std::string before = {}) const;
  std::string remark(std::string_view text) const;
  std::string say(CheckWords::Text text, const Parameters& parameters = {}) const {
    return CheckWords::say(console_.settings().language, text, parameters);
  }
  Parameters place() const;

  Console& console_;
  LessonDatabase database_;
  const Connection& connection_;
  LessonProgress& progress_;
  std::span<const LessonFile> files_;
  std::optional<Play> play_;
  std::string last_nudge_;
  std::size_t columns_ = 80;
  bool is_own_command_ = false;  // the statement that follow() is called with next
  bool is_kept_ = true;          // the progress could be written
};

}  // namespace cellar
