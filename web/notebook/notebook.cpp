#include "web/notebook/notebook.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "functions/json/json_value.h"
#include "parser/script/command_text.h"
#include "shell/completion/completer.h"
#include "storage/system/thread_scheduling.h"
#include "types/text/text.h"
#include "web/notebook/counted_memory.h"
#include "web/notebook/definition_bounds.h"
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

/// Who has computed for longer lately comes behind the others.
constexpr std::chrono::milliseconds kMostUsed{500};
/// Of the time that has gone by, this share of a processor is anybody's.
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

/// What else a statement may take is counted while it runs.
void BoundedConnection::check(std::string_view statement) const {
  const std::string_view word = first_word(statement);
  if (is_same_word(word, "CREATE") || is_same_word(word, "ALTER"))
    refuse_too_many_definitions(statement, *schema(), keyspace());
}

void BoundedConnection::begin_anew(Language language) {
  Session session(*database(), policy());
  if (!keyspace().empty()) session.use(keyspace());
  session.set_notices(notices());
  session.set_tracing(tracing());
  session.set_language(language);
  session.set_path(StatementPath::general);
  exchange(*database(), std::move(session));
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
      limits_(with_refusals(limits)),
      account_(threads_.memory, limits.memory),
      settings_(settings_of_notebook(std::move(clock), stop_)),
      connection_(database, Policy::teach),
      console_(connection_, settings_, output_),
      progress_(std::move(lessons.progress)),
      lessons_(console_, connection_, *progress_, lessons.files, limits.lesson_map) {
  connection_.set_notices(Notices::all);
  // A person types a statement once: no plan is kept for the next one of its shape.
  connection_.session().set_path(StatementPath::general);
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
  queue();
  return true;
}

void Notebook::queue() {
  bool is_behind = false;
  {
    const std::lock_guard guard(mutex_);
    note_time({});
    is_behind = used_ > kMostUsed;
  }
  threads_.work.run([self = shared_from_this()] { self->run_next(); },
                    is_behind ? WorkThreads::Lane::behind : WorkThreads::Lane::usual);
}

/// With the lock.
void Notebook::note_time(std::chrono::microseconds used) {
  const auto now = std::chrono::steady_clock::now();
  const auto share = std::chrono::duration_cast<std::chrono::microseconds>(now - used_at_) / kShare;
  used_ = std::max(std::chrono::microseconds(0), used_ - share) + used;
  used_at_ = now;
}

/// The notebooks take turns: what else this one was asked comes behind the work of the others.
void Notebook::run_next() {
  Asked asked;
  const std::uint64_t number = begin_work(asked);
  while_it_runs(limits_.statement, number, [this] { stop_ = 1; });
  while_it_runs(limits_.statement + limits_.grace, number, [this] { account_.end_work(); });
  while_it_runs(limits_.unnoticed, number,
                [thread = this_thread_number()] { lower_thread_priority(thread); });
  const std::chrono::microseconds before = thread_processor_time();
  std::optional<std::string> text = run(asked.work);
  {
    const std::lock_guard guard(mutex_);
    ++number_;  // the time of this work stops no other one
    note_time(thread_processor_time() - before);
  }
  try {
    asked.done(std::move(text));
  } catch (const std::exception&) {
    // There is no memory to hand it over, and so none to say it.
  }
  {
    const std::lock_guard guard(mutex_);
    if (!(is_running_ = !asked_.empty())) return;
  }
  queue();
}

std::uint64_t Notebook::begin_work(Asked& asked) {
  const std::lock_guard guard(mutex_);
  asked = std::move(asked_.front());
  asked_.pop_front();
  stop_ = has_ended_ ? 1 : 0;
  account_.begin_work();
  return ++number_;
}

/// What the work takes and leaves is counted; the text that it returns is not the notebook's any more.
std::optional<std::string> Notebook::run(const Work& work) {
  std::optional<std::string> text;
  {
    const CountedWork counted({&account_});
    try {
      text = work(*this);
    } catch (const std::exception&) {
      output_.take_results();
    }
  }
  if (text) account_.hand_over(counted_size(*text));
  if (account_.held() > limits_.kept) {
    const CountedWork counted({&account_, true});
    forget();
  }
  return text;
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

/// First goes what nobody misses, the memory that a session keeps for its next statements; then what a person can give
/// again.
void Notebook::forget() {
  try {
    connection_.begin_anew(settings_.language);
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
    candidates += (i == 0 ? "" : ",") + candidate_json(completions.candidates[i], settings_.language);
  return fmt::format(R"({{"begin":{},"candidates":[{}]}})", completions.begin, candidates);
}

}  // namespace cellar
