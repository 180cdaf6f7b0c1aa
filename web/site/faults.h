// What a page is told in the place of an answer.
//
// In:      why there is none.
// Out:     {"fault": WORD}, which the page says in the student's language; or a text in English about a message that no page
//          sends.
// Refused: nothing.
#pragma once

#include <exception>
#include <string_view>

#include "web/http/http_message.h"
#include "web/student/class_state.h"

namespace cellar {

inline constexpr std::string_view kJson = "application/json";

/// A message that is refused while the class is frozen, and after its end.
struct ClassNotOpen : public std::exception {
  explicit ClassNotOpen(ClassPhase is) : phase(is) {}
  ClassPhase phase;
};

/// `word`: one of those that site.h lists.
HttpResponse fault(unsigned status, std::string_view word);
/// Of what a message has thrown.
HttpResponse fault_of(const std::exception_ptr& thrown);

}  // namespace cellar
