#include "shell/completion/command_form.h"

#include <algorithm>
#include <functional>

#include "types/text/text.h"

namespace cellar {

namespace {

struct FormItem {
  std::vector<std::string> words;                 // a choice; empty: `optional`
  std::vector<std::vector<FormItem>> optional{};  // forms of which one may be there
};
using FormSequence = std::vector<FormItem>;

class FormReader {
 public:
  explicit FormReader(std::string_view form) : rest_(form) {}

  std::vector<FormSequence> read_forms() {
    std::vector<FormSequence> forms(1);
    while (true) {
      rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
      if (rest_.empty() || rest_.front() == ']') break;
      if (rest_.starts_with("| ")) {
        rest_.remove_prefix(1);
        forms.emplace_back();
      } else if (rest_.front() == '[') {
        rest_.remove_prefix(1);
        forms.back().push_back({{}, read_forms()});
        if (!rest_.empty()) rest_.remove_prefix(1);
      } else {
        forms.back().push_back(read_words());
      }
    }
    return forms;
  }

 private:
  FormItem read_words() {
    const std::size_t end = std::min(rest_.find_first_of(" []"), rest_.size());
    std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end);
    FormItem item;
    while (!text.empty()) {
      const std::size_t bar = std::min(text.find('|'), text.size());
      item.words.emplace_back(text.substr(0, bar));
      text.remove_prefix(std::min(bar + 1, text.size()));
    }
    return item;
  }

  std::string_view rest_;
};

bool is_literal(std::string_view word) { return word.front() >= 'A' && word.front() <= 'Z'; }
/// True for `teach|cassandra`. Among words in capitals, as in `ON|OFF|rows`, the others name what is to be typed.
bool is_choice_of_words(const FormItem& item) {
  const auto is_word = [](const std::string& word) { return word.front() >= 'a' && word.front() <= 'z'; };
  return item.words.size() > 1 && std::ranges::all_of(item.words, is_word);
}

bool is_anything(const FormItem& item) {
  return !item.words.empty() && item.words.front().starts_with("...");
}

class FormWalk {
 public:
  explicit FormWalk(std::span<const std::string_view> typed) : typed_(typed) {}

  void follow_all(const std::vector<FormSequence>& forms, std::size_t word,
                  const std::function<void(std::size_t)>& behind) {
    for (const FormSequence& form : forms)
      if (!begins_literally(forms, word) || begins_literally({form}, word)) follow(form, 0, word, behind);
  }

  std::vector<ExpectedArgument> expected;

 private:
  void follow(const FormSequence& form, std::size_t index, std::size_t word,
              const std::function<void(std::size_t)>& behind) {
    if (index == form.size()) return behind(word);
    const FormItem& item = form[index];
    if (item.words.empty()) {
      follow_all(item.optional, word, [&](std::size_t after) { follow(form, index + 1, after, behind); });
      if (begins_literally(item.optional, word)) return;
      return follow(form, index + 1, word, behind);
    }
    if (is_anything(item)) return;
    const bool begins_statement = goes_on_as_statement(form, index);
    if (word == typed_.size() || (begins_statement && fits(item, typed_[word])))
      return expect(item, word, begins_statement);
    if (fits(item, typed_[word])) follow(form, index + 1, word + 1, behind);
  }

  /// True if one of the forms begins with the very word that was typed: it is then no name.
  bool begins_literally(const std::vector<FormSequence>& forms, std::size_t word) const {
    return word < typed_.size() && std::ranges::any_of(forms, [&](const FormSequence& form) {
             if (form.empty()) return false;
             if (form.front().words.empty()) return begins_literally(form.front().optional, word);
             return is_literal(form.front().words.front()) && fits(form.front(), typed_[word]);
           });
  }

  /// `SELECT ...`, `table [WHERE ...]`
  static bool goes_on_as_statement(const FormSequence& form, std::size_t index) {
    if (index + 1 == form.size()) return false;
    const FormItem& next = form[index + 1];
    if (is_anything(next)) return form[index].words.front() == "SELECT";
    return next.words.empty() && !next.optional.front().empty() &&
           !next.optional.front().front().words.empty() &&
           next.optional.front().front().words.front() == "WHERE";
  }

  static bool fits(const FormItem& item, std::string_view typed) {
    return std::ranges::any_of(item.words, [&](const std::string& word) {
      const bool is_typed = is_literal(word) || is_choice_of_words(item);
      return is_typed ? to_lower(word) == to_lower(typed) : true;
    });
  }

  void expect(const FormItem& item, std::size_t word, bool begins_statement) {
    for (const std::string& text : item.words) {
      const ExpectedArgument argument{text, is_choice_of_words(item), begins_statement, word};
      const bool is_known = std::ranges::any_of(
          expected, [&](const ExpectedArgument& each) { return each.text == text && each.word == word; });
      if (!is_known) expected.push_back(argument);
    }
  }

  std::span<const std::string_view> typed_;
};

}  // namespace

std::vector<ExpectedArgument> expected_arguments(std::string_view form,
                                                 std::span<const std::string_view> words) {
  FormWalk walk(words);
  walk.follow_all(FormReader(form).read_forms(), 0, [](std::size_t) {});
  return walk.expected;
}

}  // namespace cellar
