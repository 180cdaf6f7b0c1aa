// Right answers of the exercises, changed at random: the grader judges each as the model of the data does (judgement_model.h).
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>

#include "answer_mutations.h"
#include "exercise_texts.h"
#include "judgement_model.h"
#include "shell/check/grade/exercise_files.h"

using namespace cellar;

namespace {

/// One task of an exercise that the model knows, alone, with a right answer to it.
struct KnownTask {
  Exercise exercise;
  TeacherAnswers teacher;
  std::optional<answer_model::Table> table;  // one of the two is the right answer
  std::optional<answer_model::Select> select;
  answer_model::Select first;  // the right answer that says what is right for hidden rows

  const Task& task() const { return exercise.tasks.front(); }
  std::string name() const { return exercise.id + " " + task().id; }
};

/// The rules that the model takes; nothing if it does not know.
std::optional<answer_model::Rules> expected_losses(const KnownTask& known) {
  answer_model::Rules rules;
  std::vector<const HiddenVariant*> variants{nullptr};
  for (const HiddenVariant& hidden : known.teacher.hidden) variants.push_back(&hidden);
  for (const HiddenVariant* variant : variants) {
    const answer_model::Case judged{known.exercise, known.task(), variant};
    const std::optional<answer_model::Rules> lost =
        known.table ? answer_model::losses_of(judged, *known.table)
                    : answer_model::losses_of(judged, *known.select, known.first);
    if (!lost) return std::nullopt;
    rules.insert(lost->begin(), lost->end());
  }
  return rules;
}

/// Lints and times to live are left out: they are judged by their own tests.
answer_model::Rules losses_of_grader(const KnownTask& known) {
  const std::string answer = known.table ? known.table->text() : known.select->text();
  StudentAnswer student;
  student.parts[known.task().id] = {answer, 1};
  answer_model::Rules rules;
  const Grade grade = grade_answer(known.exercise, &known.teacher, student, "answer.cql");
  for (const GradedCheck& check : grade.tasks.front().checks)
    if (!check.passed() && check.rule != "lint" && check.rule != "ttl") rules.insert(check.rule);
  return rules;
}

void add_known(const Exercise& exercise, const TeacherAnswers& teacher, const Task& task,
               std::vector<KnownTask>& known) {
  for (const SampleAnswer& sample : teacher.samples) {
    const auto part = sample.parts.find(task.id);
    if (!sample.is_right || part == sample.parts.end()) continue;
    const std::vector<std::string> statements = answer_model::statements_of(part->second.text);
    if (statements.size() != 1) continue;
    KnownTask one{exercise, teacher, std::nullopt, std::nullopt, {}};
    one.exercise.tasks = {task};
    if (task.asks_for_table()) {
      one.table = answer_model::read_table(statements.front());
    } else if (!task.asks_for_words()) {
      one.select = answer_model::read_select(statements.front());
      const auto first = std::ranges::find(teacher.samples, true, &SampleAnswer::is_right);
      const auto right = first->parts.find(task.id);
      if (one.select && right != first->parts.end())
        one.first = answer_model::read_select(answer_model::statements_of(right->second.text).front())
                        .value_or(*one.select);
    }
    if ((one.table || one.select) && expected_losses(one)) known.push_back(one);
  }
}

std::vector<KnownTask> known_tasks() {
  std::vector<KnownTask> known;
  for (const SpokenExercise& each : shipped_exercises()) {
    const Exercise& exercise = each.original.exercise;
    for (const Task& task : exercise.tasks) add_known(exercise, *each.original.teacher, task, known);
  }
  return known;
}

#ifdef __SANITIZE_ADDRESS__
constexpr int kMutations = 200;  // the judgements are looked at without the sanitizer; here it is the memory
#else
constexpr int kMutations = 2'000;
#endif

}  // namespace

TEST_CASE("random mutations of right answers are judged as a model of the data judges them") {
  const char* number = std::getenv("CELLAR_SEQUENCES");
  const int mutations = number == nullptr ? kMutations : std::atoi(number);
  const std::vector<KnownTask> known = known_tasks();
  REQUIRE(known.size() > 10);
  for (const KnownTask& right : known) {
    INFO(right.name());
    CHECK(*expected_losses(right) == answer_model::Rules());
  }
  std::mt19937 random(20250102);
  std::map<std::string, int> lost;
  int judged = 0;
  for (int i = 0; judged < mutations && i < 2 * mutations; ++i) {
    KnownTask mutant = known[random() % known.size()];
    const std::string change = mutant.table ? mutate(*mutant.table, random) : mutate(*mutant.select, random);
    const std::optional<answer_model::Rules> expected = expected_losses(mutant);
    if (!expected) continue;
    ++judged;
    INFO(mutant.name() << ": " << change << "\n"
                       << (mutant.table ? mutant.table->text() : mutant.select->text()));
    CHECK(losses_of_grader(mutant) == *expected);
    for (const std::string& rule : *expected) ++lost[rule];
    if (expected->empty()) ++lost["nothing"];
  }
  CHECK(judged == mutations);
  CHECK(lost.size() > 9);
}
