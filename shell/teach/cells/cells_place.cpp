#include "shell/teach/cells/cells_place.h"

#include <fmt/format.h>

#include <algorithm>

#include "executor/bind.h"
#include "executor/select/bounds/key_choices.h"
#include "executor/select/bounds/token_bounds.h"
#include "parser/parser.h"
#include "planner/advise/trial.h"
#include "planner/names.h"
#include "planner/plan.h"
#include "planner/planner.h"
#include "refusal/counted.h"
#include "refusal/spans.h"
#include "types/number/number.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::string_view kSelect = "SELECT * FROM ";

/// Moves the spans of a diagnostic from the text of the SELECT to that of the command.
void move_to_command(Diagnostic& diagnostic, std::size_t begin_in_command) {
  const auto moved = [begin_in_command](std::uint32_t offset) {
    return static_cast<std::uint32_t>(offset <= kSelect.size() ? begin_in_command
                                                               : offset - kSelect.size() + begin_in_command);
  };
  move_spans(diagnostic, [&moved](Span span) { return Span{moved(span.begin), moved(span.end)}; });
}

/// "author = ? AND id = ?"
std::string key_form(const Table& table) {
  std::string form;
  for (std::size_t i = 0; i < table.partition_key_size; ++i) {
    form += (i == 0 ? "" : " AND ") + quote_name(table.columns[i].name) + " = ?";
  }
  return form;
}

[[noreturn]] void refuse_other_than_partitions(const CellsPlace& place, Span span, std::string_view what) {
  refuse(place.lists_partitions ? "cells_one_partition" : "cells_of_one_partition", span,
         {{"command", place.command},
          {"what", std::string(what)},
          {"table", place.name},
          {"key", key_form(*place.table)}});
}

/// Refuses what says anything else than which partitions are read.
void check_parts(const SelectPlan& select, const CellsPlace& place) {
  if (const auto* steps = &select.clustering.steps; !steps->empty())
    refuse_other_than_partitions(place, steps->front().span, "this");
  if (select.clustering.lower) refuse_other_than_partitions(place, select.clustering.lower->span, "this");
  if (select.clustering.upper) refuse_other_than_partitions(place, select.clustering.upper->span, "this");
  if (!select.filters.empty()) refuse_other_than_partitions(place, select.filters.front().span, "this");
  const bool is_plain = std::holds_alternative<AsRead>(select.order) && !select.reversed &&
                        std::holds_alternative<EachRow>(select.grouping) && !select.per_partition_limit;
  if (!is_plain) refuse_other_than_partitions(place, {}, "a clause behind WHERE");
}

struct PlaceOf {
  const Table& table;
  const Evaluation& evaluation;
  const CellsPlace& place;

  RawPlace operator()(const NamedPartitions& named) const {
    for (const Choices& choices : named.key) {
      if (choices.is_in) refuse_other_than_partitions(place, choices.span, "IN");
    }
    if (named.within.is_bounded()) refuse_other_than_partitions(place, {}, "a token beside the key");
    const std::vector<KeyValues> keys = partition_keys(table, named.key, evaluation);
    return {keys.front(), {}};
  }
  RawPlace operator()(const RingPart& ring) const {
    const TokenRange tokens = bind_tokens(ring, evaluation, false);
    // No token is greater than the largest.
    return {std::nullopt, has_tokens(tokens) ? tokens : TokenRange{INT64_MAX, INT64_MAX, false, true}};
  }
  RawPlace operator()(const IndexRead& read) const {
    refuse_other_than_partitions(place, read.tests.front().span, "this");
  }
};

/// What refuses a SELECT for its key is said in terms of the command: no other table would serve that.
Plan plan_as_select(CellsPlace& place, const Statement& statement, const PlanContext& context) {
  try {
    return plan(statement, context);
  } catch (const Refusal& refusal) {
    if (!is_about_key(refusal.diagnostic)) throw;
    place.table = resolve_table(std::get<SelectStatement>(statement.node).table, context);
    refuse_other_than_partitions(place, refusal.diagnostic.span, "this");
  }
}

