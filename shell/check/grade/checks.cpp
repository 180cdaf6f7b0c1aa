#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <map>

#include "shell/check/grade/attempt.h"

namespace cellar {

namespace {

/// Returns the name and the weight of the group whose points a check shares.
std::pair<std::string, int> group_of(const TaskCheck& check, const Task& task) {
  if (const auto set = task.weights.find(check.rule); set != task.weights.end()) return *set;
  const GradedRule* const rule = find_graded_rule(check.rule);
  assert(rule != nullptr);
  return {rule->group.empty() ? check.query + check.rule : std::string(rule->group), rule->weight};
}

/// Gives each group its share of the task's points, and each check its share of the group's. What cannot be divided goes to
/// the first ones.
void share_points(std::vector<TaskCheck>& checks, const Task& task) {
  std::map<std::string, std::vector<TaskCheck*>> groups;
  std::vector<std::pair<std::string, int>> order;
  int sum = 0;
  for (TaskCheck& check : checks) {
    const auto group = group_of(check, task);
    if (groups[group.first].empty()) {
      order.push_back(group);
      sum += group.second;
    }
    groups[group.first].push_back(&check);
  }
  int left = task.points;
  for (std::size_t i = order.size(); i-- > 0;) {
    int share = i == 0 ? left : task.points * order[i].second / sum;
    left -= share;
    std::vector<TaskCheck*>& members = groups[order[i].first];
    for (std::size_t member = members.size(); member-- > 0;) {
      members[member]->points = member == 0 ? share : share / static_cast<int>(member + 1);
      share -= members[member]->points;
    }
  }
}

/// The checks that an expectation gives reason for.
class ChecksOf {
 public:
  ChecksOf(const Exercise& exercise, const Task& task, std::vector<TaskCheck>& checks)
      : exercise_(exercise), task_(task), checks_(checks) {}

  void add_for(const TaskExpectation& expectation) {
    expectation_ = &expectation;
    std::visit(*this, expectation.what);
  }

  void operator()(const PlanExpected& expected) {
    const std::string partitions = std::to_string(expected.partitions);
    if (!task_.asks_for_table()) return add("plan", {"asks_plan", {{"partitions", partitions}}});
    add("MR2", {"asks_partitions", {{"partitions", partitions}}});
    if (select().has_range()) add("MR3", {"asks_ranges"});
  }
  void operator()(const RowsExpected& expected) {
    if (!task_.asks_for_table())
      return add("rows", expected.in_order ? Sentence{"asks_rows_in_order"} : Sentence{"asks_rows"});
    require_data(exercise_, task_, query(), expected);
    add("MR1", {"asks_content"});
    if (expected.in_order) add("MR4", {"asks_order"});
  }
  void operator()(const UniqueExpected&) { add("MR5", {"asks_unique"}); }
  void operator()(const LintExpected& expected) {
    add("lint", {"asks_lints", {{"what", fmt::format("{}", fmt::join(expected.absent, ", "))}}});
  }
  void operator()(const TypesExpected&) { add("types", {"asks_types"}); }
  void operator()(const StaticExpected& expected) {
    add("static", {"asks_static", {{"what", fmt::format("{}", fmt::join(expected.columns, ", "))}}});
  }
  void operator()(const TimeToLiveExpected& expected) {
    add("ttl", {"asks_ttl", {{"seconds", std::to_string(expected.seconds)}}});
  }
  void operator()(const SizeExpected& expected) {
    add("size", {"asks_size", {{"rows", std::to_string(expected.rows)}}});
  }
  void operator()(const VerdictExpected& expected) {
    add("verdict", {"asks_verdict"});
    if (expected.names_rule) add("reason", {"asks_reason"});
    if (expected.counts_rows) add("count", {"asks_count"});
  }
  void operator()(const NumberExpected& expected) {
    add("number", expected.percent == 0
                      ? Sentence{"asks_number"}
                      : Sentence{"asks_number_within", {{"percent", std::to_string(expected.percent)}}});
  }
  void operator()(const NodeExpected& expected) {
    add("node", {"asks_node", {{"nodes", std::to_string(expected.nodes)}}});
  }
  void operator()(const LayoutExpected& expected) {
    add("partition", {"asks_layout_partition"});
    add("clustering", {"asks_layout_clustering"});
    if (expected.asks_order) add("order", {"asks_layout_order"});
    add("name", {"asks_layout_name"});
    add("value", {"asks_layout_value"});
    if (expected.asks_static) add("static", {"asks_layout_static"});
    if (expected.asks_markers) add("marker", {"asks_layout_marker"});
    if (expected.asks_deletions) add("deletion", {"asks_layout_deletion"});
    if (expected.asks_time_to_live) add("ttl", {"asks_layout_ttl"});
  }

 private:
  void add(std::string_view rule, Sentence what) {
    checks_.push_back({expectation_->query, std::string(rule), std::move(what), expectation_, 0});
  }
  const TaskQuery& query() const {
    return *std::ranges::find(task_.queries, expectation_->query, &TaskQuery::name);
  }
  TaskSelect select() const { return read_select(exercise_, task_, query()); }

  const Exercise& exercise_;
  const Task& task_;
  std::vector<TaskCheck>& checks_;
  const TaskExpectation* expectation_ = nullptr;
};

}  // namespace

std::vector<TaskCheck> checks_of(const Exercise& exercise, const Task& task) {
  std::vector<TaskCheck> checks;
  if (task.kind == TaskKind::repair) checks.push_back({"", "accepted", {"asks_accepted"}, nullptr, 0});
  ChecksOf adder(exercise, task, checks);
  for (const TaskExpectation& expectation : task.expectations) adder.add_for(expectation);
  share_points(checks, task);
  return checks;
}

}  // namespace cellar
