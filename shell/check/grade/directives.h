// Splits the file of an exercise, or of an answer, at its directives.
//
// In:      a text. A directive is a comment at the margin, `-- @word ...`; comments that follow it at once and are indented
//          by two blanks or more go on with it.
// Out:     the directives in their order, each with the lines that follow it up to the next one.
// Refused: through refuse_directive(), by whoever reads the directives: a WrongExercise with file and line.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/check/grade/exercise.h"
#include "shell/console/answer.h"

namespace cellar {

struct Directive {
  std::string word;       // "task"
  std::string arguments;  // one line
  std::size_t line = 1;
  std::string first_line;        // as written
  PlacedText body;               // the lines that follow, as written
  std::vector<PlacedText> rows;  // of comments `-- | ...`, what is behind the bar
};

struct DirectiveText {
  std::string before;  // the first directive
  std::vector<Directive> directives;
};
DirectiveText split_directives(std::string_view text);

/// An exercise that cannot be graded, with the place of its fault.
class WrongExercise : public std::exception {
 public:
  explicit WrongExercise(PlacedDiagnostic of_text) : fault(std::move(of_text)) {}
  const char* what() const noexcept override { return "wrong exercise"; }

  PlacedDiagnostic fault;
};

/// A directive of a file, for messages.
struct DirectivePlace {
  const std::string& file;
  const Directive& directive;
};
/// `blamed` is what of the first line is wrong; nothing for all of it.
[[noreturn]] void refuse_directive(const DirectivePlace& place, std::string_view id, Parameters parameters,
                                   std::optional<Span> blamed = std::nullopt);
/// The same for a directive that was read before.
[[noreturn]] void refuse_directive(const std::string& file, const PlacedText& first_line, std::string_view id,
                                   Parameters parameters);

/// The words of a directive, from left to right: bare words, texts in double quotes, `name=value`.
class DirectiveWords {
 public:
  /// `form` shows how the directive is written.
  DirectiveWords(const DirectivePlace& place, std::string_view form)
      : place_(place), form_(form), rest_(place.directive.arguments) {}

  bool at_end();
  /// Returns the next word; refuses the directive at its end.
  std::string_view next();
  /// Returns the next text in double quotes, without them; refuses anything else.
  std::string_view next_text();
  /// Passes the word if it comes next.
  bool take(std::string_view word);
  /// Returns all that is left.
  std::string_view rest();
  /// Returns words that are separated by commas, up to the word `from` or the end.
  std::vector<std::string> list();
  /// From now on the directive should have been written like this.
  void set_form(std::string_view form) { form_ = form; }
  /// Refuses the directive for the word that was returned last.
  [[noreturn]] void refuse() const;
  /// The same for the next word, or for the one that is missing.
  [[noreturn]] void refuse_next();

 private:
  void skip_blanks();
  [[noreturn]] void refuse(std::string_view word) const;

  DirectivePlace place_;
  std::string_view form_;
  std::string_view rest_;
  std::string_view last_;  // returned by next(), next_text() or rest(), as it is in the directive
};

/// "2", "2.5" or "2pt" as hundredths of a point; nothing for other words.
std::optional<int> hundredths_of(std::string_view word);
/// Digits alone.
std::optional<std::uint64_t> count_of(std::string_view word);
/// The cells of a row: separated by commas, in double quotes where a comma is part of one, trimmed.
std::vector<std::string> cells_of(std::string_view row);

}  // namespace cellar
