// What the grammar made of earlier texts, by their shape: a script that is refused line after line repeats its shapes,
// and the grammar costs more than all the rest of a refusal.
//
// In:      the text of a statement.
// Out:     the fault that the grammar finds in it, or its statement, with the literals of this text and the places of
//          an earlier one.
// Refused: nothing; a fault is data here, since a script may have one in each line.
//
// A fault serves another text if the two differ in literals that it does not depend on (LookedAt); a statement, if they
// differ in literals that fill slots. A text that differs from a refused one in other literals or in names has the same
// kinds of tokens, which are all that the grammar looks at: it is diagnosed without the grammar. Kept are statements
// that read or write rows; an EXPLAIN holds its own text. The memory is bounded: it is cleared when it is full.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "parser/diagnosis/syntax_error.h"
#include "parser/shape/shape_places.h"
#include "parser/statement/statement.h"

namespace cellar {

/// Is valid until the next call of any member of ParsedShapes.
struct ParsedText {
  std::optional<Diagnostic> fault;  // with the fix of that fault alone; its places are those of the text
  std::shared_ptr<const Statement> statement;  // if there is no fault
  const std::vector<ShapeLiteral>* origin;     // of the text whose places the statement has
  const std::vector<ShapeLiteral>* literals;   // of the text itself

  /// Gives a refusal of the statement the places of the text.
  void give_own_places(Diagnostic& refusal) const { move_spans(refusal, *origin, *literals); }
};

class ParsedShapes {
 public:
  /// Returns nothing if the text must be parsed.
  std::optional<ParsedText> find(std::string_view text);
  /// As above, but parses what is not known, and keeps it.
  ParsedText read(std::string_view text);
  static ParsedText read_anew(std::string_view text);
  /// Parses a text that is not known. Keeps its fault, if it has one, and returns it with the fix that mends all of its
  /// faults; otherwise sets the statement.
  std::optional<Diagnostic> parse(std::string_view text, std::shared_ptr<const Statement>& statement);
  /// Keeps the statement that parse() has made of a text, if it reads or writes rows. Nobody else may have it any more.
  void keep(std::string_view text, std::shared_ptr<Statement> statement);
  /// Gives the fault of a text the fix that mends all of its faults (parse() in parser/parser.h).
  void mend_all(std::string_view text, Diagnostic& fault);

 private:
  struct Member {
    std::optional<Diagnostic> fault;
    std::shared_ptr<Statement> statement;
    std::vector<ShapeLiteral> origin;
    std::vector<std::size_t> literal_of_slot;
  };
  /// The texts of one shape, which differ in the literals that matter.
  struct Family {
    std::vector<std::size_t> deciding;                // indexes of the literals that matter
    std::unordered_map<std::string, Member> members;  // by the texts of these literals
    std::shared_ptr<const SyntaxError> error;         // of a text of this shape
    std::vector<ShapeLiteral> origin;                 // of that text
  };

  /// A text with its fault, whose places are those of the text.
  struct Diagnosed {
    std::string text;
    Diagnostic fault;
  };

  std::optional<ParsedText> find_by_shape(std::string_view text);
  bool read_key(std::string_view text);
  Family& put(std::string_view text, std::vector<std::size_t> deciding, Member member);
  std::optional<ParsedText> diagnose_again(const Family& family, std::string_view text) const;
  void keep_fault(std::string_view text, const Diagnostic& fault, const LookedAt& looked_at);
  bool fill_slots(Member& member, std::string_view text) const;

  std::unordered_map<std::string, Family> families_;  // by the key of the shape
  std::size_t size_ = 0;                              // members of all families
  ShapeOfAny shape_;                                  // of the text that was read last
  /// Those that were found last. A statement is asked for when it runs and when it is reported, and so are the texts
  /// that its fixes lead to.
  std::array<Diagnosed, 8> diagnosed_;
  std::size_t next_diagnosed_ = 0;
};

}  // namespace cellar
