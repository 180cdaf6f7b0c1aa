#include "shell/check/readiness/script_judge.h"

#include <algorithm>
#include <utility>

#include "executor/bind.h"
#include "parser/parser.h"
#include "parser/shape/shape.h"
#include "planner/names.h"
#include "schema/system_keyspaces.h"
#include "shell/check/statement_values.h"
#include "shell/console/commands.h"
#include "shell/copy/from/typed_rows.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kMostKept = 10'000;  // of shapes, queries and statements that wait
constexpr std::size_t kLongestStatement = std::size_t{64} << 20;

/// Commands of cqlsh, which Cellar has, too.
bool is_command_of_cqlsh(std::string_view word) {
  static constexpr std::string_view kWords[] = {
      "CAPTURE", "CLEAR",   "CONSISTENCY", "COPY",   "DEBUG",  "DESCRIBE", "ELAPSED", "EXIT",    "EXPAND",
      "HELP",    "HISTORY", "LOGIN",       "PAGING", "SERIAL", "SHOW",     "SOURCE",  "TRACING", "UNICODE"};
  return std::ranges::find(kWords, word) != std::end(kWords);
}

/// True for a type or an index whose name is taken. Keyspaces, tables and views are refused in a class of their own.
bool makes_what_exists(const Statement& statement, const PlanContext& now) {
  const auto keyspace_of_name = [&](const QualifiedName& name) {
    return now.schema.find_keyspace(name.keyspace ? name.keyspace->text : std::string(now.keyspace));
  };
  if (const auto* type = std::get_if<CreateTypeStatement>(&statement.node)) {
    const Keyspace* const keyspace = keyspace_of_name(type->type);
    return keyspace != nullptr && keyspace->user_types.contains(type->type.name.text);
  }
  const auto* index = std::get_if<CreateIndexStatement>(&statement.node);
  const Keyspace* const keyspace = index != nullptr ? keyspace_of_name(index->table) : nullptr;
  if (keyspace == nullptr) return false;
  const TablePointer table = now.schema.find_table(keyspace->name, index->table.name.text);
  if (table == nullptr || index->columns.empty()) return false;
  if (index->index) return table->find_index(index->index->text) != nullptr;
  const std::optional<std::size_t> column = table->find(index->columns.front().column.text);
  return column && table->has_index_on(table->columns[*column].id);
}

}  // namespace

/// The queries of all scripts, planned on the tables as they are at the end.
struct ScriptJudge::PlannedQueries {
  std::vector<PlannedSelect> selects;  // they refer to the statements and plans
  std::vector<PlannedDelete> deletes;
  std::vector<const KeptQuery*> queries;  // of the selects
  std::deque<Statement> statements;
  std::deque<Plan> plans;
  std::deque<TablePointer> tables;
};

ScriptJudge::ScriptJudge(Database tried, std::string keyspace, FoundHarm& found, StopToken stop)
    : connection_(std::move(tried), Policy::teach),
      keyspace_(std::move(keyspace)),
      found_(found),
      stop_(stop) {}

void ScriptJudge::read(const std::filesystem::path& path) {
  file_ = path.string();
  shapes_.clear();
  if (!keyspace_.empty()) connection_.use(keyspace_);
  ScriptFile script(path, stop_);
  Splitter splitter(begins_line_command);
  connection_.begin_group(GroupKind::usual);
  try {
    for (std::string_view piece = script.read(); !piece.empty(); piece = script.read()) {
      splitter.feed(piece);
      while (const auto statement = splitter.next()) {
        take(*statement);
        if (std::exchange(has_rows_, false)) pass_rows(splitter, script);
      }
      if (splitter.open_text().size() > kLongestStatement)
        refuse("script_statement_too_long", {}, {{"file", file_}});
    }
    splitter.end();
    while (const auto statement = splitter.next()) take(*statement);
    if (const auto last = splitter.finish()) take(*last);
  } catch (...) {
    connection_.drop_group();
    throw;
  }
  connection_.commit_group();
}

/// Passes over the rest of the statement's line, and the rows of COPY FROM STDIN behind it.
void ScriptJudge::pass_rows(Splitter& splitter, ScriptFile& script) {
  std::string text = splitter.take_unread();
  std::size_t begin = 0, lines = 0;
  for (bool is_row = false, goes_on = true; goes_on; is_row = true) {
    std::size_t end;
    while ((end = text.find('\n', begin)) == text.npos) {
      text.erase(0, std::exchange(begin, 0));
      const std::string_view piece = script.read();
      if (piece.empty()) return;
      text += piece;
    }
    goes_on = !is_row || !ends_typed_rows(text.substr(begin, end - begin));
    begin = end + 1;
    ++lines;
  }
  splitter.pass_lines(lines);
  splitter.feed(std::string_view(text).substr(begin));
}

