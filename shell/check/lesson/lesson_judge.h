// Judges whether a check of a lesson holds, by what the student's tables and rows do.
//
// In:      the lesson's database, the keyspace in use, and what was typed with its answer.
// Out:     nothing if the check holds; else what was found, in the language.
// Refused: nothing: what refuses a query of a check is what was found.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "database/database.h"
#include "shell/check/words/check_words.h"
#include "shell/console/answer.h"
#include "shell/teach/lesson/lesson.h"

namespace cellar {

struct TypedStatement {
  std::string_view text;
  const Answer& answer;

  bool is_refused() const { return answer.outcome != Outcome::done; }
  /// Also that of a text which a command has read, as ADVISE LAST does. Null if there is none.
  const Diagnostic* refusal() const;
};

class LessonJudge {
 public:
  /// Reads in a session of its own, under the policy `teach`.
  LessonJudge(const Database& database, const std::string& keyspace, Language language);

  std::optional<std::string> judge(const LessonCheck& check, const TypedStatement& typed);

 private:
  struct Rows {
    std::size_t columns = 0;
    std::vector<std::string> rows;  // as literals, separated by commas
    std::vector<Diagnostic> notices;
  };
  using Found = std::optional<std::string>;

  Rows read(const std::string& query);
  /// Returns whether the typed query reads more than the asked one.
  bool reads_more(const std::string& typed, const std::string& asked) const;
  /// Returns the table that a query reads, with its keyspace; empty if that is not known.
  std::string table_of(const std::string& query) const;
  std::string title(const Diagnostic& refusal) const;

  Found look(const RefusedCheck& check, const TypedStatement& typed) const;
  Found look(const NoticedCheck& check, const TypedStatement& typed);
  Found look(const AnswersCheck& check, const TypedStatement& typed);
  Found look(const TypedCheck& check, const TypedStatement& typed) const;
  Found look(const HoldsCheck& check, const TypedStatement& typed);
  Found look(const ServesCheck& check, const TypedStatement& typed) const;
  Found look(const SplitsCheck& check, const TypedStatement& typed) const;

  Session session_;
  CheckWords::Speech say_;
};

}  // namespace cellar
