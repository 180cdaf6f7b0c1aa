// Statements that are answered with one message.

#include <algorithm>
#include <utility>

#include "parser/script/command_text.h"
#include "web/notebook/notebook.h"

namespace cellar {

namespace {

/// Writes that follow each other; any other statement is alone, so that nothing that is done waits for its end.
std::span<const std::string> first_run(std::span<const std::string> statements) {
  const auto end = std::ranges::find_if_not(statements, begins_write);
  return statements.first(std::max<std::size_t>(1, static_cast<std::size_t>(end - statements.begin())));
}

/// A group that is dropped unless it was committed.
class GroupOfRun {
 public:
  explicit GroupOfRun(Connection& connection) : connection_(connection) {
    connection.begin_group(GroupKind::usual);
  }
  ~GroupOfRun() {
    if (connection_.in_group()) connection_.drop_group();
  }
  GroupOfRun(const GroupOfRun&) = delete;
  GroupOfRun& operator=(const GroupOfRun&) = delete;

 private:
  Connection& connection_;
};

}  // namespace

struct Notebook::Run {
  std::span<const std::string> statements;
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  std::vector<AnsweredStatement> answered{};
  std::size_t bytes = 0;
  bool has_begun = false;
};

AnsweredStatement Notebook::answer_timed(const std::string& statement) {
  AnsweredStatement answered;
  const ClassTime begin = std::chrono::steady_clock::now();
  answered.answer = answer(statement, &answered.facts);
  answered.at = std::chrono::steady_clock::now();
  answered.took = std::chrono::duration_cast<std::chrono::milliseconds>(answered.at - begin);
  return answered;
}

/// The time and the memory of the statement before count no longer.
void Notebook::begin_statement() {
  std::uint64_t number = 0;
  {
    const std::lock_guard guard(mutex_);
    stop_ = has_ended_ ? 1 : 0;
    account_.begin_work();
    number = ++number_;
  }
  bound_time(number);
}

/// Returns whether another one may follow.
bool Notebook::answer_next(Run& run) {
  if (std::exchange(run.has_begun, true)) begin_statement();
  run.answered.push_back(answer_timed(run.statements[run.answered.size()]));
  const AnsweredStatement& last = run.answered.back();
  run.bytes += last.answer.size();
  const bool is_full = run.bytes >= limits_.run_bytes || last.at - run.begin >= limits_.run;
  const bool is_end = last.facts.outcome == Outcome::broken || last.facts.outcome == Outcome::leave;
  return run.answered.size() < run.statements.size() && !is_full && !is_end;
}

/// The database of a lesson is looked at after each statement; a trace and the timeline show what each one does by itself.
bool Notebook::may_group() const {
  return lessons_.lesson().empty() && !connection_.tracing() && !settings_.timeline;
}

/// Returns whether the answers hold. Else those are left whose writes were durable before: they must not run again.
bool Notebook::answer_together(Run& run) {
  std::size_t durable = 0;
  std::uint64_t commits = connection_.early_commits();
  const GroupOfRun group(connection_);
  for (bool goes_on = true; goes_on;) {
    goes_on = answer_next(run);
    if (std::exchange(commits, connection_.early_commits()) != commits) durable = run.answered.size() - 1;
  }
  begin_statement();
  try {
    connection_.commit_group();
    return true;
  } catch (const Refusal&) {
    run.answered.resize(durable);
    return false;
  }
}

std::vector<AnsweredStatement> Notebook::answer_run(std::span<const std::string> statements) {
  Run run{.statements = first_run(statements)};
  if (run.statements.size() > 1 && may_group() && answer_together(run)) return std::move(run.answered);
  while (answer_next(run)) {
  }
  return std::move(run.answered);
}

}  // namespace cellar
