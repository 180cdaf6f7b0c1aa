#include "transcript.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace {

constexpr std::string_view kIndentation = "    ";
constexpr std::string_view kPasted = "+ ";

[[noreturn]] void refuse_step(std::string_view line) {
  throw std::runtime_error("no step of a transcript: " + std::string(line));
}

/// What stands behind `word`, if the line begins with it.
std::optional<std::string> behind(std::string_view line, std::string_view word) {
  if (!line.starts_with(word)) return std::nullopt;
  line.remove_prefix(word.size());
  return std::string(line);
}

ScreenSize size_in(const std::string& text) {
  ScreenSize size;
  std::istringstream words(text);
  std::string by;
  if (!(words >> size.rows >> by >> size.columns) || by != "x") refuse_step(text);
  return size;
}

/// The words of a command line, as sh divides them; quotes are single ones.
std::vector<std::string> words_in(const std::string& text) {
  std::vector<std::string> words;
  bool quoted = false;
  bool in_word = false;
  for (const char each : text) {
    if (each == '\'') {
      quoted = !quoted;
      if (!in_word) words.emplace_back();
      in_word = true;
    } else if (each == ' ' && !quoted) {
      in_word = false;
    } else {
      if (!in_word) words.emplace_back();
      in_word = true;
      words.back() += each;
    }
  }
  return words;
}

TranscriptAction setting_in(const std::string& line) {
  if (const auto size = behind(line, "terminal: "))
    return TerminalStep{size_in(*size), line.ends_with(", colours")};
  if (const auto setting = behind(line, "environment: ")) {
    const std::size_t equals = setting->find('=');
    if (equals == setting->npos) refuse_step(line);
    return EnvironmentStep{setting->substr(0, equals), setting->substr(equals + 1)};
  }
  if (const auto mask = behind(line, "mask: ")) {
    const std::size_t arrow = mask->find(" => ");
    if (arrow == mask->npos) refuse_step(line);
    return MaskStep{mask->substr(0, arrow), mask->substr(arrow + 4)};
  }
  if (const auto name = behind(line, "file: ")) return FileStep{*name};
  refuse_step(line);
}

TranscriptAction action_in(const std::string& line) {
  if (line.empty() || line.starts_with("#")) return RemarkStep{};
  if (const auto command = behind(line, "shell: ")) return CommandStep{*command};
  if (const auto arguments = behind(line, "$ cellar")) return StartStep{words_in(*arguments)};
  if (const auto text = behind(line, "> ")) return TypeStep{*text + "<Enter>"};
  if (line == ">") return TypeStep{"<Enter>"};
  if (const auto text = behind(line, "keys: ")) return TypeStep{*text};
  if (line == "paste:") return PasteStep{};
  if (const auto size = behind(line, "resize: ")) return ResizeStep{size_in(*size)};
  if (const auto status = behind(line, "end: ")) return EndStep{std::stoi(*status)};
  return setting_in(line);
}

bool is_key(const std::string& name) {
  static const std::regex keys(
      "(Ctrl-|Alt-|Shift-)*(Enter|Tab|Backspace|Escape|Up|Down|Left|Right|Insert|Delete|Home|End|PageUp|"
      "PageDown|F[0-9]+)|"
      "(Ctrl-|Alt-)+.");
  return std::regex_match(name, keys);
}

std::string indented(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);)
    result += (line.empty() ? "" : std::string(kIndentation) + line) + "\n";
  return result;
}

}  // namespace

Transcript read_transcript(const std::filesystem::path& path) {
  std::ifstream file(path);
  Transcript transcript;
  std::size_t number = 0;
  std::string blank;  // lines that belong to an answer only if more of it follows
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() && !transcript.empty()) {
      blank += '\n';
    } else if (line.starts_with(kIndentation)) {
      if (transcript.empty()) refuse_step(line);
      if (!transcript.back().shown.empty()) transcript.back().shown += blank;
      blank.clear();
      transcript.back().shown += line.substr(kIndentation.size()) + '\n';
    } else if (line.starts_with(kPasted) || line == "+") {
      auto* paste = transcript.empty() ? nullptr : std::get_if<PasteStep>(&transcript.back().action);
      if (paste == nullptr) refuse_step(line);
      paste->text += line.substr(std::min(line.size(), kPasted.size())) + '\n';
      transcript.back().line += '\n' + line;
    } else {
      blank.clear();
      transcript.push_back({line, number, action_in(line), ""});
    }
  }
  return transcript;
}

std::string write_transcript(const Transcript& transcript) {
  std::string text;
  const TranscriptStep* last = nullptr;
  for (const TranscriptStep& step : transcript) {
    const bool begins_remark = std::holds_alternative<RemarkStep>(step.action) && last != nullptr &&
                               !std::holds_alternative<RemarkStep>(last->action);
    if (begins_remark || (last != nullptr && !last->shown.empty())) text += '\n';
    text += step.line + '\n' + indented(step.shown);
    last = &step;
  }
  return text;
}

std::vector<TypedPiece> pieces_of(std::string_view keys) {
  std::vector<TypedPiece> pieces;
  while (!keys.empty()) {
    const std::size_t end = keys.front() == '<' ? keys.find('>') : keys.npos;
    const std::string name = end == keys.npos ? "" : std::string(keys.substr(1, end - 1));
    if (is_key(name)) {
      pieces.push_back({true, name});
      keys.remove_prefix(end + 1);
      continue;
    }
    if (pieces.empty() || pieces.back().is_key) pieces.push_back({});
    pieces.back().text += keys.front();
    keys.remove_prefix(1);
  }
  return pieces;
}