void ScriptJudge::take(const ScriptStatement& statement) {
  if (stop_.stop_requested()) return;
  if (begins_command(statement.text)) return take_command(statement);
  silenced_.read_comments(statement.annotations, statement.text, connection_.keyspace());
  const PlacedText placed{{file_, std::string(statement.text), statement.line, statement.column},
                          connection_.keyspace()};
  try {
    judge(placed);
  } catch (const Refusal& refusal) {
    if (refusal.diagnostic.has(Trait::ends_run)) throw;
    forget_new_shape();
    const bool may_wait = refusal.diagnostic.cause() == Cause::absent && waiting_.size() < kMostKept;
    if (may_wait) {
      --statements_;  // it is counted when it is judged again
      return waiting_.push_back(placed);
    }
    refuse_at(placed, refusal.diagnostic);
  }
  if (connection_.in_group() && connection_.group_is_large()) {
    connection_.commit_group();
    connection_.begin_group(GroupKind::usual);
  }
}

void ScriptJudge::take_command(const ScriptStatement& statement) {
  shape_ = nullptr;
  const Command& command = *find_command(statement.text);
  const PlacedText placed{{file_, std::string(statement.text), statement.line, statement.column}, {}};
  const bool is_of_cqlsh = is_command_of_cqlsh(command.word);
  has_rows_ = has_typed_rows(statement.text);
  const auto end = static_cast<std::uint32_t>(std::min(command.word.size(), statement.text.size()));
  add(placed,
      {is_of_cqlsh ? "lint_command_of_cqlsh" : "lint_own_command",
       {0, end},
       {{"command", std::string(command.word)}},
       std::nullopt},
      std::nullopt);
}

void ScriptJudge::judge(const PlacedText& placed) {
  shape_ = nullptr;
  new_shape_.clear();
  const ParsedText parsed = parsed_.read(placed.at.text);
  if (parsed.fault) {
    if (parsed.fault->cause() == Cause::empty_text) return;
    ++statements_;
    throw Refusal(*parsed.fault);
  }
  const std::shared_ptr<const Statement> statement = parsed.statement;
  ++statements_;
  judge_statement(placed, *statement);
}

/// Returns true if a statement of its shape was judged in the script, and counts this one with it.
bool ScriptJudge::is_known(const PlacedText& placed) {
  Shape shape;
  if (!read_shape(placed.at.text, shape)) return false;
  const std::string key = placed.keyspace + '\0' + shape.key;
  if (const auto known = shapes_.find(key); known != shapes_.end()) {
    shape_ = &known->second;
    return true;
  }
  if (shapes_.size() == kMostKept) return false;
  shape_ = &shapes_[key];
  new_shape_ = key;
  return false;
}

/// What was refused says nothing of the next statement of its shape.
void ScriptJudge::forget_new_shape() {
  shape_ = nullptr;
  if (!new_shape_.empty()) shapes_.erase(new_shape_);
}

void ScriptJudge::judge_statement(const PlacedText& placed, const Statement& statement) {
  if (const auto* explain = std::get_if<ExplainStatement>(&statement.node)) {
    return add(placed, {"lint_own_command", explain->span, {{"command", "EXPLAIN"}}, std::nullopt},
               std::nullopt);
  }
  judge_timestamps(placed, statement);
  const bool is_known_shape = is_known(placed);
  const bool is_select = std::holds_alternative<SelectStatement>(statement.node);
  if (is_known_shape && has_markers(statement)) return repeat_findings();
  if (is_select) return judge_select(placed, statement, is_known_shape);
  if (has_markers(statement)) {
    add_notices(placed, plan(statement, context(Policy::teach, placed.keyspace)).notices);
  } else {
    const bool existed = !run(placed, statement, is_known_shape);
    note_definition(placed, statement, existed);
  }
  if (std::holds_alternative<DeleteStatement>(statement.node)) keep_query(placed);
}

void ScriptJudge::judge_select(const PlacedText& placed, const Statement& statement, bool is_known_shape) {
  const Plan as_cluster = plan(statement, context(Policy::cassandra, placed.keyspace));
  if (!has_markers(statement)) bind_literals(statement, as_cluster);
  if (is_known_shape) return repeat_findings();
  try {
    const Plan as_teacher = plan(statement, context(Policy::teach, placed.keyspace));
    add_notices(placed, as_teacher.notices);
    add_notices(placed, as_cluster.notices);
  } catch (const Refusal& refusal) {
    add(placed, refusal.diagnostic, LintLevel::warn);
  }
  keep_query(placed);
}

void ScriptJudge::judge_timestamps(const PlacedText& placed, const Statement& statement) {
  for (const WrittenTimestamp& written : timestamps_of(statement)) {
    if (!is_in_future(written.value, connection_.database()->now())) continue;
    add(placed,
        {"lint_future_timestamp", written.span, {{"timestamp", std::to_string(written.value)}}, std::nullopt},
        std::nullopt);
  }
}

void ScriptJudge::repeat_findings() {
  for (const ReadinessFinding& finding : shape_->findings) found_.add(finding, finding.level);
  if (shape_->query) ++queries_[*shape_->query].times;
}

