// Renders each diagnostic that the golden scripts bring about, in every form, and looks at what all of them have
// to be: short, marked at the right place, valid as JSON, and true in what they say of Cassandra.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "json_schema.h"
#include "parser/parser.h"
#include "parser/script/splitter.h"
#include "parser/statement/statement.h"
#include "refusal/messages.h"
#include "refusal/render.h"
#include "refusal/spans.h"
#include "refusal/verdict.h"
#include "refusal/width.h"
#include "shell/check/checked_answer.h"
#include "shell/check/script_form.h"
#include "shell/connection/database_connection.h"
#include "shell/console/commands.h"
#include "types/text/text.h"

using namespace cellar;

namespace {

struct GoldenDiagnostic {
  const Diagnostic& diagnostic;
  const std::vector<Diagnostic>& after;
  const std::string& statement;
  Session& session;
};
using LookAt = std::function<void(const GoldenDiagnostic&)>;

std::string content(const std::filesystem::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

void walk_script(const std::filesystem::path& file, const LookAt& look) {
  const ScriptForm form = read_script_form(content(file));
  const Database database = Database::open_temporary();
  DatabaseConnection connection(database, form.policy.value_or(Policy::cassandra));
  Session& session = connection.session();
  session.execute(
      "CREATE KEYSPACE conformance WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.use("conformance");
  ShellSettings settings;
  CheckedConsole console(connection, settings);
  static const std::vector<Diagnostic> kNone;
  for (const ScriptStep& step : form.steps) {
    const CheckedAnswer answer = console.answer(step.statement);
    INFO(file << ":" << step.line << " " << step.statement);
    if (answer.refusal) look({*answer.refusal, answer.after_refusal, step.statement, session});
    for (const Diagnostic& notice : answer.notices) look({notice, kNone, step.statement, session});
  }
}

void walk_goldens(const LookAt& look) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(CELLAR_SOURCE_DIR) + "/tests/cql")) {
    if (entry.path().extension() == ".cql") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  REQUIRE(files.size() > 100);
  for (const std::filesystem::path& file : files) walk_script(file, look);
}

std::vector<std::string> lines_of_text(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Lines of a table or statement that is proposed go on at the indent of the slot that they belong to.
bool is_proposal(const std::string& line) {
  const std::size_t bar = line.find_first_not_of(" 0123456789");
  return bar == line.npos || (line[bar] != '|' && line[bar] != '=' && !line.starts_with(" -->"));
}

/// The columns of a line from one to another, as characters.
std::string columns_of_line(std::string_view line, std::size_t begin, std::size_t end) {
  line.remove_prefix(fit(line, begin).size());
  return std::string(fit(line, end - begin));
}

/// The first line of what a span covers, as a terminal shows it.
std::string shown_text(std::string_view statement, const Span& span) {
  const std::size_t newline = span.begin == 0 ? statement.npos : statement.rfind('\n', span.begin - 1);
  const std::size_t start = newline == statement.npos ? 0 : newline + 1;
  std::string_view line = statement.substr(start, statement.find('\n', start) - start);
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::size_t end = std::min<std::size_t>(span.end - start, line.size());
  const std::size_t begin = std::min<std::size_t>(span.begin - start, end);
  return expand(line.substr(0, end)).substr(expand(line.substr(0, begin)).size());
}

}  // namespace

TEST_CASE("no diagnostic of the goldens is longer than twelve lines and what it proposes") {
  std::size_t count = 0;
  walk_goldens([&count](const GoldenDiagnostic& golden) {
    const std::string text =
        render_full(golden.diagnostic, {{}, 1, 1, golden.statement}, false, golden.after);
    INFO(text);
    const std::vector<std::string> lines = lines_of_text(text);
    CHECK(std::count_if(lines.begin() + 1, lines.end(),
                        [](const std::string& line) { return !is_proposal(line); }) < 12);
    ++count;
  });
  CHECK(count > 300);
}

TEST_CASE("the carets of each golden are under the text of its span") {
  std::size_t count = 0;
  walk_goldens([&count](const GoldenDiagnostic& golden) {
    const Span& span = golden.diagnostic.span;
    if (span == Span{} || span.begin >= golden.statement.size()) return;
    Diagnostic alone = golden.diagnostic;
    alone.repeated.clear();
    alone.related.reset();
    const std::vector<std::string> lines =
        lines_of_text(render_full(alone, {{}, 1, 1, golden.statement}, false));
    REQUIRE(lines.size() > 3);
    const std::size_t begin = lines[3].find('^');
    const std::size_t end = lines[3].find_first_not_of('^', begin);
    REQUIRE(begin != std::string::npos);
    const std::string marked =
        columns_of_line(lines[2], begin, end == std::string::npos ? lines[3].size() : end);
    const std::string wanted = shown_text(golden.statement, span);
    INFO(lines[2] << "\n" << lines[3] << "\nwanted: " << wanted);
    // What is cut away at the end of a long line cannot be marked; an empty span has one caret.
    if (wanted.empty()) {
      CHECK(display_width(marked) <= 2);
    } else if (marked.ends_with("...") && !wanted.ends_with("...")) {
      CHECK(wanted.starts_with(marked.substr(0, marked.size() - 3)));
    } else {
      CHECK(marked == wanted);
    }
    ++count;
  });
  CHECK(count > 300);
}

TEST_CASE("each diagnostic of the goldens fits the schema of its JSON") {
  const nlohmann::json schema = read_schema("diagnostic");
  walk_goldens([&schema](const GoldenDiagnostic& golden) {
    for (const Language language : {Language::english, *find_language("zh")}) {
      const std::string text =
          render_json(golden.diagnostic, {"a.cql", 3, 5, golden.statement}, golden.after, language);
      for (const std::string& fault : faults_of(nlohmann::json::parse(text), schema)) {
        FAIL_CHECK(fault << " in " << text);
      }
    }
  });
  CHECK_FALSE(faults_of(nlohmann::json::parse(R"({"kind": "error"})"), schema).empty());
}

namespace {

/// Returns the code that refuses one of the statements of a text as it would be typed; nothing if all are accepted.
/// Commands of the shell are not run.
std::optional<std::string> refused_as_typed(Session& session, const std::string& text) {
  Splitter splitter(begins_line_command);
  splitter.feed(text);
  splitter.end();
  std::vector<std::string> statements;
  while (const auto statement = splitter.next()) statements.emplace_back(statement->text);
  if (const auto last = splitter.finish()) statements.emplace_back(last->text);
  for (const std::string& statement : statements) {
    if (begins_command(statement)) continue;
    try {
      session.prepare(statement);
    } catch (const Refusal& refusal) {
      if (refusal.diagnostic.id != "empty_statement") return std::string(refusal.diagnostic.code());
    }
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("what a golden proposes is accepted when it is typed, or refused for what it says comes after it") {
  std::size_t tried = 0;
  walk_goldens([&tried](const GoldenDiagnostic& golden) {
    // Nothing is planned behind a command, which may change what there is.
    if (!golden.diagnostic.fix || begins_command(golden.statement)) return;
    const std::string mended = apply_fix(golden.statement, *golden.diagnostic.fix);
    INFO(golden.diagnostic.id << " proposes " << mended);
    const auto next = std::ranges::find_if(golden.after, [](const Diagnostic& other) { return !other.fix; });
    const std::string announced = next == golden.after.end() ? "" : std::string(next->code());
    CHECK(refused_as_typed(golden.session, mended).value_or("") == announced);
    ++tried;
  });
  CHECK(tried > 100);
}

namespace {

struct ProposedText {
  std::filesystem::path file;
  std::size_t step = 0;  // behind which it is typed
  std::string_view id;
  std::string text;
};

/// The steps of a script in a database of their own.
class Replay {
 public:
  explicit Replay(const ScriptForm& form)
      : connection_(Database::open_temporary(), form.policy.value_or(Policy::cassandra)),
        console_(connection_, settings_),
        form_(form) {
    connection_.execute(
        "CREATE KEYSPACE conformance WITH replication = {'class': 'SimpleStrategy', 'replication_factor': "
        "1}");
    connection_.use("conformance");
  }

  CheckedAnswer step(std::size_t number) { return console_.answer(form_.steps[number].statement); }

  /// Returns the code that refuses one of the statements of the text; nothing if all run.
  std::optional<std::string> type(const std::string& text) {
    Splitter splitter(begins_line_command);
    splitter.feed(text);
    splitter.end();
    std::vector<std::string> statements;
    while (const auto statement = splitter.next()) statements.emplace_back(statement->text);
    if (const auto last = splitter.finish()) statements.emplace_back(last->text);
    for (const std::string& statement : statements) {
      const CheckedAnswer answer = console_.answer(statement);
      if (answer.refusal && answer.refusal->cause() != Cause::empty_text)
        return std::string(answer.refusal->code()) + " for " + statement;
    }
    return std::nullopt;
  }

 private:
  ShellSettings settings_;
  DatabaseConnection connection_;
  CheckedConsole console_;
  const ScriptForm& form_;
};

/// What the refusals and notices of a script propose: the statement as it is mended, and the table of the fix.
std::vector<ProposedText> proposals_of(const std::filesystem::path& file, const ScriptForm& form) {
  std::vector<ProposedText> proposals;
  Replay replay(form);
  for (std::size_t number = 0; number < form.steps.size(); ++number) {
    const std::string& statement = form.steps[number].statement;
    const CheckedAnswer answer = replay.step(number);
    const auto is_mended = [](const Diagnostic& other) { return other.fix.has_value(); };
    if (!answer.refusal || !std::ranges::all_of(answer.after_refusal, is_mended)) continue;
    const Diagnostic& refusal = *answer.refusal;
    if (refusal.fix) proposals.push_back({file, number, refusal.id, apply_fix(statement, *refusal.fix)});
    for (const Parameter& parameter : refusal.parameters) {
      if (parameter.name == "table_fix") proposals.push_back({file, number, refusal.id, parameter.value});
    }
  }
  return proposals;
}

std::vector<std::filesystem::path> golden_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(CELLAR_SOURCE_DIR) + "/tests/cql")) {
    if (entry.path().extension() == ".cql") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

/// A statement with markers is refused when it runs, for want of values.
bool has_markers(const std::string& text) {
  try {
    const Statement statement = parse(text);
    return std::ranges::any_of(statement.slots,
                               [](const SlotSource& slot) { return slot.kind == SlotSource::Kind::marker; });
  } catch (const Refusal&) {
    return false;
  }
}

/// A command is mended in its spelling; the file and the table that it names may not be there.
bool needs_file(const std::string& text) {
  constexpr std::string_view kCommands[] = {"SOURCE", "COPY", "MATRIX", "CHEBOTKO", "RING"};
  const std::string capitals = to_upper(text);
  return std::ranges::any_of(kCommands,
                             [&](std::string_view command) { return capitals.starts_with(command); });
}

}  // namespace

TEST_CASE("what a refusal of the goldens proposes runs in the situation of the refusal") {
  std::size_t tried = 0;
  for (const std::filesystem::path& file : golden_files()) {
    const ScriptForm form = read_script_form(content(file));
    for (const ProposedText& proposal : proposals_of(file, form)) {
      if (has_markers(proposal.text) || needs_file(proposal.text)) continue;
      Replay replay(form);
      for (std::size_t number = 0; number < proposal.step; ++number) replay.step(number);
      INFO(file << ": " << proposal.id << " proposes " << proposal.text);
      const std::optional<std::string> refused = replay.type(proposal.text);
      INFO(refused.value_or(""));
      CHECK_FALSE(refused);
      ++tried;
    }
  }
  CHECK(tried > 100);
}

namespace {

/// The messages that a source refuses with and mends in one expression: refuse("arrow_sign", ..., Fix{...});
std::set<std::string, std::less<>> mended_messages() {
  std::set<std::string, std::less<>> ids;
  for (const char* const folder : {"parser", "planner", "shell"}) {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::string(CELLAR_SOURCE_DIR) + "/" + folder)) {
      if (entry.path().extension() != ".cpp") continue;
      const std::string source = content(entry.path());
      const std::string call = "refuse(\"";
      for (std::size_t at = source.find(call); at != source.npos; at = source.find(call, at + 1)) {
        const std::size_t begin = at + call.size();
        const std::string_view expression =
            std::string_view(source).substr(begin, source.find(';', begin) - begin);
        if (expression.find("Fix{") != expression.npos)
          ids.emplace(expression.substr(0, expression.find('"')));
      }
    }
  }
  return ids;
}

/// Their statements do not end, so no script goes on behind them: tests/parser/ has them.
constexpr std::string_view kOfUnendedStatements[] = {"apostrophe_in_string", "batch_not_ended"};

}  // namespace

TEST_CASE("each message that mends its statement does so in a golden") {
  std::set<std::string, std::less<>> missing = mended_messages();
  CHECK(missing.size() > 50);
  walk_goldens([&missing](const GoldenDiagnostic& golden) {
    if (golden.diagnostic.fix) missing.erase(std::string(golden.diagnostic.id));
  });
  for (const std::string_view id : kOfUnendedStatements) CHECK(missing.erase(std::string(id)) == 1);
  for (const std::string& id : missing) FAIL_CHECK(id);
}

TEST_CASE("no golden proposes to drop or to empty anything") {
  walk_goldens([](const GoldenDiagnostic& golden) {
    if (!golden.diagnostic.fix) return;
    const std::string mended = to_upper(apply_fix(golden.statement, *golden.diagnostic.fix));
    INFO(golden.diagnostic.id << " proposes " << mended);
    for (const char* const word : {"DROP KEYSPACE", "DROP TABLE", "TRUNCATE"})
      CHECK(mended.find(word) == std::string::npos);
  });
}

TEST_CASE("no golden proposes a guess that destroys") {
  walk_goldens([](const GoldenDiagnostic& golden) {
    const Diagnostic& refusal = golden.diagnostic;
    const bool is_guess = refusal.id.ends_with("_near") || refusal.id == "misspelled_word";
    if (!is_guess || !refusal.fix) return;
    const std::string mended = apply_fix(golden.statement, *refusal.fix);
    INFO(refusal.id << " proposes " << mended);
    for (const char* const word : {"DROP", "TRUNCATE", "DELETE"})
      CHECK(to_upper(mended).find(word) == std::string::npos);
  });
}

namespace {

/// Returns nothing if the statement can be planned under the policy `cassandra`.
std::optional<std::string> refused_for(Session& session, const std::string& statement) {
  const Policy before = session.policy();
  session.set_policy(Policy::cassandra);
  std::optional<std::string> code;
  try {
    session.prepare(statement);
  } catch (const Refusal& refusal) {
    code = refusal.diagnostic.code();
  }
  session.set_policy(before);
  return code;
}

std::string with_filtering(std::string statement) {
  statement.erase(statement.find_last_not_of("; \n") + 1);
  return statement + " ALLOW FILTERING";
}

}  // namespace

TEST_CASE("what a refusal says of Cassandra is what the policy cassandra does") {
  std::size_t accepted = 0, filtered = 0, refused = 0;
  walk_goldens([&](const GoldenDiagnostic& golden) {
    // The limit of a vector search is a value, which is looked at when the statement runs.
    if (!golden.statement.starts_with("SELECT") || golden.diagnostic.id == "nearest_limit") return;
    INFO(golden.diagnostic.id);
    switch (verdict_on(golden.diagnostic)) {
      case Verdict::none:
        break;
      case Verdict::accepts:
        CHECK_FALSE(refused_for(golden.session, golden.statement));
        ++accepted;
        break;
      case Verdict::needs_filtering:
        CHECK(refused_for(golden.session, golden.statement));
        CHECK_FALSE(refused_for(golden.session, with_filtering(golden.statement)));
        ++filtered;
        break;
      case Verdict::refuses:
        CHECK(refused_for(golden.session, golden.statement));
        CHECK(refused_for(golden.session, with_filtering(golden.statement)));
        ++refused;
        break;
    }
  });
  CHECK((accepted > 3 && filtered > 10 && refused > 10));
}
