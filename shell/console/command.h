// A command of the shell: the words that begin it, what HELP says of it, what it does.
//
// In:      the words of a command, and what it may touch.
// Out:     an answer.
// Refused: words that a command does not take (syntax); what it asks for and is not there.
//
// The commands are kept in families, a file each (shell/console/commands/families.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parser/script/command_text.h"
#include "shell/connection/connection.h"
#include "shell/console/answer.h"
#include "shell/console/learn_wish.h"
#include "shell/console/settings.h"
#include "shell/console/words/console_words.h"
#include "shell/render/output.h"

namespace cellar {

/// The place in a script where SOURCE begins.
struct ScriptStart {
  std::vector<std::string>
      from;  // places as they were typed, from the outermost script inwards; none: at the beginning
  std::uint64_t skipped_rows = 0;  // of the files of the COPY FROM there
};

using RunScript = std::function<void(const std::filesystem::path&, const ScriptStart&)>;
using EditOutside = std::function<std::optional<std::string>(const std::string& file, std::string_view text,
                                                             std::string& fault)>;

struct CommandContext {
  Connection& connection;
  Output& output;  // the screen, for what is said while the command runs
  ShellSettings& settings;
  RunScript run_script;                // SOURCE
  std::function<void()> make_durable;  // the open group
  /// Puts the next line behind the command, without its end, into `line`; false at the end. Null: there is
  /// none.
  std::function<bool(std::string& line)> read_line;
  bool lines_are_typed = false;  // by a person, as they are read
  bool has_read_lines = false;   // a command that reads them leaves true here, and reads them to their end
  /// What COPY FROM passes over in place of SKIPROWS (--skip-rows). After one that has ended early: how many rows of its
  /// files need not be read again.
  std::optional<std::uint64_t> skipped_rows{};
  std::vector<std::string> history;
  std::function<void(std::string)> type{};  // the next prompt begins with a text; null without a prompt
  /// Opens a file in the editor that a person prefers, or if its name is empty, the text. Returns what was saved; nothing
  /// if there is none, and why in `fault`. Null without a prompt.
  EditOutside edit{};
  Learn learn{};             // LEARN and the commands of a lesson; null: no lessons are played here
  std::size_t columns = 80;  // of the terminal
};

/// The end of a command's text: a semicolon always ends it, the end of its line does so unless the
/// command may have several lines.
enum class CommandEnd { line, semicolon };

/// The side effect of a command. --from repeats commands that set something; --dry-run leaves out those that write.
enum class CommandEffect : std::uint8_t {
  none,     // CQL, and commands that only show something
  sets,     // changes how later statements run or are shown
  sources,  // runs a script
  writes,   // changes the database or a file by other means than CQL
};

struct Command;

/// A command that was typed.
struct CommandCall {
  const Command& command;
  std::string_view text;               // as it was typed
  std::span<const CommandWord> words;  // the command's own is the first
  CommandContext& context;
  Answer& answer;

  /// The words behind the command's own.
  std::span<const CommandWord> arguments() const { return words.subspan(1); }
  /// Whether there is such a word, and it is the name of a file: it has single quotes.
  bool is_file_name(std::size_t word) const;
  /// Appends a phrase, in the language that is set, to the answer.
  void say(ConsoleWords::Text sentence, const Parameters& parameters = {}) const;
  /// Says which arguments there may be, and blames the word `blamed`, by default the first argument; if there is no such
  /// word, more words are needed behind the last one.
  [[noreturn]] void refuse_usage(std::size_t blamed = 1) const;
  [[noreturn]] void refuse_usage(Span blamed) const;
  /// Refuses the word `first`, if there is one, and so all behind it.
  void refuse_words_from(std::size_t first) const;
  /// The width of what the answer is shown in; 0 if that is no terminal.
  std::size_t terminal_columns() const;
  /// The database of this process, for a command that looks into its file. Refuses if statements run elsewhere.
  const Database& database() const;
};

struct Command {
  std::string_view word;        // in capitals
  std::string_view other_word;  // means the same; empty: there is none
  std::string_view arguments;   // their form: "[ON|OFF]"
  std::string_view summary;     // a line of HELP; empty: HELP does not list it
  std::string_view page;        // of HELP and the word; empty: its form and the summary
  /// Leaves in the answer what it answers, or that the words are CQL after all (is_statement).
  void (*run)(const CommandCall& call);
  CommandEffect effect = CommandEffect::none;
  CommandEnd end = CommandEnd::line;
  /// For a command that ends with a semicolon: returns true for a line that is the whole command without one. Null if
  /// no line is.
  bool (*is_whole_line)(std::string_view line) = nullptr;
  /// Returns whether these words, the command's own among them, have the effect. Null: all have it.
  bool (*has_effect)(std::span<const CommandWord> words) = nullptr;
  /// Returns whether these words name a file of this machine, so that the command is refused where no file may be reached
  /// (ShellSettings::reaches_files). Null: none do.
  bool (*names_file)(std::span<const CommandWord> words) = nullptr;

  /// True for its word and the other one, in any case.
  bool is_called(std::string_view text) const;
  /// "EXPAND [ON|OFF]"
  std::string form(Language language = Language::english) const;
};

/// Sets a switch by the argument ON or OFF, or says what is set, in the words of cqlsh: "EXPAND set to ON".
void set_switch_of_cqlsh(const CommandCall& call, bool& setting);
/// For commands whose words in quotes are names of files (Command::names_file).
bool has_quoted_word(std::span<const CommandWord> words);
/// Returns what an argument ON or OFF says; nothing for other words.
std::optional<bool> on_or_off(const CommandWord& word);
/// True for digits without quotes.
bool is_number(const CommandWord& word);
/// Refuses a number that is out of range.
[[noreturn]] void refuse_number(const CommandWord& word, std::uint64_t least, std::uint64_t most);
inline constexpr std::uint64_t kMostNumber = 1'000'000'000'000;
/// Returns a number from 1 on; nothing for words that are no digits. Refuses a number that is out of range.
std::optional<std::size_t> positive_number(const CommandWord& word, std::uint64_t most = kMostNumber);

}  // namespace cellar
