// EXPLAIN and its options.
#include "parser/build/statement_builder.h"
#include "parser/diagnosis/syntax_view.h"
#include "types/text/text.h"

namespace cellar {

namespace {

using Build = ExpressionBuilder;

bool is_word(const Name& name, std::string_view word) {
  return !name.quoted && is_same_word(name.text, word);
}

/// The words that other databases put behind EXPLAIN.
bool is_habit(const Name& name) {
  for (const std::string_view habit :
       {"PLAN", "FOR", "QUERY", "VERBOSE", "EXTENDED", "PARTITIONS", "FORMATTED", "LOGICAL", "COST",
        "ESTIMATE", "PIPELINE", "COSTS", "BUFFERS"})
    if (is_word(name, habit)) return true;
  return false;
}

void take_words(std::string_view text, const std::vector<Name>& words, ExplainStatement& explain) {
  Span unknown;
  for (const Name& word : words) {
    if (is_word(word, "ANALYZE") && unknown.empty()) {
      explain.analyze = true;
    } else if (is_habit(word)) {
      unknown = {unknown.empty() ? word.span.begin : unknown.begin, word.span.end};
    } else if (unknown.empty()) {
      refuse("explain_word", word.span, {{"found", word.text}});
    }
  }
  if (unknown.empty()) return;
  const std::string found(text.substr(unknown.begin, unknown.end - unknown.begin));
  const auto before = static_cast<std::uint32_t>(text.find_last_not_of(kBlanks, unknown.begin - 1) + 1);
  refuse("other_explain", unknown, {{"found", found}}, Fix{{before, unknown.end}, ""});
}

/// An option without a value is switched on.
bool is_on(const std::string& value, const Span& span) {
  for (const std::string_view on : {"", "ON", "TRUE"})
    if (value.size() == on.size() && is_same_word(value, on)) return true;
  for (const std::string_view off : {"OFF", "FALSE"})
    if (is_same_word(value, off)) return false;
  refuse("explain_option", span);
}

void take_option(const std::string& value, const Name& option, Span span, ExplainStatement& explain) {
  if (is_word(option, "ANALYZE")) {
    explain.analyze = is_on(value, span);
  } else if (is_word(option, "TIMING")) {
    explain.timing = is_on(value, span);
  } else if (is_word(option, "FORMAT") && is_same_word(value, "JSON")) {
    explain.form = ExplainStatement::Form::json;
  } else if (is_word(option, "FORMAT") && is_same_word(value, "TEXT")) {
    explain.form = ExplainStatement::Form::text;
  } else {
    refuse("explain_option", span);
  }
}

}  // namespace

ExplainStatement build_explain_head(std::string_view text, Grammar::ExplainHeadContext* context) {
  Build build(text);
  ExplainStatement explain;
  explain.span = Build::span(context);
  std::vector<Name> words;
  for (Grammar::NameContext* word : context->name()) words.push_back(build.name(word));
  take_words(text, words, explain);
  if (context->explainOptions() == nullptr) return explain;
  for (Grammar::ExplainOptionContext* option : context->explainOptions()->explainOption()) {
    const Name name = build.name(option->name(0));
    const Span span = Build::span(option);
    const std::size_t value = text.find_first_not_of(kBlanks, name.span.end);
    take_option(name.span.end == span.end ? "" : std::string(text.substr(value, span.end - value)), name,
                span, explain);
  }
  return explain;
}

}  // namespace cellar
