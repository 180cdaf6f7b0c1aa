#include "database/observe/statement_observer.h"

#include <utility>

#include "database/results/result_state.h"
#include "refusal/messages.h"

namespace cellar {

void StatementObserver::begin_trace(std::string id, Timestamp began, std::string_view statement,
                                    std::string_view keyspace, Language language) {
  trace_.emplace(std::move(id), began, statement, keyspace, language);
  language_ = language;
}

void StatementObserver::note(TraceWords::Text activity, const Parameters& parameters) {
  if (trace_) trace_->note(activity, parameters);
}

void StatementObserver::note_planned(TraceWords::Text activity) {
  if (trace_) trace_->note_planned(activity);
}

void StatementObserver::begin_write(const Transaction& transaction) {
  note("Acquired the write lock");
  work_.begin_write(transaction);
}

void StatementObserver::note_gathered(const Transaction& transaction,
                                      const std::vector<Mutation>& mutations) {
  work_.end_write(transaction, mutations);
  if (trace_) trace_->note_gathered(work_.counted(), mutations);
}

void StatementObserver::note_merged() {
  if (trace_) trace_->note_merged();
}

void StatementObserver::note_refused(const Diagnostic& refusal) {
  note("Refused: {code}, {title}",
       {{"code", std::string(refusal.code())}, {"title", words_of(refusal, language_).title}});
  leave();
}

void StatementObserver::leave() {
  if (trace_) trace_->leave();
  analysis_.reset();
}

Analysis StatementObserver::end_analysis() {
  Analysis analysis = std::move(*analysis_);
  analysis_.reset();
  analysis.take(work_);
  return analysis;
}

std::optional<RunningTrace> StatementObserver::end_trace(ResultState* result) {
  if (!trace_) return std::nullopt;
  const bool was_read = result != nullptr && std::holds_alternative<SelectedRows>(result->source);
  if (was_read) {
    work_.take_read(result->counters());
    trace_->note_read(work_.counted());
  }
  trace_->stop();
  return std::exchange(trace_, std::nullopt);
}

}  // namespace cellar
