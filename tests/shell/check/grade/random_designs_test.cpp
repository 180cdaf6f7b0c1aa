// Random tables, right and wrong, against a model of the rules that knows neither the planner nor the store.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>
#include <set>

#include "exercise_texts.h"

using namespace cellar;
using Names = std::vector<std::string>;

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

struct Design {
  Names partition, clustering;
  std::set<std::string> columns;     // all there are
  std::set<std::string> descending;  // of the clustering columns
  std::string at_type = "int";

  std::string text() const {
    std::string all, key, order;
    for (const std::string& column : columns)
      all += column + (column == "at" ? " " + at_type : column == "id" ? " int" : " text") + ", ";
    for (const std::string& column : partition) key += (key.empty() ? "(" : ", ") + column;
    key += ")";
    for (const std::string& column : clustering) {
      key += ", " + column;
      order += (order.empty() ? "" : ", ") + column + (descending.count(column) == 1 ? " DESC" : " ASC");
    }
    return "CREATE TABLE t (" + all + "PRIMARY KEY (" + key + "))" +
           (order.empty() ? "" : " WITH CLUSTERING ORDER BY (" + order + ")") + ";\n";
  }
};

Design random_design(std::mt19937& random) {
  Design design;
  Names columns = kColumns;
  std::shuffle(columns.begin(), columns.end(), random);
  // Half of the tables are near to a right one, so that single faults are frequent.
  if (random() % 2 == 0) columns = {"author", "topic", "at", "id"};
  if (random() % 4 == 0) std::swap(columns[random() % 4], columns[random() % 4]);
  const std::size_t partition = 1 + random() % 3, key = partition + random() % (5 - partition);
  for (std::size_t i = 0; i < key; ++i)
    (i < partition ? design.partition : design.clustering).push_back(columns[i]);
  design.columns = {columns.begin(), columns.end()};
  if (key < 4 && random() % 4 == 0) design.columns.erase(columns[3]);
  for (const std::string& column : design.clustering)
    if (random() % 3 == 0) design.descending.insert(column);
  if (random() % 5 == 0) design.at_type = "bigint";
  return design;
}

bool is_fixed(const std::string& column) { return column == "author" || column == "topic"; }

bool finds_partition(const Design& design) {
  if (!std::all_of(design.partition.begin(), design.partition.end(), is_fixed)) return false;
  std::size_t fixed = design.partition.size();
  for (const std::string& column : design.clustering) {
    if (!is_fixed(column)) break;
    ++fixed;
  }
  return fixed == 2;
}

bool slices(const Design& design) {
  const auto at = std::find(design.clustering.begin(), design.clustering.end(), "at");
  return at != design.clustering.end() && std::all_of(design.clustering.begin(), at, is_fixed);
}

bool keeps_all(const Design& design) {
  if (design.columns.size() < kColumns.size()) return false;
  std::set<Names> keys;
  for (const Names& row : kRows) {
    Names key;
    for (const Names& part : {design.partition, design.clustering})
      for (const std::string& column : part)
        key.push_back(row[static_cast<std::size_t>(std::find(kColumns.begin(), kColumns.end(), column) -
                                                   kColumns.begin())]);
    keys.insert(key);
  }
  return keys.size() == kRows.size();
}

Names expected_losses(const Design& design) {
  Names losses;
  if (design.columns.size() < kColumns.size()) losses.push_back("T1.MR1");
  if (!finds_partition(design)) losses.push_back("T1.MR2");
  // One column of order: it is served in either direction, if it comes first behind what the query fixes.
  if (!slices(design)) losses.insert(losses.end(), {"T1.MR3", "T1.MR4"});
  if (!keeps_all(design)) losses.push_back("T1.MR5");
  const bool lacks_typed = design.columns.count("at") == 0 || design.columns.count("id") == 0;
  if (design.at_type != "int" || lacks_typed) losses.push_back("T1.types");
  return losses;
}

}  // namespace

TEST_CASE("random designs are judged as a model of the rules judges them") {
  const char* number = std::getenv("CELLAR_SEQUENCES");
  const int designs = number == nullptr ? 300 : std::atoi(number);
  std::mt19937 random(20250101);
  const Exercise exercise = exercise_of(kExercise);
  std::set<Names> seen;
  for (int i = 0; i < designs; ++i) {
    const Design design = random_design(random);
    INFO(design.text());
    const Names losses = grade_of(exercise, "-- @answer T1\n" + design.text()).losses();
    CHECK(losses == expected_losses(design));
    seen.insert(losses);
  }
  CHECK(seen.size() > 8);
}
