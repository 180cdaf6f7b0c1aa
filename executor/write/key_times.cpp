#include "executor/write/key_times.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include <boost/container/small_vector.hpp>

#include "executor/select/bounds/slices.h"
#include "planner/plan/write_plan.h"
#include "planner/write/generated_times.h"
#include "types/time/time.h"

namespace cellar {

namespace {

/// No time is further ahead of the clock, in milliseconds.
constexpr std::int64_t kMostAhead = 1'000;
/// A write that has to wait waits until there is room for some more, which need not wait then.
constexpr std::int64_t kAheadAfterWait = 900;

/// A key is refused. The statement says so in its turn, which decides what is refused first.
struct KeyIsRefused {};

std::string encode(const UpsertPlan& plan, const KeyValues& partition, const KeyValues& row) {
  std::string bytes = std::to_string(plan.table->id) + (plan.writes_row ? 'r' : 's');
  for (const KeyValues* values : {&partition, &row}) {
    for (const std::string& value : *values) bytes += std::to_string(value.size()) + ':' + value;
  }
  return bytes;
}

using KeyViews = boost::container::small_vector<std::string_view, 8>;

bool has_timed_partition(const UpsertPlan& plan) {
  return std::ranges::any_of(plan.partition_key,
                             [](const Choices& choices) { return depends_on_time(choices); });
}

/// Chooses the times of the statements of one write.
class KeyTimeChoice {
 public:
  KeyTimeChoice(std::span<const TimedStatement> statements, const WriteRun& run, KeyClock clock,
                GivenTimes& given, KeyTimes& times)
      : statements_(statements),
        run_(run),
        clock_(clock),
        given_(given),
        times_(times),
        most_((clock.clock - clock.began) / kMicrosecondsOfMillisecond + kMostAhead) {}

  void choose() {
    if (statements_.size() == 1) {
      place_alone(statements_.front());
    } else {
      while (!place_batch()) {
      }
    }
    if (times_.latest > most_) wait_for(times_.latest);
    for (const auto& [key, shift] : last_of_) {
      if (shift > 0) given_.keep(key, began() + shift, clock_.clock / kMicrosecondsOfMillisecond);
    }
    times_.taken = taken_;
  }

 private:
  std::int64_t began() const { return clock_.began / kMicrosecondsOfMillisecond; }

  [[noreturn]] void wait_for(std::int64_t shift) const {
    throw KeyTimeAhead{clock_.began + (shift - kAheadAfterWait) * kMicrosecondsOfMillisecond};
  }

  void note(std::int64_t shift) {
    if (shift == 0) return;
    ++times_.moved;
    times_.latest = std::max(times_.latest, shift);
  }

  void note_taken(const UpsertPlan& plan) {
    if (taken_ == nullptr) taken_ = &plan;
  }

  void place_alone(const TimedStatement& statement) {
    const UpsertPlan& plan = *statement.plan;
    set_keys(statement, 0, times_.keys);
    times_.has_keys = true;
    if (!is_stored(plan, times_.keys) || !is_of_a_millisecond(statement, 0)) return;
    const std::uint64_t rest = rest_of_key(plan, times_.keys);
    const std::int64_t shift = free_in_store(statement, next_after(statement, rest, 0));
    set_keys(statement, shift, times_.keys);
    times_.shifts.push_back(shift);
    last_of_[rest] = shift;
    note_taken(plan);
    note(shift);
  }

  /// Returns false if the time of all statements has become a later one.
  bool place_batch() {
    times_.clear();
    staged_.clear();
    last_of_.clear();
    for (const TimedStatement& statement : statements_) {
      std::int64_t shift = statement.plan != nullptr || !statement.moves_alone ? shift_ : 0;
      if (statement.plan != nullptr && has_generated_time(*statement.plan)) {
        if (!place(statement, shift)) return false;
        note(shift);
      } else if (statement.plan != nullptr) {
        stage(*statement.plan, keys_of(statement, shift));
      }
      times_.shifts.push_back(shift);
    }
    return true;
  }

