// Grades the answers of a class, and tests an exercise by its teacher's answers.
//
// In:      an exercise and the answers; how many threads may work.
// Out:     the grades in the order of the answers, whichever thread was first; what the class has missed.
// Refused: a WrongExercise.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shell/check/grade/grade.h"

namespace cellar {

struct NamedAnswer {
  std::string name;  // of its file
  StudentAnswer answer;
};
/// If it is asked to stop, the grades that are missing are left out.
std::vector<Grade> grade_class(const Exercise& exercise, const TeacherAnswers* teacher,
                               const std::vector<NamedAnswer>& answers, std::size_t threads,
                               StopToken stop = {});

/// A rule, "T1.MR5", and how many answers have lost points for it.
using MissedRule = std::pair<std::string, std::size_t>;
/// Answers of which something was looked at.
std::size_t looked_at(const std::vector<Grade>& grades);
/// The most missed first; of equal ones in the order of their names. Answers that were not looked at have missed nothing.
std::vector<MissedRule> missed_rules(const std::vector<Grade>& grades);

/// What came of one of the teacher's answers.
struct SampleOutcome {
  const SampleAnswer* sample = nullptr;  // null: the outcome is about the exercise itself
  Grade grade;
  std::optional<Sentence> fault;  // why the exercise misjudges it
};
/// An exercise with its teacher's answers, and what came of each.
struct TestedExercise {
  Exercise exercise;
  TeacherAnswers answers;
  std::vector<SampleOutcome> outcomes;  // of the samples in `answers`

  std::size_t misjudged() const;
};
TestedExercise test_exercise(Exercise exercise, TeacherAnswers answers, std::size_t threads,
                             StopToken stop = {});

}  // namespace cellar
