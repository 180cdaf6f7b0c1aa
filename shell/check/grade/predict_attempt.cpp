#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "refusal/messages.h"
#include "shell/check/grade/attempt.h"
#include "shell/check/grade/directives.h"
#include "shell/teach/ring/ring.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// What people write with a Chinese keyboard, as the signs and words of the form.
std::string with_plain_signs(std::string line) {
  constexpr std::pair<std::string_view, std::string_view> kPlain[] = {
      {"：", ":"},        {"，", ", "},          {"。", ". "},           {"；", "; "},      {"行", " rows "},
      {"被拒绝", "拒绝"}, {"拒绝", " refused "}, {"接受", " accepted "}, {"节点", " node "}};
  for (const auto& [written, plain] : kPlain)
    for (std::size_t at = 0; (at = line.find(written, at)) != line.npos; at += plain.size())
      line.replace(at, written.size(), plain);
  return line;
}

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

std::string told_words(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

bool is_digits(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == word.npos;
}

/// Whether the words name the code of a refusal or one of its rules, and none besides: who lists all of them has foretold
/// nothing.
bool names_reason(const std::vector<std::string>& words, const Diagnostic& refusal) {
  std::vector<std::string> right = words_of_line(message_of(refusal).rules);
  right.push_back(to_lower(refusal.code()));
  std::size_t named = 0;
  for (const std::string& word : words) {
    if (!is_digits(std::string_view(word).substr(1))) continue;
    if (is_digits(word.substr(0, 1))) continue;
    if (std::ranges::find(right, word) == right.end()) return false;
    ++named;
  }
  return named > 0;
}

/// Returns the one number among the words, which may be written 1,095,005 or 1_095_005; nothing if there are several.
std::optional<std::uint64_t> number_in(const std::vector<std::string>& words) {
  std::optional<std::uint64_t> found;
  for (std::string word : words) {
    std::erase_if(word, [](char c) { return c == ',' || c == '_'; });
    const std::optional<std::uint64_t> number = count_of(word);
    if (number && found) return std::nullopt;
    if (number) found = number;
  }
  return found;
}

/// What a query does when it is run.
struct QueryOutcome {
  std::optional<Diagnostic> refusal;
  std::size_t rows = 0;
};

}  // namespace

PredictAttempt::PredictAttempt(const AnswerTrial& trial) : trial_(trial), fault_(unfit_part(trial, 1)) {
  if (fault_) return;
  std::istringstream lines(trial.part.text);
  for (std::string written; std::getline(lines, written);) {
    const std::string line = with_plain_signs(std::move(written));
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
    return shortfall({"nothing_said", {{"query", check.query}}});
  if (const auto* number = std::get_if<NumberExpected>(&check.expectation->what))
    return judge_number(*number, told->second);
  if (const auto* node = std::get_if<NodeExpected>(&check.expectation->what))
    return judge_node(check, node->nodes, told->second);
  return judge_verdict(check, told->second);
}

const std::string& PredictAttempt::query_of(const TaskCheck& check) const {
  return std::ranges::find(trial_.task.queries, check.query, &TaskQuery::name)->text.text;
}

Judgement PredictAttempt::judge_verdict(const TaskCheck& check, const std::vector<std::string>& words) {
  QueryOutcome outcome;
  try {
    trial_.database.begin_answer();
    outcome.rows = trial_.database.run(query_of(check)).rows.size();
  } catch (const Refusal& refusal) {
    outcome.refusal = refusal.diagnostic;
  }
  bool is_right = outcome.refusal ? says(words, {"refused"}) && !says(words, {"accepted"})
                                  : says(words, {"accepted", "rows", "row"}) && !says(words, {"refused"});
  if (check.rule == "reason" && outcome.refusal) is_right = names_reason(words, *outcome.refusal);
  if (check.rule == "count" && !outcome.refusal) is_right = number_in(words) == outcome.rows;
  if (is_right) return std::nullopt;
  Sentence truth{"is_accepted", {{"rows", std::to_string(outcome.rows)}}};
  if (outcome.refusal)
    truth = {"is_refused", {{"code", std::string(outcome.refusal->code())}, {"reason", *outcome.refusal}}};
  return shortfall(std::move(truth),
                   {verbatim(query_of(check)), {"foretold", {{"what", told_words(words)}}}});
}

Judgement PredictAttempt::judge_number(const NumberExpected& expected,
                                       const std::vector<std::string>& words) const {
  const std::optional<std::uint64_t> told = number_in(words);
  if (!told) return shortfall({"one_number"}, {{"told", {{"what", told_words(words)}}}});
  const std::uint64_t off = std::max(*told, expected.value) - std::min(*told, expected.value);
  if (off <= expected.value * expected.percent / 100) return std::nullopt;
  const std::string number = std::to_string(*told);
  return shortfall(*told < expected.value ? Sentence{"too_small", {{"number", number}}}
                                          : Sentence{"too_large", {{"number", number}}});
}

Judgement PredictAttempt::judge_node(const TaskCheck& check, std::uint64_t nodes,
                                     const std::vector<std::string>& words) const {
  const std::variant<Explanation, Diagnostic> explained = explain_query(trial_.database, query_of(check));
  const auto* explanation = std::get_if<Explanation>(&explained);
  if (explanation == nullptr || explanation->accesses.empty() || !explanation->accesses.front().token)
    return shortfall({"no_partition"}, {verbatim(query_of(check))});
  const std::int64_t token = *explanation->accesses.front().token;
  const std::uint64_t node = Ring(nodes).owner(token) + 1;  // counted from 1
  if (number_in(words) == node) return std::nullopt;
  return shortfall({"other_node", {{"token", std::to_string(token)}, {"node", std::to_string(node)}}},
                   {verbatim(query_of(check))});
}

}  // namespace cellar
