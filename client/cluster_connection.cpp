#include "client/cluster_connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <utility>

#include "client/cluster_refusal.h"
#include "client/cluster_trace.h"
#include "client/load/ring_scan.h"
#include "client/load/statement_load.h"
#include "client/schema_reader.h"
#include "parser/script/command_text.h"
#include "types/names.h"
#include "types/text/text.h"
#include "types/type_change.h"

namespace cellar {

namespace {

bool says_explain(std::string_view statement) { return is_same_word(first_word(statement), "EXPLAIN"); }

bool says_describe(std::string_view statement) {
  const std::string_view word = first_word(statement);
  return is_same_word(word, "DESCRIBE") || is_same_word(word, "DESC");
}

/// After an interrupt nobody waits for the answer of what changes nothing.
bool is_read(std::string_view statement) {
  const std::string_view word = first_word(statement);
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"SELECT", "DESCRIBE", "DESC", "LIST", "USE"},
      [&](std::string_view each) { return is_same_word(word, each); });
}

void add_trace(const Trace& trace, std::vector<std::vector<Value>>& steps) {
  const auto microseconds = [](std::chrono::nanoseconds time) { return time.count() / 1000; };
  steps.push_back({Value("time in the cluster"), Value(fmt::format("{} us", microseconds(trace.duration)))});
  for (const TraceStep& step : trace.steps) {
    steps.push_back({Value("  " + step.node),
                     Value(fmt::format("{} us: {}", microseconds(step.elapsed), step.activity))});
  }
}

Consistency level_called(std::string_view name) {
  std::uint16_t number = 0;
  while (consistency_of(number) && consistency_name(*consistency_of(number)) != name) ++number;
  assert(consistency_of(number));  // the shell names no others (kConsistencyLevels)
  return *consistency_of(number);
}

std::int64_t microseconds_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

}  // namespace

ClusterConnection::ClusterConnection(ClusterSettings settings, Policy policy)
    : statement_settings_(settings.statement),
      policy_(policy),
      nodes_(std::make_unique<ClusterNodes>(std::move(settings.nodes), std::move(settings.datacenter),
                                            std::move(settings.connection))),
      mirror_(std::make_unique<SchemaMirror>(
          NodeNames{.cluster = nodes_->facts().name, .datacenter = nodes_->facts().datacenter})),
      load_(std::make_unique<StatementLoad>(*nodes_, *mirror_)) {
  set_policy(policy);
}

ClusterConnection::~ClusterConnection() = default;

SchemaMirror& ClusterConnection::mirror() const {
  if (nodes_->take_schema_change()) {
    try {
      mirror_->follow(
          nodes_->ask_about_itself([](ServerConnection& node) { return read_schema_texts(node); }));
      load_->note_schema_change();
    } catch (...) {
      nodes_->note_schema_change();
      throw;
    }
  }
  mirror_->use(keyspace());
  return *mirror_;
}

SchemaPointer ClusterConnection::schema() const { return mirror().connection().schema(); }

void ClusterConnection::set_policy(Policy policy) {
  policy_ = policy;
  mirror_->connection().set_policy(policy);
}

void ClusterConnection::use(std::string keyspace) { execute("USE " + quote_name(keyspace)); }

void ClusterConnection::set_wait(WaitForWriter wait) {
  load_->set_interrupted(wait.interrupted);
  nodes_->set_interrupted(std::move(wait.interrupted));
}

void ClusterConnection::set_consistency(const std::string& level, const std::string& serial_level) {
  statement_settings_.consistency = level_called(level);
  statement_settings_.serial =
      serial_level.empty() ? std::nullopt : std::optional(level_called(serial_level));
}

void ClusterConnection::begin_group(GroupKind /*kind*/) {
  in_group_ = true;
  if (load_->writes() == nullptr) return;
  // Discards what a dropped group has left.
  load_->writes()->take_notices();
  load_->writes()->take_refusals();
}

void ClusterConnection::commit_group() {
  in_group_ = false;
  await_writes();
  ++durable_groups_;
}

void ClusterConnection::commit_group_async() {
  await_writes();
  ++durable_groups_;
}

void ClusterConnection::drop_group() {
  in_group_ = false;
  load_->await_all();
}

LateWrites* ClusterConnection::late_writes() { return load_->writes(); }

void ClusterConnection::await_writes() {
  load_->await_all();
  if (load_->writes() == nullptr) return;
  const std::vector<LateRefusal> refusals = load_->writes()->take_refusals();
  if (refusals.empty()) return;
  in_group_ = false;
  throw Refusal(std::ranges::min_element(refusals, {}, &LateRefusal::write)->refusal);
}

