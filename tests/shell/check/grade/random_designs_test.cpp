// Random tables, right and wrong, against the model of the data (answer_model.h), which knows neither the planner nor the store.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>
#include <set>

#include "exercise_texts.h"
#include "judgement_model.h"

using namespace cellar;
using answer_model::Names;

namespace {

const Names kColumns{"author", "topic", "at", "id"};
const std::vector<Names> kRows{{"ann", "x", "1", "1"}, {"ann", "x", "2", "2"}, {"ann", "x", "2", "3"},
                               {"ann", "y", "3", "4"}, {"bob", "x", "2", "2"}, {"ann", "x", "4", "2"},
                               {"ann", "x", "3", "5"}};

const std::string kExercise = [] {
  std::string text = "-- @exercise e \"E\" points=10\n-- @data d (author text, topic text, at int, id int)\n";
  for (const Names& row : kRows)
    text += "-- | " + row[0] + ", " + row[1] + ", " + row[2] + ", " + row[3] + "\n";
  return text +
         "-- @task T1 design 10pt \"t\"\n"
         "-- @query T1.Q1 SELECT at, id FROM $T1 WHERE author = 'ann' AND topic = 'x' AND at > 1 ORDER BY at "
         "DESC\n"
         "-- @expect T1.Q1 plan partitions=1 filtered=no\n-- @expect T1.Q1 rows ordered from d\n"
         "-- @expect T1 unique author, topic, at, id from d\n-- @expect T1 types at=int id=int\n";
}();

answer_model::Table random_design(std::mt19937& random) {
  answer_model::Table design;
  design.name = "t";
  Names columns = kColumns;
  std::shuffle(columns.begin(), columns.end(), random);
  // Half of the tables are near to a right one, so that single faults are frequent.
  if (random() % 2 == 0) columns = {"author", "topic", "at", "id"};
  if (random() % 4 == 0) std::swap(columns[random() % 4], columns[random() % 4]);
  const std::size_t partition = 1 + random() % 3, key = partition + random() % (5 - partition);
  for (std::size_t i = 0; i < key; ++i)
    (i < partition ? design.partition : design.clustering).push_back(columns[i]);
  if (key < 4 && random() % 4 == 0) columns.pop_back();
  const std::string at_type = random() % 5 == 0 ? "bigint" : "int";
  for (const std::string& column : columns)
    design.columns.push_back({column, column == "at" ? at_type : column == "id" ? "int" : "text", false});
  for (const std::string& column : design.clustering)
    if (random() % 3 == 0) design.descending.insert(column);
  return design;
}

}  // namespace

TEST_CASE("random designs are judged as a model of the rules judges them") {
  const char* number = std::getenv("CELLAR_SEQUENCES");
  const int designs = number == nullptr ? 300 : std::atoi(number);
  std::mt19937 random(20250101);
  const Exercise exercise = exercise_of(kExercise);
  std::set<Names> seen;
  for (int i = 0; i < designs; ++i) {
    const answer_model::Table design = random_design(random);
    INFO(design.text());
    const Names losses = grade_of(exercise, "-- @answer T1\n" + design.text()).losses();
    Names expected;
    const auto rules = answer_model::losses_of({exercise, exercise.tasks.front(), nullptr}, design);
    for (const std::string& rule : *rules) expected.push_back("T1." + rule);
    CHECK(losses == expected);
    seen.insert(losses);
  }
  CHECK(seen.size() > 8);
}
