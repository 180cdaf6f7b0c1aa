#include "shell/command/commands.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "shell/command/command_text.h"
#include "shell/command/families.h"

namespace cellar {

namespace {

std::vector<const Command*> gather_commands() {
  std::vector<const Command*> commands;
  for (const auto family : {help_commands(), describe_commands(), settings_commands(), program_commands(),
                            absent_commands(), foreign_commands()}) {
    for (const Command& command : family) commands.push_back(&command);
  }
  return commands;
}

/// Tells most statements from commands by the first letter and the length of their first word.
class CommandWords {
 public:
  CommandWords() {
    for (const Command* command : all_commands()) {
      add(command->word);
      if (!command->other_word.empty()) add(command->other_word);
    }
  }
  bool have_first(char letter) const { return lengths_[static_cast<unsigned char>(letter)] != 0; }
  bool may_have(std::string_view word) const {
    return word.size() <= longest_ &&
           (lengths_[static_cast<unsigned char>(word.front())] & bit_of(word)) != 0;
  }
  std::size_t longest() const { return longest_; }

 private:
  void add(std::string_view word) {
    longest_ = std::max(longest_, word.size());
    const auto letter = static_cast<unsigned char>(word.front());
    lengths_[letter] |= bit_of(word);
    if (letter >= 'A' && letter <= 'Z') lengths_[letter | 0x20] |= bit_of(word);
  }

  static std::uint32_t bit_of(std::string_view word) { return 1U << (word.size() % 32); }

  std::array<std::uint32_t, 256> lengths_{};  // of the words that begin with a byte: a bit each
  std::size_t longest_ = 0;
};

const Command* command_called(std::string_view word) {
  const auto& commands = all_commands();
  const auto found =
      std::ranges::find_if(commands, [&](const Command* command) { return command->is_called(word); });
  return found == commands.end() ? nullptr : *found;
}

/// The command whose word `text` begins with, null if there is none.
const Command* find_command(std::string_view text) {
  static const CommandWords command_words;
  std::size_t begin = 0;
  while (begin < text.size() && (text[begin] == ' ' || (text[begin] >= '\t' && text[begin] <= '\r'))) ++begin;
  if (begin == text.size() || !command_words.have_first(text[begin])) return nullptr;
  const std::string_view word = first_word(text.substr(begin, command_words.longest() + 1));
  if (!command_words.may_have(word) && !begins_with_mark(word)) return nullptr;
  const Command* command = command_called(word);
  return command == nullptr && begins_with_mark(word) ? command_called(word.substr(0, 1)) : command;
}

}  // namespace

const std::vector<const Command*>& all_commands() {
  static const std::vector<const Command*> commands = gather_commands();
  return commands;
}

bool begins_command(std::string_view text) { return find_command(text) != nullptr; }

bool begins_line_command(std::string_view text) {
  const Command* command = find_command(text);
  return command != nullptr && command->end == CommandEnd::line;
}

std::optional<CommandOutcome> run_command(std::string_view text, CommandContext& context) {
  const Command* command = find_command(text);
  if (command == nullptr) return std::nullopt;
  const std::vector<CommandWord> words = split_command(text);
  return command->run({*command, words, context});
}

}  // namespace cellar
