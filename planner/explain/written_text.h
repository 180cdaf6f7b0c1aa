// The parts of a statement as they are written.
//
// In:      the text of a statement with its slots; nodes of its plan.
// Out:     the text of a node; the bytes of a value that is known before the statement runs.
// Refused: nothing.
#pragma once

#include <optional>
#include <string>

#include "planner/plan/node.h"
#include "planner/words/planner_words.h"

namespace cellar {

class WrittenText {
 public:
  WrittenText(std::string_view text, const std::vector<SlotSource>& sources, Language language)
      : text_(text), sources_(sources), language_(language) {}

  /// With one blank where the statement has blanks and ends of lines.
  std::string of(Span span) const;
  std::string of(const Node& node) const;
  /// The language of what is said beside it.
  Language language() const { return language_; }
  std::string say(PlannerWords::Text text, const Parameters& parameters = {}) const {
    return PlannerWords::say(language_, text, parameters);
  }
  /// Returns true if the value is a member of a JSON document.
  bool is_of_document(const Node& node) const;
  /// Returns nothing for markers, for calls, and for literals of collections.
  std::optional<std::string> bytes_of(const Node& node) const;

 private:
  std::string_view text_;
  const std::vector<SlotSource>& sources_;
  Language language_;
};

}  // namespace cellar
