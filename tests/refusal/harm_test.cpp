// The messages that hurt on a cluster are messages, and come with an answer.
#include <catch2/catch.hpp>
#include <set>

#include "refusal/harm.h"
#include "refusal/messages.h"
#include "refusal/render.h"

using namespace cellar;

TEST_CASE("what hurts on a cluster is a notice or a lint, and is listed once") {
  std::set<std::string_view> ids;
  for (const HarmfulMessage& each : harmful_messages()) {
    INFO(each.id);
    REQUIRE(find_message(each.id) != nullptr);
    CHECK(is_notice(Diagnostic{each.id, {}, {}, std::nullopt}));
    CHECK(ids.insert(each.id).second);
    CHECK(each.harm != Harm::none);
    CHECK(harm_of(each.id) == each.harm);
  }
  CHECK(ids.size() > 30);
  CHECK(harm_of("no_where") == Harm::none);
  CHECK(harm_of("nosuch") == Harm::none);
}