  /// Moves `shift` to where the key of a statement of the batch is free.
  bool place(const TimedStatement& statement, std::int64_t& shift) {
    const UpsertPlan& plan = *statement.plan;
    WrittenKeys keys = keys_of(statement, shift);
    const std::uint64_t rest = rest_of_key(plan, keys);
    if (is_staged(plan, keys)) {
      if (statement.moves_alone && is_of_a_millisecond(statement, shift)) {
        note_taken(plan);
        std::int64_t last = std::max(shift, last_of_[rest]);
        do {
          shift = last = free_in_store(statement, last + 1);
          keys = keys_of(statement, shift);
        } while (is_staged(plan, keys));
      }
    } else if (is_stored(plan, keys) && is_of_a_millisecond(statement, shift)) {
      note_taken(plan);
      shift_ = free_in_store(statement, next_after(statement, rest, shift));
      return false;
    }
    stage(plan, keys);
    std::int64_t& last = last_of_[rest];
    last = std::max(last, shift);
    return true;
  }

  /// Returns the first shift after `shift`, and after the time that was given last to a key with the same other values,
  /// if a row has that: it may have been deleted, or its group dropped. A time far ahead is ignored: the clock was set
  /// back since.
  std::int64_t next_after(const TimedStatement& statement, std::uint64_t rest, std::int64_t shift) const {
    const std::optional<std::int64_t> given = given_.last(rest);
    const std::int64_t last = given ? *given - began() : 0;
    const bool is_taken =
        last > shift && last <= most_ && is_stored(*statement.plan, keys_of(statement, last));
    return 1 + (is_taken ? last : shift);
  }

  /// Returns the first shift from `shift` on where no row is stored.
  std::int64_t free_in_store(const TimedStatement& statement, std::int64_t shift) {
    while (is_stored(*statement.plan, keys_of(statement, shift))) {
      if (shift > most_) wait_for(shift);
      ++shift;
    }
    return shift;
  }

  /// Returns false for a key of a day or of another stretch of time: it is meant to be the same for a while.
  bool is_of_a_millisecond(const TimedStatement& statement, std::int64_t shift) const {
    const WrittenKeys keys = keys_of(statement, shift);
    return keys_of(statement, shift - 1) != keys && keys_of(statement, shift + 1) != keys;
  }

  WrittenKeys keys_of(const TimedStatement& statement, std::int64_t shift) const {
    WrittenKeys keys;
    set_keys(statement, shift, keys);
    return keys;
  }

  void set_keys(const TimedStatement& statement, std::int64_t shift, WrittenKeys& keys) const {
    const UpsertPlan& plan = *statement.plan;
    Evaluation evaluation = run_.evaluation;
    evaluation.slots = statement.slots;
    EvaluationContext context;
    if (shift != 0) evaluation.context = &(context = shifted_context(*run_.evaluation.context, shift));
    try {
      write_keys_into(plan, evaluation, keys);
    } catch (const Refusal&) {
      throw KeyIsRefused();
    }
  }

  /// A number for the values of the key that do not depend on the time.
  static std::uint64_t rest_of_key(const UpsertPlan& plan, const WrittenKeys& keys) {
    std::uint64_t number = plan.table->id;
    const auto add = [&](const std::vector<KeyValues>& alternatives, std::size_t column) {
      for (const KeyValues& values : alternatives)
        number = number * 1'099'511'628'211U + std::hash<std::string>()(values[column]) + column;
    };
    for (std::size_t column = 0; column < plan.partition_key.size(); ++column) {
      if (!depends_on_time(plan.partition_key[column])) add(keys.partitions, column);
    }
    for (const ClusteringStep& step : plan.clustering) {
      if (depends_on_time(step)) continue;
      for (std::size_t column = step.first; column < step.first + step.count; ++column)
        add(keys.rows, column);
    }
    return number;
  }

  template <typename Test>
  static bool any_row(const UpsertPlan& plan, const WrittenKeys& keys, const Test& test) {
    return std::ranges::any_of(keys.partitions, [&](const KeyValues& partition) {
      if (!plan.writes_row) return test(partition, KeyValues());
      return std::ranges::any_of(keys.rows, [&](const KeyValues& row) { return test(partition, row); });
    });
  }

  bool is_staged(const UpsertPlan& plan, const WrittenKeys& keys) const {
    if (staged_.empty()) return false;
    return any_row(plan, keys, [&](const KeyValues& partition, const KeyValues& row) {
      return staged_.contains(encode(plan, partition, row));
    });
  }
  void stage(const UpsertPlan& plan, const WrittenKeys& keys) {
    any_row(plan, keys, [&](const KeyValues& partition, const KeyValues& row) {
      staged_.insert(encode(plan, partition, row));
      return false;
    });
  }