/// Returns nothing if the statement is to be run by itself.
std::optional<Result> ClusterConnection::hand_over(std::string_view statement) {
  if (!in_group_ || statement_settings_.is_traced || !load_->may_take(statement)) return std::nullopt;
  mirror();
  std::optional<std::vector<Diagnostic>> notices = load_->hand_over(statement, next_settings());
  if (!notices) return std::nullopt;
  return policy_ == Policy::teach ? Result(wanted_of(*std::move(notices))) : Result();
}

/// Returns the notices of the plan. Refuses what teach refuses.
std::vector<Diagnostic> ClusterConnection::plan_here(std::string_view statement) const {
  return wanted_of(mirror().plan(statement));
}

std::vector<Diagnostic> ClusterConnection::wanted_of(std::vector<Diagnostic> notices) const {
  if (notices_ == Notices::off)
    std::erase_if(notices, [](const Diagnostic& notice) { return notice.kind() != MessageKind::warning; });
  return notices;
}

StatementSettings ClusterConnection::next_settings(std::optional<std::uint32_t> now) {
  // As drivers do it: the writes of one client are ordered, whichever nodes take them.
  last_timestamp_ = std::max(microseconds_now(), last_timestamp_ + 1);
  StatementSettings settings = statement_settings_;
  settings.timestamp = last_timestamp_;
  settings.now = now;
  return settings;
}

Result ClusterConnection::execute(std::string_view statement) {
  if (std::optional<Result> handed = hand_over(statement)) return *std::move(handed);
  if (says_explain(statement)) return explain(statement);
  std::vector<Diagnostic> notices =
      policy_ == Policy::teach ? plan_here(statement) : std::vector<Diagnostic>();
  const auto ask = [text = std::string(statement)](ServerConnection& node, const StatementSettings& settings,
                                                   std::string_view next_page) {
    return node.query(text, settings, next_page);
  };
  try {
    return run(statement, ask, next_settings(), std::move(notices));
  } catch (const Refusal& refusal) {
    // A statement that may be repeated without harm counts as not run, so that a script begins with it again.
    if (may_have_run(refusal.diagnostic) && effect_of(statement).is_repeatable) refuse("interrupted");
    // Nodes before version 4 know no DESCRIBE.
    if (!says_describe(statement) || refusal.diagnostic.error_class() != ErrorClass::syntax) throw;
  }
  return mirror().connection().execute(statement);
}

Result ClusterConnection::execute(const Prepared& prepared, std::span<const BoundValue> values) {
  return execute_prepared(prepared, values, std::nullopt);
}

Result ClusterConnection::execute(const Prepared& prepared, std::span<const BoundValue> values, Seconds now) {
  return execute_prepared(prepared, values, static_cast<std::uint32_t>(now));
}

Result ClusterConnection::execute_prepared(const Prepared& prepared, std::span<const BoundValue> values,
                                           std::optional<std::uint32_t> now) {
  if (says_explain(prepared.text())) return explain(prepared, values, now);
  const auto is_unset = [](const BoundValue& value) { return value.unset; };
  if (nodes_->version() < ProtocolVersion::v4 && std::ranges::any_of(values, is_unset))
    refuse("unset_needs_version");
  const bool may_be_late = in_group_ && !statement_settings_.is_traced;
  if (may_be_late && load_->hand_over(prepared, values, next_settings(now))) return Result();
  const auto ask = [this, prepared, bound = std::vector<BoundValue>(values.begin(), values.end())](
                       ServerConnection& node, const StatementSettings& settings,
                       std::string_view next_page) {
    return node.execute(nodes_->prepared(node, prepared), bound, settings, next_page);
  };
  try {
    return run(prepared.text(), ask, next_settings(now), {});
  } catch (const Refusal& refusal) {
    if (may_have_run(refusal.diagnostic) && prepared.write_effect().is_repeatable) refuse("interrupted");
    throw;
  }
}

