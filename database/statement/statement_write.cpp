#include "database/statement/statement_write.h"

#include <chrono>
#include <optional>
#include <utility>

namespace cellar {

/// A write whose thread waits for it.
class StatementWrite::AwaitedWrite final : public QueuedWrite {
 public:
  AwaitedWrite(StatementWrite& statement, Gather gather) : statement_(statement), gather_(gather) {}
  bool write(WriteTransaction& transaction) override {
    return statement_.gather_and_apply(gather_, transaction);
  }

 private:
  StatementWrite& statement_;
  Gather gather_;
};

/// The write of a submitted request, for which no thread waits.
class StatementWrite::SubmittedWrite final : public QueuedWrite {
 public:
  SubmittedWrite(StatementWrite& statement, Gather gather)
      : QueuedWrite(false), statement_(statement), gather_(gather) {}

  bool write(WriteTransaction& transaction) override {
    return statement_.gather_and_apply(gather_, transaction);
  }
  std::exception_ptr end_of_wait() const override { return statement_.session_.wait.end_of_wait(); }
  void ended() noexcept override { statement_.ended_(); }
  Gather gatherer() const { return gather_; }

 private:
  StatementWrite& statement_;
  Gather gather_;
};

StatementWrite::StatementWrite(SessionParts& session, RunningStatement& running, StatementPlanning& planning,
                               std::function<void()> ended)
    : session_(session),
      running_(running),
      planning_(planning),
      ended_(std::move(ended)),
      gathering_(session, running, planning) {}
StatementWrite::~StatementWrite() = default;

void StatementWrite::forget_queued() { queued_.reset(); }

StepResult StatementWrite::run() {
  if (!running_.planned || running_.planned->policy != session_.settings.policy) {
    std::optional<Transaction> snapshot;
    planning_.plan(session_.plans.source_of_reads(snapshot));
  }
  bind();
  return write(&WriteGathering::gather_planned);
}

/// A document is bound to the columns of the plan, which the table of a newer schema may not have.
void StatementWrite::bind() {
  try {
    return running_.bind();
  } catch (const Refusal&) {
    std::optional<Transaction> snapshot;
    Transaction& source = session_.plans.source_of_reads(snapshot);
    if (running_.planned->plan.documents.empty() || session_.plans.is_current(running_.planned, source))
      throw;
    planning_.plan(source);
  }
  running_.bind();
}

StepResult StatementWrite::run_known() { return write(&WriteGathering::gather_known); }

StepResult StatementWrite::run_batch(BoundBatch& batch) {
  gathering_.set_batch(batch);
  return write(&WriteGathering::gather_batch);
}

StepResult StatementWrite::write(Gather gather) {
  gathering_.times().begin();
  while (true) {
    try {
      return write_once(gather);
    } catch (const KeyTimeAhead& ahead) {
      note_wait_for_clock(gathering_.times().wait_for_clock(ahead));
    }
  }
}

void StatementWrite::note_wait_for_clock(std::chrono::microseconds waited) {
  session_.notice_filter.count_wait_for_clock(waited);
  session_.note("Waited for the clock: the next time that its key can take was more than a second ahead");
}

/// Lets resume() be called when the time has come: any number of submitted writes may wait, without a thread each.
StepResult StatementWrite::resume_later(const KeyTimeAhead& ahead) {
  const auto delay =
      std::chrono::ceil<std::chrono::milliseconds>(gathering_.times().commit_and_time_to_wait(ahead));
  wait_for_clock_ = delay;
  session_.database->delayed.run_after(delay, [this] { ended_(); });
  return StepResult::in_queue;
}

StepResult StatementWrite::write_once(Gather gather) {
  const auto step_of = [](bool written) { return written ? StepResult::done : StepResult::other_way; };
  if (session_.group.is_open()) return step_of(write_in_group(gather));
  DatabaseState& database = *session_.database;
  if (session_.wait.is_submitted()) {
    queued_ = std::make_unique<SubmittedWrite>(*this, gather);
    database.writes.submit(*queued_, session_.settings.wait.limit);
    return StepResult::in_queue;
  }
  AwaitedWrite write(*this, gather);
  const Workers::Waiting waiting(database.workers);
  const StepResult step = step_of(database.writes.run(write, session_.wait.current()));
  if (step == StepResult::done) session_.note("Committed");
  return step;
}

bool StatementWrite::is_written() const { return queued_->is_written(); }

StepResult StatementWrite::resume() {
  if (const auto waited = std::exchange(wait_for_clock_, std::nullopt)) {
    if (session_.wait.is_interrupted()) refuse("interrupted");
    note_wait_for_clock(*waited);
    return write_once(queued_->gatherer());
  }
  try {
    if (!queued_->result()) return StepResult::other_way;
  } catch (const KeyTimeAhead& ahead) {
    return resume_later(ahead);
  }
  session_.note("Committed");
  return StepResult::done;
}

bool StatementWrite::write_in_group(Gather gather) {
  OpenGroup& group = session_.group;
  WriteTransaction& transaction = group.transaction_or([this] { return session_.wait.begin_to_write(); });
  try {
    if (!gather_and_apply(gather, transaction)) return false;
  } catch (...) {
    group.give_up_if_broken();
    throw;
  }
  group.count_write();
  session_.note("Left it in the open group, which is committed later");
  return true;
}

/// All mutations of a statement are known before the first is applied, so a refused statement leaves the
/// transaction as it was.
bool StatementWrite::gather_and_apply(Gather gather, WriteTransaction& transaction) {
  mutations_.clear();
  if (!(gathering_.*gather)(transaction, mutations_)) return false;
  const bool writes = !mutations_.empty();
  // A write that reads first (conditions, lists) may have outlived its deadline.
  if (writes && session_.wait.is_interrupted()) refuse("interrupted");
  transaction.apply(std::move(mutations_));
  if (session_.observer && writes) session_.observer->note_merged();
  return true;
}

}  // namespace cellar
