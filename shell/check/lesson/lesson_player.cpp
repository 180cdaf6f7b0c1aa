#include "shell/check/lesson/lesson_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "functions/json/json_value.h"
#include "parser/script/command_text.h"
#include "refusal/messages.h"
#include "refusal/width.h"
#include "refusal/wrap_words.h"
#include "shell/check/grade/exercise_database.h"
#include "shell/teach/lesson/lesson_text.h"
#include "shell/teach/lesson/read_lesson.h"
#include "types/text/text.h"

namespace cellar {

namespace {

Lesson read(const LessonFile& file) {
  return read_lesson(fmt::format("{} ({})", file.id, file.language), file.language, file.text);
}

std::vector<ScriptPart> parts_of(const std::vector<LessonScript>& scripts) {
  std::vector<ScriptPart> parts;
  for (const LessonScript& script : scripts)
    std::ranges::move(split_script({script.text, script.line}), std::back_inserter(parts));
  return parts;
}

/// About a statement that was typed: it holds for the rest of the step.
bool is_lasting(const LessonCheck& check) {
  return !std::holds_alternative<HoldsCheck>(check) && !std::holds_alternative<ServesCheck>(check) &&
         !std::holds_alternative<SplitsCheck>(check);
}

bool is_write(std::string_view word) {
  return is_same_word(word, "INSERT") || is_same_word(word, "UPDATE") || is_same_word(word, "DELETE");
}

std::string as_fence(std::string_view text) { return fmt::format("```\n{}```\n", text); }

constexpr std::size_t kPatience = 2;  // nudges before SKIP is offered

}  // namespace

LessonPlayer::LessonPlayer(Console& console, DatabaseConnection& connection, LessonProgress& progress,
                           std::span<const LessonFile> files, std::size_t map_size)
    : console_(console),
      database_(console, connection, map_size),
      connection_(connection),
      progress_(progress),
      files_(files) {}

const LessonFile* LessonPlayer::find_file(std::string_view id) const {
  const std::string_view code = languages()[static_cast<std::size_t>(console_.settings().language)].code;
  const LessonFile* english = nullptr;
  for (const LessonFile& file : files_) {
    if (!is_same_word(id, file.id)) continue;
    if (file.language == code) return &file;
    if (file.language == "en") english = &file;
  }
  return english;
}

void LessonPlayer::learn(const LearnWish& wish, Answer& answer) {
  is_own_command_ = true;
  take_language();
  struct Doer {
    void operator()(const ListLessons&) const { player.list(answer); }
    void operator()(const LeaveLesson&) const { player.leave(answer); }
    void operator()(const BeginLesson& begin) const { player.begin(begin, answer); }
    void operator()(const NextStep&) const { player.next(answer); }
    void operator()(const StepBefore&) const { player.back(answer); }
    void operator()(const WhyStep&) const { player.why(answer); }
    void operator()(const SkipStep&) const { player.skip(answer); }
    LessonPlayer& player;
    Answer& answer;
  };
  std::visit(Doer{*this, answer}, wish);
}

LessonPlayer::Play& LessonPlayer::play() {
  if (!play_) refuse("no_lesson_played");
  return *play_;
}

/// LANGUAGE may be typed within a lesson.
void LessonPlayer::take_language() {
  const Language language = console_.settings().language;
  if (!play_ || play_->language == language) return;
  play_->lesson = read(*find_file(play_->lesson.id));  // lesson_folder.cpp: all but the words is the same
  play_->language = language;
}

Parameters LessonPlayer::place() const {
  return {{"lesson", play_->lesson.id},
          {"title", step().title},
          {"step", std::to_string(play_->shown + 1)},
          {"steps", std::to_string(play_->lesson.steps.size())}};
}

std::string LessonPlayer::remark(std::string_view text) const {
  const TextPlace of_line{std::min<std::size_t>(columns_, 100), 3, 3};
  return "-- " + wrap_words(text, of_line) + '\n';
}

void LessonPlayer::show(Answer& answer, std::string text) {
  answer.text = std::move(text);
  answer.may_be_paged = true;
}

std::string LessonPlayer::shown_text() const {
  std::string text =
      say("{lesson}, step {step} of {steps}: {title}", place()) + "\n\n" + lesson_text(step().text, columns_);
  if (step().checks.empty() && play_->shown + 1 < play_->lesson.steps.size())
    text += '\n' + remark(say("NEXT goes on."));
  return text;
}

void LessonPlayer::show_step(Answer& answer, std::string before) const {
  show(answer, std::move(before) + shown_text());
  answer.document = [lesson = play_->lesson.id, number = play_->shown + 1, title = step().title,
                     steps = play_->lesson.steps.size(), done = play_->done, text = step().text] {
    return fmt::format("{{\"lesson\":{},\"step\":{},\"steps\":{},\"done\":{},\"title\":{},\"text\":{}}}\n",
                       json_string(lesson), number, steps, done, json_string(title), json_string(text));
  };
}

void LessonPlayer::list(Answer& answer) {
  std::vector<std::pair<std::string, std::string>> lines;
  std::string listed;
  std::size_t width = 0;
  for (const LessonFile& file : files_) {
    if (file.language != "en") continue;
    const Lesson lesson = read(*find_file(file.id));
    const std::size_t steps = lesson.steps.size();
    const std::size_t done = std::min(progress_.steps_done(lesson.id), steps);
    const Parameters far{{"done", std::to_string(done)}, {"steps", std::to_string(steps)}};
    lines.emplace_back(fmt::format("  {:<4} {}", lesson.id, lesson.title),
                       done == 0       ? std::string()
                       : done == steps ? say("done")
                                       : say("{done} of {steps} steps done", far));
    width = std::max(width, display_width(lines.back().first));
    listed +=
        fmt::format("{}{{\"lesson\":{},\"title\":{},\"steps\":{},\"done\":{}}}", listed.empty() ? "" : ",",
                    json_string(lesson.id), json_string(lesson.title), steps, done);
  }
  std::string text =
      lesson_text(say("Lessons of about twenty minutes, each with an empty database of its own:"), columns_);
  for (const auto& [line, far] : lines) {
    text += line;
    if (!far.empty()) text += std::string(width + 2 - display_width(line), ' ') + far;
    text += '\n';
  }
  text += play_ ? remark(say("You are in {lesson}, step {step} of {steps}. LEARN OFF leaves it.", place()))
                : remark(say("LEARN L1 begins a lesson, or goes on where you left it. Your own data is set "
                             "aside meanwhile."));
  show(answer, std::move(text));
  answer.document = [listed = std::move(listed)] { return "{\"lessons\":[" + listed + "]}\n"; };
}

void LessonPlayer::leave(Answer& answer) {
  const std::string id = play().lesson.id;
  play_.reset();
  database_.end();
  show(answer, remark(say("you have left {lesson}; LEARN {lesson} goes on there. Your own database is back.",
                          {{"lesson", id}})));
}

void LessonPlayer::begin(const BeginLesson& wish, Answer& answer) {
  const Language language = console_.settings().language;
  const LessonFile* const file = find_file(wish.lesson);
  if (file == nullptr) refuse("lesson_unknown", wish.lesson_span, {{"lesson", wish.lesson}});
  if (play_ && play_->lesson.id == file->id && !wish.step) return show_step(answer);
  Lesson lesson = read(*file);
  const std::size_t steps = lesson.steps.size();
  if (wish.step.value_or(1) > steps)
    refuse("lesson_step_unknown", wish.step_span,
           {{"lesson", lesson.id}, {"step", std::to_string(*wish.step)}, {"steps", std::to_string(steps)}});
  std::size_t done = wish.step ? *wish.step - 1 : progress_.steps_done(lesson.id);
  if (done >= steps) done = 0;
  std::string before = fmt::format("{}  {}\n\n", lesson.id, lesson.title);
  if (done == 0) before += lesson_text(lesson.text, columns_) + '\n';
  database_.begin();  // it may refuse, and no lesson is played then
  play_ = Play{std::move(lesson), language, done, done};
  play_up_to(done);
  before +=
      remark(say("NEXT, BACK, WHY and SKIP lead through the lesson; LEARN OFF leaves it. Anything else may "
                 "be typed, too."));
  if (done > 0) before += remark(say("the database has what the steps before make."));
  show_step(answer, before + '\n');
}

void LessonPlayer::rebuild(std::size_t steps) {
  database_.begin();
  play_up_to(steps);
}

void LessonPlayer::play_up_to(std::size_t steps) {
  const Lesson& lesson = play_->lesson;
  run(lesson.given);
  for (std::size_t i = 0; i < steps; ++i) {
    run(lesson.steps[i].given);
    run(lesson.steps[i].asked);
  }
  if (steps < lesson.steps.size()) open_step();
}

void LessonPlayer::run(const std::vector<LessonScript>& scripts) {
  for (const ScriptPart& part : parts_of(scripts)) type(part.text);
}

Answer LessonPlayer::type(const std::string& text) {
  Answer answer = console_.answer(text, true);
  if (answer.refusal) console_.settings().note_refused(text);  // for ADVISE LAST
  return answer;
}

void LessonPlayer::open_step() {
  const LessonStep& opened = play_->lesson.steps[play_->done];
  play_->held.assign(opened.checks.size(), false);
  play_->typed = play_->nudged = 0;
  run(opened.given);
}

void LessonPlayer::next(Answer& answer) {
  const std::size_t steps = play().lesson.steps.size();
  if (is_open() && !step().checks.empty())
    return show(answer, remark(say("this step is not done yet. WHY may help, and SKIP does it for you.")));
  if (is_open()) note_done();
  if (play_->shown + 1 == steps)
    return show(answer, remark(say("this is the last step of {lesson}. LEARN lists the other lessons; LEARN "
                                   "OFF brings your own database back.",
                                   place())));
  ++play_->shown;
  if (is_open()) open_step();
  show_step(answer);
}

void LessonPlayer::back(Answer& answer) {
  if (play().shown == 0) return show(answer, remark(say("this is the first step of {lesson}.", place())));
  --play_->shown;
  show_step(answer);
}

void LessonPlayer::why(Answer& answer) {
  play();
  show(answer, step().why.empty() ? remark(say("there is no more to say about this step."))
                                  : lesson_text(step().why, columns_));
}

void LessonPlayer::skip(Answer& answer) {
  play();
  if (!is_open()) return show(answer, remark(say("NEXT goes on.")));
  if (step().checks.empty()) return next(answer);
  std::string asked;
  for (const LessonScript& script : step().asked) asked += script.text;
  std::string told;
  if (!type_asked(told)) {
    // What was typed before is in its way.
    rebuild(play_->done);
    type_asked(told);
  }
  note_done();
  show(answer, remark(say("this was to be typed, and is done:")) + lesson_text(as_fence(asked), columns_) +
                   told + said_when_done());
}

bool LessonPlayer::type_asked(std::string& told) {
  told.clear();
  Verdict last;
  for (const ScriptPart& part : parts_of(step().asked)) {
    const Answer answer = type(part.text);
    last = judge({part.text, answer});
    const auto tell = [&](const Diagnostic& diagnostic) {
      told += render_line(diagnostic, {"", 1, 1, part.text}, play_->language);
    };
    if (answer.refusal) tell(*answer.refusal);
    // Those of rows come when the rows are pulled.
    if (answer.is_statement && !answer.rows.has_rows()) std::ranges::for_each(answer.rows.notices(), tell);
  }
  return last.check.empty();
}

std::string LessonPlayer::follow(std::string_view text, const Answer& answer) {
  last_nudge_.clear();
  if (std::exchange(is_own_command_, false) || !play_) return {};
  take_language();
  if (!is_open() || step().checks.empty()) return {};
  const TypedStatement typed{text, answer};
  const Verdict verdict = judge(typed);
  // A refusal may be what the step asks for.
  if (is_like_asked(text) && (!typed.is_refused() || verdict.has_held_first)) ++play_->typed;
  if (!verdict.check.empty()) return nudge(typed, verdict);
  note_done();
  return said_when_done();
}

LessonPlayer::Verdict LessonPlayer::judge(const TypedStatement& typed) {
  LessonJudge judge(database_.database(), connection_.keyspace(), play_->language);
  Verdict verdict;
  for (std::size_t i = 0; i < step().checks.size(); ++i) {
    const LessonCheck& check = step().checks[i];
    const bool lasts = is_lasting(check);
    if (lasts && play_->held[i]) continue;
    const std::optional<std::string> found = judge.judge(check, typed);
    if (!found && lasts) play_->held[i] = verdict.has_held_first = true;
    if (!found || !verdict.check.empty()) continue;
    verdict.check = name(check);
    verdict.found = *found;
  }
  return verdict;
}

bool LessonPlayer::is_like_asked(std::string_view text) const {
  const std::string word = to_upper(first_word(text));
  return std::ranges::any_of(parts_of(step().asked), [&](const ScriptPart& part) {
    const std::string_view asked = first_word(part.text);
    // What belongs into a batch may be typed without one.
    return is_same_word(asked, word) || (is_same_word(asked, "BEGIN") && is_write(word));
  });
}

bool LessonPlayer::is_akin_to_asked(std::string_view text) const {
  return is_like_asked(text) ||
         (begins_write(text) && std::ranges::any_of(parts_of(step().asked), [](const ScriptPart& part) {
            return begins_write(part.text);
          }));
}

std::string LessonPlayer::text_of_nudge(const TypedStatement& typed, const Verdict& verdict) {
  const auto& nudges = step().nudges;
  const auto chosen = [&](std::string_view key) {
    last_nudge_ = key;
    const auto found = nudges.find(key);
    return found == nudges.end() ? std::string() : found->second;
  };
  const Diagnostic* const refusal = typed.refusal();
  const bool is_mistaken = refusal != nullptr && !verdict.has_held_first;
  if (is_mistaken && nudges.contains(refusal->code()) && is_akin_to_asked(typed.text))
    return chosen(refusal->code());
  if (!is_like_asked(typed.text)) return {};
  const std::size_t asked = parts_of(step().asked).size();
  // A command that has read a refused query was not refused itself: the check says what it found.
  if (is_mistaken && typed.answer.refusal && verdict.check != "refused")
    return nudges.contains("else") ? chosen("else") : std::string();
  if (!is_mistaken && play_->typed < asked && asked > 1) return {};
  const std::string words = chosen(verdict.check);
  return words.empty() ? verdict.found : verdict.found + "\n" + words;
}

std::string LessonPlayer::nudge(const TypedStatement& typed, const Verdict& verdict) {
  std::string text = text_of_nudge(typed, verdict);
  if (text.empty()) return {};
  while (text.ends_with('\n')) text.pop_back();
  if (++play_->nudged > kPatience) text.append("\n").append(say("SKIP does this step for you."));
  return remark(text);
}

void LessonPlayer::note_done() {
  ++play_->done;
  is_kept_ = progress_.note(play_->lesson.id, play_->done);
}

std::string LessonPlayer::said_when_done() {
  std::string text;
  if (!step().seen.empty()) text += '\n' + lesson_text(step().seen, columns_) + '\n';
  const bool is_last = play_->shown + 1 == play_->lesson.steps.size();
  text += remark(is_last ? say("that was the last step of {lesson}. WHY says why; LEARN lists the other "
                               "lessons; LEARN OFF brings your own database back.",
                               place())
                         : say("step {step} of {steps} is done. NEXT goes on, WHY says why.", place()));
  if (!is_kept_ && !std::exchange(play_->has_told_unkept, true))
    text += remark(
        say("how far you have come cannot be kept in a file, and is forgotten when the program ends."));
  return text;
}

}  // namespace cellar
