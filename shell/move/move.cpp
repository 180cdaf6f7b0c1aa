#include "shell/move/move.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "parser/parser.h"
#include "parser/statement/statement.h"
#include "refusal/messages.h"
#include "shell/connection/group_limits.h"
#include "shell/copy/copy_target.h"
#include "shell/copy/times/read_at_second.h"
#include "shell/move/move_progress.h"
#include "shell/move/move_record.h"
#include "shell/move/move_waits.h"
#include "shell/move/moved_schema.h"
#include "shell/move/replication.h"
#include "shell/move/row_check.h"
#include "shell/move/row_mover.h"
#include "shell/move/words/move_words.h"
#include "types/names.h"

namespace cellar {

namespace {

/// Returns a definition that is no error if the thing is there.
std::string if_not_exists(std::string definition) {
  for (const std::string_view begin : {"CREATE KEYSPACE ", "CREATE TYPE ", "CREATE TABLE ", "CREATE INDEX ",
                                       "CREATE CUSTOM INDEX ", "CREATE MATERIALIZED VIEW "})
    if (definition.starts_with(begin)) return definition.insert(begin.size(), "IF NOT EXISTS ");
  return definition;
}

/// True for IN with several values on the partition key. What is no CQL here may be some elsewhere.
bool selects_in_own_order(const Table& table, const std::string& where) {
  Statement statement;
  try {
    statement = parse("SELECT * FROM t WHERE " + where);
  } catch (const Refusal&) {
    return false;
  }
  const auto* const select = std::get_if<SelectStatement>(&statement.node);
  return select != nullptr && std::ranges::any_of(select->where, [&](const Relation& relation) {
           const auto* const target = std::get_if<ColumnTarget>(&relation.target);
           const std::optional<std::size_t> place =
               target == nullptr ? std::nullopt : table.find(target->column.text);
           return place && *place < table.partition_key_size && relation.op == RelationOperator::in &&
                  relation.values.size() > 1;
         });
}

class MoveRun {
 public:
  explicit MoveRun(const MoveTask& task)
      : task_(task), planned_(plan_schema(task)), waits_(task), say_(task.language) {
    report_.source = task.source_name;
    report_.target = task.target_name;
    report_.left_out = planned_.left_out;
    for (const TablePointer& table : planned_.tables)
      report_.tables.push_back({.name = qualified_name(*table)});
  }

  MoveReport run() {
    require_all_there();
    require_condition();
    if (task_.copies) open_record();
    MoveProgress progress(task_.output, task_.sample, task_.language);
    try {
      if (task_.copies) copy(progress);
      if (task_.checks) check(progress);
    } catch (const Refusal& refusal) {
      report_.ended_by = refusal.diagnostic;
      report_.can_go_on =
          record_ && (record_->has_steps() || report_.is_interrupted() || may_pass(refusal.diagnostic));
    }
    // Where nothing is done yet, the words may be wrong that the record would ask for again.
    if (record_ && !report_.can_go_on) record_->remove();
    return std::move(report_);
  }

 private:
  bool may_pass(const Diagnostic& refusal) const {
    return cellar::may_pass(refusal, task_.target.cluster() == nullptr);
  }

  void require_all_there() const {
    if (!task_.copies && !planned_.before_rows.empty())
      refuse("move_definition_missing", {},
             {{"thing", planned_.before_rows.front().name}, {"target", task_.target_name}});
  }

  /// Whoever reads the rows judges the condition, and is asked before anything is written.
  void require_condition() {
    if (!task_.copies || task_.sample.where.empty()) return;
    const Table& table = *planned_.tables.front();
    if (selects_in_own_order(table, task_.sample.where)) refuse("move_where_order");
    until_done([&] { TimedRows(task_.source, table, task_.sample, std::nullopt, second_now(task_.source)); });
  }

  void open_record() {
    task_.target.refuse_if_read_only();
    std::string title = fmt::format("{} to {}:", task_.source_name, task_.target_name);
    for (const MovedTable& table : report_.tables) title += ' ' + table.name;
    const MoveSample& sample = task_.sample;
    if (sample.after_token) title += fmt::format(" after {}", *sample.after_token);
    if (sample.through_token) title += fmt::format(" through {}", *sample.through_token);
    if (sample.rows_per_partition) title += fmt::format(" rows {}", *sample.rows_per_partition);
    if (!sample.where.empty()) title += " where " + in_one_line(sample.where);
    record_.emplace(task_.record, title);
    for (const std::string& table : planned_.new_tables) record_->forget(table);
    if (!record_->age()) return;
    // It was noted when the last group was acknowledged, behind which others were sent.
    const auto group = std::chrono::ceil<std::chrono::seconds>(GroupLimits::kLongest);
    waits_.note_lost_writes(std::max(*record_->age() - group, std::chrono::seconds(0)));
  }

