// What a program knows of a statement of its workload, in a comment before it:
//
//     -- @query show_hotel after=search,map times=500
//
// In:      the comments before a statement.
// Out:     its name, the queries whose answer leads to it, and how often it runs beside the others. Each may be left out.
// Refused: nothing. A directive that is not of this form is handed out as a fault, for those who report it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cellar {

struct QueryDirective {
  std::string name;                // empty: the query goes by its number
  std::vector<std::string> after;  // names of other queries
  std::uint64_t times = 1;
  std::string fault;  // the directive that is not of its form; empty: there is none
};

QueryDirective read_query_directive(std::string_view comments);

}  // namespace cellar
