#include "shell/teach/ring/write_replay.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "executor/bind.h"
#include "executor/evaluate.h"
#include "executor/select/bounds/key_choices.h"
#include "parser/parser.h"
#include "parser/statement/statement.h"
#include "planner/plan.h"
#include "planner/planner.h"
#include "shell/teach/size/size_report.h"
#include "types/token.h"

namespace cellar {

namespace {

constexpr std::int64_t kSecond = 1'000'000;
/// Lengths of slices that a person reads at once, in seconds.
constexpr std::int64_t kSeconds[] = {1,      5,       10,      30,        60,        300,       600,
                                     900,    1'800,   3'600,   7'200,     10'800,    21'600,    43'200,
                                     86'400, 172'800, 604'800, 1'209'600, 2'592'000, 7'776'000, 31'536'000};

/// The number of the slice that a time lies in.
std::int64_t slice_of(std::int64_t time, std::int64_t width) {
  return time / width - (time % width < 0 ? 1 : 0);
}

/// The slice of the first times that there are begins before them.
std::int64_t begin_of(std::int64_t slice, std::int64_t width) {
  std::int64_t begin = 0;
  return __builtin_mul_overflow(slice, width, &begin) ? std::numeric_limits<std::int64_t>::min() : begin;
}

/// The slices from `first` to `last`, aligned to their width, are as few as kMostSlices.
bool fits(std::int64_t first, std::int64_t last, std::int64_t width) {
  return slice_of(last, width) - slice_of(first, width) < static_cast<std::int64_t>(kMostSlices);
}

std::int64_t width_of_time(std::int64_t first, std::int64_t last) {
  for (const std::int64_t seconds : kSeconds) {
    if (fits(first, last, seconds * kSecond)) return seconds * kSecond;
  }
  std::int64_t width = kSeconds[std::size(kSeconds) - 1] * kSecond;
  while (!fits(first, last, width)) width *= 2;
  return width;
}

}  // namespace

struct WriteReplayer::Planned {
  explicit Planned(Statement parsed, const PlanContext& of_plan)
      : statement(std::move(parsed)), plan(cellar::plan(statement, of_plan)) {}

  Statement statement;
  Plan plan;
  std::vector<BoundValue> slots;
  std::int64_t tick = 0;
  mutable EvaluationContext context{0, [this] { return ++tick; }};

