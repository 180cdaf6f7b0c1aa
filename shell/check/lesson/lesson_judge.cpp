#include "shell/check/lesson/lesson_judge.h"

#include <fmt/format.h>

#include <algorithm>

#include "parser/script/command_text.h"
#include "refusal/messages.h"
#include "shell/check/grade/attempt.h"
#include "types/text/text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

constexpr std::size_t kMostRows = 1000;
constexpr std::size_t kMostShown = 3;

std::string shown(const std::vector<std::string>& rows, std::size_t from) {
  if (rows.empty()) return "()";
  const std::size_t end = std::min(rows.size(), from + kMostShown);
  std::string text = from > 0 ? "..., " : "";
  for (std::size_t i = from; i < end; ++i) text += fmt::format("{}({})", i == from ? "" : ", ", rows[i]);
  return end < rows.size() ? text + ", ..." : text;
}

/// Returns the row at which both are to be shown, so that the difference is seen.
std::size_t begin_of_difference(const std::vector<std::string>& got, const std::vector<std::string>& right) {
  if (std::max(got.size(), right.size()) <= kMostShown) return 0;
  const std::size_t first = static_cast<std::size_t>(std::ranges::mismatch(got, right).in1 - got.begin());
  // One of them may end there: its last row is shown, and what the other has behind it.
  return first > 0 && first == std::min(got.size(), right.size()) ? first - 1 : first;
}

std::string joined(const std::vector<std::string>& codes) {
  return fmt::format("{}", fmt::join(codes, ", "));
}

bool has_code(const std::vector<std::string>& codes, const Diagnostic& diagnostic) {
  return std::ranges::find(codes, diagnostic.code()) != codes.end();
}

std::string without_semicolon(std::string_view text) {
  text = trim(text);
  while (text.ends_with(';')) text = trim(text.substr(0, text.size() - 1));
  return std::string(text);
}

bool is_select(std::string_view text) { return is_same_word(first_word(text), "SELECT"); }

/// Words and signs in small letters, however they are spaced.
std::string normal_form(std::string_view text) {
  std::string form;
  for (const CommandWord& word : split_command(text)) form += to_lower(word.text) + ' ';
  return form;
}

}  // namespace

const Diagnostic* TypedStatement::refusal() const {
  if (answer.refusal) return &*answer.refusal;
  if (!is_refused()) return nullptr;
  const auto refused = std::ranges::find_if(
      answer.placed, [](const PlacedDiagnostic& each) { return !is_notice(each.diagnostic); });
  return refused == answer.placed.end() ? nullptr : &refused->diagnostic;
}

LessonJudge::LessonJudge(const Database& database, const std::string& keyspace, Language language)
    : session_(database, Policy::teach), say_(language) {
  // The keyspace in use may have been dropped.
  if (database.schema()->keyspaces.contains(keyspace)) session_.use(keyspace);
}

LessonJudge::Found LessonJudge::judge(const LessonCheck& check, const TypedStatement& typed) {
  return std::visit([&](const auto& each) { return look(each, typed); }, check);
}

std::string LessonJudge::title(const Diagnostic& refusal) const {
  return fill(words_of(message_of(refusal), say_.language()).title, refusal.parameters);
}

LessonJudge::Rows LessonJudge::read(const std::string& query) {
  Result result = session_.execute(query);
  Rows read;
  read.columns = result.columns().size();
  const ResultRow* row = nullptr;
  while (read.rows.size() < kMostRows && (row = result.next()) != nullptr) {
    const std::string text = shown_row(result.columns(), row->copy());
    read.rows.push_back(text.substr(1, text.size() - 2));
  }
  read.notices = result.notices();
  return read;
}

LessonJudge::Found LessonJudge::look(const RefusedCheck& check, const TypedStatement& typed) const {
  // EXPLAIN has the refusal of what it explains among its notices, which this does not ask for.
  if (!typed.answer.refusal)
    return say_("this was accepted, and the step asks for a statement that is refused ({codes}).",
                {{"codes", joined(check.codes)}});
  if (has_code(check.codes, *typed.answer.refusal)) return std::nullopt;
  return say_("this is refused for another reason than the step asks for ({codes}).",
              {{"codes", joined(check.codes)}});
}

LessonJudge::Found LessonJudge::look(const NoticedCheck& check, const TypedStatement& typed) {
  const Found missing = say_("this was accepted without the notice that the step asks for ({codes}).",
                             {{"codes", joined(check.codes)}});
  if (typed.is_refused()) return missing;
  const auto is_asked = [&](const Diagnostic& each) { return has_code(check.codes, each); };
  if (std::ranges::any_of(typed.answer.notices, is_asked)) return std::nullopt;
  if (!typed.answer.is_statement) return missing;
  // Those of rows are complete when the rows were pulled, so a SELECT is read again.
  const std::vector<Diagnostic> notices =
      is_select(typed.text) ? read(without_semicolon(typed.text)).notices : typed.answer.rows.notices();
  return std::ranges::any_of(notices, is_asked) ? std::nullopt : missing;
}

