// Changes of an answer, such as people make.
//
// In:      a table or a query, which is changed; numbers at random.
// Out:     what was changed, as words. Some changes make no difference, and some are refused by CQL.
// Refused: nothing.
#pragma once

#include <random>
#include <string>

#include "answer_model.h"

std::string mutate(answer_model::Table& table, std::mt19937& random);
std::string mutate(answer_model::Select& select, std::mt19937& random);