/// Most notices come with the first statement of a shape alone.
bool ScriptJudge::run(const PlacedText& placed, const Statement& statement, bool is_known_shape) {
  Reply reply = connection_.attempt(placed.at.text);
  if (auto* refusal = std::get_if<Refusal>(&reply)) {
    if (refusal->diagnostic.error_class() == ErrorClass::already_exists) return false;
    if (makes_what_exists(statement, context(Policy::cassandra, placed.keyspace))) return false;
    throw std::move(*refusal);
  }
  const std::vector<Diagnostic> notices = std::get<Result>(reply).notices();
  if (is_known_shape && notices.empty()) {
    repeat_findings();
    return true;
  }
  if (is_known_shape) shape_ = nullptr;
  add_notices(placed, notices);
  return true;
}

void ScriptJudge::note_definition(const PlacedText& placed, const Statement& statement, bool existed) {
  definitions_.note(statement, placed.keyspace, placed.at, existed);
  if (const auto* keyspace = std::get_if<CreateKeyspaceStatement>(&statement.node))
    keyspaces_.try_emplace(keyspace->keyspace.text, placed.at);
}

void ScriptJudge::keep_query(const PlacedText& placed) {
  if (queries_.size() == kMostKept) return;
  if (shape_ != nullptr) {
    if (shape_->query) return;
    shape_->query = queries_.size();
  }
  queries_.push_back({placed});
}

void ScriptJudge::refuse_at(const PlacedText& placed, const Diagnostic& refusal) {
  shape_ = nullptr;
  ++refused_;
  add(placed, refusal, LintLevel::error);
}

void ScriptJudge::add_notices(const PlacedText& placed, const std::vector<Diagnostic>& notices) {
  for (const Diagnostic& notice : notices) {
    // Lints of definitions are those of the schema.
    if (!is_lint(notice)) add(placed, notice, std::nullopt);
  }
}

void ScriptJudge::add(const PlacedText& placed, Diagnostic what, std::optional<LintLevel> usual,
                      std::uint64_t times) {
  if (!usual) usual = level_of_harm(what.id);
  if (!usual || silenced_.silences(what)) return;
  const LineAndColumn at =
      locate({placed.at.file, placed.at.line, placed.at.column, placed.at.text}, what.span.begin);
  ReadinessFinding finding;
  finding.level = *usual;
  finding.what = std::move(what);
  finding.file = placed.at.file;
  finding.line = at.line;
  finding.column = at.column;
  finding.times = times;
  if (shape_ != nullptr) shape_->findings.push_back(finding);
  found_.add(std::move(finding), *usual);
}

void ScriptJudge::end() {
  shapes_.clear();
  shape_ = nullptr;
  for (const PlacedText& placed : waiting_) {
    if (stop_.stop_requested()) break;
    if (!placed.keyspace.empty()) connection_.use(placed.keyspace);
    try {
      judge(placed);
    } catch (const Refusal& refusal) {
      if (refusal.diagnostic.has(Trait::ends_run)) throw;
      forget_new_shape();
      refuse_at(placed, refusal.diagnostic);
    }
  }
  shape_ = nullptr;
  judge_queries();
}

PlanContext ScriptJudge::context(Policy policy, const std::string& keyspace) {
  schema_ = connection_.schema();
  return {*schema_, keyspace, kDefaultNodeNames, policy, 0};
}

void ScriptJudge::plan_query(const KeptQuery& query, PlannedQueries& planned) {
  const PlanContext now = context(Policy::cassandra, query.placed.keyspace);
  Statement& statement = planned.statements.emplace_back(parse(query.placed.at.text));
  if (const auto* deletion = std::get_if<DeleteStatement>(&statement.node)) {
    const TablePointer& table = planned.tables.emplace_back(resolve_table(deletion->table, now));
    planned.deletes.push_back({*deletion, *table});
    return;
  }
  const auto& select = std::get<SelectStatement>(statement.node);
  if (is_system_keyspace(resolve_table(select.table, now)->keyspace)) return;
  const Plan& plan_of_query = planned.plans.emplace_back(plan(statement, now));
  planned.selects.push_back({select, std::get<SelectPlan>(plan_of_query.node)});
  planned.queries.push_back(&query);
}

void ScriptJudge::judge_queries() {
  PlannedQueries planned;
  for (const KeptQuery& query : queries_) {
    try {
      plan_query(query, planned);
    } catch (const Refusal&) {
      continue;  // its table is gone
    }
  }
  for (QueryLint& found : lint_queries(planned.selects, planned.deletes)) {
    std::optional<LintLevel> usual = level_of_harm(found.lint.id);
    if (!usual) continue;
    const PlannedSelect& select = planned.selects[found.query];
    const bool is_about_filtering = found.lint.span == select.statement.allow_filtering_span;
    if (is_about_filtering && std::holds_alternative<NamedPartitions>(select.plan.partitions))
      usual = LintLevel::info;
    const KeptQuery& query = *planned.queries[found.query];
    add(query.placed, std::move(found.lint), usual, query.times);
  }
}

}  // namespace cellar
