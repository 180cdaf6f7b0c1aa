#include "shell/check/readiness/schema_findings.h"

#include <algorithm>
#include <set>

#include "planner/lint/lint.h"
#include "schema/system_keyspaces.h"

namespace cellar {

namespace {

class SchemaJudge {
 public:
  SchemaJudge(const SchemaWish& wish, FoundHarm& found)
      : wish_(wish), found_(found), lints_(wish.connection, wish.silenced, levels_, &wish.definitions) {
    lints_.pass_over_rows();
    for (const auto& [name, at] : wish.definitions.tables) scripts_.insert(at.file);
    for (const auto& [name, at] : wish.definitions.indexes) scripts_.insert(at.file);
  }

  void judge() {
    for (const auto& [name, keyspace] : lints_.schema().keyspaces) {
      if (is_system_keyspace(name) || name == wish_.passed_over) continue;
      if (!is_known(name)) judge_replicas(keyspace);
      for (const std::string& table : keyspace.tables.names()) {
        if (!is_known(name, table)) judge_table(keyspace, *keyspace.tables.get(table));
      }
    }
    take_lints();
    if (wish_.known != nullptr) return;
    for (Diagnostic& lint : lint_schema_size(lints_.schema())) add(std::move(lint));
  }

 private:
  bool is_known(const std::string& keyspace) const {
    return wish_.known != nullptr && wish_.known->find_keyspace(keyspace) != nullptr;
  }
  bool is_known(const std::string& keyspace, const std::string& table) const {
    return wish_.known != nullptr && wish_.known->find_table(keyspace, table) != nullptr;
  }

  void judge_table(const Keyspace& keyspace, const Table& table) {
    lints_.look_at(keyspace, table);
    for (const View& view : table.views)
      add({"view_made", {}, {{"table", quote_name(table.name)}}, std::nullopt, subject_of(*view.table)});
  }

  /// The options of a keyspace beside its class: datacenters, or `replication_factor`.
  void judge_replicas(const Keyspace& keyspace) {
    const auto replication = keyspace.replication.find("class");
    const bool is_simple =
        replication != keyspace.replication.end() && replication->second.ends_with("SimpleStrategy");
    if (is_simple) add_of_keyspace("lint_simple_strategy", keyspace);
    const bool has_one = std::ranges::any_of(keyspace.replication, [](const auto& option) {
      return option.first != "class" && option.second == "1";
    });
    if (has_one) add_of_keyspace("lint_one_replica", keyspace);
  }
  void add_of_keyspace(std::string_view id, const Keyspace& keyspace) {
    const auto at = wish_.keyspaces.find(keyspace.name);
    add({id,
         {},
         {{"keyspace", quote_name(keyspace.name)}},
         std::nullopt,
         Subject{Subject::Kind::keyspace, keyspace.name}},
        at == wish_.keyspaces.end() ? nullptr : &at->second);
  }

  void take_lints() {
    LintReport report = lints_.take();
    for (ReportedLint& each : report.lints) {
      DefinedAt at{each.name, std::move(each.text), each.line, each.column};
      add(std::move(each.lint), scripts_.contains(at.file) ? &at : nullptr);
    }
  }

  void add(Diagnostic what, const DefinedAt* at = nullptr) {
    if (wish_.silenced.silences(what)) return;
    ReadinessFinding finding;
    if (what.subject && what.subject->kind == Subject::Kind::keyspace) finding.keyspace = what.subject->name;
    if (at != nullptr) {
      const LineAndColumn place = locate({at->file, at->line, at->column, at->text}, what.span.begin);
      finding.file = at->file;
      finding.line = place.line;
      finding.column = place.column;
    }
    finding.what = std::move(what);
    found_.add(std::move(finding));
  }

  const SchemaWish& wish_;
  FoundHarm& found_;
  const LintLevels levels_;  // FoundHarm has those that are set
  SchemaLints lints_;
  std::set<std::string> scripts_;
};

}  // namespace

void judge_schema(const SchemaWish& wish, FoundHarm& found) { SchemaJudge(wish, found).judge(); }

}  // namespace cellar
