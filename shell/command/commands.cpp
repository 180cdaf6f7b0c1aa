#include "shell/command/commands.h"

#include <algorithm>
#include <array>
#include <vector>

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

/// The commands by the first letter of their words: most statements begin with the letter of a few commands.
class CommandsByLetter {
 public:
  CommandsByLetter() {
    for (const Command* command : all_commands()) {
      add(command->word, command);
      if (!command->other_word.empty()) add(command->other_word, command);
    }
  }

  bool have(char letter) const { return !commands_[static_cast<unsigned char>(letter)].empty(); }
  std::size_t longest_word() const { return longest_word_; }
  /// Null if no command has the word.
  const Command* find(std::string_view word) const {
    const auto& commands = commands_[static_cast<unsigned char>(word.front())];
    const auto found =
        std::ranges::find_if(commands, [&](const Command* command) { return command->is_called(word); });
    return found == commands.end() ? nullptr : *found;
  }

 private:
  void add(std::string_view word, const Command* command) {
    longest_word_ = std::max(longest_word_, word.size());
    const auto letter = static_cast<unsigned char>(word.front());
    commands_[letter].push_back(command);
    if (letter >= 'A' && letter <= 'Z') commands_[letter | 0x20].push_back(command);
  }

  std::array<std::vector<const Command*>, 256> commands_;
  std::size_t longest_word_ = 0;
};

/// Returns the command whose word `text` begins with, null if there is none.
const Command* find_command(std::string_view text) {
  static const CommandsByLetter commands;
  std::size_t begin = 0;
  while (begin < text.size() && (text[begin] == ' ' || (text[begin] >= '\t' && text[begin] <= '\r'))) ++begin;
  if (begin == text.size() || !commands.have(text[begin])) return nullptr;
  const std::string_view word = first_word(text.substr(begin, commands.longest_word() + 1));
  const Command* command = commands.find(word);
  return command == nullptr && begins_with_mark(word) ? commands.find(word.substr(0, 1)) : command;
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