void plan_place(CellsPlace& place, const Statement& statement, const Connection& connection, Timestamp now) {
  const Plan planned = plan_as_select(
      place, statement,
      {*place.snapshot.schema, connection.keyspace(), kDefaultNodeNames, Policy::cassandra, now});
  const auto& select = std::get<SelectPlan>(planned.node);
  place.table = select.table;
  if (std::holds_alternative<SystemTableRows>(select.rows))
    refuse("cells_computed", {}, {{"table", place.name}});
  check_parts(select, place);
  const std::vector<BoundValue> slots = bind_literals(statement, planned);
  std::int64_t tick = 0;
  EvaluationContext context{now, [&tick] { return ++tick; }};
  const Evaluation evaluation{slots, &context, now / 1'000'000, nullptr, {}};
  place.place = std::visit(PlaceOf{*place.table, evaluation, place}, select.partitions);
  if (const auto limit = limit_value(select.limit, evaluation))
    place.limit = static_cast<std::size_t>(*limit);
}

std::string_view clipped(std::string_view text) {
  constexpr std::string_view kBlanksAndEnd = " \t\r\n;";
  const std::size_t end = text.find_last_not_of(kBlanksAndEnd);
  return text.substr(0, end == text.npos ? 0 : end + 1);
}

}  // namespace

std::optional<CellsPlace> read_cells_place(const Database& database, const Connection& connection,
                                           std::string_view text, std::span<const CommandWord> words,
                                           std::size_t first, const StopToken& stop, bool lists_partitions) {
  CellsPlace place{database.snapshot(), nullptr, {}, std::nullopt, {}, {}, {}, lists_partitions};
  const std::size_t begin = words[first].span.begin;
  place.command = clipped(text.substr(words[0].span.begin, begin - words[0].span.begin));
  std::size_t end_of_name = first;
  if (first + 2 < words.size() && words[first + 1].text == ".") end_of_name = first + 2;
  place.name = text.substr(begin, words[end_of_name].span.end - begin);
  const std::string select = std::string(kSelect) + std::string(clipped(text.substr(begin)));
  try {
    const Statement statement = parse(select);
    if (!std::holds_alternative<SelectStatement>(statement.node)) return std::nullopt;
    plan_place(place, statement, connection, database.now());
  } catch (Refusal& refusal) {
    move_to_command(refusal.diagnostic, begin);
    throw;
  }
  place.stops = std::make_shared<const std::function<bool()>>(stop);
  place.snapshot.transaction.may_stay_open();
  place.snapshot.transaction.ask_while_reading(place.stops.get());
  return place;
}

LimitedPartitions::LimitedPartitions(CellsPlace& place, std::size_t partitions)
    : place_(place),
      partitions_(place.snapshot.transaction, place.table, place.place),
      limit_(place.limit.value_or(place.place.key ? SIZE_MAX : partitions)) {}

bool LimitedPartitions::next() {
  if (place_.place.key) return !has_more_ && partitions_.next();
  if (shown_ < limit_) {
    if (!partitions_.next()) return false;
    ++shown_;
    last_token_ = partitions_.token();
    return true;
  }
  has_more_ = partitions_.next();
  return false;
}

const RawItem* LimitedPartitions::next_item() {
  const RawItem* item = partitions_.next_item();
  if (item == nullptr || !place_.place.key) return item;
  const auto* row = std::get_if<RawRow>(item);
  if (row != nullptr && !row->is_static && shown_++ == limit_) has_more_ = true;
  return has_more_ ? nullptr : item;
}

std::optional<Diagnostic> LimitedPartitions::rest() const {
  if (!has_more_) return std::nullopt;
  return left_out(place_, limit_, place_.place.key ? "row" : "partition", last_token_);
}

Diagnostic left_out(const CellsPlace& place, std::size_t limit, std::string_view thing, std::int64_t token) {
  const Table& table = *place.table;
  std::string next = "give it a larger LIMIT";
  if (!place.place.key) {
    std::string columns;
    for (std::size_t i = 0; i < table.partition_key_size; ++i) {
      columns += (i == 0 ? "" : ", ") + quote_name(table.columns[i].name);
    }
    next =
        fmt::format("{} {} WHERE token({}) > {} LIMIT {}", place.command, place.name, columns, token, limit);
  }
  return {"cells_limited",
          {},
          {{"shown", counted(std::to_string(limit), thing, std::string(thing) + 's')},
           {"table", place.name},
           {"next", next}},
          std::nullopt,
          subject_of(table)};
}

}  // namespace cellar
