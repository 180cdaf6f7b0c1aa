#include "shell/console/commands.h"

#include <algorithm>
#include <array>
#include <vector>

#include "parser/script/command_text.h"
#include "shell/console/commands/families.h"
#include "types/text/text.h"

namespace cellar {

namespace {

std::vector<const Command*> gather_commands() {
  std::vector<const Command*> commands;
  for (const auto family :
       {help_commands(), learn_commands(), describe_commands(), output_commands(), settings_commands(),
        lint_commands(), advise_commands(), cells_commands(), measure_commands(), ring_commands(),
        workload_commands(), clock_commands(), copy_commands(), dump_commands(), cqlsh_commands(),
        history_commands(), parameter_commands(), program_commands(), foreign_commands()}) {
    for (const Command& command : family) commands.push_back(&command);
  }
  return commands;
}

/// The words of commands by their first letter. Most statements are told from commands by it, or by the letters
/// behind it.
class CommandWords {
 public:
  CommandWords() {
    for (const Command* command : all_commands()) {
      add(command->word, command);
      if (!command->other_word.empty()) add(command->other_word, command);
    }
  }

  /// Returns true if `text`, which is not empty, begins with the letters of a word.
  bool may_begin(std::string_view text) const {
    return std::ranges::any_of(words_of(text), [&](const Word& word) {
      return text.size() >= word.text.size() && is_same_word(text.substr(0, word.text.size()), word.text);
    });
  }
  /// Returns null if no command has the word.
  const Command* find(std::string_view word) const {
    const std::vector<Word>& words = words_of(word);
    const auto found =
        std::ranges::find_if(words, [&](const Word& each) { return is_same_word(word, each.text); });
    return found == words.end() ? nullptr : found->command;
  }
  std::size_t longest() const { return longest_; }

 private:
  struct Word {
    std::string_view text;
    const Command* command;
  };

  void add(std::string_view word, const Command* command) {
    longest_ = std::max(longest_, word.size());
    const auto letter = static_cast<unsigned char>(word.front());
    words_[letter].push_back({word, command});
    if (letter >= 'A' && letter <= 'Z') words_[letter | 0x20].push_back({word, command});
  }
  const std::vector<Word>& words_of(std::string_view text) const {
    return words_[static_cast<unsigned char>(text.front())];
  }

  std::array<std::vector<Word>, 256> words_;
  std::size_t longest_ = 0;
};

}  // namespace

const std::vector<const Command*>& all_commands() {
  static const std::vector<const Command*> commands = gather_commands();
  return commands;
}

const Command* find_command(std::string_view text) {
  static const CommandWords words;
  std::size_t begin = 0;
  while (begin < text.size() && (text[begin] == ' ' || (text[begin] >= '\t' && text[begin] <= '\r'))) ++begin;
  if (begin == text.size() || !words.may_begin(text.substr(begin))) return nullptr;
  const std::string_view word = first_word(text.substr(begin, words.longest() + 1));
  const Command* command = words.find(word);
  const bool is_prompt =
      word.starts_with("...");  // the continuation prompt of cqlsh, copied with a statement
  if (command != nullptr || is_prompt || !begins_with_mark(word)) return command;
  return words.find(word.substr(0, 1));
}

bool begins_command(std::string_view text) { return find_command(text) != nullptr; }

bool begins_line_command(std::string_view text) {
  const Command* command = find_command(text);
  if (command == nullptr) return false;
  return command->end == CommandEnd::line ||
         (command->is_whole_line != nullptr && command->is_whole_line(text));
}

CommandEffect effect_of(std::string_view text) {
  if (is_same_word(first_word(text), "USE")) return CommandEffect::sets;
  const Command* command = find_command(text);
  if (command == nullptr || command->effect == CommandEffect::none) return CommandEffect::none;
  const bool has_it = command->has_effect == nullptr || command->has_effect(split_command(text));
  return has_it ? command->effect : CommandEffect::none;
}

void run_command(std::string_view text, CommandContext& context, Answer& answer) {
  const Command* command = find_command(text);
  answer.is_statement = command == nullptr;
  if (command == nullptr) return;
  const std::vector<CommandWord> words = split_command(text);
  if (!context.settings.reaches_files && command->names_file != nullptr && command->names_file(words))
    refuse("files_out_of_reach", words[0].span, {{"command", std::string(command->word)}});
  command->run({*command, text, words, context, answer});
}

}  // namespace cellar
