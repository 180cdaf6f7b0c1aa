// What a command of lessons asks for: LEARN, NEXT, BACK, WHY, SKIP.
//
// In:      nothing; shell/console/commands/learn_commands.cpp fills it.
// Out:     plain data, for the front end that plays lessons (shell/check/lesson/lesson_player.h).
// Refused: nothing.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "refusal/refusal.h"
#include "shell/console/answer.h"

namespace cellar {

struct ListLessons {};
struct LeaveLesson {};
struct BeginLesson {
  std::string lesson;
  std::optional<std::size_t> step;  // nothing: where it was left
  Span lesson_span, step_span;
};
struct NextStep {};
struct StepBefore {};
struct WhyStep {};
struct SkipStep {};

using LearnWish =
    std::variant<ListLessons, LeaveLesson, BeginLesson, NextStep, StepBefore, WhyStep, SkipStep>;
/// Does what is wished, and leaves the answer.
using Learn = std::function<void(const LearnWish& wish, Answer& answer)>;

}  // namespace cellar
