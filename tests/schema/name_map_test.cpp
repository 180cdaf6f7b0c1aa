#include "schema/name_map.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>

using namespace cellar;

namespace {

struct Thing {
  std::string name;
  int number = 0;
};

std::shared_ptr<const Thing> thing(std::string name, int number) {
  return std::make_shared<const Thing>(Thing{std::move(name), number});
}

std::map<std::string, int> content(const NameMap<Thing>& map) {
  std::map<std::string, int> all;
  std::string before;
  for (const auto& [name, held] : map) {
    CHECK((all.empty() || before < name));
    before = name;
    all[name] = held.number;
  }
  CHECK(all.size() == map.size());
  return all;
}

}  // namespace

TEST_CASE("a map of names holds what a std::map does, and its copies stay as they were") {
  std::mt19937 random(7);
  NameMap<Thing> map;
  std::map<std::string, int> model;
  std::vector<std::pair<NameMap<Thing>, std::map<std::string, int>>> copies;
  for (int step = 0; step < 6000; ++step) {
    const std::string name = "t" + std::to_string(random() % 700);
    // It grows, shrinks to nothing, and grows again.
    const bool erases = random() % 10 < (step / 2000 == 1 ? 9U : 2U);
    if (erases) {
      CHECK(map.erase(name) == (model.erase(name) == 1));
    } else if (random() % 2 == 0) {
      map.put(thing(name, step));
      model[name] = step;
    } else {
      map.edit(name).number = step;
      model[name] = step;
    }
    CHECK(map.contains(name) == model.contains(name));
    if (step % 500 == 0) copies.emplace_back(map, model);
  }
  CHECK(content(map) == model);
  for (const auto& [copy, then] : copies) CHECK(content(copy) == then);
  for (int number = 0; number < 700; ++number) {
    const std::string name = "t" + std::to_string(number);
    const auto found = map.find(name);
    REQUIRE((found != map.end()) == model.contains(name));
    if (found != map.end()) CHECK(found->second.number == model.at(name));
    CHECK((map.get(name) != nullptr) == model.contains(name));
  }
}

TEST_CASE("a map of names is made at once of things in order") {
  for (const std::size_t count : {0U, 1U, 63U, 64U, 65U, 128U, 1000U}) {
    std::vector<NameMap<Thing>::Pointer> things;
    for (std::size_t number = 0; number < count; ++number)
      things.push_back(thing(std::to_string(10'000 + number), static_cast<int>(number)));
    NameMap<Thing> map(things);
    CHECK(content(map).size() == count);
    for (const auto& one : things) CHECK(map.get(one->name) == one);
    map.put(thing("0", 1));
    CHECK(map.size() == count + 1);
    CHECK(map.begin()->first == "0");
  }
}

TEST_CASE("a change of a map of names leaves almost everything where it is") {
  std::vector<NameMap<Thing>::Pointer> things;
  for (int number = 0; number < 10'000; ++number)
    things.push_back(thing(std::to_string(10'000 + number), number));
  const NameMap<Thing> before(things);
  NameMap<Thing> after = before;
  after.put(thing("15000x", 1));
  std::size_t shared = 0;
  for (auto place = after.begin(); place != after.end(); ++place) shared += place.thing().use_count() > 2;
  // Things of the one chunk that was copied have an owner more: this chunk, the one before, and `things`.
  CHECK(shared <= 128);
}