Result ClusterConnection::scan(const TableScan& scan) {
  load_->await_all();
  std::vector<ClusterNode> nodes =
      nodes_->ask_about_itself([](ServerConnection& node) { return read_topology(node); });
  const bool has_ring =
      std::ranges::any_of(nodes, [](const ClusterNode& node) { return !node.tokens.empty(); });
  if (!has_ring || statement_settings_.is_traced) {
    Result result = execute(scan.text());
    require_columns_of(scan, result.columns());
    return result;
  }
  const Keyspace* const keyspace = schema()->find_keyspace(scan.keyspace);
  const auto rows = std::make_shared<RingScan>(
      std::move(nodes), nodes_->facts().datacenter, nodes_->settings(),
      keyspace == nullptr ? std::map<std::string, std::string>() : keyspace->replication, statement_settings_,
      scan);
  std::optional<AnsweredPage> first = rows->next();
  require_columns_of(scan, first->columns);
  const std::vector<AnsweredColumn> columns = first->columns;
  const auto more = [this, rows, columns](std::vector<std::vector<Value>>& next,
                                          std::vector<Diagnostic>& told) {
    std::optional<AnsweredPage> page = rows->next();
    if (!page) return false;
    require_columns(*page, columns);
    next = std::move(page->rows);
    for (const std::string& warning : page->warnings) told.push_back(warning_of(warning));
    return true;
  };
  return Result(columns_of(std::move(first->columns)), std::move(first->rows), more);
}

Result ClusterConnection::explain(std::string_view statement) {
  SchemaMirror& known = mirror();
  const std::optional<std::string> analyzed = known.analyzed(statement);
  if (!analyzed) return known.connection().execute(statement);
  return with_measures(known.connection().execute("EXPLAIN " + *analyzed),
                       [&] { return execute(*analyzed); });
}

Result ClusterConnection::explain(const Prepared& prepared, std::span<const BoundValue> values,
                                  std::optional<std::uint32_t> now) {
  SchemaMirror& known = mirror();
  const std::optional<std::string> analyzed = known.analyzed(prepared.text());
  if (!analyzed) return known.connection().execute(prepared, values);
  const Prepared explaining = prepare("EXPLAIN " + *analyzed), statement = prepare(*analyzed);
  return with_measures(known.connection().execute(explaining, values),
                       [&] { return execute_prepared(statement, values, now); });
}

/// Runs the statement, and adds to its steps what the nodes tell of it: a step and what there is to say about it.
Result ClusterConnection::with_measures(Result explained, const std::function<Result()>& run) {
  std::vector<std::vector<Value>> steps;
  while (const ResultRow* const row = explained.next()) steps.push_back(row->copy());
  const bool was_traced = std::exchange(statement_settings_.is_traced, true);
  TracePointer trace;
  std::size_t count = 0;
  try {
    Result result = run();
    while (result.next() != nullptr) ++count;
    trace = end_trace(&result);
  } catch (...) {
    statement_settings_.is_traced = was_traced;
    throw;
  }
  statement_settings_.is_traced = was_traced;
  steps.push_back({Value("rows returned"), Value(std::to_string(count))});
  if (trace != nullptr) add_trace(*trace, steps);
  return Result(explained.columns(), std::move(steps), explained.notices());
}

Reply ClusterConnection::attempt(std::string_view statement) {
  try {
    return execute(statement);
  } catch (const Refusal& refusal) {
    return refusal;
  }
}

WriteEffect ClusterConnection::effect_of(std::string_view statement) const {
  std::vector<BoundValue> values;
  std::vector<Diagnostic> notices;
  const Prepared* const prepared = mirror_->prepare_shape(statement, values, notices);
  return prepared == nullptr ? WriteEffect{} : prepared->write_effect();
}

AnsweredPage ClusterConnection::ask_for(std::string_view statement, const AskForPage& ask,
                                        const StatementSettings& settings, std::string_view next_page) {
  try {
    return nodes_->ask([&](ServerConnection& node) { return ask(node, settings, next_page); });
  } catch (const ServerError& error) {
    throw Refusal(refusal_of(error, statement));
  }
}

/// What Cassandra sorts by itself has no pages: such a read is asked for once more, in one page.
AnsweredPage ClusterConnection::first_page(std::string_view statement, const AskForPage& ask,
                                           StatementSettings& settings) {
  try {
    return nodes_->ask([&](ServerConnection& node) { return ask(node, settings, {}); });
  } catch (const ServerError& error) {
    const std::string_view words = error.what();
    if (error.code() != ErrorCode::invalid || !words.starts_with("Cannot page queries"))
      throw Refusal(refusal_of(error, statement));
  }
  settings.page_size = 0;
  return ask_for(statement, ask, settings, {});
}

