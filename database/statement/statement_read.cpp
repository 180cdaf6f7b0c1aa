// Runs statements that read, and gives answers their notices.

#include <algorithm>
#include <utility>

#include "database/statement/statement_run.h"

namespace cellar {

namespace {

/// A SELECT within a group is read up to here; with more rows the group is committed first.
constexpr std::size_t kPage = 100;

}  // namespace

ResultPointer StatementRun::run_read() {
  std::optional<Transaction> snapshot;
  Transaction& transaction =
      plans_.plan_read(snapshot, [this](Transaction& source) { plan_running(source); });
  CachedPlanPointer& planned = running_.planned;
  if (const auto* use_plan = std::get_if<UsePlan>(&planned->plan.node)) return run_use(*use_plan);
  if (const auto* answer = std::get_if<AnswerPlan>(&planned->plan.node)) {
    ResultColumns columns(planned, &planned->columns);
    return std::make_unique<ResultState>(std::move(columns), ComputedRows{answer->rows},
                                         notice_filter_.planned(*planned));
  }
  cellar::bind(*planned, running_.values, slots_);
  return run_select(transaction, snapshot);
}

ResultPointer StatementRun::run_use(const UsePlan& plan) {
  cellar::bind(*running_.planned, running_.values, slots_);  // refuses values: USE has no markers
  settings_.keyspace = plan.keyspace;
  running_.is_use = true;
  ResultPointer result = without_rows(running_.planned);
  if (!result) result = std::make_unique<ResultState>();
  result->source = KeyspaceSet{settings_.keyspace};
  return result;
}

/// Reads with the values in `slots_`. `source` is the group, or the snapshot.
ResultPointer StatementRun::run_select(Transaction& source, std::optional<Transaction>& snapshot) {
  const CachedPlanPointer& planned = running_.planned;
  const Request* const request = is_analyzing() ? nullptr : running_.request;
  const Seconds now = now_seconds(database_->now_microseconds());
  const bool goes_on = request != nullptr && !request->read_position.empty();
  if (planned->direct_select && plans_.takes_short_ways() && !observer_ && !goes_on) {
    if (ResultPointer row = ResultState::of_one_row(planned, idle_result_, source, slots_, now)) return row;
  }
  auto state =
      std::make_unique<ResultState>(planned, database_, slots_, now, wait_.asked_while_reading(),
                                    database_->system_facts(*planned, source, settings_.rpc_address));
  // From here on refusals have places in the text of this statement.
  if (const KnownShapePointer known = std::move(running_.bound.known))
    state->move_places_to(known, plans_.shape().literals);
  auto& rows = std::get<SelectedRows>(state->source);
  std::erase_if(state->notices, [this](const Diagnostic& notice) { return !notice_filter_.wants(notice); });
  if (settings_.teaches()) rows.tell_of_deletions();
  if (!plans_.takes_short_ways()) rows.read_one_by_one();
  if (wait_.is_submitted()) rows.count_alone();  // its turn among long reads is for one thread
  if (request != nullptr) rows.set_page(request->page_size, request->page_bytes, request->read_position);
  if (group_.transaction() == nullptr) {
    rows.read_from(std::exchange(snapshot, std::nullopt));
  } else if (rows.read_group(*group_.transaction(), kPage + 1)) {
    group_.commit();
  }
  return state;
}

ResultPointer StatementRun::without_rows(const CachedPlanPointer& planned) {
  if (planned->plan.notices.empty() || notice_filter_.count_repeat(planned)) return nullptr;
  std::vector<Diagnostic> wanted = notice_filter_.planned(*planned);
  return wanted.empty() ? nullptr : with_own_places(std::make_unique<ResultState>(std::move(wanted)));
}

ResultPointer StatementRun::with_own_places(ResultPointer result) const {
  const BoundText& bound = running_.bound;
  if (bound.known) result->move_places_to(bound.known, plans_.shape().literals);
  if (!bound.list_sizes.empty()) text_binder_.count_elements(bound, result->notices);
  return result;
}

}  // namespace cellar
