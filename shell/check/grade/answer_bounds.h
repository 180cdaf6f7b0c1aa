// How large what an answer says may become, before it is run: a short text may name more than any memory holds.
//
// In:      statements of an answer.
// Out:     whether they stay within the limits of the exercise.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "parser/statement/statement.h"
#include "shell/check/grade/words/phrase.h"

namespace cellar {

/// Types within types: each user type is copied wherever it is named, so that a few lines double it again and again.
class TypeBounds {
 public:
  /// Returns why the statement must not run; nothing for what makes no types.
  std::optional<Sentence> check(const Statement& statement);

 private:
  std::size_t parts_of(const TypeName& type) const;

  std::map<std::string, std::size_t> parts_;  // of the types of the answer, by name
};

/// How many rows the IN lists of a WHERE clause name: each value of one with each of the others.
std::size_t named_rows(const std::vector<Relation>& where);

}  // namespace cellar
