// Statements with one random edit: whatever is refused is refused in words that help. CELLAR_EDITS says how many
// edits each statement gets; without it, every eighth statement gets one.
#include <cstdlib>

#include "edited_statements.h"
#include "parsing.h"
#include "refusal/messages.h"
#include "types/text/text.h"

using namespace cellar;

namespace {

bool lies_within(const Span& span, std::string_view text) {
  return span.begin <= span.end && span.end <= text.size();
}

void check_words(const Diagnostic& fault) {
  const Message* message = find_message(fault.id);
  REQUIRE(message != nullptr);
  CHECK(!message->code.empty());
  const bool quotes_brace = std::ranges::any_of(fault.parameters, [](const Parameter& parameter) {
    return parameter.value.find('{') != std::string::npos;
  });
  CHECK((quotes_brace || fill(message->title, fault.parameters).find('{') == std::string::npos));
  const std::string why = fill(message->why, fault.parameters), fix = fill(message->fix, fault.parameters);
  CHECK(why.find("Expected .") == std::string::npos);
  if (fault.id == "syntax") CHECK(why.size() > std::string("Expected .").size());
  CHECK_FALSE((message->title.find("not expected") != message->title.npos && why.empty() && fix.empty()));
}

/// A fix is put in as a whole, and helps: the same fault at the same place does not come back.
void check_fix(const std::string& text, const Diagnostic& fault) {
  if (!fault.fix) return;
  CHECK(lies_within(fault.fix->span, text));
  const std::string better = mended(text);
  INFO("mended: " << better);
  CHECK(is_valid_utf8(better));
  CHECK(better != text);
  const std::optional<Diagnostic> next = refusal_of(better);
  CHECK_FALSE((next && next->id == fault.id && next->span == fault.span));
}

}  // namespace

TEST_CASE("a statement with one random edit is refused in words that help") {
  const std::vector<std::string> statements = statements_of_scripts();
  REQUIRE(statements.size() > 5000);
  const char* const edits = std::getenv("CELLAR_EDITS");
  const std::size_t step = edits == nullptr ? 8 : 1;
  const int edits_each = edits == nullptr ? 1 : std::atoi(edits);
  std::size_t refused = 0;
  std::mt19937 random(12);
  std::vector<std::string> others = {"，", "；", "‘", "(", ")", ",", "SELECT", "OR", "#", "\"x\"", "->", "$"};
  for (std::size_t index = 0; index < statements.size(); index += step) {
    const std::vector<std::string> pieces = pieces_of(statements[index]);
    if (pieces.empty() || statements[index].size() > 2'000) continue;
    for (int edit = 0; edit < edits_each; ++edit) {
      const std::string text = with_an_edit(pieces, others, random);
      INFO(text);
      const std::optional<Diagnostic> fault_of_edit = refusal_of(text);
      if (!fault_of_edit) continue;
      ++refused;
      check_words(*fault_of_edit);
      CHECK(lies_within(fault_of_edit->span, text));
      for (const Span& span : fault_of_edit->repeated) CHECK(lies_within(span, text));
      if (fault_of_edit->related) CHECK(lies_within(*fault_of_edit->related, text));
      check_fix(text, *fault_of_edit);
    }
    others[random() % others.size()] = pieces[random() % pieces.size()];
  }
  CHECK(refused > 300);
}
