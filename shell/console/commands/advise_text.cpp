#include "shell/console/commands/advise_text.h"
#include "types/text/text.h"

#include <algorithm>

namespace cellar {

namespace {

constexpr std::string_view kBlanksAndSemicolon = " \t\r\n\f\v;";

/// Takes the word APPLY from the end of a statement.
bool take_apply(std::string_view& statement) {
  constexpr std::string_view kApply = "APPLY";
  const std::string_view tokens = without_end(statement);
  if (tokens.size() <= kApply.size()) return false;
  const std::size_t begin = tokens.size() - kApply.size();
  const bool is_word = kBlanksAndSemicolon.find(tokens[begin - 1]) != kBlanksAndSemicolon.npos;
  if (!is_word || !is_same_word(tokens.substr(begin), kApply)) return false;
  statement = tokens.substr(0, begin);
  return true;
}

}  // namespace

AdviseWish read_advise(const CommandCall& call) {
  const std::span<const CommandWord> words = call.arguments();
  if (words.empty()) call.refuse_usage();
  constexpr std::string_view kStatements[] = {"SELECT", "INSERT", "UPDATE", "DELETE",
                                              "CREATE", "ALTER",  "DROP",   "BEGIN"};
  if (std::ranges::any_of(kStatements, [&](std::string_view word) { return says(words[0], word); })) {
    const std::size_t offset = words[0].span.begin;
    std::string_view statement = call.text.substr(offset);
    const bool apply = take_apply(statement);
    return {AdviseStatement{std::string(without_end(statement)), offset}, apply};
  }
  const std::size_t head = says(words[0], "FILE") ? 2 : 1;
  const bool is_last = says(words[0], "LAST");
  if (head == 1 && !is_last) call.refuse_usage();
  if (!is_last && !call.is_file_name(2)) call.refuse_usage(2);
  const bool apply = words.size() > head && says(words[head], "APPLY");
  call.refuse_words_from(head + (apply ? 2 : 1));
  if (is_last) return {AdviseLast{}, apply};
  return {AdviseFile{words[1].text}, apply};
}

bool is_advise_line(std::string_view line) {
  const std::vector<CommandWord> words = split_command(line);
  return words.size() > 1 && (says(words[1], "LAST") || says(words[1], "FILE"));
}

}  // namespace cellar
