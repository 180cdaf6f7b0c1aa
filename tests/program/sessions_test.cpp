// The sessions of tests/sessions, typed again: each step shows what its transcript says.
//
// CELLAR_UPDATE=1 writes what is seen into the transcripts.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <regex>

#include "process.h"
#include "transcript.h"

namespace {

constexpr std::string_view kCursor = "▏";

/// A line of the screen as transcripts show it: the cursor, and with `colours` the styles: ⟨red⟩null⟨⟩.
std::string written_line(const ScreenLine& line, std::optional<std::size_t> cursor, bool colours) {
  std::size_t end = line.size();
  while (end > 0 && line[end - 1].text == " " && (!colours || line[end - 1].style.empty())) --end;
  std::string text;
  std::string style;
  for (std::size_t column = 0; column < std::max(end, cursor.value_or(0)); ++column) {
    const std::string& next = column < end ? line[column].style : "";
    if (colours && next != style) text += "⟨" + next + "⟩";
    style = next;
    if (cursor == column) text += kCursor;
    text += line[column].text;
  }
  if (colours && !style.empty()) text += "⟨⟩";
  if (cursor && *cursor >= end) text += kCursor;
  return text;
}

class SessionReplay {
 public:
  explicit SessionReplay(bool update) : update_(update) {}

  /// Replays a step; with `update`, its answer becomes what is seen.
  void replay(TranscriptStep& step) {
    std::visit([&](const auto& action) { act(action, step); }, step.action);
  }
  /// Whether a program is left that no step has ended.
  bool is_running() const { return terminal_ != nullptr; }

 private:
  void act(const RemarkStep&, TranscriptStep&) {}
  void act(const TerminalStep& action, TranscriptStep&) { setting_ = action; }
  void act(const EnvironmentStep& action, TranscriptStep&) { environment_[action.name] = action.value; }
  void act(const MaskStep& action, TranscriptStep&) {
    masks_.emplace_back(std::regex(action.pattern), action.word);
  }
  void act(const FileStep& action, TranscriptStep& step) { write_file(folder_ / action.name, step.shown); }
  void act(const CommandStep& action, TranscriptStep& step) {
    const std::string build = std::filesystem::path(CELLAR_PROGRAM).parent_path().string();
    const std::string command = "cd '" + folder_.path.string() + "' && PATH=" + build + ":$PATH HOME=. " +
                                "CELLAR_HISTORY= && exec 2>&1 </dev/null && " + action.command;
    FILE* pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string text;
    for (int next; (next = fgetc(pipe)) != EOF;) text += static_cast<char>(next);
    pclose(pipe);
    compare(step, trimmed(text));
  }
  void act(const StartStep& action, TranscriptStep& step) {
    TerminalStart start{.arguments = action.arguments, .folder = folder_.path};
    start.size = setting_.size;
    start.colours = setting_.colours;
    start.environment = environment_;
    seen_.clear();
    terminal_ = std::make_unique<TerminalSession>(start);
    expect(step);
  }
  void act(const TypeStep& action, TranscriptStep& step) {
    for (const TypedPiece& piece : pieces_of(action.keys)) {
      piece.is_key ? terminal().press(piece.text) : terminal().type(piece.text);
    }
    expect(step);
  }
  void act(const PasteStep& action, TranscriptStep& step) {
    terminal().paste(action.text);
    expect(step);
  }
  void act(const ResizeStep& action, TranscriptStep& step) {
    terminal().resize(action.size);
    expect(step);
  }
  void act(const EndStep& action, TranscriptStep&) {
    CHECK(terminal().wait_for_end() == action.status);
    terminal_.reset();
  }

  TerminalSession& terminal() {
    if (terminal_ == nullptr) throw std::runtime_error("no program has been started");
    return *terminal_;
  }

