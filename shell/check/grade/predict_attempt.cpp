#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "refusal/messages.h"
#include "shell/check/grade/attempt.h"
#include "shell/check/grade/directives.h"
#include "types/text/text.h"

namespace cellar {

namespace {

std::vector<std::string> words_of_line(std::string_view line) {
  std::istringstream words{std::string(line)};
  std::vector<std::string> found;
  for (std::string word; words >> word;) {
    while (word.ends_with(',') || word.ends_with('.') || word.ends_with(';')) word.pop_back();
    if (!word.empty()) found.push_back(to_lower(word));
  }
  return found;
}

bool says(const std::vector<std::string>& words, std::initializer_list<std::string_view> any) {
  return std::ranges::any_of(
      words, [&](const std::string& word) { return std::ranges::find(any, word) != any.end(); });
}

/// Whether the words name the code of a refusal or one of its rules.
bool names_reason(const std::vector<std::string>& words, const Diagnostic& refusal) {
  const std::vector<std::string> rules = words_of_line(message_of(refusal).rules);
  return std::ranges::any_of(words, [&](const std::string& word) {
    return word == to_lower(refusal.code()) || std::ranges::find(rules, word) != rules.end();
  });
}

/// What a query does when it is run.
struct QueryOutcome {
  std::optional<Diagnostic> refusal;
  std::size_t rows = 0;
};

}  // namespace

PredictAttempt::PredictAttempt(const Trial& trial) : trial_(trial), fault_(unfit_part(trial, 1)) {
  if (fault_) return;
  std::istringstream lines(trial.part.text);
  for (std::string line; std::getline(lines, line);) {
    std::string_view text = trim(line);
    while (text.starts_with('-')) text.remove_prefix(1);
    const std::size_t colon = text.find(':');
    if (colon == text.npos) continue;
    const std::string name(trim(text.substr(0, colon)));
    told_[name] = words_of_line(text.substr(colon + 1));
  }
}

Judgement PredictAttempt::judge(const TaskCheck& check) {
  if (fault_) return fault_;
  const auto told = told_.find(check.query);
  if (told == told_.end() || told->second.empty())
    return shortfall(fmt::format("nothing is foretold; write -- {}: accepted, or -- {}: refused CODE",
                                 check.query, check.query));
  const auto query = std::ranges::find(trial_.task.queries, check.query, &TaskQuery::name);
  QueryOutcome outcome;
  try {
    trial_.database.begin_answer();
    outcome.rows = trial_.database.run(query->text.text).rows.size();
  } catch (const Refusal& refusal) {
    outcome.refusal = refusal.diagnostic;
  }
  const std::vector<std::string>& words = told->second;
  const std::string truth =
      outcome.refusal
          ? fmt::format("it is refused ({}): {}", outcome.refusal->code(), title_of(*outcome.refusal))
          : fmt::format("it is accepted, and answers {} row{}", outcome.rows, outcome.rows == 1 ? "" : "s");
  bool is_right = outcome.refusal ? says(words, {"refused"}) && !says(words, {"accepted"})
                                  : says(words, {"accepted", "rows", "row"}) && !says(words, {"refused"});
  if (check.rule == "reason" && outcome.refusal) is_right = names_reason(words, *outcome.refusal);
  if (check.rule == "count" && !outcome.refusal)
    is_right = std::ranges::find(words, std::to_string(outcome.rows)) != words.end();
  if (is_right) return std::nullopt;
  return shortfall(truth, {query->text.text, fmt::format("foretold: {}", fmt::join(words, " "))});
}

}  // namespace cellar
