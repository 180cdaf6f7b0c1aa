// A visitor of variants that is put together from functions, one for each alternative.
//
// In:      the functions.
// Out:     an object for std::visit that calls the one which takes the alternative.
// Refused: nothing.
#pragma once

namespace cellar {

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // clang 14 does not deduce it for aggregates

}  // namespace cellar
