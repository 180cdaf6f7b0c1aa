// A session at the prompt, written down so that it reads like the screen on which it was seen (tests/README.md, "Form of
// a transcript").
//
// In:      the text of a transcript; how to read one line of it.
// Out:     its steps in order, each with what it shows; the same text with other answers.
// Refused: a line that is no step and no answer.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "terminal.h"

/// `# text`, an empty line: for people.
struct RemarkStep {};
/// `terminal: 24 x 80`, or `terminal: 24 x 80, colours`
struct TerminalStep {
  ScreenSize size;
  bool colours = false;
};
/// `environment: EDITOR=./editor.sh`
struct EnvironmentStep {
  std::string name;
  std::string value;
};
/// `mask: REGULAR EXPRESSION => WORD`: what differs from run to run.
struct MaskStep {
  std::string pattern;
  std::string word;
};
/// `file: NAME` and the lines of the file, indented.
struct FileStep {
  std::string name;
};
/// `shell: COMMAND` and what it prints, indented: a command of the system, in the session's folder.
struct CommandStep {
  std::string command;
};
/// `$ cellar ARGUMENTS` and what the screen shows when the prompt is there.
struct StartStep {
  std::vector<std::string> arguments;
};
/// `> TEXT`: TEXT and Enter. `keys: TEXT`: without Enter. In both, `<Tab>`, `<Ctrl-R>` and the like are keys.
struct TypeStep {
  std::string keys;
};
/// `paste:` and the lines that are pasted, indented by `+ `; then what the screen shows.
struct PasteStep {
  std::string text;
};
/// `resize: 24 x 40`
struct ResizeStep {
  ScreenSize size;
};
/// `end: 0`: the program has ended with this status.
struct EndStep {
  int status = 0;
};

using TranscriptAction = std::variant<RemarkStep, TerminalStep, EnvironmentStep, MaskStep, FileStep,
                                      CommandStep, StartStep, TypeStep, PasteStep, ResizeStep, EndStep>;

struct TranscriptStep {
  std::string line;        // as it is written, with the lines of a paste
  std::size_t number = 0;  // of the line
  TranscriptAction action;
  std::string shown;  // the indented lines behind it, without their indentation
};

using Transcript = std::vector<TranscriptStep>;

Transcript read_transcript(const std::filesystem::path& path);
/// The text that read_transcript() reads.
std::string write_transcript(const Transcript& transcript);

/// A key, or text to type.
struct TypedPiece {
  bool is_key = false;
  std::string text;
};

/// "SEL<Tab>": the text "SEL" and the key Tab. What stands in angle brackets and is no key is text.
std::vector<TypedPiece> pieces_of(std::string_view keys);
