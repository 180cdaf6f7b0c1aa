// Statements planned against a small schema, for the tests of the planner.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "parser/parser.h"
#include "parser/statement/statement.h"
#include "planner/plan.h"
#include "planner/plan/definition_plan.h"
#include "planner/plan/write_plan.h"
#include "planner/planner.h"
#include "refusal/messages.h"

namespace cellar::test {

/// Keyspace `class` in use, with the tables of `kTables` in planning.cpp.
const Schema& school();

Plan plan_text(std::string_view text, Policy policy = Policy::cassandra);

template <typename Kind>
Kind plan_as(std::string_view text, Policy policy = Policy::cassandra) {
  Plan plan = plan_text(text, policy);
  if constexpr (std::is_constructible_v<WritePlan, Kind>) {
    return std::get<Kind>(std::move(std::get<WritePlan>(plan.node)));
  } else if constexpr (std::is_constructible_v<DefinitionPlan, Kind>) {
    return std::get<Kind>(std::move(std::get<DefinitionPlan>(plan.node)));
  } else {
    return std::get<Kind>(std::move(plan.node));
  }
}

/// What a statement is refused with; empty if it is not.
struct Refused {
  std::string code;
  std::string id;
  std::string blamed;  // the text under its span
  std::string words;   // title, why and fix, filled in
  std::string table;   // the CREATE TABLE that it proposes
  ErrorClass error_class = ErrorClass::invalid;
};
Refused refused(std::string_view text, Policy policy = Policy::cassandra);

struct Case {
  const char* text;
  const char* code;
  const char* blamed;
};
void check(const std::vector<Case>& cases, Policy policy = Policy::cassandra);
void check_accepted(const std::vector<const char*>& texts, Policy policy = Policy::cassandra);

}  // namespace cellar::test
