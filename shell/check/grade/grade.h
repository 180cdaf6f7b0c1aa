// The grade of an answer, as data, and how an answer is graded.
//
// In:      an exercise; the teacher's answers, for their hidden variants; a student's answer.
// Out:     a Grade: for each task its checks, each with its rule, its points, and for one that failed the reason and the first
//          counter-example. The same answer has the same grade on each run.
// Refused: a WrongExercise, if the exercise cannot be graded. An answer that cannot run only loses its points.
//
// A design is judged by what it does: the queries of the task are planned for its table, and rows are loaded and read. The
// text of a table is never compared with another one.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/check/grade/exercise.h"
#include "shell/check/grade/read_exercise.h"
#include "shell/check/grade/words/phrase.h"
#include "shell/console/answer.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

/// Why a check has failed.
struct Shortfall {
  Sentence reason;
  std::vector<Sentence> example;               // lines: the first row, partition or query that shows it
  std::optional<PlacedDiagnostic> diagnostic;  // that refuses a statement of the answer
};

struct GradedCheck {
  std::string task, query;             // `query` may be empty
  std::string rule;                    // "MR2"
  Sentence what;                       // the requirement
  int points = 0;                      // hundredths
  std::optional<Shortfall> shortfall;  // nothing: the check has passed
  std::string variant;                 // of the data, in which it has failed first; empty: what is handed out

  bool passed() const { return !shortfall.has_value(); }
  /// "T1.Q1 MR2"
  std::string name() const;
};

struct TaskGrade {
  std::string id, title;
  TaskKind kind = TaskKind::design;
  int points = 0;     // hundredths, the most there is
  int hint_cost = 0;  // of the hints that were asked for
  std::vector<GradedCheck> checks;
  std::vector<std::string> hints;  // asked for, or free ones of a task that has lost points

  int score() const;
};

struct Grade {
  std::string exercise, title;
  std::string answer;  // the name of its file
  int points = 0;
  bool has_hidden = false;        // hidden variants were judged, too
  std::optional<Sentence> fault;  // why nothing of the answer was looked at
  std::vector<TaskGrade> tasks;

  int score() const;
  bool is_full() const { return score() == points; }
  /// The rules that have lost points: "T1.MR5", sorted, each once.
  std::vector<std::string> losses() const;
};

/// "4", "3.5", "0.33": hundredths as people write points.
std::string points_text(int hundredths);

/// `teacher` is null if only the exercise is at hand.
Grade grade_answer(const Exercise& exercise, const TeacherAnswers* teacher, const StudentAnswer& answer,
                   std::string name, StopToken stop = {});

/// What a student may see of a grade: that a check fails with hidden rows and what is special in them, and nothing of them.
Grade without_hidden_rows(Grade grade);

}  // namespace cellar
