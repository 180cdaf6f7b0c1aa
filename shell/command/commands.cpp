#include "shell/command/commands.h"

#include <algorithm>
#include <array>

#include "shell/command/families.h"

namespace cellar {

namespace {

std::vector<const Command*> gather_commands() {
  std::vector<const Command*> commands;
  for (const auto family :
       {help_commands(), describe_commands(), settings_commands(), program_commands(), absent_commands()}) {
    for (const Command& command : family) commands.push_back(&command);
  }
  return commands;
}

/// Tells most statements from commands by one byte.
class CommandWords {
 public:
  CommandWords() {
    for (const Command* command : all_commands()) {
      add(command->word);
      if (!command->other_word.empty()) add(command->other_word);
    }
  }
  bool have_first(char letter) const { return are_first_[static_cast<unsigned char>(letter)]; }
  std::size_t longest() const { return longest_; }

 private:
  void add(std::string_view word) {
    longest_ = std::max(longest_, word.size());
    const auto letter = static_cast<unsigned char>(word.front());
    are_first_[letter] = true;
    if (letter >= 'A' && letter <= 'Z') are_first_[letter | 0x20] = true;
  }

  std::array<bool, 256> are_first_{};
  std::size_t longest_ = 0;
};

}  // namespace

const std::vector<const Command*>& all_commands() {
  static const std::vector<const Command*> commands = gather_commands();
  return commands;
}

bool begins_command(std::string_view text) {
  static const CommandWords command_words;
  std::size_t begin = 0;
  while (begin < text.size() && (text[begin] == ' ' || (text[begin] >= '\t' && text[begin] <= '\r'))) ++begin;
  if (begin == text.size() || !command_words.have_first(text[begin])) return false;
  text = text.substr(begin, command_words.longest() + 1);
  const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n\f\v;'\".-/"));
  return std::ranges::any_of(all_commands(),
                             [&](const Command* command) { return command->is_called(word); });
}

std::optional<CommandOutcome> run_command(std::string_view text, CommandContext& context) {
  if (!begins_command(text)) return std::nullopt;
  const std::vector<CommandWord> words = split_command(text);
  const auto& commands = all_commands();
  const auto found = std::ranges::find_if(commands, [&](const Command* command) {
    return words[0].quote == 0 && command->is_called(words[0].text);
  });
  if (found == commands.end()) return std::nullopt;
  return (*found)->run({**found, words, context});
}

}  // namespace cellar
