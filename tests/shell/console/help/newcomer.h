// A person at the prompt of an empty database, and what tests look at in the answers.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "shell/check/checked_answer.h"
#include "shell/connection/database_connection.h"

namespace cellar {

struct Newcomer {
  const Database database = Database::open_temporary();
  DatabaseConnection connection{database, Policy::teach};
  ShellSettings settings;
  CheckedConsole console{connection, settings};

  Newcomer() { connection.session().set_notices(Notices::all); }
  CheckedAnswer type(const std::string& text) { return console.answer(text); }
};

/// Has typed EXAMPLES.
struct Learner : Newcomer {
  Learner() { type("EXAMPLES"); }
};

inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t end; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1)) {
    lines.emplace_back(text.substr(0, end));
  }
  return lines;
}

inline std::string code_of(const CheckedAnswer& answer) {
  return answer.refusal ? std::string(answer.refusal->code()) : std::string();
}

inline bool answers_with(const CheckedAnswer& answer, std::string_view code) {
  if (answer.refusal) return answer.refusal->code() == code;
  return std::ranges::any_of(answer.notices,
                             [code](const Diagnostic& notice) { return notice.code() == code; });
}

}  // namespace cellar
