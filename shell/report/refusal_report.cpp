#include "shell/report/refusal_report.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "parser/diagnosis/mending.h"
#include "refusal/spans.h"
#include "shell/command/commands.h"
#include "shell/script/command_text.h"
#include "types/text/names.h"
#include "types/text/similar_names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kMostAfter = 3;
constexpr std::size_t kLongestStatement = 8'192;

/// Commands of cassandra-cli call the partition key `key`: puts the name in that it has.
void name_partition_key(Diagnostic& fault, Session& session) {
  constexpr std::string_view kWhereKey = "WHERE key = ";
  if (fault.id != "cli_command" || !fault.fix) return;
  const std::size_t place = fault.fix->text.find(kWhereKey);
  const Parameter& table_name = fault.parameters.back();
  if (place == std::string::npos || table_name.name != "table") return;
  const std::string name = to_lower(table_name.value);
  const std::size_t dot = name.find('.');
  const std::string keyspace = dot == name.npos ? session.keyspace() : name.substr(0, dot);
  const TablePointer table =
      session.schema()->find_table(keyspace, name.substr(dot == name.npos ? 0 : dot + 1));
  if (table == nullptr || table->partition_key_size != 1) return;
  fault.fix->text.replace(place, kWhereKey.size(),
                          "WHERE " + quote_name(table->columns.front().name) + " = ");
}

/// The parser does not know the commands of the shell: EXPADN ON.
void propose_command(Diagnostic& fault) {
  if (fault.id != "unknown_statement") return;
  const Parameter& found = fault.parameters.front();
  std::vector<std::string> words;
  for (const Command* command : all_commands()) {
    if (!command->summary.empty()) words.emplace_back(command->word);
  }
  const NearestName nearest = find_nearest(found.value, words);
  // A short word of another language resembles a command by chance.
  const std::size_t most_edits = found.value.size() < 7 ? 1 : 2;
  if (nearest.name.empty() || edit_distance(to_upper(found.value), nearest.name) > most_edits) return;
  std::optional<Fix> fix;
  if (nearest.certain) fix = Fix{fault.span, nearest.name};
  fault = {"misspelled_word", fault.span, {{"found", found.value}, {"word", nearest.name}}, fix};
}

/// Whether a statement removes data or what is defined, or a part of it does.
bool destroys(std::string_view statement) {
  const auto removes = [](const CommandWord& word) {
    return says(word, "DROP") || says(word, "TRUNCATE") || says(word, "DELETE");
  };
  const std::vector<CommandWord> words = split_command(statement);
  if (words.empty()) return false;
  const CommandWord& first = words.front();
  const bool holds_others = says(first, "ALTER") || says(first, "BEGIN") || says(first, "EXPLAIN");
  return removes(first) || (holds_others && std::ranges::any_of(words, removes));
}

/// A guess never completes a statement that destroys: whoever typed it says which table, or which word, was meant.
void withhold_guess(Diagnostic& fault, std::string_view text) {
  const bool is_guess = fault.id.ends_with("_near") || fault.id == "misspelled_word";
  if (fault.fix && is_guess && destroys(apply_fix(text, *fault.fix))) fault.fix.reset();
}

std::optional<Diagnostic> fault_of(const std::string& text, Session& session) {
  if (begins_command(text)) return std::nullopt;
  std::optional<Diagnostic> fault = session.find_fault(text);
  if (fault) name_partition_key(*fault, session);
  return fault;
}

std::optional<Diagnostic> find_fault(const std::string& text, Session& session) {
  std::optional<Diagnostic> fault = fault_of(text, session);
  if (fault) withhold_guess(*fault, text);
  return fault;
}

}  // namespace

RefusalReport report_of(const Diagnostic& refusal, std::string_view statement, Session& session) {
  RefusalReport report{refusal, {}};
  propose_command(report.refusal);
  withhold_guess(report.refusal, statement);
  if (statement.size() > kLongestStatement || begins_command(statement)) return report;
  const bool by_parser = refusal.error_class() == ErrorClass::syntax;
  std::optional<Diagnostic> of_syntax = by_parser ? session.find_syntax_fault(statement) : std::nullopt;
  if (of_syntax) name_partition_key(*of_syntax, session);
  name_partition_key(report.refusal, session);
  if (of_syntax) withhold_guess(*of_syntax, statement);
  const Diagnostic& first = of_syntax ? *of_syntax : report.refusal;
  if (!first.fix) return report;
  Mending mending =
      mend(statement, first, [&session](const std::string& text) { return find_fault(text, session); });
  if (report.refusal.repeated.empty()) report.refusal.repeated = std::move(mending.repeated);
  if (mending.fix) {
    report.refusal.fix = std::move(mending.fix);
  } else if (!of_syntax) {
    report.refusal.fix = std::move(mending.fix_of_kind);
  }
  report.after = std::move(mending.after);
  if (report.after.size() > kMostAfter) report.after.resize(kMostAfter);
  return report;
}

}  // namespace cellar
