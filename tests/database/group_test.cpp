// Groups that are committed behind mean what statements mean that are durable one by one.

#include <random>

#include "fixture.h"

namespace cellar {

namespace {

class Dice {
 public:
  int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }

  std::string write(int number) {
    const std::string partition = std::to_string(roll(20)), row = std::to_string(roll(300));
    const std::string value = std::to_string(number), place = " WHERE p = " + partition + " AND c = " + row;
    switch (roll(20)) {
      case 0:
        return "DELETE FROM t" + place;
      case 1:
        return "DELETE FROM t WHERE p = " + partition + " AND c > " + row + " AND c < 200";
      case 2:
        return "UPDATE t SET s = s + {" + value + "}" + place;
      case 3:
        return "UPDATE t SET fixed = " + value + " WHERE p = " + partition;
      case 4:
        return "INSERT INTO t (p, c, v) VALUES (" + partition + ", " + row + ", '" + std::string(5'000, 'x') +
               "')";
      case 5:
        return "DELETE v FROM t" + place;
      case 6:
        return "UPDATE t SET v = 'changed " + value + "'" + place;
      default:
        return "INSERT INTO t (p, c, v) VALUES (" + partition + ", " + row + ", 'value " + value + "')";
    }
  }

 private:
  std::mt19937 random_{7};
};

}  // namespace

TEST_CASE("what groups leave does not depend on where they end") {
  Fixture one_by_one, in_groups;
  for (Fixture* fixture : {&one_by_one, &in_groups}) {
    fixture->run({"CREATE TABLE t (p int, c int, v text, s set<int>, fixed int static, PRIMARY KEY (p, c))"});
  }
  in_groups.session.begin_group();
  Dice dice;
  int until_end = 0, until_read = 0;
  for (int number = 0; number < 60'000; ++number) {
    const std::string statement = dice.write(number);
    one_by_one.session.execute(statement);
    in_groups.session.execute(statement);
    if (until_end-- == 0) {
      in_groups.session.commit_group_async();
      until_end = dice.roll(dice.roll(2) == 0 ? 10 : 20'000);
    }
    if (until_read-- == 0) {
      const std::string read = "SELECT * FROM t WHERE p = " + std::to_string(dice.roll(20));
      REQUIRE(in_groups.rows(read) == one_by_one.rows(read));
      until_read = dice.roll(dice.roll(2) == 0 ? 10 : 12'000);
    }
  }
  in_groups.session.commit_group();
  REQUIRE(in_groups.rows("SELECT * FROM t") == one_by_one.rows("SELECT * FROM t"));
}

}  // namespace cellar