  static std::string in_one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
  }

  /// Its replicas may all be in one datacenter.
  void warn_of_simple_strategy() {
    if (planned_.new_keyspaces.empty() || task_.target.cluster() == nullptr) return;
    const std::map<std::string, std::size_t> nodes = nodes_by_datacenter(task_.target);
    if (nodes.size() < 2) return;
    std::string names;
    for (const auto& [name, count] : nodes) names += (names.empty() ? "" : ", ") + name;
    const SchemaPointer schema = task_.target.schema();
    for (const std::string& name : planned_.new_keyspaces) {
      const Keyspace* const keyspace = schema->find_keyspace(name);
      if (keyspace == nullptr || !keyspace->replication.at("class").ends_with("SimpleStrategy")) continue;
      task_.output.write_diagnostic(say_(
          "-- warning: SimpleStrategy of keyspace {keyspace} knows no datacenters, and there are {count} of "
          "them: {names}\n",
          {{"keyspace", quote_name(name)}, {"count", std::to_string(nodes.size())}, {"names", names}}));
    }
  }

  void copy(MoveProgress& progress) {
    make(planned_.before_rows);
    until_done([&] { warn_of_simple_strategy(); });
    for (std::size_t i = 0; i < planned_.tables.size(); ++i) {
      MovedTable& moved = report_.tables[i];
      if (record_->is_done(MoveRecord::Work::copied, moved.name)) continue;
      progress.begin(moved.name);
      until_done([&] { RowMover(task_, *planned_.tables[i], *record_, progress, waits_, moved).move(); });
    }
    make(planned_.after_rows);
  }

  void check(MoveProgress& progress) {
    for (std::size_t i = 0; i < planned_.tables.size(); ++i) {
      MovedTable& checked = report_.tables[i];
      MoveRecord* const record = record_ ? &*record_ : nullptr;
      if (record != nullptr && record->is_done(MoveRecord::Work::checked, checked.name)) {
        checked.is_checked = true;
        continue;
      }
      progress.begin(say_("check of {table}", {{"table", checked.name}}));
      RowCheck rows(task_, *planned_.tables[i], record, progress, waits_, checked, report_);
      until_done([&] { rows.check(); });
    }
  }

  void make(const std::vector<MovedThing>& things) {
    for (const MovedThing& thing : things) {
      bool was_sent = false;
      try {
        until_done([&] { make_one(thing, std::exchange(was_sent, true)); });
      } catch (const Refusal& refusal) {
        if (refusal.diagnostic.cause() == Cause::interrupted || may_pass(refusal.diagnostic)) throw;
        refuse(
            "move_definition_refused", {},
            {{"thing", thing.name}, {"target", task_.target_name}, {"words", title_of(refusal.diagnostic)}});
      }
      ++report_.made;
    }
  }

  /// A definition whose answer was lost may be there.
  void make_one(const MovedThing& thing, bool was_sent) {
    const auto make = [&](const std::string& statement) {
      task_.target.execute(was_sent ? if_not_exists(statement) : statement);
    };
    try {
      make(thing.statement);
    } catch (const Refusal& refusal) {
      const ErrorClass of_refusal = refusal.diagnostic.error_class();
      const bool may_be_option = of_refusal == ErrorClass::syntax || of_refusal == ErrorClass::config ||
                                 of_refusal == ErrorClass::invalid;
      if (!may_be_option || thing.plain.empty() || task_.target.cluster() == nullptr) throw;
      make(thing.plain);
    }
  }

  /// Does it again after what may pass.
  template <typename Work>
  void until_done(Work work) {
    for (;;) {
      try {
        return work();
      } catch (const Refusal& refusal) {
        if (!waits_.await_other_try(refusal.diagnostic)) throw;
      }
    }
  }

  const MoveTask& task_;
  MovedSchema planned_;
  MoveWaits waits_;
  MoveWords::Speech say_;
  MoveReport report_;
  std::optional<MoveRecord> record_;
};

}  // namespace

MoveReport move_keyspaces(const MoveTask& task) { return MoveRun(task).run(); }

}  // namespace cellar
