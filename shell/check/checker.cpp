#include "shell/check/checker.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "shell/check/checked_answer.h"
#include "shell/check/script_form.h"
#include "shell/connection/database_connection.h"
#include "types/names.h"

namespace cellar {

namespace {

constexpr std::string_view kKeyspace = "conformance";
constexpr std::string_view kMakeKeyspace =
    "CREATE KEYSPACE conformance WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// Replaces and inserts answers among the lines of a script.
class Rewrite {
 public:
  explicit Rewrite(const std::vector<std::string>& lines) : lines_(lines) {}

  void replace(const ExpectedAnswer& answer, std::vector<std::string> by) {
    new_[answer.lines.front()] = std::move(by);
    dropped_.insert(answer.lines.begin(), answer.lines.end());
  }

  /// `line` counts from 0.
  void insert(std::size_t line, std::vector<std::string> lines) { new_[line] = std::move(lines); }

  std::string text() const {
    std::string text;
    for (std::size_t i = 0; i <= lines_.size(); ++i) {
      if (const auto answer = new_.find(i); answer != new_.end()) {
        for (const std::string& line : answer->second) text += line + '\n';
      }
      if (i < lines_.size() && !dropped_.contains(i)) text += lines_[i] + '\n';
    }
    return text;
  }

 private:
  const std::vector<std::string>& lines_;
  std::map<std::size_t, std::vector<std::string>> new_;
  std::set<std::size_t> dropped_;
};

ShellSettings settings_with(StopToken stop) {
  ShellSettings settings;
  settings.stop = stop;
  settings.text_columns = 100;
  return settings;
}

std::unique_ptr<DatabaseConnection> fresh_database(const ShellSettings& settings, StatementPath path) {
  auto connection = std::make_unique<DatabaseConnection>(
      Database::open_temporary({.clock = [clock = settings.clock] { return clock->now(); },
                                .clock_is_set = [clock = settings.clock] { return clock->stands(); }}));
  connection->session().set_path(path);
  return connection;
}

/// The keyspaces of a cluster that a script has made are dropped behind it.
class MadeKeyspaces {
 public:
  explicit MadeKeyspaces(Connection* cluster) : cluster_(cluster) {
    if (cluster_ == nullptr) return;
    before_ = names();
    if (before_.contains(std::string(kKeyspace)))
      refuse("check_keyspace_exists", {}, {{"keyspace", std::string(kKeyspace)}});
  }
  ~MadeKeyspaces() {
    if (cluster_ == nullptr) return;
    try {
      cluster_->set_policy(Policy::cassandra);
      for (const std::string& name : names()) {
        if (!before_.contains(name)) cluster_->execute("DROP KEYSPACE " + quote_name(name));
      }
    } catch (const std::exception&) {
      // The next script, or whoever looks, finds what is left.
    }
  }
  MadeKeyspaces(const MadeKeyspaces&) = delete;
  MadeKeyspaces& operator=(const MadeKeyspaces&) = delete;

 private:
  std::set<std::string> names() const {
    std::set<std::string> names;
    for (const auto& [name, keyspace] : cluster_->schema()->keyspaces) names.insert(name);
    return names;
  }

  Connection* cluster_;  // null: the script has a database of its own
  std::set<std::string> before_;
};

struct Check {
  explicit Check(const CheckSettings& wish)
      : settings(settings_with(wish.stop)),
        database(wish.cluster == nullptr ? fresh_database(settings, wish.path) : nullptr),
        connection(wish.cluster == nullptr ? *database : *wish.cluster),
        made_keyspaces(wish.cluster),
        console(connection, settings) {}

  ShellSettings settings;
  std::unique_ptr<DatabaseConnection> database;  // null: the script runs in a cluster
  Connection& connection;
  MadeKeyspaces made_keyspaces;
  CheckedConsole console;
  bool every_notice = false;
  std::map<std::size_t, std::string> known;  // reasons, by the line of the statement
  ScriptReport report;
};

void judge(Check& check, const ScriptStep& step, const std::optional<AnswerDifference>& difference) {
  const auto listed = check.known.find(step.line);
  const bool is_listed = listed != check.known.end();
  ScriptDifference shown{step.line, first_line(step.statement), {}, {}};
  if (difference && !is_listed) {
    shown.expected = difference->expected;
    shown.got = difference->got;
    check.report.differences.push_back(shown);
  }
  if (!difference && is_listed) {
    shown.expected = "a difference, as listed: " + listed->second;
    shown.got = "the expected answer; take the entry off the list";
    check.report.differences.push_back(shown);
  }
  check.report.matched += difference ? 0 : 1;
  check.report.known += difference && is_listed ? 1 : 0;
  if (is_listed) check.known.erase(listed);
}

/// `next` is the statement that follows in the script, or null. A missing answer is inserted below its
/// statement, but not between statements that share a line.
void run_step(Check& check, const ScriptStep& step, const ScriptStep* next, Rewrite& rewrite) {
  const std::string& statement = step.statement;
  const CheckedAnswer answer = check.console.answer(statement, step.annotations);
  if (!step.expected) {
    const std::size_t line = line_after(step) - 1;  // counted from 0
    const bool alone = next == nullptr || next->line > line;
    if (alone) rewrite.insert(line, write_answer(answer, {}, statement, check.every_notice));
    return;
  }
  ++check.report.answers;
  const auto difference = compare_answer(answer, *step.expected, statement, check.every_notice);
  if (difference)
    rewrite.replace(*step.expected, write_answer(answer, *step.expected, statement, check.every_notice));
  judge(check, step, difference);
}

void prepare_session(Check& check, const ScriptForm& form, Policy policy) {
  // The keyspace is made in 1970, so that a script may set the clock to any time after it.
  check.settings.clock->set(0, 0);
  check.connection.execute(kMakeKeyspace);
  check.settings.clock->follow_system();
  check.connection.use(std::string(kKeyspace));
  check.connection.set_policy(form.policy.value_or(policy));
  check.connection.set_notices(Notices::all);
}

}  // namespace

ScriptReport check_script(std::string_view text, const CheckSettings& settings,
                          const std::vector<KnownDifference>& known) {
  const ScriptForm form = read_script_form(text);
  const StopToken& stop = settings.stop;
  Check check(settings);
  check.every_notice = form.policy.has_value();
  for (const KnownDifference& entry : known) check.known[entry.line] = entry.reason;
  prepare_session(check, form, settings.policy);
  for (const FormFault& fault : form.faults) {
    check.report.differences.push_back({fault.line, fault.text, fault.expected, "this line"});
  }
  Rewrite rewrite(form.lines);
  for (std::size_t i = 0; i < form.steps.size(); ++i) {
    if (stop.stop_requested()) break;
    const ScriptStep& step = form.steps[i];
    const ScriptStep* next = i + 1 < form.steps.size() ? &form.steps[i + 1] : nullptr;
    if (!step.terminated) {
      check.report.differences.push_back(
          {step.line, first_line(step.statement), "an end of the statement", "the end of the script"});
      continue;
    }
    run_step(check, step, next, rewrite);
  }
  if (check.report.answers == 0 && !stop.stop_requested()) {
    check.report.differences.push_back({1, first_line(std::string(text)),
                                        "an answer after a statement (`--> ok`)",
                                        "no answer in this script"});
  }
  for (const auto& [line, reason] : check.known) {
    check.report.differences.push_back({line, "(no statement with an answer begins here)",
                                        "a difference, as listed: " + reason, "nothing to compare"});
  }
  check.report.updated = rewrite.text();
  return std::move(check.report);
}

}  // namespace cellar
