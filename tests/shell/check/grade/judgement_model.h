// What an answer must lose, by the model of the data alone.
//
// In:      a task of an exercise, the rows of one variant of its data, a table or a query that answers it.
// Out:     the rules that lose points, without lints.
// Refused: nothing: absent is what the model does not know, such as types of several values.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "answer_model.h"
#include "shell/check/grade/exercise.h"

namespace answer_model {

/// `variant` is null for the rows that are handed out.
struct Case {
  const cellar::Exercise& exercise;
  const cellar::Task& task;
  const cellar::HiddenVariant* variant;
};
using Rules = std::set<std::string>;  // "MR5"

std::optional<Rules> losses_of(const Case& judged, const Table& design);
/// `right` is the answer that says what is right for hidden rows.
std::optional<Rules> losses_of(const Case& judged, const Select& answer, const Select& right);
/// The table that the exercise gives for a query to read.
std::optional<Table> given_table(const cellar::Exercise& exercise, const std::string& name);

}  // namespace answer_model
