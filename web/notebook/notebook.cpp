#include "web/notebook/notebook.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "functions/json/json_list.h"
#include "shell/completion/completer.h"
#include "storage/system/thread_scheduling.h"
#include "web/notebook/counted_memory.h"
#include "web/notebook/schema_json.h"

namespace cellar {

namespace {

ShellSettings settings_of_notebook(std::shared_ptr<LessonClock> clock, const std::atomic<int>& stop) {
  ShellSettings settings;
  settings.clock = std::move(clock);
  settings.stop = StopToken(stop);
  settings.reaches_files = false;
  return settings;
}

/// A notebook that has used more processor time than this recently runs at low priority.
constexpr std::chrono::milliseconds kMostUsed{500};
/// Recent use decays by one eighth of the elapsed time.
constexpr int kShare = 8;

std::string mebibytes(std::size_t bytes) { return std::to_string(bytes >> 20); }

NotebookLimits with_refusals(NotebookLimits limits) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(limits.statement);
  limits.answer.interruption = {
      "statement_took_too_long", {}, {{"seconds", std::to_string(seconds.count())}}, std::nullopt};
  limits.answer.exhaustion = {
      "statement_takes_too_much", {}, {{"megabytes", mebibytes(limits.memory)}}, std::nullopt};
  return limits;
}

std::string candidate_json(const Candidate& candidate, Language language) {
  return fmt::format(R"({{"text":{},"note":{},"blank_follows":{}}})", json_string(candidate.text),
                     json_string(note_in(candidate.note, language)), candidate.blank_follows);
}

}  // namespace

Notebook::Notebook(NotebookThreads threads, const Database& database, std::shared_ptr<LessonClock> clock,
                   const NotebookLimits& limits, NotebookLessons lessons)
    : threads_(std::move(threads)),
      limits_(with_refusals(limits)),
      account_(threads_.memory, limits.memory),
      settings_(settings_of_notebook(std::move(clock), stop_)),
      connection_(database, Policy::teach),
      console_(connection_, settings_, output_),
      progress_(std::move(lessons.progress)),
      lessons_(console_, connection_, *progress_, lessons.files, limits.lesson_map) {
  connection_.set_notices(Notices::all);
  connection_.session().set_path(limits_.path);
  ConsoleHooks hooks;
  hooks.learn = [this](const LearnWish& wish, Answer& answer) { lessons_.learn(wish, answer); };
  hooks.follow = [this](std::string_view text, const Answer& answer) {
    return lessons_.follow(text, answer);
  };
  console_.set_hooks(std::move(hooks));
}

void Notebook::ask(Work work, Done done) {
  std::unique_lock lock(mutex_);
  if (has_ended_ || asked_.size() >= limits_.waiting) {
    const std::exception_ptr fault =
        has_ended_ ? std::make_exception_ptr(NotebookEnded()) : std::make_exception_ptr(NotebookBusy());
    lock.unlock();
    return done(fault);
  }
  asked_.push_back({std::move(work), std::move(done)});
  if (std::exchange(is_running_, true)) return;
  lock.unlock();
  queue();
}

/// What cannot be queued, since there is no memory, is dropped.
void Notebook::queue() {
  std::list<Asked> dropped;
  try {
    bool has_low_priority = false;
    {
      const std::lock_guard guard(mutex_);
      note_time({});
      has_low_priority = used_ > kMostUsed;
    }
    threads_.work.run([self = shared_from_this()] { self->run_next(); },
                      has_low_priority ? WorkThreads::Lane::low_priority : WorkThreads::Lane::usual);
  } catch (const std::exception&) {
    const std::lock_guard guard(mutex_);
    is_running_ = false;
    dropped.swap(asked_);
  }
}

/// Requires mutex_.
void Notebook::note_time(std::chrono::microseconds used) {
  const auto now = std::chrono::steady_clock::now();
  const auto share = std::chrono::duration_cast<std::chrono::microseconds>(now - used_at_) / kShare;
  used_ = std::max(std::chrono::microseconds(0), used_ - share) + used;
  used_at_ = now;
}

/// The notebooks take turns: what else this one was asked comes behind the work of the others.
void Notebook::run_next() {
  {
    const Asked asked = begin_work();
    Result result = run_in_time(asked);
    try {
      asked.done(std::move(result));
    } catch (const std::exception&) {
      // There is no memory to hand it over, and so none to say it.
    }
  }
  {
    const std::lock_guard guard(mutex_);
    if (!(is_running_ = !asked_.empty())) return;
  }
  queue();
}