  /// All lines up to the last one that is not empty, or the cursor's.
  std::vector<std::string> document() const {
    const TerminalScreen& screen = terminal_->screen();
    const std::vector<ScreenLine> lines = screen.lines();
    std::vector<std::string> written;
    for (std::size_t line = 0; line < lines.size(); ++line) {
      const bool has_cursor = line == screen.cursor_line();
      written.push_back(masked(written_line(
          lines[line], has_cursor ? std::optional(screen.cursor_column()) : std::nullopt, setting_.colours)));
    }
    while (!written.empty() && written.back().empty()) written.pop_back();
    return written;
  }

  /// What the last step has changed: the lines from the first one that differs.
  std::string changed() const {
    const std::vector<std::string> now = document();
    const auto [before, after] = std::mismatch(seen_.begin(), seen_.end(), now.begin(), now.end());
    std::string text;
    for (auto line = after; line != now.end(); ++line) text += *line + "\n";
    return trimmed(text);
  }

  void expect(TranscriptStep& step) {
    if (update_) {
      terminal_->settle();
      step.shown = changed();
    } else {
      terminal_->wait_until("this:\n" + step.shown,
                            [&](const TerminalScreen&) { return changed() == step.shown; });
    }
    seen_ = document();
  }

  void compare(TranscriptStep& step, const std::string& text) const {
    if (update_) step.shown = text;
    CHECK(step.shown == text);
  }

  std::string masked(std::string text) const {
    for (const auto& [pattern, word] : masks_) text = std::regex_replace(text, pattern, word);
    return text;
  }

  /// Without empty lines at both ends, which a transcript does not show.
  static std::string trimmed(std::string text) {
    text.erase(0, text.find_first_not_of('\n'));
    while (text.ends_with("\n\n")) text.pop_back();
    return text;
  }

  const TemporaryFolder folder_;
  const bool update_;
  TerminalStep setting_;
  std::map<std::string, std::string> environment_;
  std::vector<std::pair<std::regex, std::string>> masks_{
      {std::regex("/tmp/cellar-test-[A-Za-z0-9]{6}"), "FOLDER"}};
  std::unique_ptr<TerminalSession> terminal_;
  std::vector<std::string> seen_;  // the document after the last step
};

void replay_session(const std::filesystem::path& path) {
  const char* update_word = std::getenv("CELLAR_UPDATE");
  const bool update = update_word != nullptr && *update_word != '\0';
  Transcript transcript = read_transcript(path);
  SessionReplay replay(update);
  for (TranscriptStep& step : transcript) {
    INFO(path.filename().string() << ":" << step.number << ": " << step.line);
    replay.replay(step);
  }
  INFO(path.filename().string() << " ends while its program runs");
  CHECK_FALSE(replay.is_running());
  if (update) {
    write_file(path, write_transcript(transcript));
  } else {
    // A transcript is in its canonical form, so that an update changes answers alone.
    CHECK(write_transcript(transcript) == read_file(path));
  }
}

}  // namespace

TEST_CASE("the sessions at the prompt are as they are written down") {
  std::vector<std::filesystem::path> sessions;
  for (const auto& entry : std::filesystem::directory_iterator(CELLAR_SOURCE_DIR "/tests/sessions")) {
    if (entry.path().extension() == ".session") sessions.push_back(entry.path());
  }
  std::sort(sessions.begin(), sessions.end());
  CHECK(!sessions.empty());
  const char* only = std::getenv("CELLAR_SESSION");
  for (const std::filesystem::path& session : sessions) {
    if (only != nullptr && session.stem() != only) continue;
    DYNAMIC_SECTION(session.stem().string()) { replay_session(session); }
  }
}

TEST_CASE("keys within a transcript are told from text") {
  const auto pieces = [](std::string_view keys) {
    std::string text;
    for (const TypedPiece& piece : pieces_of(keys))
      text += (piece.is_key ? "[" : "'") + piece.text + (piece.is_key ? "]" : "'");
    return text;
  };
  CHECK(pieces("SEL<Tab>x") == "'SEL'[Tab]'x'");
  CHECK(pieces("a < 3 <Ctrl-R><Shift-Tab>list<text>") == "'a < 3 '[Ctrl-R][Shift-Tab]'list<text>'");
  CHECK(pieces("<<F5>") == "'<'[F5]");
  CHECK(pieces("").empty());
}
