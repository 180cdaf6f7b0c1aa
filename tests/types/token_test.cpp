#include "types/token.h"

#include <catch2/catch.hpp>

#include "types/number/number.h"

namespace cellar::test {

TEST_CASE("tokens are those of Cassandra") {
  const auto big = [](char fill, char last) { return std::string(7, fill) + last; };
  CHECK(token_of({big('\0', 0)}) == 2945182322382062539);
  CHECK(token_of({big('\0', 1)}) == 6292367497774912474);
  CHECK(token_of({big('\xFF', '\xFF')}) == 7071048584287372947);
  CHECK(token_of({big('\0', 5)}) == 4464361019114304900);
  CHECK(token_of({encode_int32(0)}) == -3485513579396041028);
  // Over 16 bytes: the list ['b', 'a', 'b'].
  CHECK(token_of({encode_int32(3) + encode_int32(1) + "b" + encode_int32(1) + "a" + encode_int32(1) + "b"}) ==
        -4108286415044737564);
  CHECK(token_of({"x", encode_int32(1)}) == 6941770900066266162);
  CHECK(token_of({"", encode_int32(0)}) == -150644895381498316);
}

}  // namespace cellar::test
