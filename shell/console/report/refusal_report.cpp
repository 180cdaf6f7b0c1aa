#include "shell/console/report/refusal_report.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "parser/diagnosis/mending.h"
#include "parser/parser.h"
#include "parser/script/command_text.h"
#include "parser/script/stray_line.h"
#include "refusal/spans.h"
#include "shell/console/commands.h"
#include "types/names.h"
#include "types/text/similar_names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kMostAfter = 3;
constexpr std::size_t kLongestStatement = 8'192;
constexpr std::size_t kLongestCommand = 20;

/// Commands of cassandra-cli call the partition key `key`: puts the name in that it has.
void name_partition_key(Diagnostic& fault, Connection& connection) {
  constexpr std::string_view kWhereKey = "WHERE key = ";
  if (fault.cause() != Cause::cassandra_cli || !fault.fix) return;
  const std::size_t place = fault.fix->text.find(kWhereKey);
  if (place == std::string::npos) return;
  const std::string keyspace =
      fault.subject->keyspace.empty() ? connection.keyspace() : fault.subject->keyspace;
  const TablePointer table = connection.schema()->find_table(keyspace, fault.subject->name);
  if (table == nullptr || table->partition_key_size != 1) return;
  fault.fix->text.replace(place, kWhereKey.size(),
                          "WHERE " + quote_name(table->columns.front().name) + " = ");
}

std::vector<std::string> words_of_commands() {
  std::vector<std::string> words{"EXPLAIN"};
  for (const Command* command : all_commands()) {
    if (command->summary.empty()) continue;
    words.emplace_back(command->word);
    if (!command->other_word.empty()) words.emplace_back(command->other_word);
  }
  return words;
}

/// Returns the command whose word is nearest, and how far it is.
std::pair<NearestName, std::size_t> nearest_command(std::string_view word) {
  static const std::vector<std::string> words = words_of_commands();
  NearestName nearest = find_nearest(word, words);
  const std::size_t distance = edit_distance(to_upper(word), nearest.name);
  return {std::move(nearest), distance};
}

/// Whether a line that may be a sentence is more likely a command: it has a string or a statement behind its first word.
bool has_form_of_command(std::string_view line) {
  const std::size_t blank = std::min(line.find(' '), line.size());
  const std::string_view rest = trim(line.substr(blank));
  return rest.find(" '") != rest.npos || rest.starts_with('\'') || begins_statement(rest);
}

/// Whether another word may have been meant than the parser tells, which does not know the commands of the shell.
bool may_be_command(const Diagnostic& fault, std::string_view line) {
  return fault.cause() == Cause::unknown_word || fault.cause() == Cause::misspelled_word ||
         (fault.cause() == Cause::prose && has_form_of_command(line));
}

/// Whether the word that the parser proposes is as near as the command.
bool is_as_near(const Diagnostic& fault, std::string_view word, std::size_t distance) {
  return fault.cause() == Cause::misspelled_word &&
         distance >= edit_distance(to_upper(word), fault.subject->name);
}

/// EXPADN ON, pagin 10, sorce 'x.cql'. Returns false if no command was meant, and leaves the fault as it is.
bool propose_command(Diagnostic& fault, std::string_view statement) {
  const std::string_view line = statement.substr(0, statement.find('\n'));
  const std::string word(line.substr(0, line.find_first_of(" \t\r;")));
  if (fault.span.begin != 0 || word.empty() || word.size() > kLongestCommand) return false;
  if (!may_be_command(fault, line)) return false;
  const auto [nearest, distance] = nearest_command(word);
  // A short word of another language resembles a command by chance.
  const std::size_t most_edits = word.size() < 7 ? 1 : 2;
  if (nearest.name.empty() || distance > most_edits || is_as_near(fault, word, distance)) return false;
  const Span span{0, static_cast<std::uint32_t>(word.size())};
  std::optional<Fix> fix;
  const bool is_one_line = line.size() == statement.size();  // a command does not go on below
  if (nearest.certain && is_one_line) fix = Fix{span, nearest.name};
  fault = {"misspelled_word",
           span,
           {{"found", word}, {"word", nearest.name}},
           fix,
           Subject{Subject::Kind::keyword, nearest.name}};
  return true;
}

/// The fix of the parser mends all faults of syntax; that of the planner mends its own fault alone.
void keep_fixes_of_mended(RefusalReport& report, bool by_parser) {
  for (Diagnostic& next : report.after) {
    const bool is_mended = by_parser && report.refusal.fix && next.error_class() == ErrorClass::syntax;
    if (!is_mended) next.fix.reset();
  }
}

std::optional<Diagnostic> find_fault(const std::string& text, Connection& connection) {
  if (begins_command(text)) return std::nullopt;
  std::optional<Diagnostic> fault = connection.find_fault(text);
  if (fault) name_partition_key(*fault, connection);
  return fault;
}

}  // namespace

RefusalReport report_of(const Diagnostic& refusal, std::string_view statement, Connection& connection) {
  RefusalReport report{refusal, {}};
  const bool is_command = propose_command(report.refusal, statement);
  withhold_guess(report.refusal, statement);
  if (is_command || statement.size() > kLongestStatement || begins_command(statement)) return report;
  const bool by_parser = refusal.error_class() == ErrorClass::syntax;
  std::optional<Diagnostic> of_syntax = by_parser ? connection.find_syntax_fault(statement) : std::nullopt;
  if (of_syntax) name_partition_key(*of_syntax, connection);
  name_partition_key(report.refusal, connection);
  const Diagnostic& first = of_syntax ? *of_syntax : report.refusal;
  if (!first.fix) return report;
  Mending mending =
      mend(statement, first, [&connection](const std::string& text) { return find_fault(text, connection); });
  if (report.refusal.repeated.empty()) report.refusal.repeated = std::move(mending.repeated);
  const bool leads_to_end = mending.fix.has_value();
  if (leads_to_end) {
    report.refusal.fix = std::move(mending.fix);
  } else if (!of_syntax) {
    report.refusal.fix = std::move(mending.fix_of_kind);
  }
  report.after = std::move(mending.after);
  if (report.after.size() > kMostAfter) report.after.resize(kMostAfter);
  if (!leads_to_end) keep_fixes_of_mended(report, of_syntax.has_value());
  return report;
}

}  // namespace cellar
