// Collects the candidates that go on with what is being typed.
//
// In:      names, words, functions, literals; of them all that may be at the place.
// Out:     those that begin with what was typed, each once, in the order in which they came; names quoted where they
//          have to be, words in the case in which the person types.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "shell/completion/completion.h"

namespace cellar {

/// The text before the cursor that is to be replaced.
struct Prefix {
  enum class Kind : std::uint8_t { none, word, quoted_name, string };
  Kind kind = Kind::none;
  std::size_t begin = 0;  // byte of the text
  std::string typed{};    // as it is written
};

class Offers {
 public:
  /// `lower_case`: where the prefix does not tell, words are in lower case.
  Offers(Prefix prefix, bool lower_case) : prefix_(std::move(prefix)), lower_case_(lower_case) {}

  const Prefix& prefix() const { return prefix_; }
  std::size_t size() const { return candidates_.size(); }
  /// True if nothing is typed yet, an opening quote aside.
  bool begins() const { return prefix_.typed.empty() || prefix_.typed == "\""; }

  /// A name as the schema holds it. `behind` is typed behind it.
  void add_name(std::string_view name, std::string note = {}, std::string_view behind = {});
  /// The same, with a blank behind it.
  void add_name_and_blank(std::string_view name, std::string note = {});
  /// Words of the language, in capitals.
  void add_words(std::string_view words);
  /// Words that are in lower case if the prefix does not tell: types, functions.
  void add_lower_words(std::string_view words, std::string note = {}, bool blank_follows = false);
  /// Any other text, as it is: `'SimpleStrategy'`, `true`, `(`.
  void add_text(std::string_view text, std::string note = {}, bool blank_follows = false);

  Completions take() { return {prefix_.begin, std::move(candidates_)}; }

 private:
  bool fits(std::string_view text) const;
  void add(std::string text, std::string note, bool blank_follows);

  Prefix prefix_;
  bool lower_case_;
  std::vector<Candidate> candidates_{};
  std::set<std::string, std::less<>> texts_{};
};

}  // namespace cellar
