// LEARN and the commands within a lesson. The front end plays it (CommandContext::learn).

#include "shell/console/commands/families.h"
#include "shell/teach/lesson/lesson_files.h"

namespace cellar {

namespace {

void learn_as(const CommandCall& call, const LearnWish& wish) {
  if (!call.context.learn) refuse("lessons_at_prompt", call.words[0].span);
  call.context.learn(wish, call.answer);
}

void learn(const CommandCall& call) {
  const auto arguments = call.arguments();
  if (arguments.empty()) return learn_as(call, ListLessons());
  if (says(arguments[0], "OFF") && arguments.size() == 1) return learn_as(call, LeaveLesson());
  call.refuse_words_from(3);
  BeginLesson wish{arguments[0].text, std::nullopt, arguments[0].span, {}};
  if (arguments.size() == 2) {
    wish.step = positive_number(arguments[1]);
    wish.step_span = arguments[1].span;
    if (!wish.step) call.refuse_usage(2);
  }
  learn_as(call, wish);
}

template <typename Wish>
void go(const CommandCall& call) {
  call.refuse_words_from(1);
  learn_as(call, Wish());
}

/// "[L1|L2] [step] | OFF"
const std::string& form_of_learn() {
  static const std::string form = [] {
    std::string ids;
    for (const LessonFile& file : lesson_files()) {
      if (file.language == "en") ids.append(ids.empty() ? "" : "|").append(file.id);
    }
    return "[" + ids + "] [step] | OFF";
  }();
  return form;
}

constexpr Command kLearnCommands[] = {
    // Its form follows from the lessons that there are.
    {"LEARN", "", "", "lessons of twenty minutes, played at the prompt",
     "LEARN       lists the lessons, and how far you have come in each\n"
     "LEARN L2    begins a lesson, goes on where you left it, or shows the step again\n"
     "LEARN L2 5  goes to step 5, with the tables that the steps before it make\n"
     "LEARN OFF   leaves the lesson, and so does Ctrl-D\n"
     "Within a lesson:\n"
     "NEXT        shows the next step, once this one is done\n"
     "BACK        shows the step before\n"
     "WHY         says why the step is as it is\n"
     "SKIP        does the step for you, and says what was to be typed\n"
     "A lesson has an empty database of its own; your own data is set aside meanwhile, and is back when you\n"
     "leave. In between any statement and command may be typed. LANGUAGE zh plays lessons in Chinese.\n",
     learn},
    {"NEXT", "", "", "", "NEXT   shows the next step of a lesson. See HELP LEARN.\n", go<NextStep>},
    {"BACK", "", "", "", "BACK   shows the step before in a lesson. See HELP LEARN.\n", go<StepBefore>},
    {"WHY", "", "", "", "WHY   says why a step of a lesson is as it is. See HELP LEARN.\n", go<WhyStep>},
    {"SKIP", "", "", "", "SKIP   does a step of a lesson for you. See HELP LEARN.\n", go<SkipStep>},
};

}  // namespace

std::span<const Command> learn_commands() {
  static const auto commands = [] {
    auto all = std::to_array(kLearnCommands);
    all.front().arguments = form_of_learn();
    return all;
  }();
  return commands;
}

}  // namespace cellar