  bool is_stored(const UpsertPlan& plan, const WrittenKeys& keys) const {
    const bool writes_partition = plan.writes_row && sets_static(plan) && has_timed_partition(plan);
    return any_row(plan, keys, [&](const KeyValues& partition, const KeyValues& row) {
      if (!plan.writes_row) return has_partition(plan, partition);
      return has_row(plan, partition, row) || (writes_partition && has_static_values(plan, partition));
    });
  }

  static bool sets_static(const UpsertPlan& plan) {
    return std::ranges::any_of(plan.assignments, [&](const AssignmentPlan& assignment) {
      return plan.table->columns[assignment.column].kind == ColumnKind::static_;
    });
  }

  bool has_static_values(const UpsertPlan& plan, const KeyValues& partition) const {
    return run_.transaction.partition(plan.table, partition, {}, run_.evaluation.now).static_row() != nullptr;
  }

  bool has_row(const UpsertPlan& plan, const KeyValues& partition, const KeyValues& row) const {
    if (row.size() == plan.table->clustering_size) {
      const KeyViews key(partition.begin(), partition.end());
      const KeyViews clustering(row.begin(), row.end());
      const SimpleRowFound found = run_.transaction.read(
          SimpleRowRead{
              plan.table, {key.data(), key.size()}, {clustering.data(), clustering.size()}, {}, false},
          run_.evaluation.now, {});
      if (found != SimpleRowFound::unknown) return found == SimpleRowFound::yes;
    }
    PartitionReader reader = run_.transaction.partition(plan.table, partition, {}, run_.evaluation.now);
    reader.select({slice_of_row(row)}, false);
    return reader.next() != nullptr;
  }

  bool has_partition(const UpsertPlan& plan, const KeyValues& partition) const {
    PartitionReader reader = run_.transaction.partition(plan.table, partition, {}, run_.evaluation.now);
    return reader.static_row() != nullptr || reader.next() != nullptr;
  }

  const std::span<const TimedStatement> statements_;
  const WriteRun& run_;
  const KeyClock clock_;
  GivenTimes& given_;
  KeyTimes& times_;
  const std::int64_t most_;            // the latest time that may be given, in milliseconds after `began`
  std::int64_t shift_ = 0;             // of all statements of a batch, but for those that are moved alone
  const UpsertPlan* taken_ = nullptr;  // of the first statement whose key was there
  std::unordered_set<std::string> staged_;  // the keys of the statements before
  std::unordered_map<std::uint64_t, std::int64_t>
      last_of_;  // the latest time of keys that are alike otherwise
};

}  // namespace

void KeyTimes::clear() {
  shifts.clear();
  has_keys = false;
  moved = 0;
  latest = 0;
  taken = nullptr;
}

void choose_key_times(std::span<const TimedStatement> statements, const WriteRun& run, KeyClock clock,
                      GivenTimes& given, KeyTimes& times) {
  times.clear();
  try {
    KeyTimeChoice(statements, run, clock, given, times).choose();
  } catch (const KeyIsRefused&) {
    times.clear();
  }
}

namespace {

/// Collects the statements of a write that may take place later.
struct StatementsOfWrite {
  std::span<const BoundValue> slots;
  std::vector<TimedStatement> statements;

  void operator()(const UpsertPlan& plan) { statements.push_back({&plan, slots, true}); }
  void operator()(const DeletePlan&) { statements.push_back({nullptr, slots, true}); }
  void operator()(const BatchPlan& plan) {
    for (const auto& each : plan.statements) std::visit(*this, each);
  }
  void operator()(const ConditionalPlan& plan) {
    const std::size_t before = statements.size();
    for (const ConditionalWrite& each : plan.writes) std::visit(*this, each.write);
    if (statements.size() - before < 2) return;
    // Those of a conditional batch must keep their one partition.
    const auto is_timed = [](const TimedStatement& each) {
      return each.plan != nullptr && has_timed_partition(*each.plan);
    };
    if (!std::ranges::any_of(statements, is_timed)) return;
    for (TimedStatement& each : statements) each.moves_alone = false;
  }
};

}  // namespace

std::vector<TimedStatement> timed_statements(const WritePlan& plan, std::span<const BoundValue> slots) {
  StatementsOfWrite found{slots, {}};
  std::visit([&](const auto& each) { found(each); }, plan);
  return std::move(found.statements);
}

}  // namespace cellar
