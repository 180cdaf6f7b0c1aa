// Statements with one random edit: whatever is refused is refused in words that help. CELLAR_EDITS says how many
// edits each statement gets; without it, every eighth statement gets one.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "parser/splitter.h"
#include "parsing.h"
#include "refusal/messages.h"
#include "types/text/text.h"

using namespace cellar;

namespace {

std::vector<std::string> statements_of_scripts() {
  std::vector<std::string> statements;
  for (const std::string folder : {"/tests/cql", "/tests/conformance"}) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(CELLAR_SOURCE_DIR + folder))
      if (entry.path().extension() == ".cql") paths.push_back(entry.path());
    std::ranges::sort(paths);
    for (const std::filesystem::path& path : paths) {
      std::stringstream text;
      text << std::ifstream(path).rdbuf();
      Splitter splitter;
      splitter.feed(text.str());
      while (const auto statement = splitter.next()) statements.emplace_back(statement->text);
    }
  }
  return statements;
}

/// Words, strings, blanks, and each other character alone.
std::vector<std::string> pieces_of(std::string_view text) {
  const auto is_word = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  std::vector<std::string> pieces;
  while (!text.empty()) {
    std::size_t length = std::max<std::size_t>(character_length(text, 0), 1);
    if (text[0] == '\'') {
      const std::size_t close = text.find('\'', 1);
      length = close == text.npos ? text.size() : close + 1;
    } else if (is_word(text[0])) {
      while (length < text.size() && is_word(text[length])) ++length;
    }
    pieces.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return pieces;
}

std::string joined_pieces(const std::vector<std::string>& pieces) {
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  return text;
}

std::string with_an_edit(std::vector<std::string> pieces, const std::vector<std::string>& others,
                         std::mt19937& random) {
  const auto place = pieces.begin() + static_cast<std::ptrdiff_t>(random() % pieces.size());
  switch (random() % 5) {
    case 0:
      pieces.erase(place);
      break;
    case 1:
      pieces.insert(place, *place);
      break;
    case 2:
      std::iter_swap(place, pieces.begin() + static_cast<std::ptrdiff_t>(random() % pieces.size()));
      break;
    case 3:
      *place = others[random() % others.size()];
      break;
    default:
      pieces.erase(place, pieces.end());
  }
  return joined_pieces(pieces);
}

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