  Evaluation evaluation() const { return {slots, &context, 0, nullptr, {}}; }
  std::optional<std::int64_t> number(const std::optional<Node>& node) const {
    return node ? evaluate_integer(*node, evaluation()) : std::nullopt;
  }
};

WriteReplayer::WriteReplayer(const Connection& connection, Ring ring, std::optional<std::size_t> replicas)
    : schema_(connection.schema()),
      keyspace_(connection.keyspace()),
      ring_(std::move(ring)),
      replicas_(replicas) {}

std::size_t WriteReplayer::replicas_in(const std::string& keyspace) const {
  if (replicas_) return *replicas_;
  const Keyspace* const found = schema_->find_keyspace(keyspace);
  return found == nullptr ? 1 : std::min<std::size_t>(replicas_of(*found), ring_.nodes());
}

template <typename Write>
void WriteReplayer::add_partitions(const Write& write, const Planned& planned,
                                   std::optional<std::int64_t> time) {
  if (const auto own = planned.number(write.timestamp)) time = own;
  const auto replicas = static_cast<std::uint32_t>(replicas_in(write.table->keyspace));
  for (const KeyValues& key : partition_keys(*write.table, write.partition_key, planned.evaluation()))
    writes_.push_back({time, token_of(key), replicas});
}

void WriteReplayer::add_write(const Planned& planned) {
  const auto add_each = [&](const auto& write, std::optional<std::int64_t> time) {
    std::visit([&](const auto& each) { add_partitions(each, planned, time); }, write);
  };
  if (const auto* upsert = write_in<UpsertPlan>(planned.plan.node)) {
    add_partitions(*upsert, planned, std::nullopt);
  } else if (const auto* deletion = write_in<DeletePlan>(planned.plan.node)) {
    add_partitions(*deletion, planned, std::nullopt);
  } else if (const auto* batch = write_in<BatchPlan>(planned.plan.node)) {
    for (const auto& write : batch->statements) add_each(write, planned.number(batch->timestamp));
  } else if (const auto* conditional = write_in<ConditionalPlan>(planned.plan.node)) {
    add_each(conditional->writes.front().write, std::nullopt);  // all write to one partition
  } else {
    ++passed_over_;
  }
}

void WriteReplayer::add(const std::string& text) {
  Statement statement = parse(text);
  if (const auto* use = std::get_if<UseStatement>(&statement.node)) keyspace_ = use->keyspace.text;
  const bool writes =
      std::visit([](const auto& each) { return std::decay_t<decltype(each)>::kAccess == Access::write; },
                 statement.node);
  if (!writes) {
    ++passed_over_;
    return;
  }
  Planned planned(std::move(statement), {*schema_, keyspace_, kDefaultNodeNames, Policy::cassandra, 0});
  planned.slots = bind_literals(planned.statement, planned.plan);
  add_write(planned);
}

WriteReplay WriteReplayer::replay() const {
  WriteReplay replay;
  replay.passed_over = passed_over_;
  replay.writes = writes_.size();
  replay.nodes.resize(ring_.nodes());
  if (writes_.empty()) return replay;
  replay.is_by_time =
      std::ranges::all_of(writes_, [](const TimedWrite& write) { return write.time.has_value(); });
  std::vector<std::int64_t> times;
  for (const TimedWrite& write : writes_)
    times.push_back(replay.is_by_time ? *write.time : static_cast<std::int64_t>(times.size()));
  const auto [first, last] = std::ranges::minmax(times);
  replay.width = replay.is_by_time ? width_of_time(first, last)
                                   : (last + static_cast<std::int64_t>(kMostSlices)) /
                                         static_cast<std::int64_t>(kMostSlices);
  const std::int64_t first_slice = slice_of(first, replay.width);
  for (std::int64_t slice = first_slice; slice <= slice_of(last, replay.width); ++slice)
    replay.slices.push_back({begin_of(slice, replay.width), 0, std::vector<std::uint64_t>(ring_.nodes())});
  std::uint64_t kept = 0, busiest = 0;
  for (std::size_t i = 0; i < writes_.size(); ++i) {
    ReplaySlice& slice =
        replay.slices[static_cast<std::size_t>(slice_of(times[i], replay.width) - first_slice)];
    ++slice.writes;
    for (const std::size_t node : ring_.replicas(writes_[i].token, writes_[i].replicas)) {
      ++slice.nodes[node];
      ++replay.nodes[node];
    }
    kept += writes_[i].replicas;
    replay.replicas = std::max<std::size_t>(replay.replicas, writes_[i].replicas);
  }
  for (const ReplaySlice& slice : replay.slices) busiest += std::ranges::max(slice.nodes);
  const auto writes = static_cast<double>(replay.writes);
  replay.busiest = static_cast<double>(busiest) / writes;
  replay.even = static_cast<double>(kept) / writes / static_cast<double>(ring_.nodes());
  return replay;
}

std::string replay_json(const WriteReplay& replay) {
  using nlohmann::ordered_json;
  ordered_json object = {{"replicas", replay.replicas},
                         {"by", replay.is_by_time ? "time" : "order"},
                         {"width", replay.width},
                         {"writes", replay.writes},
                         {"passed_over", replay.passed_over},
                         {"busiest", replay.busiest},
                         {"even", replay.even},
                         {"nodes", replay.nodes}};
  object["slices"] = ordered_json::array();
  for (const ReplaySlice& slice : replay.slices)
    object["slices"].push_back({{"begin", slice.begin}, {"writes", slice.writes}, {"nodes", slice.nodes}});
  return object.dump() + '\n';
}

}  // namespace cellar
