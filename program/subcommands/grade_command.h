// `cellar grade`: grades answers to an exercise, or tests exercises by their teacher's answers.
//
// In:      an exercise, NAME.cql, with the teacher's answers beside it in NAME.answers.cql, if they are there; an answer, or a
//          folder of them. With --test an exercise, or a folder of them, alone.
// Out:     the report that was asked for; the exit status.
// Refused: a file that cannot be read or written, a folder without exercises or answers. A wrong exercise is reported with the
//          place of its fault.
#pragma once

#include "program/options/grade_options.h"
#include "shell/console/answer.h"
#include "shell/render/output.h"

namespace cellar {

/// Returns 0 if the answer has all points, if a class was graded, or if no answer of the teacher's was misjudged; 1 for a wrong
/// exercise and for one that misjudges; 2 if the answer has lost points.
int run_grade(const GradeOptions& options, const DiagnosticStyle& style, Output& output);

}  // namespace cellar
