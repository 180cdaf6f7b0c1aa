#include "web/notebook/notebook.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "functions/json/json_value.h"
#include "parser/script/command_text.h"
#include "shell/completion/completer.h"
#include "types/text/text.h"
#include "web/notebook/schema_json.h"
#include "web/notebook/statement_bounds.h"

namespace cellar {

namespace {

ShellSettings settings_of_notebook(std::shared_ptr<LessonClock> clock, const std::atomic<int>& stop) {
  ShellSettings settings;
  settings.clock = std::move(clock);
  settings.stop = StopToken(stop);
  settings.reaches_files = false;
  return settings;
}

NotebookLimits with_interruption(NotebookLimits limits) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(limits.statement);
  limits.answer.interruption = {
      "statement_took_too_long", {}, {{"seconds", std::to_string(seconds.count())}}, std::nullopt};
  return limits;
}

std::string candidate_json(const Candidate& candidate, Language language) {
  return fmt::format(R"({{"text":{},"note":{},"blank_follows":{}}})", json_string(candidate.text),
                     json_string(note_in(candidate.note, language)), candidate.blank_follows);
}

}  // namespace

/// Rows of values name nothing.
void BoundedConnection::check(std::string_view statement) const {
  if (!is_same_word(first_word(statement), "INSERT")) refuse_boundless(statement, *schema(), keyspace());
}

Result BoundedConnection::execute(std::string_view statement) {
  check(statement);
  return DatabaseConnection::execute(statement);
}

Reply BoundedConnection::attempt(std::string_view statement) {
  try {
    check(statement);
  } catch (const Refusal& refusal) {
    return refusal;
  }
  return DatabaseConnection::attempt(statement);
}

Prepared BoundedConnection::prepare(std::string_view statement) {
  check(statement);
  return DatabaseConnection::prepare(statement);
}

Notebook::Notebook(NotebookThreads threads, const Database& database, std::shared_ptr<LessonClock> clock,
                   const NotebookLimits& limits, NotebookLessons lessons)
    : threads_(std::move(threads)),
      limits_(with_interruption(limits)),
      settings_(settings_of_notebook(std::move(clock), stop_)),
      connection_(database, Policy::teach),
      console_(connection_, settings_, output_),
      progress_(std::move(lessons.progress)),
      lessons_(console_, connection_, *progress_, lessons.files, limits.lesson_map) {
  connection_.set_notices(Notices::all);
  ConsoleHooks hooks;
  hooks.learn = [this](const LearnWish& wish, Answer& answer) { lessons_.learn(wish, answer); };
  hooks.follow = [this](std::string_view text, const Answer& answer) {
    return lessons_.follow(text, answer);
  };
  console_.set_hooks(std::move(hooks));
}

bool Notebook::ask(Work work, Done done) {
  {
    const std::lock_guard guard(mutex_);
    if (has_ended_ || asked_.size() >= limits_.waiting) return false;
    asked_.push_back({std::move(work), std::move(done)});
    if (std::exchange(is_running_, true)) return true;
  }
  threads_.work.run([self = shared_from_this()] { self->run_next(); });
  return true;
}

/// The notebooks take turns: what else this one was asked comes behind the work of the others.
void Notebook::run_next() {
  Asked asked;
  std::uint64_t number = 0;
  {
    const std::lock_guard guard(mutex_);
    asked = std::move(asked_.front());
    asked_.pop_front();
    number = ++number_;
    stop_ = has_ended_ ? 1 : 0;
  }
  threads_.call_after(limits_.statement, [weak = weak_from_this(), number] {
    if (const std::shared_ptr<Notebook> notebook = weak.lock()) notebook->stop_work(number);
  });
  std::optional<std::string> text;
  try {
    text = asked.work(*this);
  } catch (const std::exception&) {
    output_.take_results();
  }
  {
    const std::lock_guard guard(mutex_);
    ++number_;  // the time of this work stops no other one
  }
  asked.done(std::move(text));
  {
    const std::lock_guard guard(mutex_);
    if (!(is_running_ = !asked_.empty())) return;
  }
  threads_.work.run([self = shared_from_this()] { self->run_next(); });
}

void Notebook::stop_work(std::uint64_t number) {
  const std::lock_guard guard(mutex_);
  if (number_ == number) stop_ = 1;
}

void Notebook::end() {
  const std::lock_guard guard(mutex_);
  has_ended_ = true;
  stop_ = 1;
}

void Notebook::set_language(Language language) {
  settings_.language = language;
  connection_.set_language(language);
}

void Notebook::set_columns(std::size_t columns) {
  constexpr std::size_t kFewest = 30, kMost = 300;
  settings_.text_columns = std::clamp(columns, kFewest, kMost);
  lessons_.set_columns(settings_.text_columns);
}

std::string Notebook::answer(const std::string& statement, AnswerFacts* facts) {
  return answer_json(console_, output_, statement, limits_.answer, facts);
}

LessonPlace Notebook::lesson_place() const {
  return {lessons_.lesson(), lessons_.shown_step(), lessons_.steps()};
}

std::string Notebook::schema() const { return schema_json(*connection_.schema()); }

std::string Notebook::complete(const std::string& text, std::size_t cursor) {
  constexpr std::size_t kMostCandidates = 100;
  const Completions completions = Completer(connection_, std::nullopt)(text, std::min(cursor, text.size()));
  std::string candidates;
  for (std::size_t i = 0; i < std::min(completions.candidates.size(), kMostCandidates); ++i)
    candidates += (i == 0 ? "" : ",") + candidate_json(completions.candidates[i], settings_.language);
  return fmt::format(R"({{"begin":{},"candidates":[{}]}})", completions.begin, candidates);
}

}  // namespace cellar