Notebook::Asked Notebook::begin_work() {
  const std::lock_guard guard(mutex_);
  Asked asked = std::move(asked_.front());
  asked_.pop_front();
  if (has_ended_) asked.work = [](const Notebook&) -> std::string { throw NotebookEnded(); };
  stop_ = has_ended_ ? 1 : 0;
  account_.begin_work();
  asked.number = ++number_;
  return asked;
}

/// Work whose time cannot be bounded, since there is no memory, does not run.
Notebook::Result Notebook::run_in_time(const Asked& asked) {
  const std::chrono::microseconds before = thread_processor_time();
  Result result;
  try {
    bound_time(asked.number);
    result = run(asked.work);
  } catch (const std::exception&) {
    result = std::current_exception();
  }
  const std::lock_guard guard(mutex_);
  ++number_;  // the time of this work stops no other one
  note_time(thread_processor_time() - before);
  return result;
}

void Notebook::bound_time(std::uint64_t number) {
  while_it_runs(limits_.statement, number, [this] { stop_ = 1; });
  while_it_runs(limits_.statement + limits_.grace, number, [this] { account_.end_work(); });
  while_it_runs(limits_.until_low_priority, number,
                [thread = this_thread_number()] { lower_thread_priority(thread); });
}

/// What the work takes and leaves is counted; the text that it returns is not the notebook's any more.
Notebook::Result Notebook::run(const Work& work) {
  Result result;
  {
    const CountedWork counted({&account_});
    try {
      result = work(*this);
    } catch (const std::exception&) {
      output_.take_results();
      result = caught();
    }
  }
  if (const auto* const text = std::get_if<std::string>(&result)) account_.hand_over(counted_size(*text));
  if (account_.held() > limits_.kept) {
    const CountedWork counted({&account_, true});
    forget();
  }
  return result;
}

/// Returns the exception that is being handled; in the place of a refusal, whose texts are counted, one without any.
std::exception_ptr Notebook::caught() const {
  if (account_.has_refused()) return std::make_exception_ptr(std::bad_alloc());
  try {
    throw;
  } catch (const Refusal&) {
    return std::make_exception_ptr(NotebookFailed());
  } catch (...) {
    return std::current_exception();
  }
}

void Notebook::while_it_runs(std::chrono::milliseconds time, std::uint64_t number,
                             std::function<void()> function) {
  threads_.call_after(time, [weak = weak_from_this(), number, function = std::move(function)] {
    const std::shared_ptr<Notebook> notebook = weak.lock();
    if (!notebook) return;
    const std::lock_guard guard(notebook->mutex_);
    if (notebook->number_ == number) function();
  });
}

/// Discards the session's caches first, then parameters, traces and the timeline.
void Notebook::forget() {
  try {
    connection_.begin_anew(settings_.language, limits_.path);
    console_.begin_session();
  } catch (const std::exception&) {
    return;  // the session that there is goes on
  }
  const bool has_more =
      !settings_.parameters.all().empty() || !settings_.traces.empty() || settings_.timeline;
  if (account_.held() <= limits_.kept || !has_more) return;
  settings_.parameters.clear();
  settings_.traces.clear();
  settings_.timeline.reset();
  settings_.refused_query.clear();
  settings_.met.clear();
  has_forgotten_ = true;
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
  touch();
  if (std::exchange(has_forgotten_, false))
    return refusal_json(
        console_, output_, statement,
        {"notebook_has_forgotten", {}, {{"megabytes", mebibytes(limits_.kept)}}, std::nullopt}, facts);
  try {
    return answer_json(console_, output_, statement, limits_.answer, facts);
  } catch (const std::exception&) {
    if (!account_.has_refused()) throw;
  }
  const auto& ended_by = account_.is_over() ? limits_.answer.interruption : limits_.answer.exhaustion;
  return refusal_json(console_, output_, statement, *ended_by, facts);
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
    add_json(candidates, candidate_json(completions.candidates[i], settings_.language));
  return fmt::format(R"({{"begin":{},"candidates":[{}]}})", completions.begin, candidates);
}

}  // namespace cellar
