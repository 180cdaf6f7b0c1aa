#include "database/statement/statement_read.h"

#include <algorithm>
#include <utility>

#include "database/statement/statement_answer.h"

namespace cellar {

namespace {

/// A SELECT within a group is read up to here; with more rows the group is committed first.
constexpr std::size_t kPage = 100;

}  // namespace

ResultPointer StatementRead::run() {
  std::optional<Transaction> snapshot;
  Transaction& transaction = planning_.plan_read(snapshot);
  const CachedPlanPointer& planned = running_.planned;
  if (const auto* use_plan = std::get_if<UsePlan>(&planned->plan.node)) return use(*use_plan);
  if (const auto* answer = std::get_if<AnswerPlan>(&planned->plan.node)) {
    ResultColumns columns(planned, &planned->columns);
    return std::make_unique<ResultState>(std::move(columns), ComputedRows{answer->rows},
                                         session_.notice_filter.planned(*planned));
  }
  running_.bind();
  return select(transaction, snapshot);
}

ResultPointer StatementRead::use(const UsePlan& plan) {
  running_.bind();  // refuses values: USE has no markers
  session_.settings.keyspace = plan.keyspace;
  running_.is_use = true;
  ResultPointer result = answer_without_rows(session_, running_);
  if (!result) result = std::make_unique<ResultState>();
  result->source = KeyspaceSet{session_.settings.keyspace};
  return result;
}

ResultPointer StatementRead::select(Transaction& source, std::optional<Transaction>& snapshot) {
  const CachedPlanPointer& planned = running_.planned;
  const std::shared_ptr<DatabaseState>& database = session_.database;
  const SessionSettings& settings = session_.settings;
  const Request* const request = session_.is_analyzing() ? nullptr : running_.request;
  const Seconds now = running_.now_seconds(database->now_microseconds());
  const bool is_shortest = session_.plans.takes_short_ways();
  const bool continues = request != nullptr && !request->read_position.empty();
  if (planned->direct_select && is_shortest && !session_.observer && !continues) {
    if (ResultPointer row = ResultState::of_one_row(planned, idle_result_, source, running_.slots, now))
      return row;
  }
  auto state = std::make_unique<ResultState>(planned, database, running_.slots, now,
                                             session_.wait.asked_while_reading(),
                                             database->system_facts(*planned, source, settings.rpc_address));
  // From here on refusals have places in the text of this statement.
  if (const KnownShapePointer known = std::move(running_.bound.known))
    state->move_places_to(known, session_.plans.shape().literals);
  auto& rows = std::get<SelectedRows>(state->source);
  std::erase_if(state->notices,
                [this](const Diagnostic& notice) { return !session_.notice_filter.wants(notice); });
  if (settings.teaches()) rows.tell_of_deletions();
  if (!is_shortest) rows.read_one_by_one();
  if (session_.wait.is_submitted()) rows.count_alone();  // its turn among long reads is for one thread
  if (request != nullptr) rows.set_page(request->page_size, request->page_bytes, request->read_position);
  OpenGroup& group = session_.group;
  if (group.transaction() == nullptr) {
    rows.read_from(std::exchange(snapshot, std::nullopt));
  } else if (rows.read_group(*group.transaction(), kPage + 1)) {
    group.commit();
  }
  return state;
}

}  // namespace cellar