bool LessonJudge::reads_more(const std::string& typed, const std::string& asked) const {
  const SchemaPointer schema = session_.schema();
  const auto cost_of = [&](const std::string& query) -> std::pair<std::uint64_t, std::size_t> {
    constexpr std::uint64_t kUnknown = ~std::uint64_t{0};
    const auto explained = explain_query(*schema, session_.keyspace(), query);
    const auto* const plan = std::get_if<Explanation>(&explained);
    if (plan == nullptr || plan->accesses.empty()) return {kUnknown, 0};
    return {plan->accesses.front().partitions.value_or(kUnknown), plan->accesses.front().filters.size()};
  };
  const auto [partitions, filters] = cost_of(typed);
  const auto [fewest, fewest_filters] = cost_of(asked);
  return partitions > fewest || filters > fewest_filters;
}

std::string LessonJudge::table_of(const std::string& query) const {
  const SchemaPointer schema = session_.schema();
  const auto explained = explain_query(*schema, session_.keyspace(), query);
  const auto* const plan = std::get_if<Explanation>(&explained);
  return plan == nullptr || plan->accesses.empty() ? std::string() : plan->accesses.front().table;
}

LessonJudge::Found LessonJudge::look(const AnswersCheck& check, const TypedStatement& typed) {
  if (typed.is_refused() || !is_select(typed.text)) return say_("the step asks for a SELECT.");
  const std::string query = without_semicolon(typed.text);
  try {
    const std::string table = table_of(query), asked_table = table_of(check.query);
    if (!table.empty() && !asked_table.empty() && table != asked_table)
      return say_("this reads {got}, and the step asks for a query of {expected}.",
                  {{"got", table}, {"expected", asked_table}});
    const Rows asked = read(check.query);
    const Rows got = read(query);
    if (got.columns != asked.columns)
      return say_("this answers {got|column|columns}, and the step asks for {expected}.",
                  {{"got", std::to_string(got.columns)}, {"expected", std::to_string(asked.columns)}});
    if (got.rows == asked.rows)
      return reads_more(query, check.query)
                 ? Found(say_("the rows are right, but this reads more partitions or rows than are needed."))
                 : std::nullopt;
    std::vector<std::string> sorted = got.rows, sorted_asked = asked.rows;
    std::ranges::sort(sorted);
    std::ranges::sort(sorted_asked);
    if (sorted == sorted_asked)
      return say_("these are the right rows in another order. The first row should be ({expected}).",
                  {{"expected", asked.rows.front()}});
    const auto [mine, right] = std::ranges::mismatch(got.rows, asked.rows);
    return say_(
        "this answers {got|row|rows}, and the step asks for {expected|row|rows}; row {number} should be "
        "{wanted}.",
        {{"got", std::to_string(got.rows.size())},
         {"expected", std::to_string(asked.rows.size())},
         {"number", std::to_string(right - asked.rows.begin() + 1)},
         {"wanted", right == asked.rows.end() ? "-" : "(" + *right + ")"}});
  } catch (const Refusal& refusal) {
    return title(refusal.diagnostic);
  }
}

LessonJudge::Found LessonJudge::look(const TypedCheck& check, const TypedStatement& typed) const {
  const bool begins = normal_form(typed.text).starts_with(normal_form(check.words));
  if (!typed.is_refused() && begins) return std::nullopt;
  return say_("the step asks for {what}.", {{"what", check.words}});
}

LessonJudge::Found LessonJudge::look(const HoldsCheck& check, const TypedStatement&) {
  try {
    const Rows got = read(check.query);
    if (got.rows == check.rows) return std::nullopt;
    const std::size_t from = begin_of_difference(got.rows, check.rows);
    return say_(
        "not yet: `{statement}` answers {what}, and the step asks for {expected}.",
        {{"statement", check.query}, {"what", shown(got.rows, from)}, {"expected", shown(check.rows, from)}});
  } catch (const Refusal& refusal) {
    return say_("not yet: `{statement}` is refused: {reason}.",
                {{"statement", check.query}, {"reason", title(refusal.diagnostic)}});
  }
}

LessonJudge::Found LessonJudge::look(const ServesCheck& check, const TypedStatement&) const {
  const SchemaPointer schema = session_.schema();
  const auto explained = explain_query(*schema, session_.keyspace(), check.query);
  if (const auto* const refusal = std::get_if<Diagnostic>(&explained))
    return say_("no table serves this query yet: `{statement}` ({reason}).",
                {{"statement", check.query}, {"reason", title(*refusal)}});
  const Explanation& plan = std::get<Explanation>(explained);
  if (!judge_explained(plan, PlanExpected())) return std::nullopt;
  const bool is_one = !plan.accesses.empty() && plan.accesses.front().partitions == 1;
  return say_(
      is_one ? CheckWords::Text("this query would still read rows that it does not return: `{statement}`")
             : CheckWords::Text("this query would still read more than one partition: `{statement}`"),
      {{"statement", check.query}});
}

LessonJudge::Found LessonJudge::look(const SplitsCheck& check, const TypedStatement&) const {
  const SchemaPointer schema = session_.schema();
  const auto explained = explain_query(*schema, session_.keyspace(), check.query);
  if (std::holds_alternative<Diagnostic>(explained)) return std::nullopt;
  return say_(
      "partitions are larger than the step asks for: one holds all that this query reads: `{statement}`",
      {{"statement", check.query}});
}

}  // namespace cellar
