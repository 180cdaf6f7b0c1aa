#include "shell/console/settings.h"

#include <algorithm>

#include "parser/script/command_text.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Returns the SELECT that EXPLAIN explains; other statements as they are.
std::string_view explained_query(std::string_view statement) {
  if (!is_same_word(first_word(statement), "EXPLAIN")) return statement;
  for (const CommandWord& word : split_command(statement)) {
    if (says(word, "SELECT")) return statement.substr(word.span.begin);
  }
  return statement;
}

}  // namespace

bool ShellSettings::commands_answer_rows() const { return !at_prompt && output.mode->is_json(); }

bool ShellSettings::commands_answer_documents() const {
  return commands_answer_rows() || diagnostic_form == DiagnosticForm::json;
}

void ShellSettings::keep_trace(TracePointer trace) {
  if (traces.size() == kMostTraces) traces.pop_front();
  traces.push_back(std::move(trace));
}

void ShellSettings::note_refused(std::string_view statement) {
  const std::string_view query = explained_query(statement);
  if (is_same_word(first_word(query), "SELECT")) refused_query = query;
}

void ShellSettings::note_met(const Diagnostic& diagnostic, std::string_view statement) {
  constexpr std::size_t kLongestStatement = 2'000;
  if (met.size() == kMostMet) met.pop_front();
  met.push_back({diagnostic, std::string(statement.size() > kLongestStatement ? "" : statement)});
}

const MetCase* ShellSettings::last_met(std::string_view code) const {
  const auto found = std::find_if(met.rbegin(), met.rend(),
                                  [code](const MetCase& each) { return each.diagnostic.code() == code; });
  return found == met.rend() ? nullptr : &*found;
}

}  // namespace cellar
