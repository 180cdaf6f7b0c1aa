// Exercises for a page: what a student is told of them, and nothing of how they are judged.
//
// In:      exercises; the mark of the student, with the hints that they have asked for.
// Out:     JSON. An exercise has its texts, what it gives, its rows, its tasks, and the text into which answers are
//          written:
//          {"id":"likes","title":"Who likes a product","points":10,"level":2,"best":8.91,"answer":"-- @answer T1...",
//           "parts":[{"text":"A customer may like ..."}, {"given":"CREATE TABLE ..."},
//                    {"data":"likes","columns":["product text"],"rows":[["p1"]],"count":5},
//                    {"task":"T1","title":"A table for ...","points":6,"text":"","queries":[["Q1","SELECT ..."]],
//                     "broken":"","hints":["..."],"next_hint":0.5}]}
//          `best` is missing before an answer was handed in; `next_hint`, what the next one costs, behind the last one.
// Refused: nothing. What is expected of answers, and hints that nobody has asked for, are left out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "shell/check/grade/exercise.h"
#include "web/student/student_record.h"

namespace cellar {

/// `further`: members of the object besides, each behind a comma.
std::string exercise_json(const Exercise& exercise, const ExerciseMark& mark, std::string_view further);
/// {"id","title","points","level","best"}, as above.
std::string exercise_head_json(const Exercise& exercise, const ExerciseMark& mark);
/// The hints of a task that are asked for, in their order; those of rules come by themselves.
std::vector<const Hint*> asked_hints(const Task& task);

}  // namespace cellar