Result ClusterConnection::run(std::string_view statement, const AskForPage& ask, StatementSettings settings,
                              std::vector<Diagnostic> notices) {
  trace_id_.clear();
  load_->await_all();
  settings.is_read = is_read(statement);
  AnsweredPage page = first_page(statement, ask, settings);
  trace_id_ = page.trace_id;
  if (page.has_schema_change) follow_change();
  if (!page.keyspace.empty()) nodes_->note_keyspace(page.keyspace);
  for (const std::string& warning : page.warnings) notices.push_back(warning_of(warning));
  if (!page.has_rows) return Result(std::move(notices));
  const std::vector<AnsweredColumn> columns = page.columns;
  const auto more = [this, ask, settings, columns, text = std::string(statement),
                     next_page = std::move(page.next_page)](std::vector<std::vector<Value>>& rows,
                                                            std::vector<Diagnostic>& told) mutable {
    if (next_page.empty()) return false;
    AnsweredPage next = ask_for(text, ask, settings, next_page);
    require_columns(next, columns);
    next_page = std::move(next.next_page);
    rows = std::move(next.rows);
    for (const std::string& warning : next.warnings) told.push_back(warning_of(warning));
    return true;
  };
  return Result(columns_of(std::move(page.columns)), std::move(page.rows), more, std::move(notices));
}

/// The change is made, and an interrupt does not undo it.
void ClusterConnection::follow_change() {
  try {
    nodes_->follow_change();
  } catch (const Refusal& refusal) {
    if (refusal.diagnostic.cause() != Cause::interrupted) throw;
  }
}

/// Pages of one answer have the same columns.
void ClusterConnection::require_columns(const AnsweredPage& page,
                                        std::span<const AnsweredColumn> columns) const {
  const auto is_same = [](const AnsweredColumn& left, const AnsweredColumn& right) {
    return reads_values_of(left.type, right.type);
  };
  if (!std::ranges::equal(columns, page.columns, is_same)) refuse_columns();
}

/// Refuses the rows of a scan if their types differ from those that the mirrored schema gives the SELECT: the caller reads
/// them by position.
template <typename Columns>
void ClusterConnection::require_columns_of(const TableScan& scan, const Columns& columns) const {
  Reply asked = mirror().connection().attempt(scan.text());
  const auto* const expected = std::get_if<Result>(&asked);
  const auto is_same = [](const ResultColumn& left, const auto& right) {
    return reads_values_of(left.type, right.type);
  };
  if (expected != nullptr && !std::ranges::equal(expected->columns(), columns, is_same)) refuse_columns();
}

void ClusterConnection::refuse_columns() const {
  refuse("answer_has_other_columns", {}, {{"address", nodes_->facts().node}});
}

/// A column that is shown as it is stored is known as such by its name and type.
std::vector<ResultColumn> ClusterConnection::columns_of(std::vector<AnsweredColumn> columns) const {
  std::vector<ResultColumn> shown;
  SchemaPointer schema;
  for (AnsweredColumn& column : columns) {
    ResultColumn result{.name = std::move(column.name), .type = std::move(column.type)};
    // The statement has run by now, so an interrupt must not refuse it; the schema is not read then.
    if (schema == nullptr && !column.table.empty() && !nodes_->is_interrupted()) schema = this->schema();
    const TablePointer table =
        schema == nullptr ? nullptr : schema->find_table(column.keyspace, column.table);
    if (table != nullptr) {
      const auto found = std::ranges::find(table->columns, result.name, &Column::name);
      if (found != table->columns.end()) {
        result.table = table;
        result.place = static_cast<std::size_t>(found - table->columns.begin());
      }
    }
    result.statement_table = table;
    shown.push_back(std::move(result));
  }
  return shown;
}

Prepared ClusterConnection::prepare(std::string_view statement) {
  return mirror().connection().prepare(statement);
}

BoundValue ClusterConnection::value_of(const LoneLiteral& literal, const Slot& marker) const {
  return mirror().connection().value_of(literal, marker);
}

std::optional<Diagnostic> ClusterConnection::find_syntax_fault(std::string_view statement) {
  return mirror_->connection().find_syntax_fault(statement);
}

std::optional<Diagnostic> ClusterConnection::find_fault(std::string_view statement) {
  return mirror().connection().find_fault(statement);
}

CopiedRows ClusterConnection::copy_table(const TableCopy& /*copy*/, const CopyProgress& /*progress*/) {
  refuse("apply_needs_database_file");
}

TracePointer ClusterConnection::end_trace(Result* /*result*/) {
  if (trace_id_.empty()) return nullptr;
  const std::string id = std::exchange(trace_id_, {});
  return nodes_->ask_about_itself([&](ServerConnection& node) { return read_trace(node, id); });
}

}  // namespace cellar
